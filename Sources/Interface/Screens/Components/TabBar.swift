import AppCore
import Canvas
import Localization
import Model

extension Painter {
  /// Draws the bar with the tabs, and as much status at its right end as fits.
  mutating func tabBar(_ state: AppState) {
    let bar = state.layout.bar
    let tabs = AppState.Tab.all(in: state.launch.capabilities).map { tab($0, state) }
    // The status differs from tab to tab, and the tabs' columns must not, so the gaps follow the
    // width alone.
    let gap = Self.needed(tabs, gap: 2, []) + Self.leastStatus <= bar.width ? 2 : 1
    var x = bar.x + 1
    for tab in tabs {
      draw(tab, in: Rect(x: x, y: bar.y, width: tab.width, height: 1))
      x += tab.width + gap
    }
    x = bar.maxX - 1
    var status = statusLines(state, isShort: false)
    func isTooWide() -> Bool { Self.needed(tabs, gap: gap, status) > bar.width }
    if isTooWide() { status = statusLines(state, isShort: true) }
    while !status.isEmpty, isTooWide() { status.removeFirst() }
    for line in status.reversed() {
      x -= line.width
      draw(line, in: Rect(x: x, y: bar.y, width: line.width, height: 1))
      x -= 1 + gap
    }
  }

  /// The columns of status that a bar with wide gaps has room for.
  private static let leastStatus = 12

  /// Returns the columns of the tabs and the status with their gaps.
  private static func needed(_ tabs: [Line], gap: Int, _ status: [Line]) -> Int {
    tabs.reduce(2 - gap) { $0 + $1.width + gap } + status.reduce(0) { $0 + $1.width + 1 + gap }
  }

  private func tab(_ tab: AppState.Tab, _ state: AppState) -> Line {
    let label =
      switch tab {
      case .feed: texts[.feedTab]
      case .profile: texts[state.offers(.profile) ? .profileTab : .favourites]
      case .search: texts[.searchTab]
      case .gallery: texts[.galleryTab]
      }
    let isActive = state.tab == tab
    let pointer = isActive && glyphs.isPlain ? [Span(glyphs.pointer, ink.key)] : []
    return Line(
      pointer + keySpans(tab.command, isActive ? ink.key : ink.faint)
        + [Span(label, isActive ? ink.active : ink.plain)],
      action: .tabPressed(tab)
    )
  }

  /// Returns the status for the right end, the least important first.
  private func statusLines(_ state: AppState, isShort: Bool) -> [Line] {
    var lines: [Line] = []
    if state.isShown(.feed), state.source == .feed {
      let title = state.directory.infos[.feed].map { ServiceText.line($0.title) } ?? ""
      let name = title.isEmpty ? Span(texts[.topics], ink.faint) : Span(title, ink.strong)
      if state.offers(.topics) {
        lines.append(Line(keySpans(.topics) + [name], action: .chooser(.opened(.topics))))
      } else if !title.isEmpty {
        lines.append(Line([name]))
      }
    }
    if state.isDemo { lines.append(Line(texts[.demo], ink.faint)) }
    if let budget = state.budget, budget.isLow {
      let numbers = "\(texts.number(budget.remaining))/\(texts.number(budget.limit))"
      lines.append(Line(isShort ? numbers : texts.budget(budget), ink.warning))
    }
    let count = state.downloads.countUnderWay
    if count > 0 {
      let number = texts.number(count)
      let text = glyphs.isPlain ? texts.downloads(number) : "\(glyphs.incoming) \(number)"
      let list: AppAction? = state.offers(.gallery) ? .downloadsList(.toggled) : nil
      lines.append(Line(text, ink.accent, action: list))
    }
    let isRefreshing =
      if let list = state.listInView {
        state[list].isRefreshing || state.isProfileRefreshing
      } else if state.isShown(.gallery) {
        state.gallery.load == .reading || !state.gallery.deleting.isEmpty
      } else {
        state.isProfileRefreshing
      }
    if let age = state.listInView.flatMap({ state[$0].cacheAge }) ?? state.profileAge {
      lines.append(Line(texts.updated(age, isShort: isShort), ink.faint))
    }
    if state.isOffline { lines.append(Line(texts[.offline], ink.warning)) }
    if isRefreshing { lines.append(.busy("", ink.accent)) }
    if state.isShown(.gallery), state.gallery.count > 0 {
      lines.append(Line(texts.bytes(state.gallery.bytes), ink.faint))
    }
    if let position = position(state) { lines.append(Line(position, ink.faint)) }
    if !state.marks.isEmpty {
      let count = state.marks.count
      let text =
        isShort && !glyphs.isPlain
        ? "\(glyphs.marked) \(texts.number(count))" : texts.marked(count)
      lines.append(Line(text, ink.key))
    }
    if state.isShown(.feed), state.launch.service.hasAlbums, !glyphs.isPlain {
      lines.append(formatButton(state.metrics(of: state.source).format, isShort: true))
    }
    if state.hasSignOutInBar {
      let isFocused = state.isSignOutFocused
      let name = Span(texts[.signOut], isFocused ? ink.focus : ink.plain)
      let key = keySpans(.signOut, isFocused ? ink.focus : nil)
      lines.append(Line(key + [name], action: .profile(.signOutPressed)))
    }
    return lines
  }

  /// Returns the current photo's number in the list or gallery, with the total if that is known.
  func position(_ state: AppState) -> String? {
    let slash = state.photo == nil ? "/" : " / "
    if state.photo?.isInGallery ?? state.isShown(.gallery), state.gallery.count > 0 {
      let number = texts.number(state.program.galleryView.selection + 1)
      return number + slash + texts.number(state.gallery.count)
    }
    guard let list = state.photo?.list ?? state.listInView, !state[list].order.isEmpty else {
      return nil
    }
    let index =
      state.photo.map { state[list].order.firstIndex(of: $0.id) } ?? state.views[list].selection
    guard let index else { return nil }
    let number = texts.number(index + 1)
    // With likes not yet confirmed, the list can be longer than the service's total. At the list's
    // end its own count is used, because services count photos that they don't deliver.
    let total = state[list].hasEnded ? 0 : state[list].total ?? 0
    let count = max(total, state[list].order.count)
    let isKnown = state[list].total != nil || state[list].hasEnded
    return isKnown ? number + slash + texts.number(count) : number
  }
}

extension AppState {
  /// The age of the cached profile on the screen; `nil` once it has been loaded again.
  fileprivate var profileAge: Duration? { isShown(.profile) ? profile.cacheAge : nil }

  /// Whether the profile on the screen is being loaded again.
  fileprivate var isProfileRefreshing: Bool {
    isShown(.profile) && profile.isLoading && profile.person != nil
  }
}

extension RateBudget {
  /// Whether to warn the user about the rate limit: at most a fifth of the hour's requests is left.
  fileprivate var isLow: Bool { limit > 0 && remaining * 5 <= limit }
}
