import AppCore
import Canvas
import Localization
import Model

extension Painter {
  /// Draws the line with the tabs, and beside them whatever else there is room for.
  mutating func tabBar(_ state: AppState) {
    let bar = state.layout.bar
    let name = Line(Logo.name, ink.faint)
    let tabs = AppState.Tab.allCases.map { tab($0, state) }
    let tabsWidth = tabs.reduce(0) { $0 + $1.width } + 2 * (tabs.count - 1)
    /// Columns that the tabs, the name and what stands at the right take, with the air around.
    func needed(_ hasName: Bool, _ status: [Line]) -> Int {
      tabsWidth + 2 + (hasName ? name.width + 3 : 0) + status.reduce(0) { $0 + $1.width + 3 }
    }
    var status = statusLines(state, isShort: false)
    if needed(false, status) > bar.width { status = statusLines(state, isShort: true) }
    while !status.isEmpty, needed(false, status) > bar.width { status.removeFirst() }
    let hasName = needed(true, status) <= bar.width

    var x = bar.x + 1
    if hasName {
      draw(name, in: Rect(x: x, y: bar.y, width: name.width, height: 1))
      x += name.width + 3
    }
    for tab in tabs {
      draw(tab, in: Rect(x: x, y: bar.y, width: tab.width, height: 1))
      x += tab.width + 2
    }
    x = bar.maxX - 1
    for line in status.reversed() {
      x -= line.width
      draw(line, in: Rect(x: x, y: bar.y, width: line.width, height: 1))
      x -= 3
    }
  }

  private func tab(_ tab: AppState.Tab, _ state: AppState) -> Line {
    let (command, label) =
      switch tab {
      case .feed: (Command.feedTab, texts[.feedTab])
      case .profile: (Command.profileTab, texts[.profileTab])
      }
    let isActive = state.tab == tab
    return Line(
      [
        Span(key(command) + " ", isActive ? ink.key : ink.faint),
        Span(label, isActive ? ink.active : ink.plain),
      ],
      action: .tabPressed(tab)
    )
  }

  /// What stands at the right end, the least important first.
  private func statusLines(_ state: AppState, isShort: Bool) -> [Line] {
    var lines: [Line] = []
    if state.isDemo { lines.append(Line(texts[.demo], ink.faint)) }
    if let budget = state.budget, budget.isLow {
      let numbers = "\(texts.number(budget.remaining))/\(texts.number(budget.limit))"
      lines.append(Line(isShort ? numbers : texts.budget(budget), ink.warning))
    }
    let isRefreshing =
      switch state.tab {
      case .feed: state.feed.isRefreshing
      case .profile: state.profile.isLoading && state.profile.person != nil
      }
    if isRefreshing { lines.append(.busy("", ink.accent)) }
    return lines
  }
}

extension RateBudget {
  /// Whether so little is left that the person should know: a fifth of the hour's requests.
  fileprivate var isLow: Bool { limit > 0 && remaining * 5 <= limit }
}
