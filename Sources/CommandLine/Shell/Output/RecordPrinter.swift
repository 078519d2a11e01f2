import Canvas
import Files
import FoundationEssentials
import Model

/// A printer of photos, one after the other, in one of the formats of commands.
struct RecordPrinter: Sendable {
  enum Form: Equatable, Sendable {
    case lines(LinePrinter)
    /// JSON Lines: one JSON object per line for each photo.
    case json
    case template(PhotoTemplate)
  }

  let form: Form
  /// The end of each line.
  private let end: Character

  init(_ form: Form, end: Character = "\n") { (self.form, self.end) = (form, end) }

  /// Writes the text of photos, a few hundred at a time.
  func pass(_ records: some Collection<PhotoFields>, to write: (String) -> Void) {
    func pass(_ line: (PhotoFields) -> String) {
      records.inParts { part in write(part.map { line($0) + String(end) }.joined()) }
    }
    switch form {
    case .lines(let printer): printer.pass(records.lazy.map(\.brief), to: write)
    case .json: pass { Self.json($0.json) }
    case .template(let template):
      pass { record in template.parts.map(record.line).joined() }
    }
  }

  /// Returns the lines of photos, each with its line break.
  func text(of records: [PhotoFields]) -> String {
    var text = ""
    pass(records) { text += $0 }
    return text
  }

  /// Returns one line of JSON, without characters that a terminal would interpret.
  static func json(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Texts and numbers can always be encoded.
    let data = (try? encoder.encode(value)) ?? Data()
    return TextSanitizer.json(String(decoding: data, as: UTF8.self))
  }
}
