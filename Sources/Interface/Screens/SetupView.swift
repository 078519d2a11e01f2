import AppCore
import Canvas
import Localization
import Model

/// The setup steps that are shown without API keys: create an app, enter its redirect URIs, its
/// permissions and its keys.
struct SetupView {
  let state: AppState

  private static let widest = 76

  func draw(_ painter: inout Painter, in room: Rect) {
    let width = min(room.width, Self.widest)
    let column = Rect(
      x: room.x + (room.width - width) / 2,
      y: room.y,
      width: width,
      height: room.height
    )
    guard let keys = state.signIn.keys else {
      // The button takes the cursor if there is room for it.
      painter.focus(at: column.origin)
      painter.draw(blocks(painter, width: width), in: column, .leading)
      return
    }
    let problem =
      keys.problem.map { painter.wrapped($0, width: width, painter.ink.warning, limit: 3) } ?? []
    let rows = 4 + problem.count
    let last = Block(step(painter, 4, painter.texts[.stepKeys], width: width))
    let shown = Block.fitted(steps(painter, width: width) + [last], rows: room.height - rows - 1)
    let above = Block.height(shown)
    let area = column.centered(Size(width, min(room.height, above + 1 + rows)))
    painter.draw(shown, in: area, .leading, isCentered: false)
    // On the smallest screens the input lines cover the steps that don't fit.
    let y = min(area.y + above + 1, room.maxY - rows)
    let below = Rect(x: area.x, y: y, width: width, height: rows)
    painter.fill(below)
    draw(keys, problem, &painter, in: below)
  }

  private func blocks(_ painter: Painter, width: Int) -> [Block] {
    let texts = painter.texts
    return steps(painter, width: width) + [
      Block(
        step(painter, 4, texts[.stepKeys], width: width) + [
          painter.button(
            texts[.enterKeys],
            key: texts.key(of: .paste),
            isFocused: true,
            action: .pressed(.open)
          )
        ]
      ),
      Block(
        [
          painter.offer(.tryDemo, texts[.demoOffer], state),
          painter.offer(.refresh, texts[.keysThen], state),
        ] + SignInScreen.others(painter, state)
      ),
    ]
  }

  private func steps(_ painter: Painter, width: Int) -> [Block] {
    let (texts, ink) = (painter.texts, painter.ink)
    let isRefused = state.signIn.hasBadKeys
    let refusal = texts.problem(Problem(.signIn, .invalidClient)).explanation
    let title = painter.wrapped(
      isRefused ? refusal : texts[.keysMissing],
      width: width,
      isRefused ? ink.warning : ink.strong
    )
    var address = state.launch.service.developerPage?.text ?? ""
    // Browsers don't need the scheme, and a shortened URL couldn't be typed.
    if address.count + 3 > width { address.trimPrefix("https://") }
    let page = Line(
      [Span("   ", ink.plain), Span(address, ink.accent)],
      action: .pressed(.copyAddress)
    )
    func offer(_ command: Command) -> Line {
      let text = texts.command(command, at: .signIn).description
      return Line(
        [Span("   ", ink.plain)] + painter.offer(command, text, state).spans,
        action: .pressed(command)
      )
    }
    let addresses = state.launch.redirectAddresses.map {
      Line([Span("   ", ink.plain), Span($0, ink.accent)], action: .signIn(.addressPressed($0)))
    }
    return [
      Block(title),
      Block(step(painter, 1, texts[.stepApplication], width: width) + [page]),
      Block([offer(.openAgain), offer(.copyAddress)], rank: .helpful, space: 0),
      Block(step(painter, 2, texts[.stepAddresses], width: width) + addresses),
      Block([offer(.copyRedirects)], rank: .helpful, space: 0),
      Block(
        step(
          painter,
          3,
          texts[.stepPermissions] + " "
            + state.launch.service.permissions.joined(separator: ", "),
          width: width
        )
      ),
    ]
  }

  private func step(_ painter: Painter, _ number: Int, _ text: String, width: Int) -> [Line] {
    painter.wrapped("\(number). \(text)", width: width, painter.ink.plain)
  }

  /// Draws the two input lines; the second one shows asterisks.
  private func draw(
    _ keys: SignInState.Keys,
    _ problem: [Line],
    _ painter: inout Painter,
    in rect: Rect
  ) {
    var hidden = TextField()
    hidden.apply(.insert(String(repeating: "*", count: keys.secret.text.count)))
    for _ in 0..<keys.secret.after.count { hidden.apply(.move(.left)) }
    let fields = [(Label.accessKey, keys.access), (.secretKey, hidden)]
    for (index, (label, field)) in fields.enumerated() {
      let y = rect.y + index * 2
      painter.text(painter.texts[label], at: Point(rect.x, y), painter.ink.faint)
      let line = Rect(x: rect.x, y: y + 1, width: rect.width, height: 1)
      painter.onSurface { painter in
        painter.fill(line)
        let room = Rect(x: line.x + 2, y: line.y, width: line.width - 2, height: 1)
        let cursor = painter.input(field, in: room)
        guard keys.isSecret == (index == 1) else { return }
        painter.text(painter.glyphs.pointer, at: Point(line.x, line.y), painter.ink.key)
        painter.frame.modes.cursor = cursor
      }
    }
    for (index, line) in problem.enumerated() {
      let row = Rect(x: rect.x, y: rect.y + 4 + index, width: rect.width, height: 1)
      painter.draw(line, in: row)
    }
  }
}
