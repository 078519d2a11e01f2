import AppCore
import Canvas
import Localization

extension Painter {
  /// The most rows that a notice may take: an address has to be seen whole, to be copied by hand.
  private static let noticeRows = 3

  /// Draws the line of keys, or the notice that stands in its place.
  mutating func hintLine(_ state: AppState) {
    let line = state.layout.hint
    // A question asked since then needs its keys more than the notice needs its last seconds.
    if let notice = state.notice, (state.alerts.first?.number ?? 0) < notice.number {
      self.notice(notice, state, above: line.maxY)
      return
    }
    let commands = state.hints(at: state.place)
    // Help leads to all the other keys: its place is kept for it at the right end.
    let help = commands.contains(.help) ? hint(.help, state) : nil
    let end = line.maxX - 1 - (help.map { $0.width + 2 } ?? 0)
    var x = line.x + 1
    for command in commands where command != .help {
      let hint = hint(command, state)
      guard x + hint.width <= end else { break }
      draw(hint, in: Rect(x: x, y: line.y, width: hint.width, height: 1))
      x += hint.width + 2
    }
    if let help {
      draw(help, in: Rect(x: line.maxX - 1 - help.width, y: line.y, width: help.width, height: 1))
    }
  }

  private func hint(_ command: Command, _ state: AppState) -> Line {
    Line(
      [
        Span(key(command), ink.key),
        Span(" " + texts.command(command, at: state.place).name, ink.faint),
      ],
      action: state.action(of: command)
    )
  }

  private mutating func notice(_ notice: Notice, _ state: AppState, above bottom: Int) {
    // The key means something else to what lies over the screen; the mouse reaches the button.
    let retry = notice.retry.map { retryButton($0, hasKey: state.place == state.screen) }
    let lines = TextWrap.lines(
      ServiceText.line(texts.notice(notice.text)),
      width: bounds.width - 3 - (retry.map { $0.width + 1 } ?? 0),
      limit: Self.noticeRows,
      mark: glyphs.ellipsis
    )
    let area = Rect(x: 0, y: bottom - lines.count, width: bounds.width, height: lines.count)
    fill(area)
    fill(Rect(x: 0, y: area.y, width: 1, height: area.height), glyphs.mark, ink.accent)
    for (index, line) in lines.enumerated() {
      self.text(line, at: Point(2, area.y + index), ink.plain)
    }
    hit(area, nil)
    if let retry {
      let x = bounds.width - 1 - retry.width
      draw(retry, in: Rect(x: x, y: bottom - 1, width: retry.width, height: 1))
    }
  }
}

extension AppState {
  /// The commands for the hint line, without those that mean nothing at this moment.
  func hints(at place: Place) -> [Command] {
    Command.hints(at: place).filter { command in
      switch command {
      case .copyAddress, .paste: signIn.waiting != nil
      case .openAgain: signIn.waiting != nil && launch.hasBrowser
      case .otherMachine:
        if case .loopback? = signIn.waiting?.route { true } else { false }
      case .open where place == .signIn: launch.setup == .ready
      case .refresh where place == .signIn: launch.setup != .ready
      case .back where place == .feed: layout.sheet != nil
      case .open, .details: place != .feed || !feed.order.isEmpty
      case .like: place == .photo ? hasPhotoHeart : !likes.isUnavailable && !feed.order.isEmpty
      case .share: place != .feed || !feed.order.isEmpty
      default: true
      }
    }
  }
}
