import Foundation
import Harness
import Testing

@Suite(.endToEnd) struct SignInTests {
  @Test func `the browser signs in, and the next launch opens the feed`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let environment = try stage.home.environment(for: demo)
      let first = try stage.app(environment: environment)
      try first.settles(on: .signIn)
      try first.press("Enter")
      try first.settles(on: .feed)
      try first.press("q")
      #expect(try first.exits() == 0)

      // The browser may take longer to save the page than the program to finish.
      let watch = try FileWatch(stage.home.path)
      _ = try eventually("no page", pause: watch.wait) {
        let page = try? String(contentsOfFile: stage.home.path + "/callback.html", encoding: .utf8)
        return page?.contains("close this tab") == true ? true : nil
      }
      let second = try stage.app(environment: environment)
      try second.settles(on: .feed)
      #expect(try second.trace.all("frame").first?.screen == "feed")
      #expect(try demo.state().counts["token"] == 1)
    }
  }

  @Test func `in a home that can't be written, the session ends with the program`() throws {
    try Stage.run { stage in
      // Nobody can create files there, not even root.
      let home = "/sys/imagefeed"
      let names = ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"]
      let environment = stage.home.environment.merging(names.map { ($0, home) }) { $1 }
      for _ in 0..<2 {
        let app = try stage.app(environment: environment)
        try app.settles(on: .signIn)
        try app.press("d", settlingOn: .feed)
        try app.shows("Your session can't be saved and ends with the program.")
        try app.press("j", settlingOn: .feed)
        try app.press("q")
        #expect(try app.exits() == 0)
      }
    }
  }

  @Test func `the trace and the log contain no secret`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let app = try stage.signedInApp(demo, environment: ["IMAGEFEED_LOG_LEVEL": "trace"])
      try app.press("q")
      _ = try app.exits()

      let credentials = try #require(FileManager.default.contents(atPath: stage.home.credentials))
      let token = try #require(Self.tokens(in: credentials).first)
      let trace = try String(contentsOfFile: app.trace.path, encoding: .utf8)
      let log = (try? String(contentsOfFile: stage.home.log, encoding: .utf8)) ?? ""
      for secret in [token, "demo-secret-key"] {
        #expect(!trace.contains(secret))
        #expect(!log.contains(secret))
      }
      let mode = try FileManager.default.attributesOfItem(atPath: stage.home.credentials)
      #expect(mode[.posixPermissions] as? Int == 0o600)
    }
  }

  @Test func `leaving while the browser is open asks first, and then closes the listener`()
    throws
  {
    try Stage.run { stage in
      let demo = try stage.demo()
      var environment = try stage.home.environment(for: demo)
      environment["BROWSER"] = "true"
      let app = try stage.app(environment: environment)
      try app.settles(on: .signIn)
      try app.press("Enter", settlingOn: .signInWaiting)
      try app.shows("/oauth/authorize")
      try app.press("Escape", settlingOn: .alert)
      try app.press("n", settlingOn: .signInWaiting)
      try app.press("Escape", settlingOn: .alert)
      try app.press("Escape", settlingOn: .signIn)
      try app.press("Enter", settlingOn: .signInWaiting)
      try app.press("Escape", settlingOn: .alert)
      try app.press("Enter", settlingOn: .signIn)

      let port = try #require(environment["IMAGEFEED_REDIRECT_PORT"])
      let visit = try Subprocess.run(
        ["curl", "-sS", "http://127.0.0.1:\(port)/callback"],
        environment: stage.home.environment
      )
      #expect(visit.status == 7, "nobody may listen there")
    }
  }

  @Test func `the URL from a browser on another computer can be pasted`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let environment = try stage.home.environment(for: demo)
      let app = try Self.signInElsewhere(stage, environment)
      try app.settles(on: .feed)
    }
  }

  @Test func `without libmicrohttpd the page's code is pasted`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      var environment = try stage.home.environment(for: demo)
      let folder = stage.home.path + "/broken"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data().write(to: URL(fileURLWithPath: folder + "/libmicrohttpd.so.12"))
      environment["LD_LIBRARY_PATH"] = folder
      let app = try Self.signInElsewhere(stage, environment) { app in
        try app.shows("Can't load libmicrohttpd")
      }
      try app.settles(on: .feed)

      let doctor = try stage.output("doctor", environment: environment)
      #expect(doctor.text.contains("libmicrohttpd: not found"))
    }
  }

  @Test func `the demo opens with one key and doesn't change a real session`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let real = try stage.signedInApp(demo)
      try real.press("q")
      _ = try real.exits()

      let first = try stage.app(["--demo"])
      try first.settles(on: .signIn)
      try first.press("Enter", settlingOn: .feed)
      try first.press("q")
      _ = try first.exits()
      let second = try stage.app(["--demo"])
      try second.settles(on: .feed)
      try second.press("2", settlingOn: .favourites)
      try second.press(":", "s", "i", "g", "n", "Enter", settlingOn: .alert)
      try second.press("y", settlingOn: .signIn)
      try second.shows("Signed out")

      let again = try stage.app(environment: try stage.home.environment(for: demo))
      try again.settles(on: .feed)
    }
  }

  /// Signs in with a browser that receives the redirect but doesn't follow it, and pastes its URL.
  private static func signInElsewhere(
    _ stage: Stage,
    _ environment: [String: String],
    whileWaiting: (App<TmuxSession>) throws -> Void = { _ in }
  ) throws -> App<TmuxSession> {
    var environment = environment
    let script = stage.home.path + "/elsewhere"
    try """
    #!/bin/sh
    curl -fsS -o /dev/null -w '%{redirect_url}' --data "${1#*\\?}" "${1%%\\?*}" \
      > '\(stage.home.path)/part' && mv '\(stage.home.path)/part' '\(stage.home.path)/redirect'
    """.write(toFile: script, atomically: true, encoding: .utf8)
    environment["BROWSER"] = "sh \(script)"
    let app = try stage.app(environment: environment)
    try app.settles(on: .signIn)
    try app.press("Enter", settlingOn: .signInWaiting)
    let watch = try FileWatch(stage.home.path)
    let redirect = try eventually("no redirect", pause: watch.wait) {
      try? String(contentsOfFile: stage.home.path + "/redirect", encoding: .utf8)
    }
    try whileWaiting(app)
    try app.trace.skip()
    try app.terminal.paste(redirect)
    return app
  }

  /// Returns the access tokens in a credentials file of any structure.
  private static func tokens(in file: Data) -> [String] {
    String(decoding: file, as: UTF8.self).split(separator: "\"").map(String.init)
      .filter { $0.count == 64 && $0.allSatisfy(\.isHexDigit) }
  }
}
