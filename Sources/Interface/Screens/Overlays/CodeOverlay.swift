import AppCore
import Canvas
import Localization
import Model

/// The shared link as a QR code, to be scanned with a phone.
///
/// The code's size is fixed. Without room for the padding of other popups, the code covers the
/// whole screen.
enum CodeOverlay {
  /// The columns of the text beside the code.
  private static let column = 20...40
  private static let linkRows = 3

  /// Draws the code, or the reason why there is none.
  ///
  /// - Returns: Whether anything was drawn; false until the code has been made.
  static func draw(_ painter: inout Painter, _ state: AppState, _ share: ShareState) -> Bool {
    guard let page = state.photos[share.photo]?.pageURL else { return false }
    let link = state.launch.link(page, of: share.photo).text
    let code: QRCode
    switch share.code {
    case nil, .making: return false
    case .made(let made): code = made
    case .linkTooLong:
      message(&painter, painter.texts[.linkTooLong], link)
      return true
    }
    if painter.glyphs.isPlain {
      message(&painter, painter.texts[.codeIsPicture], link)
      return true
    }
    // The hint line stays visible.
    var area = painter.bounds
    area.height -= 1
    let size = painter.size(of: code)
    if size.width + 8 <= area.width, size.height + 3 <= area.height {
      framed(&painter, code, link, in: area)
    } else if size.width + 4 + column.lowerBound <= area.width, size.height <= area.height {
      beside(&painter, code, link, in: area)
    } else if size.width <= area.width, size.height < area.height {
      above(&painter, code, link, in: area)
    } else {
      let text = painter.texts.codeTooLarge(columns: size.width, rows: size.height + 2)
      message(&painter, text, link)
    }
    return true
  }

  /// Draws the code in a frame with the link below, if the screen is large enough.
  private static func framed(
    _ painter: inout Painter,
    _ code: QRCode,
    _ link: String,
    in area: Rect
  ) {
    let size = painter.size(of: code)
    let lines = painter.wrapped(
      link,
      width: size.width,
      painter.ink.plain,
      limit: min(linkRows, area.height - size.height - 2)
    )
    let popup = Popup(
      content: Size(size.width, size.height + lines.count),
      in: area,
      columns: Popup.columns.lowerBound...area.width
    )
    let rect = area.centered(popup.size)
    painter.hit(rect, nil)
    painter.box(rect, title: painter.texts[.qrCode], close: .overlayClosed(.qrCode))
    let room = popup.room(in: rect)
    painter.draw(code, at: Point(room.x, room.y))
    painter.draw(
      [Block(lines)],
      in: Rect(x: room.x, y: room.y + size.height, width: room.width, height: lines.count),
      .leading
    )
  }

  /// Draws the code over the whole of a low screen, with the link at its right.
  private static func beside(
    _ painter: inout Painter,
    _ code: QRCode,
    _ link: String,
    in area: Rect
  ) {
    full(&painter, area) { painter in
      let size = painter.size(of: code)
      let width = min(column.upperBound, area.width - size.width - 4)
      let all = area.centered(Size(size.width + 2 + width, size.height))
      painter.draw(code, at: Point(all.x, all.y))
      let blocks = [
        Block([Line(painter.texts[.qrCode], painter.ink.strong)]),
        Block(painter.wrapped(link, width: width, painter.ink.plain, limit: size.height - 2)),
      ]
      let room = Rect(x: all.maxX - width, y: all.y, width: width, height: all.height)
      painter.focus(at: room.centered(Size(width, Block.height(blocks))).origin)
      painter.draw(blocks, in: room, .leading)
    }
  }

  /// Draws the code over the whole of a narrow screen, with the link below.
  private static func above(
    _ painter: inout Painter,
    _ code: QRCode,
    _ link: String,
    in area: Rect
  ) {
    full(&painter, area) { painter in
      let size = painter.size(of: code)
      let lines = painter.wrapped(
        link,
        width: area.width - 2,
        painter.ink.plain,
        limit: min(linkRows, area.height - size.height)
      )
      let all = area.centered(Size(size.width, size.height + lines.count))
      painter.draw(code, at: Point(all.x, all.y))
      painter.focus(at: Point(1, all.y + size.height))
      painter.draw(
        [Block(lines)],
        in: Rect(x: 1, y: all.y + size.height, width: area.width - 2, height: lines.count)
      )
    }
  }

  private static func full(
    _ painter: inout Painter,
    _ area: Rect,
    _ draw: (inout Painter) -> Void
  ) {
    painter.fill(area)
    draw(&painter)
  }

  /// Draws the reason why there is no code, and the link to copy by hand.
  private static func message(_ painter: inout Painter, _ text: String, _ link: String) {
    let area = painter.bounds.inset(dx: 0, dy: 1)
    let width = Popup.mostColumns(in: area)
    let reason = painter.wrapped(text, width: width, painter.ink.plain)
    let left = max(1, area.height - 3 - reason.count)
    let address = painter.wrapped(link, width: width, painter.ink.faint, limit: left)
    let blocks = [Block(reason), Block(address)]
    let title = painter.texts[.qrCode]
    let popup = Popup(
      content: Size(Popup.width(of: reason + address, title: title), Block.height(blocks)),
      in: area
    )
    let rect = area.centered(popup.size)
    painter.hit(rect, nil)
    painter.box(rect, title: title, close: .overlayClosed(.qrCode))
    let room = popup.room(in: rect)
    painter.draw(blocks, in: room, .leading)
  }
}

extension Painter {
  /// Returns the cells that a code with its quiet zone takes.
  ///
  /// A cell is about twice as high as wide. With half blocks it contains two modules, one above the
  /// other; in ASCII each module takes two cells.
  func size(of code: QRCode) -> Size {
    let side = code.fullSize
    return glyphs.isASCII ? Size(2 * side, side) : Size(side, (side + 1) / 2)
  }

  mutating func draw(_ code: QRCode, at corner: Point) {
    let size = size(of: code)
    for y in 0..<size.height {
      for x in 0..<size.width {
        frame.canvas[corner.x + x, corner.y + y] =
          glyphs.isASCII ? wideCell(code[x / 2, y]) : halfBlocks(code, x, y)
      }
    }
  }

  /// The colours of the code: dark on light in every theme, as scanners expect.
  ///
  /// The dark one isn't exact black, because a terminal's colour 0 may be any colour.
  private var paper: Style {
    context.hasColors
      ? Style(foreground: Color(0x08_0808), background: Color(0xFF_FFFF)) : ink.plain
  }

  /// Whether the characters draw the dark modules rather than the light ones.
  ///
  /// Without colours the text has the terminal's foreground, which is light on a dark terminal.
  private var drawsDark: Bool { context.hasColors || !theme.isDark }

  private func halfBlocks(_ code: QRCode, _ x: Int, _ y: Int) -> Cell {
    let upper = code[x, 2 * y] == drawsDark
    let lower = code[x, 2 * y + 1] == drawsDark
    let block: Character = upper ? (lower ? "█" : "▀") : lower ? "▄" : " "
    return Cell(.text(block), paper)
  }

  private func wideCell(_ isDark: Bool) -> Cell {
    var style = paper
    if isDark == drawsDark { style.attributes.insert(.reverse) }
    return Cell(.text(" "), style)
  }
}
