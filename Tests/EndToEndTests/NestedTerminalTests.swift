import Foundation
import Glibc
import Harness
import Platform
import Testing

/// The program in GNU screen and mosh, which are terminals without an alternate screen.
@Suite(.endToEnd) struct NestedTerminalTests {
  /// A shell in one of them, in a terminal of tmux.
  private struct Nest {
    let terminal: TmuxSession
    let demo: DemoProcess

    /// Starts the nested terminal.
    ///
    /// - Parameter script: starts it around `bash --norc --noprofile`.
    init(_ stage: Stage, _ script: String) throws {
      demo = try stage.demo()
      let environment = try stage.home.environment(for: demo).merging([
        "PS1": "ready$ ", "SCREENDIR": stage.home.path + "/screens",
        "MOSH_PREDICTION_DISPLAY": "never",
      ]) { $1 }.filter { $0.key != "COLORTERM" }
      terminal = try stage.terminal(
        ["sh", "-c", "unset TMUX TMUX_PANE COLORTERM\nexport TERM=xterm-256color\n" + script],
        environment: environment
      )
      terminal.isNested = true
      _ = try eventually("no shell: \(terminal.description)", pause: Self.glance) {
        let text = try terminal.text().trimmingCharacters(in: .whitespacesAndNewlines)
        return text.hasPrefix("ready$") ? true : nil
      }
    }

    /// Launches the program from the shell and opens the feed.
    func app(_ stage: Stage) throws -> App<TmuxSession> {
      let trace = try TraceFile(creating: stage.home.path + "/trace-nested")
      try terminal.type("'\(stage.binary)' --trace '\(trace.path)'")
      try terminal.send(["Enter"])
      let app = App(terminal: terminal, trace: trace)
      try app.settles(on: .signIn)
      try app.press("Enter")
      try app.settles(on: .feed)
      return app
    }

    /// Waits for the shell's prompt in the last row, with an otherwise empty screen.
    func isReady() throws {
      _ = try eventually("no prompt at the end: \(terminal.description)", pause: Self.glance) {
        let rows = try terminal.text().split(separator: "\n", omittingEmptySubsequences: false)
        let last = rows.dropLast().last.map { $0.trimmingCharacters(in: .whitespaces) }
        return rows.count == 31 && last == "ready$" ? true : nil
      }
    }

    static func glance(_ deadline: MonotonicTime) { poll(nil, 0, 20) }
  }

  @Test(.enabled(if: RealSetting.hasNested("screen", tool: "screen")), arguments: [0, SIGSEGV])
  func `in GNU screen Esc is read at once, and exiting leaves a prompt in the last row`(
    signal: Int32
  ) throws {
    try Stage.run { stage in
      let configuration = stage.home.path + "/screenrc"
      try "startup_message off\nmousetrack off\n".write(
        toFile: configuration,
        atomically: true,
        encoding: .utf8
      )
      let nest = try Nest(
        stage,
        """
        mkdir -m 700 "$SCREENDIR"
        exec screen -U -c '\(configuration)' bash --norc --noprofile
        """
      )
      let app = try nest.app(stage)
      try app.press("?", settlingOn: .help)
      try app.press("Escape", settlingOn: .feed)
      if signal == 0 {
        try app.press("q")
      } else {
        let family = Processes.family(of: nest.terminal.pane)
        let program = family.first { Processes.name(of: $0) == "imagefeed" }
        kill(try #require(program), signal)
      }
      try nest.isReady()
    }
  }

  @Test(.enabled(if: RealSetting.hasNested("mosh", tool: "mosh-server")))
  func `in mosh there are 256 colours, and exiting leaves a prompt in the last row`() throws {
    try Stage.run { stage in
      let note = stage.home.path + "/mosh"
      let nest = try Nest(
        stage,
        """
        mosh-server new -i 127.0.0.1 -c 8 -- bash --norc --noprofile > '\(note)' 2>&1 < /dev/null
        set -- $(sed -n 's/^MOSH CONNECT //p' '\(note)' | tr -d '\\r')
        MOSH_KEY=$2 exec mosh-client 127.0.0.1 "$1"
        """
      )
      defer { Self.endServer(note) }
      try nest.terminal.type("'\(stage.binary)' doctor | grep -a mosh")
      try nest.terminal.send(["Enter"])
      _ = try eventually("no colours: \(nest.terminal.description)", pause: Nest.glance) {
        try nest.terminal.text().contains("256") ? true : nil
      }
      let app = try nest.app(stage)
      try app.shows("one of 256 colours") { _ in
        (try? nest.terminal.colours().contains("\u{1B}[38;5;")) ?? false
      }
      try app.press("q")
      try nest.isReady()
    }
  }

  /// Ends the server, which has left its parent.
  private static func endServer(_ note: String) {
    let text = (try? String(contentsOfFile: note, encoding: .utf8)) ?? ""
    if let line = text.split(separator: "\n").first(where: { $0.contains("detached, pid = ") }),
      let process = pid_t(line.filter(\.isNumber))
    {
      kill(process, SIGTERM)
    }
  }
}
