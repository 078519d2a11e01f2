import Foundation
import Glibc
import Harness
import Testing

/// A service without accounts in the real program: pages that only it can name, likes on this
/// computer, its own widths and limits.
@Suite(.scripted) struct ScriptedServiceTests {
  private func run(_ body: (Stage, ScriptedArchive, Script) throws -> Void) throws {
    try Stage.run(Stage.scripted) { stage in
      let archive = try ScriptedArchive()
      defer { archive.stop() }
      let own = [
        "IMAGEFEED_SCRIPTED_API_URL": archive.url, "IMAGEFEED_SERVICE": "scripted",
      ]
      try body(stage, archive, Script(stage, stage.home.environment.merging(own) { $1 }))
    }
  }

  /// Goes to the end of what is loaded until there are so many photos.
  private func goes(to count: Int, in app: App<TmuxSession>) throws {
    var seen = 0
    while seen < count {
      try app.press("G", settlingOn: .feed)
      let line = try app.terminal.text().split(separator: "\n").first ?? ""
      seen = line.split(separator: " ").last.flatMap { Int($0.prefix { $0.isNumber }) } ?? 0
    }
  }

  @Test func `the feed comes at once, goes on after restarts, and ends`() throws {
    try run { stage, archive, script in
      for count in [250, 450, 700] {
        let app = try stage.app(environment: script.environment)
        try app.settles(on: .feed)
        #expect(try !app.terminal.text().contains("Sign in"))
        try goes(to: count, in: app)
        if count == 700 { try app.shows("700/700") }
        try app.press("q")
        #expect(try app.exits() == 0)
      }
      #expect(!FileManager.default.fileExists(atPath: stage.home.credentials))
    }
  }

  @Test func `a page that the service no longer knows begins the feed again`() throws {
    try run { stage, archive, script in
      let app = try stage.app(environment: script.environment)
      try app.settles(on: .feed)
      try goes(to: 30, in: app)
      archive.meet(.staleTokens)
      try app.press("G", settlingOn: .feed)
      try app.shows("The service has lost the place in this list.")
      archive.meet(.none)
      try app.press("R", settlingOn: .feed)
      try goes(to: 120, in: app)
    }
  }

  @Test func `likes stay on this computer, whatever is cleared, and without the service`() throws {
    try run { stage, archive, script in
      let app = try stage.app(environment: script.environment)
      try app.settles(on: .feed)
      try app.press("f", "Right", "f", settlingOn: .feed)
      try app.press("2", settlingOn: .favourites)
      try app.shows("On this computer  2")
      try app.press("f")
      try app.shows("On this computer  1")
      try app.press("u")
      try app.shows("On this computer  2")
      try app.press("q")
      #expect(try app.exits() == 0)

      let ids = try script.lines("$imagefeed favourites --format '{id}'")
      #expect(Set(ids) == ["s0", "s1"])
      _ = try script.run("$imagefeed cache clear")
      #expect(try script.lines("$imagefeed unlike s1") == ["s1"])
      let count = archive.paths.count
      archive.meet(.status(500))
      let kept = try script.lines("$imagefeed favourites --format '{id} {liked_by_user}'")
      #expect(kept == ["s0 true"] && archive.paths.count == count)
      archive.meet(.none)
      let feed = try script.lines("$imagefeed feed --limit 2 --format '{id} {liked}'")
      #expect(feed == ["s0 yes", "s1 no"])
      #expect(try script.lines("$imagefeed photo s0 --format '{liked}'") == ["yes"])

      // Another computer imports the export.
      let imported = try script.lines(
        "$imagefeed favourites --json | XDG_DATA_HOME=$HOME/there $imagefeed like -;"
          + "XDG_DATA_HOME=$HOME/there $imagefeed favourites --format '{id} {title}'"
      )
      #expect(imported == ["s0", "s0 Subject 0"])
    }
  }

  @Test func `the basic edition has hearts in the feed, and no tab for them`() throws {
    try run { stage, _, script in
      let arguments = ["--edition", "basic"]
      for expected: Character in ["♡", "♥"] {
        let app = try stage.app(arguments, environment: script.environment)
        try app.settles(on: .feed)
        try app.shows("the first heart \(expected)") { screen in
          screen.first { "♡♥".contains($0) } == expected
        }
        #expect(try !app.terminal.text().contains("Favourites"))
        if expected == "♡" { try app.press("f", settlingOn: .feed) }
        try app.press("q")
        #expect(try app.exits() == 0)
      }
    }
  }

  @Test(arguments: ["login", "logout", "me"])
  func `nothing about an account is asked for`(command: String) throws {
    try run { _, _, script in
      let result = try script.run("$imagefeed \(command) 2>&1")
      #expect(result.status == 2 && result.text.contains("Scripted needs no sign-in"))
    }
  }

  @Test func `a limit says so and isn't asked again`() throws {
    try run { _, archive, script in
      archive.meet(.tooMany(retryAfter: "90"))
      let result = try script.run("$imagefeed feed 2>&1")
      #expect(result.status == 5 && result.text.contains("oo many requests"), "\(result.text)")
      #expect(archive.paths.count == 1)
      let agents = archive.server.requests.compactMap { $0.header("user-agent") }
      #expect(agents.allSatisfy { $0.contains(" (tests) libcurl/") })
    }
  }

  @Test func `a search says which filters the service has no use for`() throws {
    try run { _, _, script in
      let result = try script.run("$imagefeed search x --color red --sort latest 2>&1")
      #expect(result.status == 2)
      #expect(result.text == "imagefeed: the search of Scripted has no --color.\n")
      #expect(try script.lines("$imagefeed search x --limit 1 --format '{id}'") == ["s0"])
    }
  }

  @Test func `a title leads to its photo, once`() throws {
    try run { stage, archive, script in
      let lines = try script.lines(
        "$imagefeed photo \(archive.url)/title/9 \(archive.url)/view/s9 s9 "
          + "--format '{id} {title} {license_url}'"
      )
      #expect(lines == ["s9 Subject 9 https://creativecommons.org/licenses/by-sa/4.0/"])
      let app = try stage.app(
        ["open", archive.url + "/title/9"],
        environment: script.environment
      )
      try app.settles(on: .photo)
      try app.shows("Author 2")
    }
  }

  @Test func `a service without a demo says so, and --demo alone shows another one's`() throws {
    try run { _, _, script in
      let result = try script.run("$imagefeed feed --demo --service scripted 2>&1")
      #expect(result.text.contains("This service has no demo. Use --demo without --service."))
      let demo = try script.lines("$imagefeed feed --demo --limit 1 --format '{service}'")
      #expect(demo == ["unsplash"])
    }
  }

  @Test func `a link of another configured service opens there, and Esc comes back`() throws {
    try run { stage, archive, script in
      let demo = try stage.demo()
      let environment = try script.environment.merging(stage.home.environment(for: demo)) { $1 }
        .merging(["IMAGEFEED_SERVICE": "unsplash"]) { $1 }
      let app = try stage.app(environment: environment)
      try app.settles(on: .signIn)
      try app.press("Enter")
      try app.settles(on: .feed)
      try app.press("O")
      try app.terminal.send([archive.url + "/view/s9"])
      try app.press("Enter")
      try app.settles(on: .photo)
      try app.shows("Author 2")
      try app.press("Escape")
      try app.settles(on: .feed)
      try app.shows("Profile")
    }
  }

  @Test func `--service needs no configuration that can be written`() throws {
    try run { stage, _, script in
      let path = stage.home.path + "/config/imagefeed/config.toml"
      let text = "service = \"vk\"\n"
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      chmod(path, 0o400)
      let app = try stage.app(["--service", "scripted"], environment: script.environment)
      try app.settles(on: .feed)
      try app.press("q")
      #expect(try app.exits() == 0)
      #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }
  }
}
