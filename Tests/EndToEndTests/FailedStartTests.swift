import Foundation
import Glibc
import Harness
import Testing

/// The launch after a crash.
@Suite(.endToEnd) struct FailedStartTests {
  private let extended = ["--edition", "extended"]
  private let words = "imagefeed didn't start properly"

  /// Caches a feed, and returns the environment that shows it.
  private func keepFeed(_ stage: Stage, _ demo: DemoProcess) throws -> [String: String] {
    let first = try stage.signedInApp(demo, extended)
    try first.press("f", settlingOn: .feed)
    try quit(first)
    return try stage.home.environment(for: demo)
  }

  private func quit(_ app: App<TmuxSession>) throws {
    try app.press("q")
    #expect(try app.exits() == 0)
  }

  private func mark(_ stage: Stage) -> String? {
    try? String(contentsOfFile: stage.home.path + "/state/imagefeed/start", encoding: .utf8)
  }

  /// Returns the screen of the first frame.
  private func beginning(_ app: App<TmuxSession>) throws -> String? {
    try #require(app.trace.lines.first { $0.event == "frame" }).screen
  }

  private func expectUsualStart(_ stage: Stage, _ environment: [String: String]) throws {
    let app = try stage.app(extended, environment: environment)
    try app.settles(on: .feed)
    #expect(try beginning(app) == "feed")
    #expect(try !app.terminal.text().contains(words))
    #expect(mark(stage) == "")
    try quit(app)
  }

  /// Expects a launch that skips cached data, says so and doesn't change it.
  ///
  /// The launch after it is normal.
  private func expectCarefulStart(
    _ stage: Stage,
    _ environment: [String: String],
    _ demo: DemoProcess
  ) throws {
    let app = try stage.app(extended, environment: environment)
    try app.shows(words)
    try app.settles(on: .feed)
    #expect(try beginning(app) == "splash")
    try app.shows("♥")
    try quit(app)
    try expectUsualStart(stage, environment)
    #expect(try demo.state().likes.count == 1)
  }

  @Test(arguments: [SIGSEGV, SIGKILL])
  func `a crash before the first frame makes the next launch skip cached data`(
    signal: Int32
  ) throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let environment = try keepFeed(stage, demo)
      // The database is locked in the meantime, so no frame is drawn.
      let database = open(stage.home.path + "/data/imagefeed/imagefeed.db", O_RDWR | O_CLOEXEC)
      var lock = Glibc.flock()
      (lock.l_type, lock.l_start, lock.l_len) = (Int16(F_WRLCK), 0x4000_0000, 512)
      #expect(fcntl(database, F_SETLK, &lock) == 0)
      // In debug builds, Swift's crash report would wait for a key first.
      let silent = Stage.usesSharedLibraries ? ["SWIFT_BACKTRACE": "enable=no"] : [:]
      let stuck = try stage.app(extended, environment: environment.merging(silent) { $1 })
      _ = try eventually("no mark", pause: stuck.glance) { mark(stage) == "0" ? true : nil }
      kill(stuck.terminal.pane, signal)
      #expect(try stuck.exits() == 128 + signal)
      close(database)
      #expect(try stuck.trace.all("frame").isEmpty)

      try expectCarefulStart(stage, environment, demo)
    }
  }

  @Test(arguments: [SIGSEGV, SIGKILL])
  func `after the first frame a crash counts, but a kill doesn't`(signal: Int32) throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let environment = try keepFeed(stage, demo)
      // The refresh of the cached feed doesn't end.
      try demo.fault("hold@photos")
      let app = try stage.app(extended, environment: environment)
      try app.trace.next("frame", "of the kept feed") { $0.screen == "feed" }
      _ = try eventually("a mark", pause: app.glance) { mark(stage) == "" ? true : nil }
      kill(app.terminal.pane, signal)
      #expect(try app.exits() == 128 + signal)
      try demo.fault()

      if signal == SIGKILL {
        try expectUsualStart(stage, environment)
      } else {
        try expectCarefulStart(stage, environment, demo)
      }
    }
  }
}
