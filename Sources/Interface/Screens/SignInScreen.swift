import AppCore
import Canvas
import Localization
import Model

/// The sign-in screen: its buttons, the setup steps if keys are missing, and the wait for the
/// browser.
enum SignInScreen {
  private static let widest = 76

  static func draw(_ painter: inout Painter, _ state: AppState) {
    let room = Rect(x: 1, y: 0, width: painter.bounds.width - 2, height: painter.bounds.height - 1)
    switch state.signIn.phase {
    case .idle:
      if state.signIn.isRereading {
        busy(&painter, state, state.signIn.keys == nil ? .rereading : .checkingKeys, in: room)
      } else if state.needsKeys {
        SetupView(state: state).draw(&painter, in: room)
      } else if case .notConfigured(let path) = state.launch.setup, !state.offersSetup {
        painter.draw(notConfigured(painter, state, path, room), in: room)
      } else {
        let plate = painter.plate(state)
        let blocks = welcome(painter, state, plate ?? room, isOnPlate: plate != nil)
        painter.draw(blocks, in: plate ?? room)
      }
    case .preparing: busy(&painter, state, .preparing, in: room)
    case .exchanging: busy(&painter, state, .signingIn, in: room)
    case .waiting(let waiting):
      WaitingView(waiting: waiting, state: state).draw(&painter, in: room)
    }
  }

  private static func busy(
    _ painter: inout Painter,
    _ state: AppState,
    _ label: Label,
    in room: Rect
  ) {
    let plate = painter.plate(state)
    let logo = painter.logo(onPlate: plate != nil, in: room.size)
    painter.draw(
      [
        Block(logo, rank: .decorative),
        Block([.busy(painter.texts[label], painter.ink.plain)], space: 2),
      ],
      in: plate ?? room
    )
  }

  /// Returns the logo, the title, and a button for each way to sign in.
  private static func welcome(
    _ painter: Painter,
    _ state: AppState,
    _ room: Rect,
    isOnPlate: Bool
  ) -> [Block] {
    let texts = painter.texts
    let service = state.launch.service
    let isForFew = service.signsInOldApplicationsOnly && !state.offersSetup
    let explanation = painter.wrapped(
      isForFew ? texts.oldApplicationsOnly(service.name) : texts[.signInExplanation],
      width: min(room.width, widest),
      painter.ink.faint
    )
    let buttons = state.signInButtons.map { command in
      painter.button(
        name(of: command, texts, state),
        key: texts.key(of: command),
        isFocused: state.place == .signIn && command == state.focusedButton,
        action: state.action(of: command)
      )
    }
    // A plate has room for either the large logo or the explanation of a service.
    let logo =
      isOnPlate && isForFew
      ? [Line(Logo.name, painter.ink.key)] : painter.logo(onPlate: isOnPlate, in: room.size)
    let title = state.offersSetup ? nil : service.title.map { Line($0, painter.ink.strong) }
    let tagline = isForFew ? nil : Line(texts[.tagline], painter.ink.faint)
    // Without keys, and in the demo, the button doesn't open a website that needs an explanation.
    let isExplained = isForFew || !isOnPlate && !state.offersSetup && !state.isDemo
    return [
      Block(logo),
      Block([title, tagline].compactMap(\.self), rank: title == nil ? .helpful : .essential),
      Block(isExplained ? explanation : [], rank: .helpful),
      Block(buttons),
    ]
  }

  private static func name(
    of command: Command,
    _ texts: Texts,
    _ state: AppState
  ) -> String {
    switch command {
    case .switchService:
      state.nextService.map { texts.switching(to: $0.name) } ?? ""
    case .browse: state.launch.openService.map { texts.browsing($0.name) } ?? ""
    case .openAgain where state.signInOption == .browser && !state.isDemo: texts[.signIn]
    default: texts.command(command, at: .signIn).description
    }
  }

  /// Returns the button that switches to the next service, if several are configured.
  static func others(_ painter: Painter, _ state: AppState) -> [Line] {
    [state.nextService].compactMap(\.self).map {
      painter.offer(.switchService, painter.texts.switching(to: $0.name), state)
    }
  }

  /// Returns the lines to add to the configuration file, ready to be copied.
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
