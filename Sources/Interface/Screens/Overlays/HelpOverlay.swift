import AppCore
import Canvas
import Localization
import Model

/// The help: the keys of the place below on the first page, and those of other places after it, in
/// as many columns as fit.
enum HelpOverlay {
  static func draw(_ painter: inout Painter, _ state: AppState, _ help: HelpState) {
    var area = painter.bounds
    area.height -= 1
    var contents = HelpContents(painter.texts, state)
    let (own, others) = contents.sections(openedAt: help.place, over: state.screen)
    let all = own + others
    let pages = painter.pages(own, others, in: Size(area.width - 8, area.height - 2))
    let width = pages.map(\.totalWidth).max() ?? 0
    // Several columns of keys need more room than the rows of other popups.
    let columns = Popup.columns.lowerBound...area.width
    // The size doesn't depend on the typed text.
    let height = pages.reduce(help.filter == nil ? 0 : 1) { $0 + $1.height }
    let popup = Popup(content: Size(width, height), in: area, columns: columns)
    let rect = area.centered(popup.size)
    painter.hit(rect, nil)
    let title = "\(painter.texts[.keys]): \(painter.texts.place(help.place))"
    painter.box(rect, title: title, close: .overlayClosed(.help))
    let room = popup.room(in: rect)
    guard let filter = help.filter else {
      return painter.helpPages(pages, help, in: room, box: rect)
    }
    painter.helpLine(filter, in: Rect(x: room.x, y: room.y, width: room.width, height: 1))
    let list = room.inset(top: 1)
    let found = all.compactMap { section in
      let rows = section.rows.filter { $0.fits(filter.text) }
      return rows.isEmpty ? nil : HelpSection(title: section.title, rows: rows)
    }
    guard !found.isEmpty else {
      let origin = Point(list.x, list.y)
      painter.text(painter.texts.noKey, at: origin, painter.ink.faint, limit: list.width)
      return
    }
    let box = Rect(x: rect.x, y: rect.y + 1, width: rect.width, height: rect.height - 1)
    let page = painter.layOut(found, .all, in: list.size)
    painter.helpPages([page], help, in: list, box: box)
  }
}

/// The texts of a row that the help shows.
private enum HelpForm {
  /// The first key of each command, and the description.
  case standard
  /// Every key and the description.
  case all
  /// The first key of each command, and its name.
  case short
}

/// The lines of the help in columns.
///
/// If a page can't hold them, further pages follow below it.
struct HelpLayout {
  /// The cells between two columns.
  static let gap = 3
  /// The widest column.
  private static let widest = 70

  /// The lines of each column, with all pages below each other.
  private(set) var columns: [[Line]] = []
  /// The width of each column in cells.
  let width: Int

  /// The rows of all pages together.
  var height: Int { columns.map(\.count).max() ?? 0 }

  /// The width of all columns with the gaps between them, in cells.
  var totalWidth: Int { columns.count * (width + Self.gap) - Self.gap }

  /// Returns the number of columns that fit a width, and their width.
  ///
  /// - Parameter narrowest: The narrowest width of a column that isn't alone.
  static func columns(in width: Int, narrowest: Int) -> (count: Int, width: Int) {
    let count = max(1, (width + gap) / (narrowest + gap))
    return (count, min(widest, (width - (count - 1) * gap) / count))
  }

  /// Arranges the lines of sections in columns.
  ///
  /// - Parameters:
  ///   - sections: The lines of each section, its title first.
  ///   - height: The rows of a page.
  ///   - space: The empty rows between two sections.
  init(_ sections: [[Line]], count: Int, width: Int, height: Int, space: Int) {
    self.width = width
    let total = sections.reduce((sections.count - 1) * space) { $0 + $1.count }
    // The lowest page that holds all sections, or else full pages.
    let lowest = max(1, (total + count - 1) / count)
    let fitting = (lowest...max(lowest, height)).lazy
      .map { (rows: $0, pieces: Self.pieces(sections, rows: $0, space)) }
      .first { $0.pieces.count <= count && $0.rows <= height }
    guard count > 1, let fitting else {
      let rows = count == 1 ? total : max(1, height)
      fill(Self.pieces(sections, rows: rows, space), count: count, rows: rows)
      return
    }
    columns = fitting.pieces
  }

  private mutating func fill(_ pieces: [[Line]], count: Int, rows: Int) {
    columns = Array(repeating: [], count: min(count, max(1, pieces.count)))
    for (index, piece) in pieces.enumerated() {
      let position = (column: index % count, page: index / count)
      let missing = position.page * rows - columns[position.column].count
      columns[position.column] += Array(repeating: Line(), count: max(0, missing)) + piece
    }
  }

  /// Cuts the sections into columns of a number of rows; a title stays together with two lines of
  /// its section.
  private static func pieces(_ sections: [[Line]], rows: Int, _ space: Int) -> [[Line]] {
    var pieces: [[Line]] = [[]]
    for section in sections {
      var section = section[...]
      var piece = pieces.removeLast()
      if !piece.isEmpty, rows - piece.count < min(3, section.count) + space {
        pieces.append(piece)
        piece = []
      } else if !piece.isEmpty {
        piece += Array(repeating: Line(), count: space)
      }
      while section.count > rows - piece.count {
        pieces.append(piece + section.prefix(rows - piece.count))
        section = section.dropFirst(rows - piece.count)
        piece = []
      }
      pieces.append(piece + section)
    }
    return pieces
  }
}

extension Painter {
  /// Lays out the help: all sections together if a page can hold them, otherwise the place's own
  /// ones on the first page, in short if need be, and the others below.
  fileprivate func pages(
    _ own: [HelpSection],
    _ others: [HelpSection],
    in page: Size
  ) -> [HelpLayout] {
    let whole = layOut(own + others, .standard, in: page)
    if whole.height <= page.height { return [whole] }
    let first = layOut(own, .standard, in: page)
    let short = first.height > page.height ? layOut(own, .short, in: page) : first
    return [short, layOut(others, .standard, in: page)]
  }

  /// Lays out sections of the help.
  fileprivate func layOut(
    _ sections: [HelpSection],
    _ form: HelpForm,
    in room: Size
  ) -> HelpLayout {
    let narrowest = form == .short ? 32 : 48
    let (count, width) = HelpLayout.columns(in: room.width, narrowest: narrowest)
    let widest = sections.flatMap(\.rows).map { TextWidth.of($0.keyText(all: form == .all)) }.max()
    let column = min(widest ?? 0, form == .short ? width / 2 - 2 : width * 2 / 5)
    let lines = sections.map { section in
      [Line(section.title, ink.strong)]
        + section.rows.flatMap { helpLines($0, form, column, width) }
    }
    let space = form == .short ? 0 : 1
    return HelpLayout(lines, count: count, width: width, height: room.height, space: space)
  }

  /// Returns the lines of a row: the keys, right-aligned, and their description or name.
  ///
  /// Long texts of either are wrapped.
  private func helpLines(
    _ row: HelpRow,
    _ form: HelpForm,
    _ column: Int,
    _ width: Int
  ) -> [Line] {
    let text = form == .short ? row.name : row.description
    let left = TextWrap.lines(row.keyText(all: form == .all), width: column)
    let right = TextWrap.lines(text, width: width - column - 2)
    return (0..<max(left.count, right.count)).map { index in
      let key = index < left.count ? left[index] : ""
      let indent = String(repeating: " ", count: max(0, column - TextWidth.of(key)))
      return Line([
        Span(indent + key + "  ", ink.key),
        Span(index < right.count ? right[index] : "", ink.plain),
      ])
    }
  }

  fileprivate mutating func helpLine(_ filter: TextField, in row: Rect) {
    let sign = Line(keySpans(.filter))
    draw(sign, in: row)
    let field = Rect(x: row.x + sign.width, y: row.y, width: row.width - sign.width, height: 1)
    input(filter, prompt: texts.helpPrompt, in: field)
  }

  /// Draws the visible part of pages that follow below each other, with an empty row between them.
  fileprivate mutating func helpPages(
    _ pages: [HelpLayout],
    _ help: HelpState,
    in room: Rect,
    box: Rect
  ) {
    let height = pages.reduce(pages.count - 1) { $0 + $1.height }
    let scroll = min(help.scroll, max(0, height - room.height))
    frame.overscroll = help.scroll - scroll
    var top = room.y - scroll
    for page in pages {
      for (index, column) in page.columns.enumerated() {
        let x = room.x + index * (page.width + HelpLayout.gap)
        for (row, line) in column.enumerated() where (room.y..<room.maxY).contains(top + row) {
          draw(line, in: Rect(x: x, y: top + row, width: page.width, height: 1))
        }
      }
      top += page.height + 1
    }
    scrollMarks(box, above: scroll > 0, below: height - scroll > room.height)
  }

  /// Draws signs on a box's frame if there is more to scroll to above or below.
  mutating func scrollMarks(_ rect: Rect, above: Bool, below: Bool) {
    if above { text(glyphs.up, at: Point(rect.maxX - 1, rect.y + 1), ink.key) }
    if below { text(glyphs.down, at: Point(rect.maxX - 1, rect.maxY - 2), ink.key) }
  }
}
