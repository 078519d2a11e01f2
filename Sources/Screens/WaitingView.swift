import AppCore
import Canvas
import Library
import Localization
import Model

/// The view during sign-in in the browser: the URL, its commands, and the line for a pasted URL or
/// code.
struct WaitingView {
  let waiting: SignInState.BrowserWait
  let state: AppState

  func draw(_ painter: inout Painter, in room: Rect) {
    let width = min(room.width, 100)
    let column = Rect(
      x: room.x + (room.width - width) / 2,
      y: room.y,
      width: width,
      height: room.height
    )
    let blocks = blocks(painter, width: width)
    guard let input = waiting.input else {
      painter.draw(blocks, in: column, .leading)
      return
    }
    let inputRows = 2 + rejection(painter, width).count
    let shown = Block.fitted(blocks, rows: room.height - inputRows - 1)
    let rows = Block.height(shown)
    let area = column.centered(Size(width, min(room.height, rows + 1 + inputRows)))
    painter.draw(shown, in: area, .leading, isCentered: false)
    let below = Rect(x: area.x, y: area.y + rows + 1, width: width, height: inputRows)
    draw(input, &painter, in: below)
  }

  private func blocks(_ painter: Painter, width: Int) -> [Block] {
    let ink = painter.ink
    let texts = painter.texts
    let address = painter.wrapped(
      ServiceText.line(waiting.url.text),
      width: width,
      ink.accent,
      action: .pressed(.copyAddress)
    )
    var blocks = [Block([.busy(texts[.waiting], ink.strong)])]
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
    guard let problem = waiting.rejected else { return [] }
    let text = painter.texts.problem(problem)
    return painter.wrapped(
      ServiceText.line("\(text.explanation) \(text.advice)"),
      width: width,
      painter.ink.warning,
      limit: 5
    )
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
