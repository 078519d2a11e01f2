import Foundation
import Glibc
import Harness
import Testing

/// A real terminal, and the way the program is launched in it.
struct RealSetting: CustomTestStringConvertible, Sendable {
  let kind: RealTerminal.Kind
  var options: [String] = []
  /// Whether it shows photos as pixels.
  var hasPixels = true

  var testDescription: String { ([kind.rawValue] + options).joined(separator: " ") }
  /// The name of its screenshots.
  var name: String {
    ([kind.rawValue] + options.filter { !$0.hasPrefix("-") }).joined(separator: "-")
  }

  /// The settings that each test runs in: one terminal per way of drawing pictures.
  static let thorough = installed([
    RealSetting(kind: .kitty),
    RealSetting(kind: .kitty, options: ["--graphics", "kitty-direct"]),
    RealSetting(kind: .xterm),
    RealSetting(kind: .newKitty),
  ])

  /// The installed settings, for one sequence of the program.
  static let all =
    thorough
    + installed([
      RealSetting(kind: .foot),
      RealSetting(kind: .mlterm),
      RealSetting(kind: .konsole),
      RealSetting(kind: .konsole, options: ["--graphics", "iterm2"]),
      RealSetting(kind: .urxvt, hasPixels: false),
    ])

  /// Returns the installed ones: kitty and xterm, or those that `IMAGEFEED_TERMINALS=foot,xterm`
  /// names.
  private static func installed(_ settings: [RealSetting]) -> [RealSetting] {
    settings.filter { $0.kind.isInstalled && names.contains($0.kind.rawValue) }
  }

  private static let names =
    (ProcessInfo.processInfo.environment["IMAGEFEED_TERMINALS"] ?? "kitty,kitty-new,xterm")
    .split(separator: ",").map(String.init)

  /// Whether a nested terminal is requested and installed.
  static func hasNested(_ name: String, tool: String) -> Bool {
    names.contains(name) && Stage.hasTool(tool)
  }
}

/// The program on the feed of a demo service.
struct RealScene {
  let demo: DemoProcess
  let app: App<RealTerminal>
  var terminal: RealTerminal { app.terminal }

  init(
    _ stage: Stage,
    _ setting: RealSetting,
    _ test: String,
    columns: Int = 100,
    rows: Int = 30,
    options: [String] = []
  ) throws {
    demo = try stage.demo()
    let trace = try TraceFile(creating: stage.home.path + "/trace-real")
    let terminal = try stage.realTerminal(
      setting.kind,
      name: "\(setting.name)-\(test)",
      columns: columns,
      rows: rows,
      [stage.binary, "--trace", trace.path] + setting.options + options,
      environment: try stage.home.environment(for: demo)
    )
    app = App(terminal: terminal, trace: trace)
    try app.settles(on: .signIn)
    try app.press("Enter")
    try app.settles(on: .feed)
    // One photo per row: the expected positions follow without the program's layout.
    try app.press("v", "v", settlingOn: .feed)
  }
}

/// The program on the feed of a demo service, launched from a shell with a line of text.
struct RealShell {
  let demo: DemoProcess
  let app: App<RealTerminal>
  /// The screen before the program was launched.
  private let before: Raster
  private let program: pid_t
  /// The file that receives the first key after the program has exited.
  private let answer: String

  init(_ stage: Stage, _ setting: RealSetting, _ test: String) throws {
    demo = try stage.demo()
    let trace = try TraceFile(creating: stage.home.path + "/trace-real")
    let ready = stage.home.path + "/ready"
    answer = stage.home.path + "/answer"
    let command = ([stage.binary, "--trace", trace.path] + setting.options)
      .map { "'\($0)'" }.joined(separator: " ")
    // Keys are read without echo, so that the screen stays the same.
    let terminal = try stage.realTerminal(
      setting.kind,
      name: "\(setting.name)-\(test)",
      [
        "bash", "-c",
        """
        printf 'a line\\n$ '; : > '\(ready)'
        exec 2> /dev/null
        read -rsN1 && \(command); read -rsN1 key; printf %s "$key" > '\(answer)'; read -r
        """,
      ],
      environment: try stage.home.environment(for: demo)
    )
    app = App(terminal: terminal, trace: trace)
    _ = try eventually("no shell", pause: app.glance) { access(ready, F_OK) == 0 ? true : nil }
    before = try terminal.stillScreenshot()
    try terminal.send(["x"])
    try app.settles(on: .signIn)
    try app.press("Enter")
    try app.settles(on: .feed)
    try app.press("v", "v", settlingOn: .feed)
    program = try #require(terminal.process(named: "imagefeed"))
  }

  /// Ends the program and checks the screen.
  ///
  /// The next key must reach the shell.
  func ends(as scene: String, by action: (pid_t) throws -> Void) throws {
    try action(program)
    _ = try eventually("the program still runs", pause: app.glance) {
      Processes.isRunning(program) ? nil : true
    }
    try app.shows(before, as: scene)
    // The first key that the shell receives is this one.
    try app.terminal.send(["y"])
    let key = try eventually("no key came", pause: app.glance) {
      try? String(contentsOfFile: answer, encoding: .utf8)
    }
    #expect(key == "y")
  }
}

extension App where Terminal == RealTerminal {
  /// Scrolls with the wheel.
  func scroll(up: Bool = false, steps: Int) throws {
    try trace.skip()
    try terminal.turnWheel(up: up, steps: steps)
    for _ in 0..<steps { try trace.next("action") { $0.name == "feed.scrolled" } }
    try settles(on: .feed)
  }

  /// Opens the first photo in full screen, zooms, pans, and returns to the top of the feed.
  ///
  /// - Returns: the screen with the feed, which is the same before and after.
  @discardableResult
  func showsFullScreen(of photos: [Raster]) throws -> Raster {
    try shows(terminal.cards(photos), as: "0-feed")
    let feed = try feedAfterFullScreen(as: "1-feed")
    try press("Enter", settlingOn: .photo)
    try shows(terminal.fullScreen(photos.at(0)), as: "2-full")
    try press("+", "+", settlingOn: .photo)
    let step = 1.25 * 1.25
    try shows(terminal.fullScreen(photos.at(0), zoom: step), as: "3-zoomed")
    try press("Down", settlingOn: .photo)
    let moved = try terminal.fullScreen(photos.at(0), zoom: step, down: 1.0 / 8)
    try shows(moved, as: "4-panned")
    try press("Escape", settlingOn: .feed)
    try shows(feed, as: "5-feed")
    return feed
  }

  /// Returns the feed's screen after the first photo was shown in full screen.
  ///
  /// The tile is then made from that larger file.
  func feedAfterFullScreen(as scene: String) throws -> Raster {
    try press("Enter", settlingOn: .photo)
    try press("Escape", settlingOn: .feed)
    return try standsStill(as: scene)
  }

  /// Waits until photos are in their places, and returns the screen.
  @discardableResult
  func shows(_ picture: Shown, as scene: String) throws -> Raster {
    try shows([picture], as: scene)
  }

  @discardableResult
  func shows(_ pictures: [Shown], as scene: String) throws -> Raster {
    try shows(as: scene) { screen in
      pictures.map { $0.likeness(on: screen) }.first { !$0.isSame }.map { "a likeness of \($0)" }
    }
  }

  /// Waits until photos are side by side in the first row.
  func showsRow(of photos: [Raster], as scene: String) throws {
    try shows(as: scene) { screen in
      let isShown = terminal.hasRow(of: photos) { $0.likeness(on: screen).isSame }
      return isShown ? nil : "no row of the photographs"
    }
  }

  /// Waits until the screen equals an earlier one, except for pixels that a terminal leaves.
  func shows(_ screenshot: Raster, as scene: String) throws {
    try shows(as: scene) { screen in
      let count = screen.differences(
        from: screenshot,
        beyond: terminal.kind.blending,
        ignoresLines: terminal.kind.hasThinRemains
      )
      guard count > 0 else { return nil }
      let area = screen.difference(from: screenshot).map { "\($0)" } ?? "another size"
      return "\(count) other pixels than before, in \(area)"
    }
  }

  /// Returns the screen once it no longer changes.
  func standsStill(as scene: String) throws -> Raster {
    try describingScreen {
      let screen = try terminal.stillScreenshot()
      try terminal.keep(screen, as: scene)
      return screen
    }
  }

  /// Waits until an area contains only text on one colour.
  func showsText(in area: Area, as scene: String) throws {
    try shows(as: scene) { screen in
      let share = screen.shareOfBackground(in: area)
      return share > 0.6 ? nil : "background in a share of \(share)"
    }
  }

  /// Waits until the screen has no errors.
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
