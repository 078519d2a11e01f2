import AppCore
import Canvas
import Localization
import Model

/// The view during sign-in in the browser: the URL as a link and a QR code, its commands, and the
/// line for a pasted URL or code.
struct WaitingView {
  let waiting: SignInState.BrowserWait
  let state: AppState

  /// The widest text of the card, and the narrowest one beside a QR code.
  private static let (widest, narrowest) = (76, 30)
  /// The columns between the code and the text.
  private static let gap = 3

  func draw(_ painter: inout Painter, in screen: Rect) {
    // Small screens have no mosaic, and no room for the margins of a card.
    let plate = painter.plate(state)
    let room = plate == nil ? screen : screen.inset(dx: 3, dy: 0)
    let code = fittingCode(painter, room)
    let side = code.map { painter.size(of: $0) } ?? Size(-Self.gap, 0)
    let beside = side.width + Self.gap
    let width = min(Self.widest, room.width - beside)
    let inputRows = waiting.input == nil ? 0 : 3 + rejection(painter, width).count
    let shown = Block.fitted(blocks(painter, width: width), rows: room.height - inputRows)
    let rows = Block.height(shown)
    let longest = waiting.input == nil ? shown.flatMap(\.lines).map(\.width).max() ?? 0 : width
    let area = room.centered(
      Size(beside + min(width, longest), max(side.height, min(room.height, rows + inputRows)))
    )
    if let plate { painter.fill(plate.union(area).inset(dx: -3, dy: -1)) }
    if let code { painter.draw(code, at: area.origin) }
    let text = Rect(x: area.x + beside, y: area.y, width: area.width - beside, height: area.height)
    painter.draw(shown, in: text, .leading, isCentered: inputRows == 0)
    guard let input = waiting.input else { return }
    draw(input, &painter, in: text.inset(top: rows + 1))
  }

  /// Returns the QR code if it fits beside the text.
  private func fittingCode(_ painter: Painter, _ room: Rect) -> QRCode? {
    guard let code = waiting.code, waiting.input == nil, !painter.glyphs.isPlain else { return nil }
    let size = painter.size(of: code)
    let width = size.width + Self.gap + Self.narrowest
    return width <= room.width && size.height <= room.height ? code : nil
  }

  private func blocks(_ painter: Painter, width: Int) -> [Block] {
    let ink = painter.ink
    let texts = painter.texts
    let address = address(painter, width: width)
    var blocks = [Block([Line(texts[.waiting], ink.strong)])]
    if let warning {
      // The reason why the browser can't return is more important than the waiting line.
      blocks[0].rank = .helpful
      let reason = texts.problem(warning).explanation
      blocks.append(Block(painter.wrapped(reason, width: width, ink.warning)))
    }
    let words = painter.wrapped(texts[explanation], width: width, ink.plain)
    guard waiting.input == nil else {
      // The input line makes the URL less important. It is dropped with its text if rows are
      // scarce.
      return blocks + [Block(words + address, rank: .helpful)]
    }
    blocks += [Block(words), Block(address)]
    let commands = state.hints(at: .signInWaiting).filter { $0 != .help && $0 != .back }
    let offers = commands.map { command in
      let description = texts.command(command, at: .signInWaiting).description
      return painter.offer(command, command == .paste ? texts[prompt] : description, state)
    }
    return blocks + [Block(offers, rank: .helpful)]
  }

  /// Returns the URL: without its query as a link to the whole, or complete in plain text.
  private func address(_ painter: Painter, width: Int) -> [Line] {
    let (url, copy) = (waiting.url.text, AppAction.pressed(.copyAddress))
    guard !painter.glyphs.isPlain else {
      return painter.wrapped(url, width: width, painter.ink.accent, action: copy)
    }
    let mark = painter.glyphs.ellipsis
    let text = url.prefix { $0 != "?" } + (url.contains("?") ? mark : "")
    let fitting = TextWidth.truncate(String(text), to: width, mark: mark)
    var line = Line(fitting, painter.ink.accent, action: copy)
    // Over an overlay the cells belong to other text.
    line.url = state.place == state.screen ? url : nil
    return [line]
  }

  private var explanation: Label {
    switch waiting.route {
    case .outOfBand: .codeExplanation
    case .address: .addressExplanation
    case .loopback: state.launch.hasBrowser ? .waitingExplanation : .openAddress
    }
  }

  /// The prompt of the input line: for a code if the page shows one, else for a URL.
  private var prompt: Label {
    if case .outOfBand = waiting.route { .codePrompt } else { .addressPrompt }
  }

  /// The reason why the browser can't return to the program automatically.
  private var warning: Problem? {
    switch waiting.route {
    case .outOfBand(let warning), .address(let warning): warning
    case .loopback: nil
    }
  }

  private func rejection(_ painter: Painter, _ width: Int) -> [Line] {
    waiting.rejected.map { painter.wrapped($0, width: width, painter.ink.warning, limit: 5) } ?? []
  }

  /// Draws the prompt, the input line, and the reason of a rejection.
  private func draw(_ input: TextField, _ painter: inout Painter, in rect: Rect) {
    painter.text(
      painter.texts[prompt],
      at: Point(rect.x, rect.y),
      painter.ink.faint,
      limit: rect.width
    )
    let line = Rect(x: rect.x, y: rect.y + 1, width: rect.width, height: 1)
    painter.onSurface { painter in
      painter.fill(line)
      painter.text(painter.glyphs.pointer, at: Point(line.x, line.y), painter.ink.key)
      let room = Rect(x: line.x + 2, y: line.y, width: line.width - 2, height: 1)
      painter.frame.modes.cursor = painter.input(input.hidingToken, in: room)
    }
    for (index, line) in rejection(painter, rect.width).enumerated() {
      painter.draw(
        line,
        in: Rect(x: rect.x, y: rect.y + 2 + index, width: rect.width, height: 1)
      )
    }
  }
}
