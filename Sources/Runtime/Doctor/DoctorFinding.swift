import FoundationEssentials
import Localization

/// One thing that the doctor found: for a person, and for a program.
struct DoctorFinding {
  let row: DoctorRow
  /// For a person; answers of the terminal have a line each.
  let lines: [String]
  /// For a program, in no language.
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

/// A value of JSON.
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
