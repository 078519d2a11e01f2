import Foundation
import Harness
import Testing

/// Switching between two services, with a session at each.
@Suite(.endToEnd) struct SwitchServiceTests {
  /// Returns an environment with both services of a demo service as if they were the real ones.
  private func environment(_ stage: Stage, _ demo: DemoProcess) throws -> [String: String] {
    try """
    [vk]
    app_id = 51234567
    api_url = "\(demo.url)/vk"
    oauth_url = "\(demo.url)/vk"
    id_url = "\(demo.url)/vk/id"

    [commons]
    api_url = "http://localhost:1"
    """.write(
      toFile: stage.home.path + "/config/imagefeed/config.toml",
      atomically: true,
      encoding: .utf8
    )
    return try stage.home.environment(for: demo)
  }

  @Test func `both sessions are saved, and the next launch shows the last service`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let environment = try environment(stage, demo)
      let app = try stage.app(environment: environment)
      try app.settles(on: .signIn)
      try app.shows("Switch to VK")
      try app.press("Enter")
      try app.settles(on: .feed)

      // VK requires its own sign-in the first time.
      try app.press("W", settlingOn: .signIn)
      try app.shows("Mobile Up Gallery")
      try app.shows("Switch to Unsplash")
      try app.press("Enter")
      try app.settles(on: .feed)
      try app.shows("Mobile Up")

      // Back and forth with the palette: no sign-in is needed, and cached data is shown
      // immediately.
      for name in ["Favourites", "Profile", "Mobile Up"] {
        let tokens = try demo.state().counts["token"]
        try app.press(":", "s", "w", "i", "t", "c", "h", "Enter", settlingOn: .feed)
        try app.shows(name)
        // A service without accounts, which can't be reached here, has nothing cached.
        let first = try app.trace.all("frame").last { $0.n == 1 }?.screen
        #expect(first == (name == "Favourites" ? "splash" : "feed"))
        #expect(try demo.state().counts["token"] == tokens)
      }
      for key in ["service", "vk.app_id"] {
        let value = try stage.output("config", "get", key, environment: environment).text
        #expect(value == (key == "service" ? "vk\n" : "51234567\n"))
      }
      let doctor = try stage.output("doctor", environment: environment).text
      #expect(doctor.contains(demo.url + "/vk"))
      try app.press("q")
      #expect(try app.exits() == 0)

      let next = try stage.app(environment: environment)
      try next.settles(on: .feed)
      try next.shows("Mobile Up")
      try next.press("q")
      #expect(try next.exits() == 0)

      // The command line's choice is for one run only.
      let named = try stage.app(["--service", "unsplash"], environment: environment)
      try named.settles(on: .feed)
      #expect(try !named.terminal.text().contains("Mobile Up"))
    }
  }

  @Test func `signing out of one service keeps the other one's session and lists`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let app = try stage.app(environment: environment(stage, demo))
      try app.settles(on: .signIn)
      try app.press("Enter")
      try app.settles(on: .feed)
      try app.press("W", settlingOn: .signIn)
      try app.press("Enter")
      try app.settles(on: .feed)
      try app.shows("Mobile Up")

      try app.press(":", "s", "i", "g", "n", "Space", "o", "u", "t", "Enter")
      try app.shows("Yes, sign out")
      try app.press("y", settlingOn: .signIn)
      let tokens = try demo.state().counts["token"]
      try app.press("W", settlingOn: .feed)
      try app.shows("Feed")
      // The first frame has the cached list.
      #expect(try app.trace.all("frame").last { $0.n == 1 }?.screen == "feed")
      #expect(try demo.state().counts["token"] == tokens)
      try app.press("W", settlingOn: .signIn)
      try app.shows("Mobile Up Gallery")
    }
  }

  @Test func `the demo entered from the sign-in screen doesn't change the configuration either`()
    throws
  {
    try Stage.run { stage in
      let configuration = stage.home.path + "/config/imagefeed/config.toml"
      let text = "[unsplash]\naccess_key = \"mine\"\nsecret_key = \"mine\"\n"
      try text.write(toFile: configuration, atomically: true, encoding: .utf8)
      let app = try stage.app()
      try app.settles(on: .signIn)
      try app.press("d", settlingOn: .feed)
      try app.press("W", settlingOn: .signIn)
      try app.shows("Mobile Up Gallery")
      try app.press("Enter", settlingOn: .feed)
      try app.shows("Mobile Up")
      try app.press("W", settlingOn: .feed)
      try app.press("q")
      #expect(try app.exits() == 0)
      #expect(try String(contentsOfFile: configuration, encoding: .utf8) == text)
    }
  }

  @Test func `the demo has both services and doesn't change the configuration`() throws {
    try Stage.run { stage in
      let app = try stage.app(["--demo"])
      try app.settles(on: .signIn)
      try app.press("Enter", settlingOn: .feed)
      try app.press("f", settlingOn: .feed)
      try app.press("W", settlingOn: .signIn)
      try app.shows("Mobile Up Gallery")
      try app.press("Enter", settlingOn: .feed)
      try app.shows("Mobile Up")
      try app.press("W", settlingOn: .feed)
      // The like is still there: it is the same demo service.
      try app.shows("♥")
      try app.press("W", settlingOn: .feed)
      try app.shows("Mobile Up")
      try app.press("q")
      #expect(try app.exits() == 0)
      let configuration = stage.home.path + "/config/imagefeed/config.toml"
      #expect(!FileManager.default.fileExists(atPath: configuration))
    }
  }
}
