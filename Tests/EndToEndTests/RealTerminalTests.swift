import Foundation
import Glibc
import Harness
import Testing

/// Photos on the screens of real terminals, as users see them.
@Suite(.realTerminals, .serialized) struct RealTerminalTests {
  @Test(arguments: RealSetting.thorough)
  func `feed and full screen show the photos`(setting: RealSetting) throws {
    try Stage.run { stage in
      let scene = try RealScene(stage, setting, "photo")
      let (app, terminal) = (scene.app, scene.terminal)
      let photos = try stage.photographs(of: scene.demo, 2)

      let feed = try app.showsFullScreen(of: photos)

      try app.scroll(steps: 3)
      try app.shows(terminal.cards(photos, scrolled: 9), as: "6-scrolled")
      try app.scroll(up: true, steps: 3)
      try app.shows(feed, as: "7-feed")
    }
  }

  /// xterm draws no sixel image of more than 1000 pixels.
  @Test func `a picture larger than the largest sixel image is complete`() throws {
    try Stage.run { stage in
      let xterm = RealSetting(kind: .xterm)
      let scene = try RealScene(stage, xterm, "large", columns: 170, rows: 52)
      let (app, terminal) = (scene.app, scene.terminal)
      let photo = try stage.photographs(of: scene.demo, 2).at(1)
      try app.press("l", "Enter", settlingOn: .photo)
      let shown = terminal.fullScreen(photo)
      #expect(shown.area.width > 1000)
      try app.shows(shown, as: "1-full")
      try app.press("+", "+", settlingOn: .photo)
      try app.shows(terminal.fullScreen(photo, zoom: 1.25 * 1.25), as: "2-zoomed")
    }
  }

  @Test(arguments: [RealTerminal.Kind.xterm, .mlterm].filter(\.isInstalled))
  func `24-bit colour is recognized even if the variables don't announce it`(
    kind: RealTerminal.Kind
  ) throws {
    try Stage.run { stage in
      let report = stage.home.path + "/report"
      _ = try stage.realTerminal(
        kind,
        name: "colors-\(kind)",
        ["sh", "-c", "'\(stage.binary)' doctor > '\(report)'; echo >> '\(report)'; read -r line"],
        environment: stage.home.environment
      )
      let text = try eventually("no report", pause: { _ in poll(nil, 0, 20) }) {
        let text = (try? String(contentsOfFile: report, encoding: .utf8)) ?? ""
        return text.hasSuffix("\n\n") ? text : nil
      }
      #expect(text.contains(/Colours +24bit/), "\(text)")
    }
  }

  /// The feed is drawn while the terminal is still replying.
  @Test(arguments: RealSetting.thorough)
  func `a launch without sign-in shows the photos`(setting: RealSetting) throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let environment = try stage.home.environment(for: demo)
      let before = try stage.app(environment: environment)
      try before.settles(on: .signIn)
      try before.press("Enter")
      try before.settles(on: .feed)
      // The program saves this choice.
      try before.press("v", "v", settlingOn: .feed)
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

  @Test(arguments: RealSetting.thorough)
  func `no remains of an alert or of help are left on a picture`(setting: RealSetting) throws {
    try Stage.run { stage in
      // Likes of the basic edition fail with an alert.
      let scene = try RealScene(stage, setting, "overlay", options: ["--edition", "basic"])
      let (app, terminal) = (scene.app, scene.terminal)
      let photos = try stage.photographs(of: scene.demo, 2)
      let feed = try app.shows(terminal.cards(photos), as: "1-feed")
      try scene.demo.fault("status=500@like")
      try app.press("f", settlingOn: .alert)
      // An alert has at least 7 rows and 60 columns.
      try app.showsText(in: terminal.area(22, 13, (56, 4)), as: "2-alert")
      try app.press("Escape", settlingOn: .feed)
      try app.shows(feed, as: "3-feed")

      try app.press("Enter", settlingOn: .photo)
      let full = try app.shows(terminal.fullScreen(photos.at(0)), as: "4-full")
      try app.press("?", settlingOn: .help)
      try app.showsText(in: terminal.area(40, 10, (20, 10)), as: "5-help")
      try app.press("Escape", settlingOn: .photo)
      try app.shows(full, as: "6-full")
      try app.press("C-l", settlingOn: .photo)
      try app.shows(full, as: "7-redrawn")
    }
  }

  @Test(arguments: RealSetting.thorough, [0, SIGSEGV])
  func `the window is clean after exit`(setting: RealSetting, signal: Int32) throws {
    try Stage.run { stage in
      let shell = try RealShell(stage, setting, "end-\(signal)")
      let app = shell.app
      let photos = try stage.photographs(of: shell.demo, 2)
      try app.shows(app.terminal.cards(photos), as: "1-feed")
      try shell.ends(as: "2-end") { program in
        if signal == 0 { try app.press("q") } else { kill(program, signal) }
      }
    }
  }

  /// One sequence through the program, in all terminals.
  @Test(arguments: RealSetting.all)
  func `the screen is restored after ten steps, full screen, help and exit`(
    setting: RealSetting
  ) throws {
    try Stage.run { stage in
      let shell = try RealShell(stage, setting, "way")
      let (app, terminal) = (shell.app, shell.app.terminal)
      let photos = try stage.photographs(of: shell.demo, 2)
      let cards = setting.hasPixels ? terminal.cards(photos) : []
      try app.shows(cards, as: "1-cards")
      let feed = try app.feedAfterFullScreen(as: "1-feed")

      try app.press([String](repeating: "j", count: 10))
      try app.settles(on: .feed)
      let stepped = try app.standsStill(as: "2-ten-steps")
      try app.press("C-l", settlingOn: .feed)
      try app.shows(stepped, as: "3-redrawn")
      try app.press("g", settlingOn: .feed)
      try app.shows(feed, as: "4-feed")

      try app.press("Enter", settlingOn: .photo)
      let photo = try setting.hasPixels ? [terminal.fullScreen(photos.at(0))] : []
      try app.shows(photo, as: "5-photo")
      let full = try app.standsStill(as: "5-full")
      try app.press("?", settlingOn: .help)
      try app.showsText(in: terminal.area(40, 10, (20, 10)), as: "6-help")
      try app.press("Escape", settlingOn: .photo)
      try app.shows(full, as: "7-full")
      try app.press("Escape", settlingOn: .feed)
      try app.shows(feed, as: "8-feed")
      try shell.ends(as: "9-end") { _ in try app.press("q") }
    }
  }
}
