import Foundation
import Harness
import Testing

@Suite(.endToEnd) struct ScreenTests {
  @Test func `the right picture is shown after many resizes`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let app = try stage.signedInApp(demo, columns: 100, rows: 30)
      try app.press("j", "j", "j", settlingOn: .feed)
      let calm = Self.selectedCaption(try app.terminal.text())
      // Its photographer, and the date below.
      #expect(calm.count == 2)
      for step in 0..<60 {
        try app.terminal.resize(columns: 40 + (step * 37) % 160, rows: 12 + (step * 13) % 48)
      }
      try app.terminal.resize(columns: 100, rows: 30)
      try app.shows("the photograph that was selected") { Self.selectedCaption($0) == calm }
      try app.shows("? help")
      try app.press("Enter", settlingOn: .photo)
      try app.terminal.resize(columns: 40, rows: 12)
      try app.shows("the keys in the last of twelve rows") { screen in
        let rows = screen.split(separator: "\n", omittingEmptySubsequences: false)
        return rows.count == 13 && rows[11].contains("Esc")
      }
    }
  }

  @Test func `a terminal that is too small shows a message`() throws {
    try Stage.run { stage in
      let app = try stage.app(["--demo"])
      try app.settles(on: .signIn)
      try app.terminal.resize(columns: 30, rows: 8)
      try app.shows("too small")
      try app.terminal.resize(columns: 100, rows: 30)
      try app.shows("no such line") { !$0.contains("too small") }
    }
  }

  @Test func `a terminal without a terminfo entry is used like the nearest one`() throws {
    try Stage.run { stage in
      let command = "TERM=xterm-ghostty exec '\(stage.binary)' \"$@\""
      let trace = try TraceFile(creating: stage.home.path + "/trace-unknown")
      let terminal = try stage.terminal(
        ["sh", "-c", command, "sh", "--demo", "--trace", trace.path],
        environment: stage.home.environment
      )
      let app = App(terminal: terminal, trace: trace)
      try app.settles(on: .signIn)
      try app.shows("the terminal xterm-ghostty; xterm-256color is used instead")
      try app.press("q")
      #expect(try app.exits() == 0)
    }
  }

  @Test func `every screen is in Russian, and the keys of a Russian layout work`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      var environment = try stage.home.environment(for: demo)
      environment["LC_ALL"] = nil
      environment["LC_CTYPE"] = "C.UTF-8"
      environment["LC_MESSAGES"] = "ru_RU.UTF-8"
      let app = try stage.app(environment: environment)
      try app.settles(on: .signIn)
      try app.shows("Войти")
      try app.press("Enter")
      try app.settles(on: .feed)
      try app.shows("Лента")
      try app.press("а", settlingOn: .feed)
      #expect(try demo.state().likes.count == 1)
      try app.press("ы", settlingOn: .share)
      try app.shows("Скопировать ссылку")
      try app.press("Escape", settlingOn: .feed)
      try app.press("2", settlingOn: .favourites)
      try app.press(":", "а", "к", "к", "Enter", settlingOn: .alert)
      try app.shows("Выйти")
      // On the key of "y", but the first letter of "no".
      try app.press("н", settlingOn: .favourites)
      try app.press("й")
      #expect(try app.exits() == 0)
    }
  }

  @Test func `the wheel scrolls the feed, and a click on a tab opens it`() throws {
    try Stage.run { stage in
      let app = try stage.signedInApp(try stage.demo())
      let before = try app.terminal.text()
      try app.trace.skip()
      try app.terminal.type("\u{1b}[<65;20;10M")
      try app.trace.next("action", "of the wheel") { $0.name == "feed.scrolled" }
      try app.settles(on: .feed)
      try app.shows("the feed further down") { $0 != before }

      // Counted from 1, like in the terminal.
      let bar = try #require(try app.terminal.text().split(separator: "\n").first)
      let word = try #require(bar.range(of: "Profile"))
      let column = bar.distance(from: bar.startIndex, to: word.lowerBound) + 1
      try app.trace.skip()
      try app.terminal.type("\u{1b}[<0;\(column);1M\u{1b}[<0;\(column);1m")
      try app.settles(on: .favourites)
    }
  }

  @Test func `in full screen the wheel zooms at the pointer, and dragging pans`() throws {
    try Stage.run { stage in
      let app = try stage.signedInApp(try stage.demo())
      try app.press("Enter", settlingOn: .photo)
      // The wheel over the upper left, then the picture to the right and down.
      var screens = [try app.terminal.text()]
      for (mouse, name) in [
        ("\u{1b}[<64;20;10M", "photo.zoomed"), ("\u{1b}[<64;20;10M", "photo.zoomed"),
        ("\u{1b}[<0;20;10M\u{1b}[<32;24;12M\u{1b}[<0;24;12m", "photo.dragged"),
      ] {
        try app.trace.skip()
        try app.terminal.type(mouse)
        try app.trace.next("action") { $0.name == name }
        try app.settles(on: .photo)
        let last = screens[screens.count - 1]
        try app.shows("another part of the picture") { $0 != last }
        screens.append(try app.terminal.text())
      }
    }
  }

  @Test func `a slideshow continues without bars until a key is pressed`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let app = try stage.signedInApp(demo)
      try app.press("S", settlingOn: .slideshow)
      for _ in 0..<4 { try app.press("-") }
      for _ in 0..<2 {
        let shown = try app.terminal.text()
        try app.trace.skip()
        try app.trace.next("action") { $0.name == "photo.slideshow" }
        try app.shows("another photograph, and nothing else") {
          $0 != shown && !$0.contains("imagefeed") && !$0.contains("Back")
        }
      }
      try app.terminal.send(["f"])
      try app.settles(on: .photo)
      try app.shows("? help")
      try app.shows("Back")
      #expect(try demo.state().likes.count == 1)
    }
  }

  /// Returns the two rows below the selected photo: photographer and likes beside the frame's lower
  /// side, and the date.
  private static func selectedCaption(_ screen: String) -> [String] {
    let rows = screen.split(separator: "\n", omittingEmptySubsequences: false).map(Array.init)
    guard let bottom = rows.firstIndex(where: { $0.contains("▇") }) else { return [] }
    for left in rows[bottom].indices {
      // The upper side is above the left one.
      guard let top = rows[..<bottom].last(where: { $0.dropFirst(left).first != "▊" }) else {
        continue
      }
      let width = top.dropFirst(left + 1).prefix { $0 == "▁" }.count
      guard width > 0, top.dropFirst(left).first != "▁" else { continue }
      return rows[bottom...].prefix(2).map { row in
        let cells = row.dropFirst(left + 1).prefix(width).map { $0 == "▇" ? " " : $0 }
        return String(cells).split(separator: " ").joined(separator: " ")
      }
    }
    return []
  }
}
