import Foundation
import Glibc
import Harness
import Model
import Storage
import Testing

/// Thousands of random actions while the service is faulty.
///
/// The program must keep running, and its data must agree with the service in the end.
@Suite(.endToEnd) struct MonkeyTests {
  private static let deeds = Rounds.of(5000)
  /// The seed that repeats a run: `IMAGEFEED_MONKEY_SEED=N`.
  private static let seed =
    ProcessInfo.processInfo.environment["IMAGEFEED_MONKEY_SEED"].flatMap(Int.init) ?? 1

  @Test func `after any random actions, everything agrees once the service works again`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let environment = try Self.environment(stage, demo)
      let app = try stage.app(["--edition", "extended"], environment: environment)
      let player = try Player(app, demo, journal: stage.home.path + "/deeds")
      do {
        try app.settles(on: .signIn)
        try app.press("Enter")
        try app.settles(on: .feed)
        var monkey = Monkey(seed: Self.seed)
        for _ in 0..<Self.deeds { try player.perform(monkey.next()) }
        try player.flush()
        try demo.fault()
        try demo.release()
        try player.comeBack()
        // The service's responses cause waiting likes to be sent, and the lists are refreshed.
        try app.press("R")
        try player.rest()
        try player.leave()
        try Self.checkRunning(
          try stage.app(["--edition", "extended"], environment: environment),
          demo
        )
        try Self.checkFiles(stage, demo)
      } catch {
        throw Failure(
          """
          seed \(Self.seed), after \(player.count) deeds: \(error)
          --- screen ---
          \(app.terminal.description)--- deeds ---
          \(player.tail())
          """
        )
      }
    }
  }

  /// Returns an environment that reaches nothing of this computer's desktop.
  ///
  /// The path has only what the program and the browser's script need. The embedded demo, which
  /// would be another service, finds no photos.
  private static func environment(
    _ stage: Stage,
    _ demo: DemoProcess
  ) throws -> [String: String] {
    var environment = try stage.home.environment(for: demo)
    let tools = stage.home.path + "/bin"
    try FileManager.default.createDirectory(atPath: tools, withIntermediateDirectories: true)
    for tool in ["curl", "grep", "tic", "infocmp", "tmux"] {
      let places = (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/" + tool }
      let found = places.first { access($0, X_OK) == 0 }
      guard let found else { continue }
      try FileManager.default.createSymbolicLink(
        atPath: "\(tools)/\(tool)",
        withDestinationPath: found
      )
    }
    environment["PATH"] = tools
    environment["IMAGEFEED_DATADIR"] = stage.home.path
    // Nobody answers there, and it has another name than the demo's host, which it would limit.
    environment["IMAGEFEED_COMMONS_API_URL"] = "http://localhost:1"
    return environment
  }

  /// Checks that the next run sends what waits, and then shows the service's hearts.
  private static func checkRunning(_ app: App<TmuxSession>, _ demo: DemoProcess) throws {
    try app.settles(on: .feed)
    try app.press("R")
    try app.settles(on: .feed)
    try app.press("2")
    try app.settles(on: .favourites)
    let likes = try demo.state().likes.count
    try app.shows(likes == 0 ? "No favourites yet" : "Favourites  \(likes)")
    try app.press("R")
    try app.settles(on: .favourites)
    try app.press("Q")
    #expect(try app.exits() == 0)
  }

  private static func checkFiles(_ stage: Stage, _ demo: DemoProcess) throws {
    let kept = try stage.home.kept(account: "unsplash \(demo.url)")
    #expect(kept.check.damages == [])
    #expect(kept.check.pendingLikes == 0)
    #expect(kept.check.pendingReports == 0)
    let liked = Set(try demo.state().likes)
    #expect(Set(kept.favourites.map(\.id.value)) == liked)
    // A refresh reads the first page. After it, a heart may be as old as its page.
    for photo in kept.favourites + kept.feed.prefix(30) {
      #expect(photo.isLiked == liked.contains(photo.id.value), "\(photo.id.value)")
    }
    struct Report: Decodable {
      struct Gallery: Decodable {
        let photos: Int
        let missing, damaged, orphans: [String]
      }
      let gallery: Gallery
    }
    let doctor = try stage.output("doctor", "--json", "--edition", "extended")
    let gallery = try JSONDecoder().decode(Report.self, from: Data(doctor.output)).gallery
    #expect(gallery.photos == kept.check.gallery)
    #expect(gallery.missing == [] && gallery.damaged == [] && gallery.orphans == [])
    let pictures = try FileManager.default.contentsOfDirectory(atPath: stage.home.pictures)
    #expect(pictures.allSatisfy { $0.hasSuffix(".jpg") }, "\(pictures)")
  }
}

/// A player of the monkey's actions, in bursts that don't get too far ahead of the program.
private final class Player {
  private(set) var count = 0
  private let app: App<TmuxSession>
  private let demo: DemoProcess
  private let journal: FileHandle
  private var typed: [String] = []
  private var recent: [String] = []

  /// Creates a player.
  ///
  /// - Parameter journal: the file that records every action.
  init(_ app: App<TmuxSession>, _ demo: DemoProcess, journal: String) throws {
    self.app = app
    self.demo = demo
    try Data().write(to: URL(filePath: journal))
    self.journal = try FileHandle(forWritingTo: URL(filePath: journal))
  }

  func perform(_ deed: Monkey.Deed) throws {
    count += 1
    let line = "\(count) \(String(reflecting: deed))\n"
    recent = recent.suffix(39) + [line]
    try journal.write(contentsOf: Data(line.utf8))
    switch deed {
    case .type(let text):
      typed.append(text)
      if typed.count >= 20 { try flush() }
    case .resize(let columns, let rows):
      try flush()
      try app.terminal.resize(columns: columns, rows: rows)
    case .fault(let faults):
      try flush()
      try demo.fault(faults)
      try demo.release()
    }
  }

  /// Types what is due and waits until the program has read it.
  func flush() throws {
    guard !typed.isEmpty else { return }
    try app.terminal.type(typed.joined())
    typed = []
    try app.trace.skip()
    // Half a sequence swallows the key that follows it.
    for _ in 0..<10 {
      try app.terminal.send(["C-l"])
      let redraw = try? app.trace.next("action", within: .seconds(5)) {
        $0.name == "pressed.redraw"
      }
      if redraw != nil { return }
      if let status = try app.terminal.exitStatus() { throw Failure("ended with \(status)") }
    }
    throw Failure("the program does not react\n\(app.terminal.description)")
  }

  /// Closes everything that is open, switches back to the first service, signs in if needed, and
  /// opens the feed.
  func comeBack() throws {
    try app.terminal.resize(columns: 100, rows: 30)
    for _ in 0..<60 {
      switch try rest() {
      // Wikimedia Commons, which is always there, has no profile.
      case .feed where app.terminal.description.contains("2 Favourites"): try app.press("W")
      case .feed: return
      case .signIn: try app.press("Enter")
      case .signInWaiting: try app.press("o")
      case .search, .gallery, .profile, .favourites: try app.press("1")
      default: try app.press("Escape")
      }
    }
    throw Failure("no way back to the feed\n\(app.terminal.description)")
  }

  /// Waits until the program is idle, and returns the place that has the keyboard.
  @discardableResult
  func rest() throws -> Place {
    try app.trace.skip()
    try app.terminal.send(["C-l"])
    let line = try app.describingScreen {
      try app.trace.next("idle", "after the faults", within: .seconds(120))
    }
    return line.screen.flatMap(Place.init) ?? .splash
  }

  func leave() throws {
    try app.press("Q")
    #expect(try app.exits() == 0)
  }

  func tail() -> String { recent.joined() }
}
