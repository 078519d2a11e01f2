import Foundation
import Harness
import Testing

/// Favourites, and the extended edition's data from earlier runs.
@Suite(.endToEnd) struct CacheTests {
  private let extended = ["--edition", "extended"]

  @Test func `favourites are the same in both editions and in the service's own list`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let app = try stage.signedInApp(demo, extended)
      try app.press("f", "l", "f", settlingOn: .feed)
      try app.press("2", settlingOn: .favourites)
      try app.shows("Favourites  2")
      try app.shows("♥")
      #expect(try demo.state().counts["likes"] == 1)
      let liked = try demo.state().likes
      #expect(liked.count == 2)

      try app.press("f", settlingOn: .favourites)
      try app.shows("Favourites  1")
      #expect(try demo.state().likes == [liked.at(1)])
      try app.press("u", settlingOn: .favourites)
      try app.shows("Favourites  2")
      #expect(try Set(demo.state().likes) == Set(liked))

      // Unliked in full screen, it is gone after returning; then the other one is unliked too.
      try app.press("Enter", "f", settlingOn: .photo)
      try app.press("Escape", settlingOn: .favourites)
      try app.shows("Favourites  1")
      try app.press("f", settlingOn: .favourites)
      try app.shows("No favourites yet")
      #expect(try demo.state().likes == [])
      try app.press("1", settlingOn: .feed)
      #expect(try !app.terminal.text().contains("♥"))
    }
  }

  @Test
  func `an offline launch shows the cached feed, and likes given there are sent exactly once`()
    throws
  {
    try Stage.run { stage in
      let port = "\(try stage.home.freePort())"
      let demo = try stage.demo("--port", port)
      let first = try stage.signedInApp(demo, extended)
      try first.press("q")
      #expect(try first.exits() == 0)
      demo.close()

      let environment = try stage.home.environment(for: demo)
      let offline = try stage.app(extended, environment: environment)
      try offline.settles(on: .feed)
      // The first frame already has its pictures.
      let frame = try #require(offline.trace.lines.first { $0.event == "frame" })
      #expect(frame.photos == frame.wanted && frame.photos ?? 0 > 0)
      try offline.shows("offline")
      try offline.shows("an age") { $0.contains("just now") || $0.contains(" ago") }
      // Two likes, and one that is taken back.
      try offline.press("f", "l", "f", "l", "f", "f", settlingOn: .feed)
      try offline.press("g", settlingOn: .feed)
      try offline.shows("♥")
      try offline.press("q")
      #expect(try offline.exits() == 0)

      // Still offline: the likes are still there.
      let waiting = try stage.app(extended + ["--lang", "ru"], environment: environment)
      try waiting.settles(on: .feed)
      try waiting.shows("нет сети")
      try waiting.shows("♥")
      try waiting.press("q")
      #expect(try waiting.exits() == 0)

      let back = try stage.demo("--port", port)
      let last = try stage.app(extended, environment: environment)
      try last.settles(on: .feed)
      try last.shows("♥")
      let state = try back.state()
      #expect(state.likes.count == 2 && state.counts["like"] == 2)
      #expect(try !last.terminal.text().contains("offline"))
      try last.press("2", settlingOn: .favourites)
      try last.shows("Favourites  2")
    }
  }

  @Test func `cached data of an account isn't shown with another configuration`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      var environment = try stage.home.environment(for: demo)
      let first = try stage.app(extended, environment: environment)
      try first.settles(on: .signIn)
      try first.press("Enter")
      try first.settles(on: .feed)
      try first.press("q")
      #expect(try first.exits() == 0)

      // The same service at its default place in the configuration, and another one beside it.
      for name in ["IMAGEFEED_UNSPLASH_API_URL", "IMAGEFEED_UNSPLASH_WEB_URL"] {
        environment[name] = nil
      }
      let folder = stage.home.path + "/config/imagefeed/"
      for (name, url) in [("config", demo.url), ("other", try stage.demo().url)] {
        try "[unsplash]\napi_url = '\(url)'\nweb_url = '\(url)'\n"
          .write(toFile: folder + name + ".toml", atomically: true, encoding: .utf8)
      }
      let usual = try stage.app(extended, environment: environment)
      try usual.settles(on: .feed)
      let other = try stage.app(
        extended + ["--config", folder + "other.toml"],
        environment: environment
      )
      try other.settles(on: .signIn)
    }
  }

  @Test func `an unusable database is set aside by name, and the program continues`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let database = stage.home.path + "/data/imagefeed/imagefeed.db"
      try FileManager.default.createDirectory(
        atPath: stage.home.path + "/data/imagefeed",
        withIntermediateDirectories: true
      )
      let garbage = Data((0..<9_000).map { UInt8($0 % 251) })
      try garbage.write(to: URL(fileURLWithPath: database))
      let app = try stage.app(extended, environment: try stage.home.environment(for: demo))
      try app.settles(on: .alert)
      try app.shows("imagefeed.db.damaged-")
      try app.press("Enter", settlingOn: .signIn)
      let names = try FileManager.default.contentsOfDirectory(
        atPath: stage.home.path + "/data/imagefeed"
      )
      let aside = try #require(names.first { $0.hasPrefix("imagefeed.db.damaged-") })
      let kept = try Data(
        contentsOf: URL(fileURLWithPath: stage.home.path + "/data/imagefeed/" + aside)
      )
      #expect(kept == garbage)
      let report = try stage.output("doctor", "--edition", "extended")
      let text = String(decoding: report.output, as: UTF8.self)
      #expect(text.contains(database) && text.contains("no damage"))
    }
  }
}
