import Canvas
import Model

/// Prints a line of text for each photograph.
package struct LinePrinter: Equatable, Sendable {
  package enum Form: Equatable, Sendable {
    /// Aligned columns under a header, for people; cut to the terminal's columns.
    case table(columns: Int, headings: [String])
    /// Columns divided by tabs, without a header, for programs.
    case tabs
  }

  private let form: Form

  package init(_ form: Form) { self.form = form }

  /// Passes on the text of photographs, a few hundred at a time; a table's columns need all of them
  /// at once.
  package func pass(_ photos: some Collection<PhotoBrief>, to write: (String) -> Void) {
    switch form {
    case .table(let columns, let headings):
      write(Self.table(photos.map(Self.cells), columns, headings))
    case .tabs:
      photos.inParts { part in
        var text = ""
        for photo in part { Self.append(photo, to: &text) }
        write(text)
      }
    }
  }

  /// Id, photographer, size, likes and description.
  private static func cells(of photo: PhotoBrief) -> [String] {
    [
      TextSanitizer.line(photo.id), TextSanitizer.line(photo.author),
      photo.width > 0 ? "\(photo.width)×\(photo.height)" : "",
      photo.likes.map { "\($0)" } ?? "", TextSanitizer.line(photo.caption),
    ]
  }

  /// The same cells, for thousands of photographs.
  private static func append(_ photo: PhotoBrief, to text: inout String) {
    text += TextSanitizer.line(photo.id)
    text += "\t"
    text += TextSanitizer.line(photo.author)
    text += "\t"
    if photo.width > 0 {
      text += String(photo.width)
      text += "×"
      text += String(photo.height)
    }
    text += "\t"
    if let likes = photo.likes { text += String(likes) }
    text += "\t"
    text += TextSanitizer.line(photo.caption)
    text += "\n"
  }

  private static func table(
    _ rows: [[String]],
    _ columns: Int,
    _ headings: [String]
  ) -> String {
    guard !rows.isEmpty else { return "" }
    let rows = [headings] + rows
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

extension Collection {
  /// A few hundred at a time, so that what is made of them is not all in memory at once.
  func inParts(_ body: ([Element]) -> Void) {
    var rest = self[...]
    while !rest.isEmpty {
      body(Array(rest.prefix(256)))
      rest = rest.dropFirst(256)
    }
  }
}
