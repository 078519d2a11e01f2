import Canvas
import Glibc
import Model

/// A printer of one line of text for each photo.
struct LinePrinter: Equatable, Sendable {
  enum Form: Equatable, Sendable {
    /// Aligned columns below a header for users, truncated to the terminal's width.
    case table(columns: Int, headings: [String])
    /// Columns separated by tabs for programs, without a header.
    case tabs
  }

  private let form: Form
  /// The end of each line that isn't in a table.
  private let end: Character

  init(_ form: Form, end: Character = "\n") { (self.form, self.end) = (form, end) }

  /// Creates the printer of a table as wide as the terminal.
  static func table(_ headings: [String]) -> LinePrinter {
    LinePrinter(.table(columns: Output.columns, headings: headings))
  }

  /// Writes the lines of photos, a few hundred at a time.
  ///
  /// A table is written as a whole, because its column widths depend on all rows.
  func pass(_ photos: some Collection<PhotoBrief>, to write: (String) -> Void) {
    switch form {
    case .table(let columns, let headings):
      write(Self.table(photos.map(Self.cells), columns, headings))
    case .tabs:
      photos.inParts { part in
        write(part.map { Self.cells(of: $0).joined(separator: "\t") + String(end) }.joined())
      }
    }
  }

  /// Returns the ID, photographer, size, likes and description.
  private static func cells(of photo: PhotoBrief) -> [String] {
    [
      TextSanitizer.line(photo.id), TextSanitizer.line(photo.author),
      photo.width > 0 ? "\(photo.width)\(Output.times)\(photo.height)" : "",
      photo.likes.map { "\($0)" } ?? "", TextSanitizer.line(photo.caption),
    ]
  }

  private static func table(
    _ rows: [[String]],
    _ columns: Int,
    _ headings: [String]
  ) -> String {
    guard !rows.isEmpty else { return "" }
    let rows = [headings] + rows
    let limits = [24, 28, 13, 9]
    let widths = fitted(
      limits.indices.map { column in
        min(limits[column], rows.map { TextWidth.of($0[column]) }.max() ?? 0)
      },
      to: columns
    )
    return aligned(rows, widths, numbers: 2, to: columns)
  }

  /// Returns rows with columns of these widths, and their last cells in the room that is left.
  ///
  /// - Parameter numbers: The first column that is aligned to the right; `nil` if none is.
  private static func aligned(
    _ rows: [[String]],
    _ widths: [Int],
    numbers: Int?,
    to columns: Int
  ) -> String {
    rows.map { row in
      var line = ""
      for (column, width) in widths.enumerated() where width > 0 {
        let text = Output.truncated(row[column], to: width)
        let blanks = String(repeating: " ", count: width - TextWidth.of(text))
        line += column >= numbers ?? .max ? blanks + text : text + blanks
        line += "  "
      }
      let (last, room) = (row[widths.count], columns - TextWidth.of(line))
      // Without room for a few letters, a long last cell is left out.
      if room >= min(6, TextWidth.of(last)) { line += Output.truncated(last, to: room) }
      line = String(line.reversed().drop { $0 == " " }.reversed())
      return Output.truncated(line, to: columns) + "\n"
    }.joined()
  }
}

extension LinePrinter {
  /// Returns lines of cells: aligned and cut to the terminal's width, or separated by tabs.
  static func lines(of rows: [[String]]) -> String {
    guard isatty(STDOUT_FILENO) == 1, let first = rows.first else {
      return rows.map { $0.joined(separator: "\t") + "\n" }.joined()
    }
    let widths = first.indices.dropLast().map { column in
      rows.map { TextWidth.of($0[column]) }.max() ?? 0
    }
    return aligned(rows, widths, numbers: nil, to: Output.columns)
  }

  /// Returns the widths of the columns before the description in a narrow window.
  ///
  /// The photographer is cut first; then the size, then the photographer is left out. IDs and
  /// numbers of likes stay whole.
  static func fitted(_ natural: [Int], to columns: Int) -> [Int] {
    var widths = natural
    func excess() -> Int { widths.filter { $0 > 0 }.reduce(-2) { $0 + $1 + 2 } - columns }
    let (photographer, size, least) = (1, 2, 8)
    func cut() { widths[photographer] = min(natural[1], max(least, natural[1] - max(0, excess()))) }
    cut()
    if excess() > 0 {
      (widths[size], widths[photographer]) = (0, natural[photographer])
      cut()
    }
    if excess() > 0 { widths[photographer] = 0 }
    return widths
  }
}

extension Collection {
  /// Calls a function with a few hundred elements at a time, which limits the memory of the
  /// results.
  func inParts(_ body: ([Element]) -> Void) {
    var rest = self[...]
    while !rest.isEmpty {
      body(Array(rest.prefix(256)))
      rest = rest.dropFirst(256)
    }
  }
}
