import Foundation
import Glibc
import Harness
import Platform
import Testing

/// The program's handling of a terminal's replies.
@Suite(.endToEnd) struct AnswerTests {
  private static let kitty =
    "\u{1B}_Gi=4201;OK\u{1B}\\\u{1B}P>|kitty(0.26.5)\u{1B}\\\u{1B}[6;20;9t\u{1B}[4;480;720t"
    + "\u{1B}]10;rgb:dddd/dddd/dddd\u{1B}\\\u{1B}]11;rgb:0000/0000/0000\u{1B}\\"
    + "\u{1B}[?2026;2$y\u{1B}[?62;c"

  /// Launches the demo with these options, which prints "the end" after its exit.
  private func terminal(
    _ stage: Stage,
    _ options: String = "",
    configuration: String = ""
  ) throws -> ScriptedTerminal {
    try configuration.write(
      toFile: stage.home.path + "/config/imagefeed/config.toml",
      atomically: true,
      encoding: .utf8
    )
    return try ScriptedTerminal(
      script: "'\(stage.binary)' --demo \(options); echo the end",
      environment: stage.home.environment.merging(["TERM": "xterm-256color"]) { $1 }
    )
  }

  @Test func `the doctor queries the terminal and leaves it as it was`() throws {
    try Stage.run { stage in
      let terminal = try ScriptedTerminal(
        script: """
          stty -a > '\(stage.home.path)/before'
          '\(stage.binary)' doctor --json
          stty -a > '\(stage.home.path)/after'
          echo the end
          """,
        environment: stage.home.environment.merging(["TERM": "xterm-kitty"]) { $1 }
      )
      try terminal.run(until: "\u{1B}[c")
      terminal.type(Self.kitty.utf8, at: .now)
      try terminal.run(until: "the end")
      let text = String(decoding: terminal.output, as: UTF8.self)
      let start = try #require(text.firstIndex(of: "{"))
      let end = try #require(text.lastIndex(of: "}"))
      let object = try JSONSerialization.jsonObject(with: Data(text[start...end].utf8))
      let report = try #require(object as? [String: Any])
      let graphics = try #require(report["graphics"] as? [String: String])
      #expect(graphics["protocol"] == "kitty-direct")
      #expect((report["answers"] as? [String])?.count == 8)
      let cell = try #require(report["cellSize"] as? [String: Any])
      #expect(cell["width"] as? Double == 9 && cell["height"] as? Double == 20)
      func settings(_ name: String) throws -> String {
        try String(contentsOfFile: stage.home.path + "/" + name, encoding: .utf8)
      }
      #expect(try settings("before") == settings("after"))
    }
  }

  /// The setting in the file, and the options.
  @Test(arguments: [
    ("", "--cell 11x23"), ("cell = \"11x23\"", ""), ("cell = \"13x29\"", "--cell 11x23"),
  ])
  func `pictures have the size of cells that the user has set, whatever the terminal replies`(
    setting: String,
    options: String
  ) throws {
    try Stage.run { stage in
      let terminal = try terminal(stage, "--graphics sixel \(options)", configuration: setting)
      try terminal.run(until: "\u{1B}[c")
      terminal.type("\u{1B}[6;20;9t\u{1B}[?2026;2$y\u{1B}[?62;c".utf8, at: .now)
      // The key is read only once the sign-in screen is shown.
      try terminal.run(until: "Enter")
      terminal.type("d".utf8, at: .now)
      try terminal.run(until: "\u{1B}P0;1;0q")
      terminal.type("Q".utf8, at: .now)
      try terminal.run(until: "the end")
      let text = String(decoding: terminal.output, as: UTF8.self)
      // The width and height in pixels of every picture.
      let pictures = text.matches(of: /\u{1B}P0;1;0q"1;1;([0-9]+);([0-9]+)/)
      #expect(!pictures.isEmpty)
      for picture in pictures {
        let (width, height) = (Int(picture.1) ?? 0, Int(picture.2) ?? 0)
        #expect(width > 0 && width.isMultiple(of: 11), "\(width)")
        #expect(height > 0 && height.isMultiple(of: 23), "\(height)")
      }
    }
  }

  @Test func `the theme follows the terminal, at launch and later`() throws {
    try Stage.run { stage in
      let terminal = try terminal(stage)
      // The accents of the two themes, as the frame's colours.
      let (dark, light) = ("2;108;182;255", "2;11;95;193")
      try terminal.run(until: "\u{1B}[c")
      try terminal.run(until: dark)
      terminal.type("\u{1B}]11;rgb:ffff/ffff/ffff\u{7}\u{1B}[?62;c".utf8, at: .now)
      try terminal.run(until: light)
      terminal.type("\u{1B}[?997;1n".utf8, at: .now)
      try terminal.run(until: "\u{1B}]11;?")
      terminal.type("\u{1B}]11;rgb:0000/0000/0000\u{7}\u{1B}[?62;c".utf8, at: .now)
      try terminal.run(until: dark)
      terminal.type("q".utf8, at: .now)
      try terminal.run(until: "the end")
      #expect(String(decoding: terminal.output, as: UTF8.self).contains("\u{1B}[?2031l"))
    }
  }

  @Test(arguments: [("theme", true), ("terminal", false)])
  func `only the theme's background replaces the terminal's, before and after its replies`(
    setting: String,
    isReplaced: Bool
  ) throws {
    try Stage.run { stage in
      let configuration = "background = \"\(setting)\""
      let terminal = try terminal(stage, "--graphics symbols", configuration: configuration)
      try terminal.run(until: "\u{1B}[c")
      try terminal.run(until: "Enter")
      terminal.type("\u{1B}]11;rgb:ffff/ffff/ffff\u{7}\u{1B}[?62;c".utf8, at: .now)
      // The accent of the light theme, then the selection's frame in the feed.
      try terminal.run(until: "2;11;95;193")
      terminal.type("d".utf8, at: .now)
      try terminal.run(until: "▇")
      // Help covers the photos and the cells around them. When it closes, these are drawn again.
      terminal.type("?".utf8, at: .now)
      try terminal.run(until: "Esc")
      terminal.forget()
      terminal.type("\u{1B}".utf8, at: .now)
      try terminal.run(until: "▇")
      let text = String(decoding: terminal.output, as: UTF8.self)
      #expect(text.contains("48;2;250;249;247") == isReplaced)
      terminal.type([0x03], at: .now)
      try terminal.run(until: "the end")
    }
  }

  /// The terminals' names, and a character of the selection's frame.
  @Test(arguments: [("XTerm(379)", "┏"), ("mlterm(3.9.0)", "┏"), ("kitty(0.26.5)", "▇")])
  func `the selection's frame consists of blocks, or of lines where blocks have seams`(
    name: String,
    character: String
  ) throws {
    try Stage.run { stage in
      let terminal = try terminal(stage, "--graphics symbols")
      try terminal.run(until: "\u{1B}[c")
      terminal.type("\u{1B}P>|\(name)\u{1B}\\\u{1B}[?62;c".utf8, at: .now)
      try terminal.run(until: "Enter")
      terminal.type("d".utf8, at: .now)
      try terminal.run(until: character)
      terminal.type("q".utf8, at: .now)
      try terminal.run(until: "the end")
    }
  }

  @Test func `kitty is queried through tmux with passthrough, and receives pictures through it`()
    throws
  {
    try Stage.run { stage in
      let folder = stage.home.path
      try "set -g status off\nset -g allow-passthrough on\nset -s escape-time 0\n"
        .write(toFile: folder + "/tmux.conf", atomically: true, encoding: .utf8)
      let tmux = "tmux -u -S '\(folder)/tmux' -f '\(folder)/tmux.conf'"
      // tmux knows its terminal only after its reply, which may arrive after the program's launch.
      let isKnown = "\(tmux) display -p '#{client_termtype}' | grep -q kitty"
      let command = "until \(isKnown); do sleep 0.05; done; exec '\(stage.binary)' --demo"
      let terminal = try ScriptedTerminal(
        // On a small screen the sign-in has no pictures, so the first picture is in the feed.
        script: """
          stty cols 59 rows 20
          \(tmux) new-session "\(command)"
          \(tmux) kill-server
          echo the session is over
          """,
        environment: stage.home.environment.merging(["TERM": "xterm-256color"]) { $1 }
      )
      // tmux's server isn't in the terminal's session. It stays if the test fails.
      defer {
        let end = "\(tmux) kill-server 2> /dev/null"
        _ = try? Subprocess.run(["sh", "-c", end], environment: Stage.path)
      }
      // tmux sends its own query, and recognizes the terminal by the reply.
      try terminal.run(until: "\u{1B}[>q")
      let attributes = "\u{1B}[?62;c\u{1B}[>1;4000;40c"
      terminal.type("\(attributes)\u{1B}P>|kitty(0.40.1)\u{1B}\\".utf8, at: .now)
      // Unwrapped, as the outer terminal must receive it.
      try terminal.run(until: "\u{1B}_Gi=4201,s=1,v=1,a=q,f=24,t=d;AAAA\u{1B}\\")
      terminal.type("\u{1B}_Gi=4201;OK\u{1B}\\".utf8, at: .now)
      // The key is read only once the sign-in screen is shown. tmux draws it before or after it
      // passes the query on.
      let isShown = terminal.output.firstRange(of: Array("Enter".utf8)) != nil
      try terminal.run(until: isShown ? "" : "Enter")
      terminal.type("d".utf8, at: .now)
      try terminal.run(until: "\u{1B}_Ga=t,")
      try terminal.run(until: "a=p,U=1,")
      terminal.type("q".utf8, at: .now)
      try terminal.run(until: "the session is over")
    }
  }

  @Test func `tmux's default settings are explained once, and by the doctor always`() throws {
    try Stage.run { stage in
      let folder = stage.home.path
      try "set -g status off\nset -s escape-time 0\n"
        .write(toFile: folder + "/tmux.conf", atomically: true, encoding: .utf8)
      let tmux = "tmux -u -S '\(folder)/tmux' -f '\(folder)/tmux.conf'"
      let program = """
        until \(tmux) display -p '#{client_termtype}' | grep -q kitty; do sleep 0.05; done
        for run in 1 2; do '\(stage.binary)' --demo --trace '\(folder)/trace'$run; done
        '\(stage.binary)' doctor --json > '\(folder)/report'
        """
      try program.write(toFile: folder + "/program", atomically: true, encoding: .utf8)
      let terminal = try ScriptedTerminal(
        script: """
          \(tmux) new-session "sh '\(folder)/program'"
          \(tmux) kill-server
          echo the session is over
          """,
        environment: stage.home.environment.merging(["TERM": "xterm-256color"]) { $1 }
      )
      defer {
        let end = "\(tmux) kill-server 2> /dev/null"
        _ = try? Subprocess.run(["sh", "-c", end], environment: Stage.path)
      }
      let traces = try ["1", "2"].map { try TraceFile(creating: folder + "/trace" + $0) }
      try terminal.run(until: "\u{1B}[>q")
      let attributes = "\u{1B}[?62;c\u{1B}[>1;4000;40c"
      terminal.type("\(attributes)\u{1B}P>|kitty(0.40.1)\u{1B}\\".utf8, at: .now)
      try terminal.run(until: "allow-passthrough")
      for (trace, notices) in zip(traces, [1, 0]) {
        try trace.next("idle")
        let actions = try trace.all("action").compactMap(\.name)
        #expect(actions.count { $0.hasPrefix("picturesBlocked") } == notices, "\(actions)")
        terminal.type("q".utf8, at: .now)
        try terminal.catchUp()
      }
      try terminal.run(until: "the session is over")
      let report = try String(contentsOfFile: folder + "/report", encoding: .utf8)
      #expect(report.contains("set -g allow-passthrough on"))
    }
  }
}
