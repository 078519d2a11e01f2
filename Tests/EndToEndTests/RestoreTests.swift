import Foundation
import Glibc
import Harness
import Platform
import Testing

/// The terminal after exit, for every kind of exit and every way of showing pictures.
@Suite(.endToEnd) struct RestoreTests {
  /// The ways of showing pictures, and the beginning of the first picture's bytes.
  private static let protocols = [
    ("kitty", "\u{1B}_Ga=p,U=1,"), ("kitty-direct", "\u{1B}_Ga=p,q=2,C=1,"),
    ("iterm2", "\u{1B}]1337;File="), ("sixel", "\u{1B}P0;1;0q"), ("symbols", "\u{2584}"),
  ]

  /// The way the program ends: by a key, by a signal, or by a key after it was stopped and
  /// continued.
  enum End: Hashable, CaseIterable {
    case quit, interrupt, terminate, hangUp, abort, trap, fault, suspend

    var signal: Int32? {
      switch self {
      case .quit, .suspend: nil
      case .interrupt: SIGINT
      case .terminate: SIGTERM
      case .hangUp: SIGHUP
      case .abort: SIGABRT
      case .trap: SIGTRAP
      case .fault: SIGSEGV
      }
    }
  }

  @Test(arguments: protocols, End.allCases)
  func `modes, settings and images are the same as before`(
    way: (name: String, picture: String),
    end: End
  ) throws {
    try Stage.run { stage in
      let terminal = try Self.feed(stage, way)
      switch end {
      case .quit: terminal.type("Q".utf8, at: .now)
      case .suspend:
        try Self.suspend(terminal)
        #expect(Screen(terminal.output) == Screen([]), "while it is stopped")
        try Self.resume(terminal)
        terminal.type("Q".utf8, at: .now)
      default:
        let process = try #require(Processes.child(of: terminal.shell, named: "imagefeed"))
        kill(process, try #require(end.signal))
      }
      try terminal.run(until: "the end")
      #expect(Screen(terminal.output) == Screen([]))
      #expect(try stage.text("before") == stage.text("after"))
      let status = end.signal.map { 128 + $0 } ?? 0
      #expect(try stage.text("status") == "\(status)\n")
    }
  }

  @Test(arguments: ["Q", "\u{1A}"])
  func `a key typed right after quitting or suspending doesn't act`(key: String) throws {
    try Stage.run { stage in
      let trace = try TraceFile(creating: stage.home.path + "/trace")
      let terminal = try Self.feed(stage, Self.protocols[4])
      if key == "Q" {
        terminal.type("Q?".utf8, at: .now)
      } else {
        try Self.suspend(terminal, with: "\u{1A}?")
        try Self.resume(terminal)
        terminal.type("Q".utf8, at: .now)
      }
      try terminal.run(until: "the end")
      let keys = try trace.all("action").filter(\.isByKey).map(\.name)
      #expect(keys.last == "pressed.quit")
      #expect(!keys.contains("pressed.help"))
    }
  }

  @Test(arguments: [
    SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGPWR, SIGSTKFLT, SIGXCPU,
    SIGSYS, SIGFPE, SIGBUS, SIGILL, 34, 64,
  ])
  func `an unhandled signal leaves the terminal as it was`(signal: Int32) throws {
    try Stage.run { stage in
      let terminal = try Self.feed(stage, Self.protocols[0])
      let process = try #require(Processes.child(of: terminal.shell, named: "imagefeed"))
      kill(process, signal)
      try terminal.run(until: "the end")
      #expect(Screen(terminal.output) == Screen([]))
      #expect(try stage.text("before") == stage.text("after"))
      #expect(try stage.text("status") == "\(128 + signal)\n")
    }
  }

  @Test(arguments: [SIGQUIT, SIGUSR1, SIGSEGV])
  func `a signal during a hidden prompt restores echo`(signal: Int32) throws {
    try Stage.run { stage in
      let terminal = try ScriptedTerminal(
        script: """
          cd '\(stage.home.path)'
          stty -a > before
          '\(stage.binary)' config set unsplash.secret_key
          echo $? > status
          stty -a > after
          echo the end
          """,
        environment: stage.home.environment
      )
      try terminal.run(until: "unsplash.secret_key")
      let process = try #require(Processes.child(of: terminal.shell, named: "imagefeed"))
      #expect(try terminal.settings().contains(" -echo "))
      kill(process, signal)
      try terminal.run(until: "the end")
      #expect(try stage.text("before") == stage.text("after"))
      #expect(try stage.text("status") == "\(128 + signal)\n")
    }
  }

  /// The characters that send the signals, in order with the text before them.
  @Test(arguments: [SIGINT: "\u{3}", SIGQUIT: "\u{1C}"])
  func `text typed at a hidden prompt doesn't reach the shell after a signal`(
    signal: Int32,
    character: String
  ) throws {
    try Stage.run { stage in
      // By default the system itself discards input before such a character. Here that is switched
      // off.
      let terminal = try ScriptedTerminal(
        script: """
          cd '\(stage.home.path)'
          trap : INT QUIT
          stty noflsh
          '\(stage.binary)' config set unsplash.secret_key
          echo $? > status
          echo the shell
          read -r line
          echo "$line" > line
          echo the end
          """,
        environment: stage.home.environment
      )
      try terminal.run(until: "unsplash.secret_key")
      terminal.type("secret\(character)".utf8, at: .now)
      try terminal.run(until: "the shell")
      terminal.type("command\n".utf8, at: .now)
      try terminal.run(until: "the end")
      #expect(try stage.text("line") == "command\n")
      #expect(try stage.text("status") == "\(128 + signal)\n")
    }
  }

  /// The commands, and the ends of their questions.
  @Test(arguments: [
    ("config set unsplash.secret_key", "unsplash.secret_key: "),
    ("login --with-token", "Token: "), ("login --no-browser", "final URL: "),
  ])
  func `text typed at a hidden prompt is neither shown nor read by the shell after SIGTERM`(
    command: String,
    question: String
  ) throws {
    try Stage.run { stage in
      // Ctrl+Z is processed after the text before it. The program ignores it; the shell sends
      // SIGTERM. By default the system itself discards input before such a character.
      let terminal = try ScriptedTerminal(
        script: """
          cd '\(stage.home.path)'
          stty noflsh
          trap 'kill -TERM $!' TSTP
          '\(stage.binary)' \(command) < /dev/tty &
          wait $!
          wait $!
          echo $? > status
          echo the shell
          read -r line
          echo "$line" > line
          echo the end
          """,
        environment: try stage.home.environment(for: stage.demo())
      )
      try terminal.run(until: question)
      #expect(try terminal.settings().contains(" -echo "))
      terminal.type("hidden words\u{1A}".utf8, at: .now)
      try terminal.run(until: "the shell")
      #expect(try !terminal.settings().contains(" -echo "))
      terminal.type("command\n".utf8, at: .now)
      try terminal.run(until: "the end")
      #expect(try stage.text("line") == "command\n")
      #expect(try stage.text("status") == "\(128 + SIGTERM)\n")
      #expect(!String(decoding: terminal.output, as: UTF8.self).contains("hidden"))
    }
  }

  /// The commands, and the ends of their questions.
  @Test(arguments: [
    ("config set unsplash.secret_key", "unsplash.secret_key: "),
    ("login --with-token", "Token: "), ("login --no-browser", "final URL: "),
  ])
  func `a hidden prompt that was suspended keeps what was typed and hides the rest`(
    command: String,
    question: String
  ) throws {
    try Stage.run { stage in
      var environment = try stage.home.environment(for: stage.demo())
      environment["PS1"] = "ready> "
      let terminal = try ScriptedTerminal(
        script: "cd '\(stage.home.path)'; exec bash --norc --noprofile --noediting -i",
        environment: environment
      )
      try terminal.run(until: "ready> ")
      terminal.type("'\(stage.binary)' \(command)\n".utf8, at: .now)
      try terminal.run(until: question)
      let process = try #require(Processes.child(of: terminal.shell, named: "imagefeed"))
      terminal.type("hush".utf8, at: .now)
      try terminal.run(until: "")
      // The terminal discards at Ctrl+Z what wasn't read. A continued command shows how much it has
      // read.
      repeat {
        kill(process, SIGCONT)
        try terminal.run(until: question)
      } while !terminal.output.suffix(4).elementsEqual("****".utf8)
      terminal.type("\u{1A}".utf8, at: .now)
      try terminal.run(until: "Stopped")
      try terminal.run(until: "ready> ")
      #expect(try !terminal.settings().contains(" -echo "))
      terminal.type("fg\n".utf8, at: .now)
      try terminal.run(until: question + "****")
      #expect(try terminal.settings().contains(" -echo "))
      // The last character is deleted, and another one typed.
      terminal.type("\u{7F}s-word\n".utf8, at: .now)
      if command.hasSuffix("--no-browser") {
        try terminal.run(until: question)
        terminal.type("\u{3}".utf8, at: .now)
      }
      // Until then, the command discards what is typed.
      try terminal.run(until: "ready> ")
      terminal.type("echo the \"end\"\n".utf8, at: .now)
      try terminal.run(until: "the end")
      let output = String(decoding: terminal.output, as: UTF8.self)
      #expect(!output.contains("hus") && !output.contains("word"))
      if command.hasPrefix("config") {
        #expect(try stage.text("config/imagefeed/config.toml").contains("\"huss-word\""))
      }
    }
  }

  @Test(arguments: protocols)
  func `a terminal that is closed ends the program`(way: (name: String, picture: String)) throws {
    try Stage.run { stage in
      let terminal = try Self.feed(stage, way)
      let process = try #require(Processes.child(of: terminal.shell, named: "imagefeed"))
      terminal.hangUp()
      _ = try eventually(
        "process \(process) still runs",
        pause: { _ in poll(nil, 0, 20) }
      ) {
        Processes.isRunning(process) ? nil : true
      }
    }
  }

  /// Suspends the program by keys that are sent at once, and returns when it has stopped.
  private static func suspend(_ terminal: ScriptedTerminal, with keys: String = "\u{1A}") throws {
    terminal.type(keys.utf8, at: .now)
    try terminal.run(until: "\u{1B}[?1049l")
    let process = try #require(Processes.child(of: terminal.shell, named: "imagefeed"))
    // Continued before it has stopped, it would stay stopped.
    _ = try eventually("process \(process) did not stop", pause: { _ in poll(nil, 0, 20) }) {
      Processes.isStopped(process) ? true : nil
    }
    try terminal.catchUp()
  }

  /// Continues the suspended program, and returns when it shows its screen again.
  private static func resume(_ terminal: ScriptedTerminal) throws {
    // The program has stopped its whole group, and the shell there has no job control.
    terminal.perform(at: .now) {
      for process in Processes.family(of: terminal.shell) { kill(process, SIGCONT) }
    }
    try terminal.run(until: "\u{1B}[?1049h")
  }

  /// Returns the program in a shell, on the feed with a picture.
  ///
  /// The screen is too small for pictures around the sign-in.
  private static func feed(
    _ stage: Stage,
    _ way: (name: String, picture: String)
  ) throws -> ScriptedTerminal {
    let terminal = try ScriptedTerminal(
      script: """
        cd '\(stage.home.path)'
        trap : INT
        stty cols 59 rows 20
        stty -a > before
        '\(stage.binary)' --demo --graphics \(way.name) --trace trace
        echo $? > status
        stty -a > after
        echo the end
        """,
      environment: stage.home.environment.merging([
        "TERM": "xterm-256color", "COLORTERM": "truecolor",
      ]) { $1 }
    )
    try terminal.run(until: "\u{1B}[c")
    terminal.type("\u{1B}[6;20;9t\u{1B}[?2026;2$y\u{1B}[?62;c".utf8, at: .now)
    // The key is read only once the sign-in screen is shown.
    try terminal.run(until: "Enter")
    terminal.type("d".utf8, at: .now)
    try terminal.run(until: way.picture)
    return terminal
  }

  /// The state of a terminal after everything that was written to it.
  struct Screen: Equatable {
    /// The private modes that are set; the cursor is visible at first.
    var modes: Set<Int> = [25]
    /// The images it stores by kitty's protocol.
    var images: Set<String> = []

    init(_ output: [UInt8]) {
      let text = String(decoding: output, as: UTF8.self)
      for match in text.matches(of: /\u{1B}\[\?([0-9;]+)([hl])/) {
        let numbers = match.1.split(separator: ";").compactMap { Int($0) }
        if match.2 == "h" { modes.formUnion(numbers) } else { modes.subtract(numbers) }
      }
      // Application cursor keys belong to the keypad, which terminfo switches.
      modes.remove(1)
      for match in text.matches(of: /\u{1B}_G([^;\u{1B}]*)/) {
        let pairs = match.1.split(separator: ",").map { $0.split(separator: "=") }
        let keys = Dictionary(pairs.map { ($0[0], $0.last ?? "") }) { $1 }
        guard let id = keys["i"].map(String.init) else { continue }
        if keys["a"] == "t" { images.insert(id) }
        if keys["a"] == "d", keys["d"] == "I" { images.remove(id) }
      }
    }
  }
}

extension Stage {
  /// Returns the text of a file in the home.
  fileprivate func text(_ name: String) throws -> String {
    try String(contentsOfFile: home.path + "/" + name, encoding: .utf8)
  }
}
