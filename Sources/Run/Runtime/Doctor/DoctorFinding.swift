import FoundationEssentials
import Localization

/// One finding of the doctor, as text for users and as a value for programs.
struct DoctorFinding {
  let row: DoctorRow
  /// The text for users.
  ///
  /// Each reply of the terminal has its own line.
  let lines: [String]
  /// The value for programs, independent of the language.
  let value: DoctorValue

  init(_ row: DoctorRow, _ lines: [String], _ value: DoctorValue) {
    self.row = row
    self.lines = lines
    self.value = value
  }

  init(_ row: DoctorRow, _ text: String, _ value: DoctorValue? = nil) {
    self.init(row, [text], value ?? .text(text))
  }
}

/// A JSON value.
enum DoctorValue: Encodable {
  case text(String)
  case number(Double)
  case flag(Bool)
  case list([String])
  case fields([String: DoctorValue])
  case nothing

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .number(let number): try container.encode(number)
    case .flag(let flag): try container.encode(flag)
    case .list(let list): try container.encode(list)
    case .fields(let fields): try container.encode(fields)
    case .nothing: try container.encodeNil()
    }
  }

  static func text(_ text: String?) -> DoctorValue { text.map { .text($0) } ?? .nothing }
  static func number(_ number: Int) -> DoctorValue { .number(Double(number)) }
}
