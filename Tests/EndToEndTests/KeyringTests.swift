import Foundation
import Glibc
import Harness
import Platform
import Testing

/// Sessions in the GNOME keyring, on a separate bus.
@Suite(.keyring) struct KeyringTests {
  /// A user at a desktop, with an application registered at the service.
  private struct Seat {
    let stage: Stage
    let demo: DemoProcess
    let desktop: Desktop
    let environment: [String: String]

    func app() throws -> App<TmuxSession> { try stage.app(environment: environment) }

    func run(_ arguments: String...) throws -> Subprocess.Result {
      try Subprocess.run(
        ["sh", "-c", "exec \"$@\" 2>&1", "sh", stage.binary] + arguments,
        environment: environment
      )
    }

    func signIn(_ environment: [String: String]? = nil) throws {
      let app = try stage.app(environment: environment ?? self.environment)
      try app.settles(on: .signIn)
      try app.press("Enter")
      try app.settles(on: .feed)
      try app.press("q")
      #expect(try app.exits() == 0)
    }

    var secret: String? { get throws { try desktop.secret("unsplash", demo.url) } }

    var file: String {
      (try? String(contentsOfFile: stage.home.credentials, encoding: .utf8)) ?? ""
    }

    /// Whether the file contains a token.
    var fileHasToken: Bool { file.contains("\"token\"") }

    func configure(_ text: String) throws {
      try text.write(
        toFile: stage.home.path + "/config/imagefeed/config.toml",
        atomically: true,
        encoding: .utf8
      )
    }
  }

  private func run(_ body: (Seat) throws -> Void) throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let desktop = try Desktop(stage.home)
      defer { desktop.close() }
      let environment = try stage.home.environment(for: demo)
        .merging(desktop.environment) { $1 }
      try body(Seat(stage: stage, demo: demo, desktop: desktop, environment: environment))
    }
  }

  @Test func `a sign-in is saved in the keyring, and every command reads it from there`() throws {
    try run { seat in
      try seat.desktop.unlock()
      #expect(try seat.run("doctor").text.contains("auto: keyring"))
      try seat.signIn()
      #expect(!seat.fileHasToken && seat.file.contains("\"username\""))
      #expect(try seat.secret?.contains("\"token\"") == true)
      #expect(try seat.run("doctor").text.contains("yes, keyring"))

      // The first frame shows the signed-in user before the keyring has replied.
      let app = try seat.app()
      try app.settles(on: .feed)
      #expect(try app.trace.all("frame").first?.screen == "feed")
      try app.press("2", settlingOn: .favourites)
      try app.shows("@demo")
      try app.press("q")
      #expect(try app.exits() == 0)
      #expect(try seat.run("me").status == 0)

      #expect(try seat.run("logout").status == 0)
      #expect(try seat.secret == nil)
      #expect(!seat.file.contains("127.0.0.1"))
      #expect(try seat.run("me").status == 3)
    }
  }

  @Test func `an earlier session moves to the keyring, and back if the file is configured`() throws
  {
    try run { seat in
      try seat.signIn(try seat.stage.home.environment(for: seat.demo))
      #expect(seat.fileHasToken)
      try seat.desktop.unlock()
      let watch = try FileWatch(seat.stage.home.path + "/data/imagefeed")
      let app = try seat.app()
      try app.settles(on: .feed)
      _ = try eventually("the token is still in the file", pause: watch.wait) {
        seat.fileHasToken ? nil : true
      }
      #expect(try seat.secret?.contains("\"token\"") == true)
      try app.press("q")
      #expect(try app.exits() == 0)
      #expect(try seat.run("me").status == 0)

      try seat.configure("credentials = \"file\"\n")
      let other = try seat.app()
      try other.settles(on: .feed)
      _ = try eventually("the token is not in the file", pause: watch.wait) {
        try seat.fileHasToken && seat.secret == nil ? true : nil
      }
    }
  }

  @Test func `a keyring that stays locked leads to sign-in, which then uses the file`() throws {
    try run { seat in
      try seat.desktop.unlock()
      try seat.signIn()
      try seat.desktop.endKeyring()
      try seat.desktop.lock()
      #expect(try seat.run("doctor").text.contains("the keyring is locked or not set up"))
      let me = try seat.run("me")
      #expect(me.status == 3 && me.text.contains("keyring is locked"))

      let app = try seat.app()
      try app.settles(on: .alert)
      try app.shows("The keyring is locked or not set up.")
      try app.press("Enter", settlingOn: .signIn)
      // Data that the keyring may still return isn't deleted.
      #expect(!seat.fileHasToken && seat.file.contains(seat.demo.url))
      try app.press("Enter")
      try app.settles(on: .feed)
      try app.shows("Your session is kept in a file only you can read")
      #expect(seat.fileHasToken)
      try app.press("q")
      #expect(try app.exits() == 0)
      #expect(try seat.run("me").status == 0)
    }
  }

  @Test func `without a keyring the file is used, unless the keyring is required`() throws {
    try run { seat in
      try seat.configure("credentials = \"keyring\"\n")
      let app = try seat.app()
      try app.settles(on: .signIn)
      try app.press("Enter")
      try app.settles(on: .alert)
      try app.shows("No keyring is running.")
      try app.press("Enter", settlingOn: .signIn)
      #expect(!seat.file.contains(seat.demo.url))
      try app.press("q")
      #expect(try app.exits() == 0)
      #expect(try seat.run("doctor").text.contains("keyring: no keyring is running"))

      try seat.configure("")
      let other = try seat.app()
      try other.settles(on: .signIn)
      try other.press("Enter")
      try other.settles(on: .feed)
      try other.shows("No keyring is running.")
      #expect(seat.fileHasToken)
    }
  }

  @Test func `a keyring that doesn't reply delays no launch, and is given up`() throws {
    try run { seat in
      try seat.desktop.unlock()
      try seat.signIn()
      seat.desktop.hold()
      let impatient = seat.environment.merging(["IMAGEFEED_KEYRING_TIMEOUT": "300"]) { $1 }
      let app = try seat.stage.app(environment: impatient)
      try app.settles(on: .alert)
      try app.shows("The keyring didn't answer in time.")
      // Cached data is shown in the meantime.
      #expect(try app.trace.all("frame").first?.screen == "feed")
      #expect(try app.trace.all("http").allSatisfy { $0.url?.contains("/photos?") != true })
      seat.desktop.goOn()
      try app.press("Enter", settlingOn: .signIn)
      try app.press("q")
      #expect(try app.exits() == 0)
      let other = try seat.app()
      try other.settles(on: .feed)
      #expect(!seat.fileHasToken)
    }
  }
}

extension Trait where Self == ProgramTrait {
  /// The trait of tests with a separate keyring.
  ///
  /// Without its tools they are skipped.
  fileprivate static var keyring: Self {
    let tools = ["dbus-daemon", "dbus-send", "gnome-keyring-daemon", "secret-tool"]
    return .program(
      if: Stage.binary != nil && tools.allSatisfy(Stage.hasTool),
      "run scripts/dependencies test"
    )
  }
}
