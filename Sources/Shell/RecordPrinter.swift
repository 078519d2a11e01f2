import Canvas
import FoundationEssentials
import Model

/// Prints photographs one after the other, in one of the forms that commands offer.
package struct RecordPrinter: Sendable {
  package enum Form: Equatable, Sendable {
    case lines(LinePrinter)
    /// JSON Lines: an object and a line end for each photograph.
    case json
    case template(PhotoTemplate)
  }

  package let form: Form

  package init(_ form: Form) { self.form = form }

  /// Passes on the text of photographs, a few hundred at a time.
  package func pass(_ records: some Collection<PhotoRecord>, to write: (String) -> Void) {
    func pass(_ line: (PhotoRecord) -> String) {
      records.inParts { part in write(part.map { line($0) + "\n" }.joined()) }
    }
    switch form {
    case .lines(let printer): printer.pass(records.lazy.map(\.brief), to: write)
    case .json: pass(Self.json)
    case .template(let template): pass(template.line)
    }
  }

  /// The lines of photographs, each with its line end.
  package func text(of records: [PhotoRecord]) -> String {
    var text = ""
    pass(records) { text += $0 }
    return text
  }

  /// One line of JSON, in which nothing can act on a terminal.
  package static func json(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Texts and numbers can always be encoded.
    let data = (try? encoder.encode(value)) ?? Data()
    return TextSanitizer.json(String(decoding: data, as: UTF8.self))
  }
}
