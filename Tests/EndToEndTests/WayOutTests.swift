import Foundation
import Glibc
import Harness
import Testing

/// The terminal after the program ends in any way.
@Suite(.endToEnd) struct WayOutTests {
  /// The program in a shell, on the feed of its own demo.
  private struct Scene {
    let shell: Shell
    let app: App<TmuxSession>
    let process: pid_t
    /// The terminal's settings before the program was launched.
    let settings: String

    init(_ stage: Stage) throws {
      shell = try stage.shell()
      settings = try shell.settings()
      let trace = try TraceFile(creating: stage.home.path + "/trace-shell")
      app = App(terminal: shell.terminal, trace: trace)
      try shell.enter("'\(stage.binary)' --demo --trace '\(trace.path)'")
      try app.settles(on: .signIn)
      process = try shell.process(named: "imagefeed")
      try app.press("d", settlingOn: .feed)
      #expect(try shell.terminal.value("alternate_on") == "1")
    }

    func checkTerminal() throws {
      #expect(try shell.settings() == settings)
      #expect(try shell.terminal.value("alternate_on") == "0")
      #expect(try shell.terminal.value("cursor_flag") == "1")
      #expect(try shell.terminal.value("mouse_any_flag") == "0")
    }
  }

  @Test func `quitting restores the terminal`() throws {
    try Stage.run { stage in
      let scene = try Scene(stage)
      try scene.app.press("q")
      try scene.shell.ends(scene.process)
      #expect(try scene.shell.run("echo $?") == "0\n")
      try scene.checkTerminal()
    }
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGABRT, SIGTRAP, SIGILL, SIGSEGV, SIGBUS, SIGFPE])
  func `a signal restores the terminal and is the exit status`(signal: Int32) throws {
    try Stage.run { stage in
      let scene = try Scene(stage)
      kill(scene.process, signal)
      try scene.shell.ends(scene.process)
      #expect(try scene.shell.run("echo $?") == "\(128 + signal)\n")
      try scene.checkTerminal()
    }
  }

  @Test func `the program can be suspended and continued`() throws {
    try Stage.run { stage in
      let scene = try Scene(stage)
      let screen = try scene.app.terminal.text()
      try scene.app.press("C-z")
      try scene.shell.isLeft(by: scene.process)
      #expect(try scene.shell.run("jobs").contains("Stopped"))
      try scene.checkTerminal()
      try scene.app.trace.skip()
      try scene.shell.enter("fg")
      try scene.app.trace.next("frame")
      try scene.app.shows("what it showed before") { $0 == screen }
      try scene.app.press("q")
      try scene.shell.ends(scene.process)
      try scene.checkTerminal()
    }
  }

  @Test func `a closed terminal ends the program`() throws {
    try Stage.run { stage in
      let app = try stage.app(["--demo"])
      try app.settles(on: .signIn)
      let process = app.terminal.pane
      try app.terminal.hangUp()
      _ = try eventually("process \(process) still runs", pause: app.glance) {
        Processes.isRunning(process) ? nil : true
      }
    }
  }

  @Test func `without a terminal the program says so in one sentence`() throws {
    try Stage.run { stage in
      let result = try Subprocess.run(
        ["sh", "-c", "'\(stage.binary)' --demo 2>&1"],
        environment: stage.home.environment
      )
      #expect(result.status == 2)
      #expect(result.text.split(separator: "\n").count == 1)
      #expect(result.text.contains("terminal"))
    }
  }
}
