import AppCore
import Canvas
import Library
import Localization
import Model

/// The wait for the browser: the address, what can be done with it, and the line for a paste.
struct WaitingView {
  let waiting: SignInState.Waiting
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
      // Why the browser cannot simply come back is worth more than that it is waited for.
      blocks[0].rank = .helpful
      let reason = texts.problem(warning).explanation
      blocks.append(Block(painter.wrapped(reason, width: width, ink.warning)))
    }
    let words = painter.wrapped(texts[explanation], width: width, ink.plain)
    guard waiting.input == nil else {
      // The address is of less use now, and goes with its words where the line needs the rows.
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

  /// A code is taken from the page that shows one only.
  private var prompt: Label {
    if case .outOfBand = waiting.route { .codePrompt } else { .addressPrompt }
  }

  /// Why the browser cannot come back by itself.
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

  /// The line being typed in.
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
