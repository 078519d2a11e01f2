import Canvas
import FoundationEssentials

/// Prints photographs one after the other, in one of the forms that commands offer.
package struct RecordPrinter: Sendable {
  package enum Form: Equatable, Sendable {
    /// Aligned columns under a header, for people; cut to the terminal's columns.
    case table(columns: Int, headings: [String])
    /// Columns divided by tabs, without a header, for programs.
    case tabs
    /// JSON Lines: an object and a line end for each photograph.
    case json
    case template(RecordTemplate)
  }

  private let form: Form

  package init(_ form: Form) { self.form = form }

  /// Whether the form can print addresses.
  package var printsAddresses: Bool {
    switch form {
    case .table, .tabs: false
    case .json, .template: true
    }
  }

  /// Passes on the text of photographs, a few hundred at a time; a table's columns need all of them
  /// at once.
  package func pass(_ records: some Collection<PhotoRecord>, to write: (String) -> Void) {
    if case .table = form { return write(text(of: Array(records))) }
    var rest = records[...]
    while !rest.isEmpty {
      write(text(of: Array(rest.prefix(Self.atOnce))))
      rest = rest.dropFirst(Self.atOnce)
    }
  }

  private static let atOnce = 256

  /// The lines of photographs, each with its line end.
  package func text(of records: [PhotoRecord]) -> String {
    switch form {
    case .table(let columns, let headings): Self.table(records, columns, headings)
    case .tabs: records.map { Self.cells(of: $0).joined(separator: "\t") + "\n" }.joined()
    case .json: records.map { Self.json($0) + "\n" }.joined()
    case .template(let template): records.map { template.line(of: $0) + "\n" }.joined()
    }
  }

  /// One line of JSON, in which nothing can act on a terminal.
  package static func json(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Texts and numbers can always be encoded.
    let data = (try? encoder.encode(value)) ?? Data()
    return InertText.json(String(decoding: data, as: UTF8.self))
  }

  /// Id, photographer, size, likes and description.
  private static func cells(of record: PhotoRecord) -> [String] {
    [
      InertText.line(record.id), InertText.line(record.user.name),
      "\(record.width)×\(record.height)", record.likes.map { "\($0)" } ?? "",
      InertText.line(record.caption),
    ]
  }

  private static func table(
    _ records: [PhotoRecord],
    _ columns: Int,
    _ headings: [String]
  ) -> String {
    guard !records.isEmpty else { return "" }
    let rows = [headings] + records.map(cells)
    let limits = [24, 28, 13, 9]
    let widths = limits.indices.map { column in
      min(limits[column], rows.map { TextWidth.of($0[column]) }.max() ?? 0)
    }
    return rows.map { row in
      var line = ""
      for (column, width) in widths.enumerated() {
        let text = TextWidth.truncate(row[column], to: width)
        let blanks = String(repeating: " ", count: width - TextWidth.of(text))
        // Numbers stand below each other.
        line += column >= 2 ? blanks + text : text + blanks
        line += "  "
      }
      line += row[widths.count]
      let cut = TextWidth.truncate(line, to: columns)
      return String(cut.reversed().drop { $0 == " " }.reversed()) + "\n"
    }.joined()
  }
}
