import Foundation
import Harness
import Testing

/// kitty with placeholders, by itself and around tmux.
@Suite(.realTerminals, .newKitty, .serialized) struct RealKittyTests {
  @Test func `tiles are filled by what is cut out of their photographs`() throws {
    try Stage.run { stage in
      let scene = try RealScene(stage, RealSetting(kind: .newKitty), "tiles")
      let (app, terminal) = (scene.app, scene.terminal)
      let photos = try stage.photographs(of: scene.demo, 3)
      try app.press("v", settlingOn: .feed)
      try app.shows(terminal.tiles(photos), as: "1-tiles")
    }
  }

  @Test func `inside tmux the photographs are where they belong, zoomed as well`() throws {
    try Stage.run { stage in
      let tmux = try Tmux(stage)
      defer { tmux.end() }
      let app = try tmux.start(in: "0")
      let photos = try stage.photographs(of: tmux.demo, 2)
      try app.showsFullScreen(of: photos)
      try app.press("v", settlingOn: .feed)
      try app.shows(app.terminal.tiles(try stage.photographs(of: tmux.demo, 3)), as: "6-tiles")
    }
  }

  @Test func `inside tmux the photographs are back after all that tmux may drop`() throws {
    try Stage.run { stage in
      let tmux = try Tmux(stage)
      defer { tmux.end() }
      let app = try tmux.start(in: "0")
      let photos = try stage.photographs(of: tmux.demo, 3)
      try app.shows(app.terminal.cards(Array(photos.prefix(2))), as: "1-feed")
      // Sent while another window is looked at.
      try tmux.run("new-window")
      try app.trace.skip()
      try tmux.run("send-keys", "-t", ":0", "v")
      // Nobody fetches its pictures, so it does not come to rest.
      try app.trace.next("action", "after v", where: \.isByKey)
      try app.trace.next("frame")
      try tmux.run("select-window", "-t", ":0")
      try app.shows(app.terminal.tiles(photos), as: "2-seen")

      try app.trace.skip()
      try tmux.run("send-keys", "C-z")
      _ = try eventually("the program still runs", pause: app.glance) {
        try tmux.run("display-message", "-p", "#{pane_current_command}") == "bash\n" ? true : nil
      }
      try tmux.run("send-keys", "fg", "Enter")
      try app.settles(on: .feed)
      try app.shows(app.terminal.tiles(photos), as: "3-continued")

      // Another kitty, which was sent nothing.
      try tmux.run("detach-client")
      let other = try tmux.attach("other")
      let again = App(terminal: other, trace: app.trace)
      try again.shows(other.tiles(photos), as: "4-attached")
    }
  }
}

/// A tmux server in kitty, with a shell in its first window; its socket and settings are its own.
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
    try Command.text(["tmux", "-S", socket] + arguments, environment: environment)
  }

  /// Starts the program from the shell of a window and signs in.
  func start(in window: String) throws -> App<RealTerminal> {
    let trace = try TraceFile(creating: stage.home.path + "/trace-tmux")
    let app = App(terminal: terminal, trace: trace)
    try run("send-keys", "-t", ":" + window, "\(stage.binary) --trace \(trace.path)", "Enter")
    try app.settles(on: .signIn)
    try run("send-keys", "-t", ":" + window, "Enter")
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

  /// Another terminal that shows the same.
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

extension RealTerminal {
  /// The first tiles of a grid of 100 columns: three of 30 by 9 cells, two cells apart, in each row.
  ///
  /// Their photographs fill them, cut evenly at both sides.
  fileprivate func tiles(_ photos: [Raster]) -> [Shown] {
    photos.enumerated().map { index, photo in
      let area = self.area(2 + index * 32, 1, (30, 9))
      let (wide, high) = (area.width / Double(photo.width), area.height / Double(photo.height))
      let (width, height) = (wide / max(wide, high), high / max(wide, high))
      let part = Area(x: (1 - width) / 2, y: (1 - height) / 2, width: width, height: height)
      // They come from JPEGs hardly larger than they are drawn.
      return Shown(photo: photo, area: area, part: part, points: Likeness.points / 2)
    }
  }
}

extension Trait where Self == ConditionTrait {
  /// A test that needs a kitty with placeholders.
  fileprivate static var newKitty: Self {
    .enabled(
      if: RealTerminal.Kind.newKitty.isInstalled,
      "IMAGEFEED_KITTY names no kitty from 0.28 on"
    )
  }
}
