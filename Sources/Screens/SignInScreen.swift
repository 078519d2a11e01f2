import AppCore
import Canvas
import Library
import Localization
import Model

/// The way in: the button, what is missing for it, and the wait for the browser.
enum SignInScreen {
  private static let widest = 76

  static func draw(_ painter: inout Painter, _ state: AppState) {
    let room = Rect(x: 1, y: 0, width: painter.bounds.width - 2, height: painter.bounds.height - 1)
    switch state.signIn.phase {
    case .idle:
      if state.signIn.isRereading {
        busy(&painter, state.signIn.keys == nil ? .rereading : .checkingKeys, in: room)
      } else if state.needsKeys {
        SetupView(state: state).draw(&painter, in: room)
      } else if case .notConfigured(let path) = state.launch.setup {
        painter.draw(notConfigured(painter, state, path, room), in: room)
      } else {
        painter.draw(welcome(painter, state, room), in: room)
      }
    case .preparing: busy(&painter, .preparing, in: room)
    case .exchanging: busy(&painter, .signingIn, in: room)
    case .waiting(let waiting):
      WaitingView(waiting: waiting, state: state).draw(&painter, in: room)
    }
  }

  private static func busy(_ painter: inout Painter, _ label: Label, in room: Rect) {
    painter.draw(
      [
        Block(Logo.lines(painter.ink, painter.glyphs, in: room.size), rank: .decorative),
        Block([.busy(painter.texts[label], painter.ink.plain)], space: 2),
      ],
      in: room
    )
  }

  private static func welcome(_ painter: Painter, _ state: AppState, _ room: Rect) -> [Block] {
    let texts = painter.texts
    let service = state.launch.service
    let usual = texts[state.offersDemoFirst ? .exploreDemo : .signIn]
    let signIn = painter.button(
      service.title == nil ? usual : texts.signIn(via: service.name),
      key: texts.key(of: .open),
      isFocused: state.place == .signIn,
      action: state.action(of: .open)
    )
    let isForFew = service.signsInOldApplicationsOnly
    let explanation = painter.wrapped(
      isForFew ? texts.oldApplicationsOnly(service.name) : texts[.signInExplanation],
      width: min(room.width, widest),
      painter.ink.faint
    )
    var blocks = [
      Block(Logo.lines(painter.ink, painter.glyphs, in: room.size)),
      service.title.map { Block([Line($0, painter.ink.strong)]) }
        ?? Block([Line(texts[.tagline], painter.ink.faint)], rank: .helpful),
      Block([signIn]),
    ]
    if state.isDemo {
      if isForFew { blocks.append(Block(explanation, rank: .helpful)) }
      blocks.append(
        Block([painter.offer(.openAgain, texts[.browserSignIn], state)] + others(painter, state))
      )
    } else {
      blocks.append(Block(explanation, rank: .helpful))
      blocks.append(
        Block([painter.offer(.tryDemo, texts[.demoOffer], state)] + others(painter, state))
      )
    }
    return blocks
  }

  /// The next service, where several are configured.
  static func others(_ painter: Painter, _ state: AppState) -> [Line] {
    state.launch.otherServices.prefix(1).map {
      painter.offer(.switchService, painter.texts.switching(to: $0.name), state)
    }
  }

  /// Which lines to add to which file, to be copied as they stand.
  private static func notConfigured(
    _ painter: Painter,
    _ state: AppState,
    _ path: String,
    _ room: Rect
  ) -> [Block] {
    let texts = painter.texts
    let ink = painter.ink
    let width = min(room.width, widest)
    let lines = state.launch.service.setup.map { line in
      switch line {
      case .text(let text): text
      case .value(let key, let value): "\(key) = \"\(texts.placeholder(value))\""
      case .number(let key, let value): "\(key) = \(texts.placeholder(value))"
      }
    }
    let longest = lines.map { TextWidth.of($0) }.max() ?? 0
    let example = lines.map { line in
      Line(line + String(repeating: " ", count: longest - TextWidth.of(line)), ink.accent)
    }
    return [
      Block([Line(Logo.name, ink.key)], rank: .decorative),
      Block([Line(texts[.keysMissing], ink.warning)]),
      Block(
        painter.wrapped(texts[.keysGoInto], width: width, ink.plain)
          + painter.wrapped(ServiceText.line(path), width: width, ink.strong)
      ),
      Block(example),
      Block(
        [
          painter.offer(.refresh, texts[.keysThen], state),
          painter.offer(.tryDemo, texts[.demoOffer], state),
        ] + others(painter, state)
      ),
    ]
  }
}
