import Foundation
import Harness
import Testing

/// kitty with placeholders, alone and around tmux.
@Suite(.realTerminals, .newKitty, .serialized) struct RealKittyTests {
  @Test func `photos are side by side and fill their tiles`() throws {
    try Stage.run { stage in
      let scene = try RealScene(stage, RealSetting(kind: .newKitty), "rows")
      let small = try stage.photographs(of: scene.demo, 2, width: 300)
      try scene.app.press("v", settlingOn: .feed)
      try scene.app.showsRow(of: small, as: "1-rows")
    }
  }

  @Test func `the first screen is covered with photos at a quarter of their brightness`() throws {
    try Stage.run { stage in
      let trace = try TraceFile(creating: stage.home.path + "/trace-mosaic")
      let terminal = try stage.realTerminal(
        .newKitty,
        name: "kitty-new-mosaic",
        columns: 100,
        rows: 30,
        [stage.binary, "--demo", "--trace", trace.path],
        environment: stage.home.environment
      )
      let app = App(terminal: terminal, trace: trace)
      try app.settles(on: .signIn)
      let screen = try app.standsStill(as: "1-mosaic")
      // Above and below the panel, up to all edges except the line of keys.
      for rows in [0..<8, 21..<29] {
        let area = terminal.area(0, rows.lowerBound, (100, rows.count))
        var colors: Set<[UInt8]> = []
        for y in stride(from: Int(area.y) + 1, to: Int(area.y + area.height), by: 5) {
          for x in stride(from: Int(area.x) + 1, to: Int(area.x + area.width), by: 5) {
            colors.insert(screen[x, y])
          }
        }
        #expect(colors.count > 500)
        #expect(colors.allSatisfy { $0.allSatisfy { $0 <= 66 } })
      }
    }
  }

  @Test func `inside tmux the photos are in their places, zoomed ones too`() throws {
    try Stage.run { stage in
      let tmux = try Tmux(stage)
      defer { tmux.end() }
      let app = try tmux.start(in: "0")
      let photos = try stage.photographs(of: tmux.demo, 2)
      let small = try stage.photographs(of: tmux.demo, 2, width: 300)
      try app.showsFullScreen(of: photos)
      try app.press("v", settlingOn: .feed)
      try app.showsRow(of: small, as: "6-rows")
    }
  }

  @Test func `inside tmux photos return after anything that makes tmux drop them`() throws {
    try Stage.run { stage in
      let tmux = try Tmux(stage)
      defer { tmux.end() }
      let app = try tmux.start(in: "0")
      let photos = try stage.photographs(of: tmux.demo, 2)
      let small = try stage.photographs(of: tmux.demo, 2, width: 300)
      try app.shows(app.terminal.cards(photos), as: "1-feed")
      // Sent while another window is shown.
      try tmux.run("new-window")
      try app.trace.skip()
      try tmux.run("send-keys", "-t", ":0", "v")
      // Its pictures aren't read, so it doesn't become idle.
      try app.trace.next("action", "after v", where: \.isByKey)
      try app.trace.next("frame")
      try tmux.run("select-window", "-t", ":0")
      try app.showsRow(of: small, as: "2-seen")

      try app.trace.skip()
      try tmux.run("send-keys", "C-z")
      _ = try eventually("the program still runs", pause: app.glance) {
        try tmux.run("display-message", "-p", "#{pane_current_command}") == "bash\n" ? true : nil
      }
      try tmux.run("send-keys", "fg", "Enter")
      try app.settles(on: .feed)
      try app.showsRow(of: small, as: "3-continued")

      // Another kitty, which has received no pictures.
      try tmux.run("detach-client")
      let other = try tmux.attach("other")
      let again = App(terminal: other, trace: app.trace)
      try again.showsRow(of: small, as: "4-attached")
    }
  }
}

/// A tmux server in kitty with a shell in its first window, and its own socket and settings.
private struct Tmux {
  let demo: DemoProcess
  private let stage: Stage
  private let socket: String
  private let terminal: RealTerminal
  private let environment: [String: String]

  init(_ stage: Stage) throws {
    self.stage = stage
    demo = try stage.demo()
    environment = try stage.home.environment(for: demo)
    socket = stage.home.path + "/in-kitty.tmux"
    let configuration = stage.home.path + "/in-kitty.conf"
    try """
    set -g status off
    set -g allow-passthrough on
    set -s escape-time 0
    """.write(toFile: configuration, atomically: true, encoding: .utf8)
    terminal = try stage.realTerminal(
      .newKitty,
      name: "kitty-new-tmux",
      ["tmux", "-u", "-S", socket, "-f", configuration, "new-session", "bash", "--norc"],
      environment: environment
    )
    _ = try eventually("no tmux", pause: { _ in }) { () -> Bool? in
      (try? run("list-clients"))?.isEmpty == false ? true : nil
    }
  }

  @discardableResult
  func run(_ arguments: String...) throws -> String {
    try Subprocess.text(["tmux", "-S", socket] + arguments, environment: environment)
  }

  /// Launches the program from the shell of a window and signs in.
  func start(in window: String) throws -> App<RealTerminal> {
    let trace = try TraceFile(creating: stage.home.path + "/trace-tmux")
    let app = App(terminal: terminal, trace: trace)
    try run("send-keys", "-t", ":" + window, "\(stage.binary) --trace \(trace.path)", "Enter")
    try app.settles(on: .signIn)
    try run("send-keys", "-t", ":" + window, "Enter")
    try app.settles(on: .feed)
    try run("send-keys", "-t", ":" + window, "v", "v")
    try app.settles(on: .feed)
    try terminal.goThroughTmux(pane: try pane)
    return app
  }

  /// The device of the first window's pane.
  private var pane: String {
    get throws {
      try run("display-message", "-p", "-t", ":0", "#{pane_tty}").trimmingCharacters(in: .newlines)
    }
  }

  /// Attaches another terminal, which shows the same windows.
  func attach(_ name: String) throws -> RealTerminal {
    let other = try stage.realTerminal(
      .newKitty,
      name: "kitty-new-tmux-\(name)",
      ["tmux", "-u", "-S", socket, "attach-session"],
      environment: environment
    )
    _ = try eventually("nobody is attached", pause: { _ in }) { () -> Bool? in
      try run("list-clients").isEmpty ? nil : true
    }
    try other.goThroughTmux(pane: try pane)
    return other
  }

  func end() { _ = try? run("kill-server") }
}

extension Trait where Self == ConditionTrait {
  /// A condition for tests that need a kitty with placeholders.
  fileprivate static var newKitty: Self {
    .enabled(
      if: RealTerminal.Kind.newKitty.isInstalled,
      "IMAGEFEED_KITTY names no kitty from 0.28 on"
    )
  }
}
