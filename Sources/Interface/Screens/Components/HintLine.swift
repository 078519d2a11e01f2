import AppCore
import Canvas
import Localization
import Model

extension Painter {
  /// The most rows of a notice.
  ///
  /// A URL must fit as a whole, so that it can be copied by hand.
  private static let noticeRows = 3

  /// Draws the hint line, or the notice that replaces it.
  mutating func hintLine(_ state: AppState) {
    let line = state.layout.hint
    // An alert opened after the notice hides it: its keys are more important than the notice's last
    // seconds.
    if let notice = state.notice, state.pendingCount == nil,
      (state.alerts.first?.number ?? 0) < notice.number
    {
      self.notice(notice, state, above: line.maxY)
      return
    }
    guard state.place != .slideshow, !state.areBarsHidden else { return }
    fill(line)
    let commands = state.hints(at: state.place)
    // Help leads to all other keys, so its space at the right end is reserved.
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
      // A shorter hint after this one may still fit.
      guard x + hint.width <= end else { continue }
      draw(hint, in: Rect(x: x, y: line.y, width: hint.width, height: 1))
      x += hint.width + 2
    }
    if let help {
      draw(help, in: Rect(x: line.maxX - 1 - help.width, y: line.y, width: help.width, height: 1))
    }
  }

  /// Returns the facts that the bar has no room for: offline, position, number of marks.
  private func signs(_ state: AppState, isNarrow: Bool) -> [Line] {
    guard state.stage == .main else { return [] }
    var signs: [Line] = []
    if state.isOffline, Set.zooming.contains(state.screen) || isNarrow {
      signs.append(Line(texts[.offline], ink.warning))
    }
    guard isNarrow || state.photo != nil, state.place == state.screen else { return signs }
    if let position = position(state) { signs.append(Line(position, ink.faint)) }
    if isNarrow, state.hasMarks {
      let count = state.marks.count
      let text = glyphs.isPlain ? texts.marked(count) : "\(glyphs.marked) \(texts.number(count))"
      signs.append(Line(text, ink.key))
    }
    return signs
  }

  /// Returns the keys and the name of a command, or of a pair of commands by their first; `nil` if
  /// it has no key at the current place.
  private func hint(_ command: Command, _ state: AppState) -> Line? {
    let commands: [Command] =
      switch command {
      case .larger: [.larger, .smaller]
      case .zoomIn: [.zoomIn, .zoomOut]
      case .signOut where state.isSignOutFocused: [.signOut, .open]
      case .moveRight where state.isPannable: [.moveLeft, .moveDown, .moveUp, .moveRight]
      case .moveRight: [.moveLeft, .moveRight]
      default: [command]
      }
    let keys = commands.compactMap { texts.key(of: $0, at: state.place) }
    guard let first = keys.first else { return nil }
    // Arrows are read as one sign.
    let areArrows = command == .moveRight && keys.allSatisfy { $0.count == 1 }
    let key = keys.count == 1 ? first : keys.joined(separator: areArrows ? "" : " ")
    let isOfChoices = command == .moveDown && state.place == .searchInput
    let name =
      if isOfChoices, !state.search.input.text.isEmpty {
        texts.suggestionsHint
      } else if isOfChoices, state.search.offers.isEmpty {
        // If the search line is empty, these may be the only choices.
        state.searchBoard == nil ? texts.ideasHint : texts.topicsHint
      } else if command == .open, state.place == .searchInput, state.opensChoice {
        texts.command(.open).name
      } else if command == .back, state.hasMarks {
        texts.unmark
      } else if command == .moveRight, state.isPannable {
        texts.command(.moveUp, at: state.place).name
      } else if command == .like, !state.hasMarks, isLiked(state) {
        texts.unlike
      } else if command == .open, state.place == .signInInput, state.signIn.keys != nil {
        texts.saveKeys
      } else if command == .back, state.place == .photo, state.closesDetails {
        texts.command(.back, at: .feed).name
      } else {
        state.currentDownload.flatMap { texts.name(of: command, for: $0) }
          ?? texts.command(command, at: state.place, in: state.launch.capabilities).name
      }
    return Line(
      [Span(key, ink.key), Span(" " + name, ink.faint)],
      action: state.action(of: command)
    )
  }

  private func isLiked(_ state: AppState) -> Bool {
    state.currentPhoto.flatMap { state.photos[$0]?.isLiked } ?? false
  }

  private func text(of notice: Notice, _ state: AppState) -> String {
    switch notice.text {
    case .likesRefused(let refused):
      // The response may be for another photo, or the selection may have moved since.
      let isShown = state.currentPhoto.map { refused.likes[$0] != nil } ?? false
      return texts.likesRefused(refused, isShown: isShown)
    default: return texts.notice(notice.text)
    }
  }

  /// Returns the button beside a notice: Retry, or Show for the subject of the notice.
  private func offer(of notice: Notice, _ state: AppState) -> Line? {
    // In an overlay the key does something else, but the mouse still reaches the button.
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
