import Foundation
import Harness
import Testing

/// The search tab: the line, recent searches, filters, sizes, and the menu.
@Suite(.endToEnd) struct SearchTests {
  private func search(_ app: App<TmuxSession>, _ text: String) throws {
    try app.press("/", settlingOn: .searchInput)
    try app.press(text.map { $0 == " " ? "Space" : String($0) })
    try app.press("Enter", settlingOn: .search)
  }

  @Test func `recent searches are suggested, even after a restart`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let environment = try stage.home.environment(for: demo)
      let app = try stage.signedInApp(demo, ["--edition", "extended"], columns: 100, rows: 30)
      for text in ["panda", "the earth", "castle", "snow", "pika", "bridge"] {
        try search(app, text)
      }
      try app.shows("/ bridge")
      try app.press("/", settlingOn: .searchInput)
      // There were six searches; five are suggested.
      let offers = try app.shows("Recent searches")
      #expect(offers.contains("the earth") && !offers.contains("panda"))
      try app.press("p")
      let few = try app.shows("those that begin as typed") { !$0.contains("castle") }
      #expect(few.contains("panda") && few.contains("pika"))
      // The newest is removed, the other one searched for.
      try app.press("i", "k", "Down", "DC")
      try app.shows("the newest gone") { !$0.contains("pika ") }
      try app.press("C-u", "p", "a", "n", "Down", "Enter", settlingOn: .search)
      try app.shows("/ panda")
      try app.press("q")
      _ = try app.exits()

      let again = try stage.app(["--edition", "extended"], environment: environment)
      try again.settles(on: .feed)
      try again.press("3", settlingOn: .searchInput)
      let kept = try again.shows("Recent searches")
      #expect(!kept.contains("pika"))
      try again.press("Down", "Enter", settlingOn: .search)
      try again.shows("/ panda")
      #expect(try demo.state().counts["search"] == 8)
    }
  }

  @Test func `the board opens topics by key and mouse, and known names are suggested`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let environment = try stage.home.environment(for: demo)
      let arguments = ["--edition", "extended"]
      let app = try stage.signedInApp(demo, arguments, columns: 120, rows: 40)
      try app.press("3", settlingOn: .searchInput)
      try app.shows("Food & Drink")
      try app.press("Down", "Right")
      try app.shows("Enter open")
      // The wheel moves from row to row.
      try app.trace.skip()
      try app.terminal.type("\u{1b}[<64;5;10M")
      try app.settles(on: .searchInput)
      try app.shows("nothing chosen") { !$0.contains("Enter open") }
      try app.press("Down", "Right")
      try app.press("Enter", settlingOn: .visit)
      try app.shows("Wild, tame and feathered.")
      try app.press("Escape", settlingOn: .searchInput)
      try app.click("Ocean", settlingOn: .visit)
      try app.shows("Water, waves and what lives there.")
      try app.press("Escape", settlingOn: .searchInput)
      try app.press("s", "p", "a")
      try app.shows("the topic below the line") { $0.contains(/│ Topics +Space/) }
      try app.press("Down", "Enter", settlingOn: .visit)
      try app.shows("Seen from far away, or from there.")
      try app.press("Escape", settlingOn: .searchInput)
      // Photographers of the feed are known without a request.
      try app.press("f", "r", "a")
      try app.click("Frank-2.0", settlingOn: .visit)
      try app.shows("@frank")
      #expect(try demo.state().counts["topics"] == 1)
      try app.press("Q")
      _ = try app.exits()

      // The next run has the topics cached.
      let again = try stage.app(arguments, columns: 120, rows: 40, environment: environment)
      try again.settles(on: .feed)
      try again.press("3", settlingOn: .searchInput)
      try again.shows("Food & Drink")
      #expect(try demo.state().counts["topics"] == 1)
    }
  }

  @Test func `filters work, and empty results and a failed search are shown`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let app = try stage.signedInApp(demo, ["--edition", "extended"], columns: 100, rows: 30)
      try search(app, "earth")
      try app.press("o", "o")
      try app.shows("portrait")
      // The three photos of the earth are landscapes: two steps, one request.
      try app.shows("Nothing found for “earth”")
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

  @Test func `the size is saved, and and the menu opens a photo with its details`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let environment = try stage.home.environment(for: demo)
      let app = try stage.signedInApp(demo, ["--edition", "extended"], columns: 100, rows: 30)
      try search(app, "panda")
      #expect(!Self.isContactSheet(try app.terminal.text()))
      try app.press("-", settlingOn: .search)
      try app.shows("a contact sheet") { Self.isContactSheet($0) }

      try app.press("Right", "Right", "m", settlingOn: .menu)
      try app.shows("Download")
      try app.press("Enter", settlingOn: .photo)
      let photo = try app.shows("Uploaded")
      #expect(photo.contains(/3 \/ \d+/) && photo.contains(/\d+ × \d+/))
      try app.press("Right", settlingOn: .photo)
      try app.press("f", settlingOn: .photo)
      try app.shows("♥")
      #expect(try demo.state().likes.count == 1)
      try app.press("Right", settlingOn: .photo)
      try app.press("Escape", settlingOn: .search)
      try app.press("q")
      _ = try app.exits()

      let again = try stage.app(["--edition", "extended"], columns: 100, environment: environment)
      try again.settles(on: .feed)
      try search(again, "panda")
      try again.shows("a contact sheet") { Self.isContactSheet($0) }
    }
  }

  @Test func `searching works by mouse, in Russian`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let app = try stage.signedInApp(demo, ["--edition", "extended", "--lang", "ru"])
      try app.click("Поиск", settlingOn: .searchInput)
      // In the empty line these aren't text.
      try app.press("?", settlingOn: .help)
      try app.press("q", settlingOn: .searchInput)
      try app.shows("↓ темы")
      try app.press("1", settlingOn: .feed)
      try app.press("3", settlingOn: .searchInput)
      try app.press("Escape", settlingOn: .search)
      try app.press(".", settlingOn: .searchInput)
      try app.press(["e", "a", "r", "t", "h", "Enter"])
      try app.settles(on: .search)
      try app.shows("любая ориентация")
      try app.click("любой цвет", settlingOn: .colors)
      try app.click("фиолетовый", settlingOn: .search)
      try app.shows("По запросу «earth» ничего не найдено")
      try app.click("Сбросить фильтры", settlingOn: .search)
      // A click opens the menu, like the right button; in the feed it opens the photo.
      try app.trace.skip()
      try app.terminal.type("\u{1b}[<0;5;6M\u{1b}[<0;5;6m")
      try app.settles(on: .menu)
      try app.press("Escape", settlingOn: .search)
      try app.trace.skip()
      try app.terminal.type("\u{1b}[<2;5;6M\u{1b}[<2;5;6m")
      try app.settles(on: .menu)
      try app.click("Поставить лайк", settlingOn: .search)
      #expect(try demo.state().likes.count == 1)
      try app.press("1", settlingOn: .feed)
      try app.trace.skip()
      try app.terminal.type("\u{1b}[<0;5;6M\u{1b}[<0;5;6m")
      try app.settles(on: .photo)
    }
  }

  /// Whether a line describes the selected photo, with its date and size.
  private static func isContactSheet(_ screen: String) -> Bool {
    screen.contains(#/ · \d+ \w+ \d{4} · \d+×\d+/#)
  }
}
