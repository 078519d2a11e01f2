import Foundation
import Harness
import Testing

/// The search tab: the line and its history, filters, the grid, the menu and the preview.
@Suite(.endToEnd) struct SearchTests {
  private func search(_ app: App<TmuxSession>, _ text: String) throws {
    try app.press("/", settlingOn: .searchInput)
    try app.press(text.map { $0 == " " ? "Space" : String($0) })
    try app.press("Enter", settlingOn: .search)
  }

  @Test func `what was searched for is offered again, also after a restart`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let environment = try stage.home.environment(for: demo)
      let app = try stage.signedInApp(demo, ["--edition", "extended"], columns: 100, rows: 30)
      for text in ["panda", "the earth", "castle", "duck", "pika", "bridge"] {
        try search(app, text)
      }
      try app.shows("/ bridge")
      try app.press("/", settlingOn: .searchInput)
      // Six were made, five are offered.
      let offers = try app.shows("Earlier searches")
      #expect(offers.contains("the earth") && !offers.contains("panda"))
      try app.press("p")
      let few = try app.shows("those that begin as typed") { !$0.contains("castle") }
      #expect(few.contains("panda") && few.contains("pika"))
      // The newest is forgotten, the other one searched for.
      try app.press("Down", "DC", "Enter", settlingOn: .search)
      try app.shows("/ panda")
      try app.press("q")
      _ = try app.exits()

      let again = try stage.app(["--edition", "extended"], environment: environment)
      try again.settles(on: .feed)
      try again.press("3", settlingOn: .searchInput)
      let kept = try again.shows("Earlier searches")
      #expect(!kept.contains("pika"))
      try again.press("Down", "Enter", settlingOn: .search)
      try again.shows("/ panda")
      #expect(try demo.state().counts["search"] == 8)
    }
  }

  @Test func `filters, their absence of results, and a search that fails`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let app = try stage.signedInApp(demo, ["--edition", "extended"], columns: 100, rows: 30)
      try search(app, "panda")
      try app.press("o", "o")
      try app.shows("portrait")
      // The panda is a landscape: two steps, one request.
      try app.shows("Nothing found for \"panda\"")
      #expect(try demo.state().counts["search"] == 2)
      try app.press("Enter", settlingOn: .search)
      try app.shows("any orientation")
      try app.press("c", settlingOn: .colors)
      try app.press("Escape", settlingOn: .search)

      try demo.fault("status=500@search")
      try search(app, "duck")
      try app.shows("Retry")
      try demo.fault()
      try app.press("R", settlingOn: .search)
      #expect(try app.shows("photos").contains("/ duck"))
    }
  }

  @Test func `a grid that is remembered, its menu, and the preview`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let environment = try stage.home.environment(for: demo)
      let app = try stage.signedInApp(demo, ["--edition", "extended"], columns: 100, rows: 30)
      try search(app, "earth")
      try app.shows("▤")
      try app.press("v", settlingOn: .search)
      let grid = try app.shows("▦")
      #expect(grid.matches(of: /\d+ × \d+/).count >= 3)

      try app.press("Right", "Enter", settlingOn: .menu)
      try app.shows("Download")
      try app.press("Enter", settlingOn: .preview)
      let preview = try app.shows("Full screen")
      #expect(preview.contains(/· \d+ × \d+/) && preview.contains("d Save"))
      try app.press("Right", settlingOn: .preview)
      try app.press("f", settlingOn: .preview)
      try app.shows("♥")
      #expect(try demo.state().likes.count == 1)
      try app.press("Enter", settlingOn: .photo)
      try app.press("Right", settlingOn: .photo)
      try app.press("Escape", settlingOn: .search)
      try app.press("q")
      _ = try app.exits()

      let again = try stage.app(["--edition", "extended"], columns: 100, environment: environment)
      try again.settles(on: .feed)
      try again.shows("▤")
      try again.press("3", settlingOn: .searchInput)
      try again.shows("▦")
    }
  }

  @Test func `searching by mouse, in Russian`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let app = try stage.signedInApp(demo, ["--edition", "extended", "--lang", "ru"])
      try click("Поиск", app, settlingOn: .searchInput)
      try app.press("Escape", settlingOn: .search)
      try app.press(".", settlingOn: .searchInput)
      try app.press(["p", "a", "n", "d", "a", "Enter"])
      try app.settles(on: .search)
      try app.shows("любая ориентация")
      try click("любой цвет", app, settlingOn: .colors)
      try click("бирюзовый", app, settlingOn: .search)
      try app.shows("По запросу «panda» ничего не найдено")
      try click("Снять фильтры", app, settlingOn: .search)
      try click("▤", app, settlingOn: .search)
      try app.shows("▦")
      // The first tile is the selected one: a press opens its menu.
      try click("×", app, settlingOn: .menu)
      try click("Поставить лайк", app, settlingOn: .search)
      #expect(try demo.state().likes.count == 1)
    }
  }

  /// Presses the mouse where a text is seen.
  private func click(
    _ text: String,
    _ app: App<TmuxSession>,
    settlingOn place: Place
  ) throws {
    let rows = try app.shows(text).split(separator: "\n", omittingEmptySubsequences: false)
    let row = try #require(rows.firstIndex { $0.contains(text) })
    let word = try #require(rows[row].range(of: text))
    let column = rows[row].distance(from: rows[row].startIndex, to: word.lowerBound) + 1
    try app.trace.skip()
    try app.terminal.type("\u{1b}[<0;\(column);\(row + 1)M\u{1b}[<0;\(column);\(row + 1)m")
    try app.trace.next("action", "of the mouse")
    try app.settles(on: place)
  }
}
