import AppCore
import Canvas
import Localization
import Model

/// A piece of text in one style.
struct Span {
  var text: String
  var style: Style

  init(_ text: String, _ style: Style) {
    self.text = text
    self.style = style
  }
}

/// A row of spans that can be pressed as a whole.
struct Line {
  var spans: [Span]
  var action: AppAction?
  /// Whether a spinner precedes the text.
  var isBusy = false
  /// The URL that the terminal links the text to.
  var url: String?

  init(_ spans: [Span] = [], action: AppAction? = nil) {
    self.spans = spans
    self.action = action
  }

  init(_ text: String, _ style: Style, action: AppAction? = nil) {
    self.init([Span(text, style)], action: action)
  }

  static func busy(_ text: String, _ style: Style) -> Line {
    var line = Line(text, style)
    line.isBusy = true
    return line
  }

  var width: Int { spans.reduce(isBusy ? 2 : 0) { $0 + TextWidth.of($1.text) } }
}

enum Alignment {
  case leading, center

  /// Returns the cells of a line in the first row of a rectangle.
  func cells(of line: Line, in rect: Rect) -> Rect {
    let width = min(line.width, rect.width)
    let indent = self == .center ? (rect.width - width) / 2 : 0
    return Rect(x: rect.x + indent, y: rect.y, width: width, height: 1)
  }
}

extension Painter {
  /// Draws a line in the first row of a rectangle and makes it react to the mouse.
  mutating func draw(_ line: Line, in rect: Rect, _ alignment: Alignment = .leading) {
    guard rect.width > 0 else { return }
    let cells = alignment.cells(of: line, in: rect)
    var x = cells.x
    if line.isBusy {
      let style = ink.accent
      text(String(spinner()), at: Point(x, rect.y), style)
      x += 2
    }
    for span in line.spans where x < rect.maxX {
      let room = rect.maxX - x
      x += text(span.text, at: Point(x, rect.y), span.style, limit: room)
      // What follows a cut text is left out, even if a wide character left a column.
      if TextWidth.of(span.text) > room { break }
    }
    if let action = line.action { hit(cells, action) }
    if let url = line.url { frame.modes.link = TerminalModes.Hyperlink(url: url, cells: cells) }
  }
}

/// Lines that belong together, in a column of blocks.
struct Block {
  /// The order of dropping rows if there are too few: decorative blocks, then empty rows, then
  /// helpful blocks.
  enum Rank: Int {
    case essential, helpful, decorative
  }

  var lines: [Line]
  var rank: Rank = .essential
  /// The empty rows above the block.
  var space = 1

  init(
    _ lines: [Line],
    rank: Rank = .essential,
    space: Int = 1
  ) {
    self.lines = lines
    self.rank = rank
    self.space = space
  }

  /// Returns the blocks of a column that fit into a number of rows.
  static func fitted(_ blocks: [Block], rows: Int) -> [Block] {
    var blocks = blocks.filter { !$0.lines.isEmpty }
    func drop(_ rank: Rank) {
      while height(blocks) > rows, let last = blocks.lastIndex(where: { $0.rank == rank }) {
        blocks.remove(at: last)
      }
    }
    drop(.decorative)
    // Empty rows are removed one after the other from the top, so that the rest is spaced evenly.
    for index in blocks.indices.dropFirst() {
      while blocks[index].space > 0, height(blocks) > rows { blocks[index].space -= 1 }
    }
    drop(.helpful)
    return blocks
  }

  static func height(_ blocks: [Block]) -> Int {
    var rows = 0
    for (index, block) in blocks.enumerated() {
      rows += block.lines.count + (index > 0 ? block.space : 0)
    }
    return rows
  }
}

extension Painter {
  /// Draws a column of blocks, vertically centred in a rectangle or from its top.
  ///
  /// If the blocks are too high, they are cut, and the last row has an ellipsis unless it is the
  /// only one. While nothing on the screen is selected, the first line of text has the terminal's
  /// cursor, so that a screen reader reads the message of an empty list.
  mutating func draw(
    _ blocks: [Block],
    in rect: Rect,
    _ alignment: Alignment = .center,
    isCentered: Bool = true
  ) {
    let blocks = Block.fitted(blocks, rows: rect.height)
    var y = rect.y + (isCentered ? max(0, (rect.height - Block.height(blocks)) / 2) : 0)
    let isCut = Block.height(blocks) > rect.height
    for (index, block) in blocks.enumerated() {
      y += index > 0 ? block.space : 0
      for line in block.lines {
        guard y < rect.maxY else { return }
        let isLast = isCut && y == rect.maxY - 1 && rect.height > 1
        let shown = isLast ? Line(glyphs.ellipsis, ink.faint) : line
        let row = Rect(x: rect.x, y: y, width: rect.width, height: 1)
        draw(shown, in: row, alignment)
        if frame.modes.focus == nil, block.rank != .decorative {
          focus(at: alignment.cells(of: shown, in: row).origin)
        }
        y += 1
      }
    }
  }

  /// Returns the lines of a text wrapped to a width, in one style.
  func wrapped(
    _ text: String,
    width: Int,
    _ style: Style,
    limit: Int = .max,
    action: AppAction? = nil
  ) -> [Line] {
    TextWrap.lines(text, width: width, limit: limit, mark: glyphs.ellipsis)
      .map { Line($0, style, action: action) }
  }

  /// Returns the lines of a problem's reason and advice, which may quote a service.
  func wrapped(_ problem: Problem, width: Int, _ style: Style, limit: Int) -> [Line] {
    wrapped(ServiceText.line(texts.problem(problem).body), width: width, style, limit: limit)
  }
}
