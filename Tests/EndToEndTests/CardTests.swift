import Foundation
import Harness
import Testing

/// Captions below photos, the formats of search results, and the texts of actions and keys.
@Suite(.endToEnd) struct CardTests {
  private func search(_ app: App<TmuxSession>, _ text: String) throws {
    try app.press("/", settlingOn: .searchInput)
    try app.press(text.map(String.init) + ["Enter"])
    try app.settles(on: .search)
  }

  @Test(arguments: ["basic", "extended"])
  func `tiles have heart and date, in either edition and at any size`(edition: String) throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let app = try stage.signedInApp(demo, ["--edition", edition, "--lang", "ru"])
      let screen = try app.shows("cards with hearts and dates") {
        $0.contains(/[♡♥] [0-9]/) && $0.contains(/[0-9]{1,2} [а-я]+\.? 20[0-9]{2}/)
      }
      // As many dates as hearts.
      let hearts = screen.matches(of: /[♡♥]/).count
      #expect(screen.matches(of: /20[0-9]{2}(?![0-9])/).count == hearts)
      #expect(!screen.contains(/[0-9]{3,4} ?× ?[0-9]{3,4}/))
      try app.terminal.resize(columns: 40, rows: 12)
      try app.settles(on: .feed)
      try app.shows("one line with name, date and heart") {
        $0.contains(/[0-9]{2}\.[0-9]{2}\.(20)?[0-9]{2}.* [♡♥]/)
      }
    }
  }

  @Test func `results show their size, and key and mouse change their format`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let environment = try stage.home.environment(for: demo)
      let app = try stage.signedInApp(demo, ["--edition", "extended"], columns: 100, rows: 30)
      try search(app, "dog")
      try app.shows("rows, and sizes of photographs") {
        $0.contains("▤ rows") && $0.matches(of: /[0-9]{3,4} ?× ?[0-9]{3,4}/).count > 2
      }
      try app.press("v", settlingOn: .search)
      try app.shows("◫ two columns")
      try app.click("◫", settlingOn: .search)
      try app.shows("□ one column")
      try app.press("v", settlingOn: .search)
      try app.shows("▤ rows")
      try app.press("v", settlingOn: .search)
      try app.shows("◫ two columns")
      try app.press("q")
      _ = try app.exits()

      let again = try stage.app(["--edition", "extended"], columns: 100, environment: environment)
      try again.settles(on: .feed)
      try search(again, "dog")
      try again.shows("◫ two columns")
    }
  }

  @Test func `a download is marked and leads to the gallery, and a save is named as such`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let app = try stage.signedInApp(demo, ["--edition", "extended"], columns: 100, rows: 30)
      try app.press("d")
      try app.shows("the notice, and its key") {
        $0.contains(/Downloaded to the gallery +\[ 4 Show \]/) && $0.contains("▣✓")
      }
      try app.click("[ 4 Show ]", settlingOn: .gallery)
      try app.press("1", settlingOn: .feed)
      try app.press("s", settlingOn: .share)
      try app.click("Save to Pictures", settlingOn: .feed)
      try app.shows("Saved: ")
    }
  }

  @Test func `without keys, one key opens the demo and another one the steps`() throws {
    try Stage.run { stage in
      let app = try stage.app(["--edition", "extended"], columns: 100, rows: 30)
      try app.settles(on: .signIn)
      try app.shows("Use my Unsplash account")
      // With the key and back, with the arrows and back, then with the mouse.
      try app.press("o", settlingOn: .signIn)
      try app.shows("Write likes access")
      try app.press("Escape", settlingOn: .signIn)
      try app.shows("Use my Unsplash account")
      try app.press("Down", "Down", "Enter", settlingOn: .signIn)
      try app.shows("Write likes access")
      try app.press("q", settlingOn: .signIn)
      try app.click("Explore the demo", settlingOn: .feed)
    }
  }

  @Test func `without keys, permissions are listed and Enter opens the form`() throws {
    try Stage.run { stage in
      let app = try stage.app(["--edition", "extended"], columns: 100, rows: 30)
      try app.settles(on: .signIn)
      try app.press("o")
      let screen = try app.shows("Write likes access")
      #expect(screen.contains("Public access") && screen.contains("Read user access"))
      #expect(screen.contains("Enter add keys"))
      try app.press("Enter", settlingOn: .signInInput)
      try app.press("Escape", settlingOn: .signIn)
      try app.press("?", settlingOn: .help)
      try app.shows("Enter the app's keys")
    }
  }

  @Test func `the demo permits changing collections, and numbers the tabs of VK`() throws {
    try Stage.run { stage in
      let app = try stage.app(["--demo"], columns: 100, rows: 30)
      try app.settles(on: .signIn)
      try app.press("Enter", settlingOn: .feed)
      try app.press("b", settlingOn: .chooser)
      try app.shows("New collection")
      let vk = try stage.app(["--demo", "--service", "vk"], columns: 100, rows: 30)
      try vk.settles(on: .signIn)
      let screen = try vk.shows("Login via VK")
      #expect(screen.contains("Enter choose"))
      try vk.press("Enter", settlingOn: .feed)
      try vk.shows("3 Gallery")
      try vk.press("3", settlingOn: .gallery)
    }
  }
}
