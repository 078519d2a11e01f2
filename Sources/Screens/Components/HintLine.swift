import AppCore
import Canvas
import Library
import Localization
import Model

extension Painter {
  /// The most rows that a notice may take: an address has to be seen whole, to be copied by hand.
  private static let noticeRows = 3

  /// Draws the line of keys, or the notice that stands in its place.
  mutating func hintLine(_ state: AppState) {
    let line = state.layout.hint
    // A question asked since then needs its keys more than the notice needs its last seconds.
    if let notice = state.notice, state.pendingCount == nil,
      (state.alerts.first?.number ?? 0) < notice.number
    {
      self.notice(notice, state, above: line.maxY)
      return
    }
    guard state.place != .slideshow, !state.areBarsHidden else { return }
    let commands = state.hints(at: state.place)
    // Help leads to all the other keys: its place is kept for it at the right end.
    let help = commands.contains(.help) ? hint(.help, state) : nil
    let end = line.maxX - 1 - (help.map { $0.width + 2 } ?? 0)
    var x = line.x + 1
    if let count = state.pendingCount {
      let sign = Line(String(count), ink.strong)
      draw(sign, in: Rect(x: x, y: line.y, width: sign.width, height: 1))
      x += sign.width + 2
    }
    for sign in signs(state, isNarrow: line.width < 60) {
      draw(sign, in: Rect(x: x, y: line.y, width: sign.width, height: 1))
      x += sign.width + 2
    }
    if frame.hasHiddenDetails, Set.withDetails.contains(state.place),
      let more = hint(.detailsDown, state), x + more.width <= end
    {
      draw(more, in: Rect(x: x, y: line.y, width: more.width, height: 1))
      x += more.width + 2
    }
    for command in commands where command != .help {
      guard let hint = hint(command, state) else { continue }
      // A shorter one behind it may still have room.
      guard x + hint.width <= end else { continue }
      draw(hint, in: Rect(x: x, y: line.y, width: hint.width, height: 1))
      x += hint.width + 2
    }
    if let help {
      draw(help, in: Rect(x: line.maxX - 1 - help.width, y: line.y, width: help.width, height: 1))
    }
  }

  /// What the bar has no room for.
  private func signs(_ state: AppState, isNarrow: Bool) -> [Line] {
    guard state.stage == .main else { return [] }
    var signs: [Line] = []
    if state.isOffline, state.screen == .photo || isNarrow {
      signs.append(Line(texts[.offline], ink.warning))
    }
    guard isNarrow, state.place == state.screen else { return signs }
    if state.place != .photo, let position = position(state) {
      signs.append(Line(position, ink.faint))
    }
    if state.hasMarks, state.place != .gallery {
      signs.append(Line("\(glyphs.marked) \(texts.number(state.marks.count))", ink.key))
    }
    return signs
  }

  /// A command's key and name; nil where it has no key.
  private func hint(_ command: Command, _ state: AppState) -> Line? {
    guard let key = texts.key(of: command, at: state.place) else { return nil }
    let isOfChoices = command == .moveDown && state.place == .searchInput
    let name =
      if isOfChoices, !state.search.input.text.isEmpty {
        texts.suggestionsHint
      } else if isOfChoices, state.search.offers.isEmpty {
        // An empty search may have nothing but topics to offer.
        texts.topicsHint
      } else if command == .open, state.place == .searchInput, state.opensChoice {
        texts.command(.open).name
      } else if command == .back, state.hasMarks {
        texts.unmark
      } else if command == .open, state.place == .signInInput, state.signIn.keys != nil {
        texts.saveKeys
      } else if command == .back, state.place == .photo, state.closesDetails {
        texts.command(.back, at: .feed).name
      } else {
        state.downloadInFront.flatMap { texts.name(of: command, for: $0) }
          ?? texts.command(command, at: state.place, in: state.launch.capabilities).name
      }
    return Line(
      [Span(key, ink.key), Span(" " + name, ink.faint)],
      action: state.action(of: command)
    )
  }

  private func text(of notice: Notice, _ state: AppState) -> String {
    switch notice.text {
    case .likesRefused(let refused):
      // The answer may have come, or the selection gone on, to another photograph.
      let isInFront = state.currentPhoto.map { refused.likes[$0] != nil } ?? false
      return texts.likesRefused(refused, isInFront: isInFront)
    default: return texts.notice(notice.text)
    }
  }

  /// The button beside a notice: Retry, or the way to what it is about.
  private func offer(of notice: Notice, _ state: AppState) -> Line? {
    // The key means something else to what lies over the screen; the mouse reaches the button.
    let hasKey = state.place == state.screen
    if let action = state.noticeRetry {
      guard case .newerPhotos = notice.text else { return retryButton(action, hasKey: hasKey) }
      return button(texts[.show], key: hasKey ? texts.key(of: .refresh) : nil, action: action)
    }
    let leads = Set.tabs.subtracting([.gallery])
    guard notice.galleryPhoto != nil, leads.contains(state.place) else { return nil }
    return button(texts[.show], key: texts.key(of: .galleryTab), action: .pressed(.galleryTab))
  }

  private mutating func notice(_ notice: Notice, _ state: AppState, above bottom: Int) {
    let offer = offer(of: notice, state)
    let lines = TextWrap.lines(
      ServiceText.line(text(of: notice, state)),
      width: bounds.width - 3 - (offer.map { $0.width + 1 } ?? 0),
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
    if let offer {
      let x = bounds.width - 1 - offer.width
      draw(offer, in: Rect(x: x, y: bottom - 1, width: offer.width, height: 1))
    }
  }
}
