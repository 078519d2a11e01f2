import Foundation
import Glibc
import Harness
import Testing

/// What a person sees: photographs on the screens of real terminals.
@Suite(.realTerminals, .serialized) struct RealTerminalTests {
  /// A terminal, and how the program is started in it.
  struct Setting: CustomTestStringConvertible, Sendable {
    let kind: RealTerminal.Kind
    var options: [String] = []

    var testDescription: String { ([kind.rawValue] + options).joined(separator: " ") }
    /// What screenshots are kept as.
    var name: String {
      ([kind.rawValue] + options.filter { !$0.hasPrefix("-") }).joined(separator: "-")
    }

    static let all = [
      Setting(kind: .kitty),
      Setting(kind: .kitty, options: ["--graphics", "kitty-direct"]),
      Setting(kind: .xterm),
    ]
  }

  /// The program on the feed of a demo service.
  private struct Scene {
    let demo: DemoProcess
    let app: App<RealTerminal>
    var terminal: RealTerminal { app.terminal }

    init(_ stage: Stage, _ setting: Setting, _ test: String) throws {
      demo = try stage.demo()
      let trace = try TraceFile(creating: stage.home.path + "/trace-real")
      let terminal = try stage.realTerminal(
        setting.kind,
        name: "\(setting.name)-\(test)",
        [stage.binary, "--trace", trace.path] + setting.options,
        environment: try stage.home.environment(for: demo)
      )
      app = App(terminal: terminal, trace: trace)
      try app.settles(on: .signIn)
      try app.press("Enter")
      try app.settles(on: .feed)
    }
  }

  @Test(arguments: Setting.all)
  func `feed and full screen show the photographs`(setting: Setting) throws {
    try Stage.run { stage in
      let scene = try Scene(stage, setting, "photo")
      let (app, terminal) = (scene.app, scene.terminal)
      let photos = try stage.photographs(of: scene.demo, 2)

      let feed = try app.shows(terminal.cards(photos), as: "1-feed")
      try app.press("Enter", settlingOn: .photo)
      try app.shows(terminal.fullScreen(photos[0]), as: "2-full")
      try app.press("+", "+", settlingOn: .photo)
      let step = 1.25 * 1.25
      try app.shows(terminal.fullScreen(photos[0], zoom: step), as: "3-zoomed")
      try app.press("Down", settlingOn: .photo)
      let moved = terminal.fullScreen(photos[0], zoom: step, down: 1.0 / 8)
      try app.shows(moved, as: "4-panned")
      try app.press("Escape", settlingOn: .feed)
      try app.shows(feed, as: "5-feed")

      try app.scroll(steps: 3)
      try app.shows(terminal.cards(photos, scrolled: 9), as: "6-scrolled")
      try app.scroll(up: true, steps: 3)
      try app.shows(feed, as: "7-feed")
    }
  }

  /// The feed is drawn while the terminal still answers.
  @Test(arguments: Setting.all)
  func `a start that needs no sign-in shows the photographs`(setting: Setting) throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let environment = try stage.home.environment(for: demo)
      let before = try stage.app(environment: environment)
      try before.settles(on: .signIn)
      try before.press("Enter")
      try before.settles(on: .feed)
      try before.press("q")
      #expect(try before.exits() == 0)

      let trace = try TraceFile(creating: stage.home.path + "/trace-real")
      let terminal = try stage.realTerminal(
        setting.kind,
        name: "\(setting.name)-start",
        [stage.binary, "--trace", trace.path] + setting.options,
        environment: environment
      )
      let app = App(terminal: terminal, trace: trace)
      try app.settles(on: .feed)
      try app.shows(terminal.cards(try stage.photographs(of: demo, 2)), as: "1-feed")
    }
  }

  @Test(arguments: Setting.all)
  func `nothing of an alert or of help is left on a picture`(setting: Setting) throws {
    try Stage.run { stage in
      let scene = try Scene(stage, setting, "overlay")
      let (app, terminal) = (scene.app, scene.terminal)
      let photos = try stage.photographs(of: scene.demo, 2)
      let feed = try app.shows(terminal.cards(photos), as: "1-feed")
      try scene.demo.fault("status=500@photos")
      try app.press("R", settlingOn: .alert)
      // An alert is at least 7 rows high and 60 columns wide.
      try app.showsText(in: terminal.area(22, 13, (56, 4)), as: "2-alert")
      try app.press("Escape", settlingOn: .feed)
      try app.shows(feed, as: "3-feed")

      try app.press("Enter", settlingOn: .photo)
      let full = try app.shows(terminal.fullScreen(photos[0]), as: "4-full")
      try app.press("?", settlingOn: .help)
      try app.showsText(in: terminal.area(40, 10, (20, 10)), as: "5-help")
      try app.press("Escape", settlingOn: .photo)
      try app.shows(full, as: "6-full")
      try app.press("C-l", settlingOn: .photo)
      try app.shows(full, as: "7-redrawn")
    }
  }

  @Test(arguments: Setting.all, [0, SIGSEGV])
  func `the window is clean after the end`(setting: Setting, signal: Int32) throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let environment = try stage.home.environment(for: demo)
      let trace = try TraceFile(creating: stage.home.path + "/trace-real")
      let answer = stage.home.path + "/answer"
      let command = ([stage.binary, "--trace", trace.path] + setting.options)
        .map { "'\($0)'" }.joined(separator: " ")
      // Keys are read without an echo, so that the screen before is the screen after.
      let terminal = try stage.realTerminal(
        setting.kind,
        name: "\(setting.name)-end-\(signal)",
        [
          "bash", "-c",
          """
          printf 'a line\\n$ '
          exec 2> /dev/null
          read -rsN1 && \(command); read -rsN1 key; printf %s "$key" > '\(answer)'; read -r
          """,
        ],
        environment: environment
      )
      let app = App(terminal: terminal, trace: trace)
      try terminal.paints()
      let before = try terminal.screenshot()
      try terminal.send(["x"])
      try app.settles(on: .signIn)
      try app.press("Enter")
      try app.settles(on: .feed)
      try app.shows(terminal.cards(try stage.photographs(of: demo, 2)), as: "1-feed")
      let program = try #require(terminal.process(named: "imagefeed"))
      if signal == 0 { try app.press("q") } else { kill(program, signal) }
      _ = try eventually("the program still runs", pause: app.glance) {
        Processes.isRunning(program) ? nil : true
      }
      try app.shows(before, as: "2-end")
      // The first key that comes is the one that is pressed now.
      try terminal.send(["y"])
      let key = try eventually("no key came", pause: app.glance) {
        try? String(contentsOfFile: answer, encoding: .utf8)
      }
      #expect(key == "y")
    }
  }
}

extension App where Terminal == RealTerminal {
  /// Scrolls by the wheel.
  fileprivate func scroll(up: Bool = false, steps: Int) throws {
    try trace.skip()
    try terminal.turnWheel(up: up, steps: steps)
    for _ in 0..<steps { try trace.next("action") { $0.name == "feed.scrolled" } }
    try settles(on: .feed)
  }

  /// Waits until photographs are where they belong, and gives the screen.
  @discardableResult
  fileprivate func shows(_ picture: Shown, as scene: String) throws -> Raster {
    try shows([picture], as: scene)
  }

  @discardableResult
  fileprivate func shows(_ pictures: [Shown], as scene: String) throws -> Raster {
    try shows(as: scene) { screen in
      pictures.map { $0.likeness(on: screen) }.first { !$0.isSame }.map { "a likeness of \($0)" }
    }
  }

  /// Waits until the screen is the same as before, to the last pixel.
  fileprivate func shows(_ screenshot: Raster, as scene: String) throws {
    try shows(as: scene) { $0 == screenshot ? nil : "another screen than before" }
  }

  /// Waits until there is nothing but text on one colour.
  fileprivate func showsText(in area: Area, as scene: String) throws {
    try shows(as: scene) { screen in
      let share = screen.shareOfBackground(in: area)
      return share > 0.6 ? nil : "background in a share of \(share)"
    }
  }

  /// Waits until nothing is wrong with the screen.
  @discardableResult
  private func shows(as scene: String, fault: (Raster) -> String?) throws -> Raster {
    try terminal.paints()
    var last: (screen: Raster, fault: String?)?
    defer { if let last { try? terminal.keep(last.screen, as: scene) } }
    return try describingScreen {
      try eventually("\(scene): \(last?.fault ?? "")", pause: glance) {
        let screen = try terminal.screenshot()
        last = (screen, fault(screen))
        return last?.fault == nil ? screen : nil
      }
    }
  }
}
