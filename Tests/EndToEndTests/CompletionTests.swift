import Foundation
import Glibc
import Harness
import Platform
import Testing

/// Completions in the installed shells.
@Suite(.endToEnd) struct CompletionTests {
  /// Returns a home with `imagefeed`, some cached photos and topics, and a shell's completions in a
  /// file.
  private func prepare(_ stage: Stage, _ shell: String) throws -> (script: Script, id: String) {
    let demo = try stage.demo()
    let script = try Script(stage, demo)
    mkdir(stage.home.path + "/bin", 0o755)
    symlink(stage.binary, stage.home.path + "/bin/imagefeed")
    let ids = try script.lines(
      """
      $imagefeed topic ocean --limit 1 > /dev/null; $imagefeed user nasa --limit 1 > /dev/null
      $imagefeed --generate-completion-script \(shell) > completions
      $imagefeed feed --limit 30 --format '{id}'
      """
    )
    // Completions must not need the service.
    demo.close()
    return (script, try #require(ids.first { $0.first?.isLetter == true }))
  }

  private func path(_ stage: Stage) -> String {
    stage.home.path + "/bin:" + (stage.home.environment["PATH"] ?? "")
  }

  @Test func `bash completes IDs, topics and the values of options`() throws {
    try Stage.run { stage in
      let (script, id) = try prepare(stage, "bash")
      func completed(_ words: String...) throws -> Set<String> {
        let list = (["imagefeed"] + words).map { "'\($0)'" }.joined(separator: " ")
        let text = try script.run(
          """
          source completions
          COMP_WORDS=(\(list)); COMP_CWORD=\(words.count); COMP_LINE="${COMP_WORDS[*]}"
          COMP_POINT=${#COMP_LINE}; COMP_TYPE=9
          _imagefeed imagefeed "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
          printf '%s\\n' "${COMPREPLY[@]}"
          """,
          ["PATH": path(stage)]
        ).text
        return Set(
          text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        )
      }
      #expect(try completed("download", String(id.prefix(4))).contains(id))
      #expect(try completed("gallery", "path", String(id.prefix(4))).contains(id))
      #expect(try completed("topic", "oc") == ["ocean"])
      #expect(try completed("user", "na").contains("nasa"))
      #expect(try completed("random", "--topic", "").contains("ocean"))
      #expect(
        try completed("search", "--orientation", "") == ["landscape", "portrait", "squarish"]
      )
      #expect(try completed("show", "--graphics", "") == ["kitty", "iterm2", "sixel", "symbols"])
      #expect(try completed("--graphics", "").contains("kitty-direct"))
      #expect(try completed("config", "set", "lang") == ["language"])
      #expect(try completed("config", "set", "theme", "") == ["auto", "dark", "light"])
      #expect(try completed("log").isSuperset(of: ["login", "logout"]))
      #expect(try completed("wallpaper", "--random", "--topic", "").contains("ocean"))
      #expect(try completed("wallpaper", String(id.prefix(4))).contains(id))
      _ = try script.run("touch picture.png picture.JPG picture.txt")
      #expect(try completed("wallpaper", "picture.") == ["picture.png", "picture.JPG"])
      #expect(try completed("show", "picture.") == ["picture.JPG"])
      // Nothing is cached of another service, and nothing is made for it.
      #expect(try !completed("download", "--demo", String(id.prefix(4))).contains(id))
    }
  }

  @Test(.enabled(if: Stage.hasTool("fish"), "fish is not installed"))
  func `fish completes IDs, topics, commands and the values of options`() throws {
    try Stage.run { stage in
      let (script, id) = try prepare(stage, "fish")
      // Unless it is interactive, fish doesn't run the commands that ask the program for IDs and
      // topics.
      func completed(_ line: String) throws -> Set<String> {
        let text = try script.run(
          "fish --no-config -c 'source completions; complete -C \"\(line)\"'",
          ["PATH": path(stage)]
        ).text
        return Set(text.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) })
      }
      #expect(try completed("imagefeed log").isSuperset(of: ["login", "logout"]))
      #expect(
        try completed("imagefeed search --orientation ").isSuperset(
          of: ["landscape", "portrait", "squarish"]
        )
      )
      let terminal = try stage.terminal(
        ["fish", "--no-config"],
        environment: script.environment.merging(["PATH": path(stage)]) { $1 }
      )
      try completes(
        terminal,
        after: "cd; function fish_prompt; echo 'ready$ '; end; source completions",
        [
          ("imagefeed topic oc", "imagefeed topic ocean"),
          ("imagefeed user na", "imagefeed user nasa"),
          ("imagefeed download \(id.prefix(6))", "imagefeed download \(id)"),
        ]
      )
    }
  }

  /// Types lines into a shell, each followed by Tab, and waits for the completed lines.
  private func completes(
    _ terminal: TmuxSession,
    after preparation: String,
    _ lines: [(typed: String, whole: String)]
  ) throws {
    try terminal.type(preparation)
    try terminal.send(["Enter"])
    for (typed, whole) in lines {
      try terminal.type(typed)
      try terminal.send(["Tab"])
      _ = try eventually("no \(whole)", pause: { _ in poll(nil, 0, 20) }) {
        try terminal.text().contains(whole) ? true : nil
      }
      try terminal.send(["C-u"])
    }
  }

  @Test(.enabled(if: Stage.hasTool("zsh"), "zsh is not installed"))
  func `zsh completes IDs, topics and the values of options`() throws {
    try Stage.run { stage in
      let (script, id) = try prepare(stage, "zsh")
      mkdir(stage.home.path + "/functions", 0o755)
      rename(stage.home.path + "/completions", stage.home.path + "/functions/_imagefeed")
      let terminal = try stage.terminal(
        ["zsh", "-f"],
        environment: script.environment.merging(["PATH": path(stage), "PS1": "ready$ "]) { $1 }
      )
      try completes(
        terminal,
        after: "cd; fpath=($HOME/functions $fpath); autoload -Uz compinit; compinit -u -D",
        [
          ("imagefeed topic oc", "imagefeed topic ocean"),
          ("imagefeed download \(id.prefix(6))", "imagefeed download \(id)"),
          ("imagefeed search --orientation port", "imagefeed search --orientation portrait"),
        ]
      )
    }
  }

  // MARK: Names as data

  /// Completes every hostile name in a shell, and compares the program's argument with the name.
  ///
  /// Each name is alone in a folder, so that Tab completes it. Enter then runs the line. Anything
  /// that a shell runs, expands or splits shows in the arguments, or in a file called `ran`.
  private func completesNames(
    in shell: String,
    _ command: [String],
    _ preparation: String
  ) throws {
    try Stage.run { stage in
      let home = stage.home.path
      let names = try HostileNames.all()
      for (index, name) in names.enumerated() {
        mkdir("\(home)/d\(index)", 0o755)
        try Data().write(to: URL(fileURLWithPath: "\(home)/d\(index)/\(name)"))
      }
      mkdir(home + "/bin", 0o755)
      mkdir(home + "/functions", 0o755)
      // Answers completions like the program, and otherwise writes its arguments to a file.
      try """
      #!/bin/sh
      case $1 in ---completion) exec '\(stage.binary)' "$@" ;; esac
      printf '%s\\0' "$@" > "$HOME/arguments.new" && mv "$HOME/arguments.new" "$HOME/arguments"
      """.write(toFile: home + "/bin/imagefeed", atomically: true, encoding: .utf8)
      chmod(home + "/bin/imagefeed", 0o755)
      try Subprocess.text(
        [stage.binary, "--generate-completion-script", shell],
        environment: stage.home.environment
      ).write(toFile: home + "/functions/_imagefeed", atomically: true, encoding: .utf8)
      let terminal = try stage.terminal(
        command,
        environment: stage.home.environment.merging(["PATH": path(stage)]) { $1 }
      )
      try terminal.type("cd; \(preparation)")
      try terminal.send(["Enter"])
      for (index, name) in names.enumerated() {
        try terminal.type("imagefeed show d\(index)/")
        // A shell may drop keys typed while it completes.
        try terminal.send(["Tab"])
        _ = try eventually("no completion of \(name.debugDescription)", pause: Self.pause) {
          let text = try terminal.text()
          return text.contains("d\(index)/") && !text.contains("d\(index)/\n") ? true : nil
        }
        try terminal.send(["Enter"])
        let expected = Data("show\0d\(index)/\(name)\0".utf8)
        let arguments = try eventually("\(name.debugDescription) is not run", pause: Self.pause) {
          try? Data(contentsOf: URL(fileURLWithPath: home + "/arguments"))
        }
        #expect(arguments == expected, "\(String(decoding: arguments, as: UTF8.self))")
        unlink(home + "/arguments")
      }
      #expect(try Subprocess.text(["find", home, "-name", "ran"], environment: Stage.path) == "")
    }
  }

  private static func pause(_: MonotonicTime) { poll(nil, 0, 20) }

  @Test func `bash completes file names literally`() throws {
    let command = ["bash", "--norc", "--noprofile"]
    try completesNames(in: "bash", command, "source functions/_imagefeed")
  }

  @Test(.enabled(if: Stage.hasTool("zsh"), "zsh is not installed"))
  func `zsh completes file names literally`() throws {
    let preparation = "fpath=($HOME/functions $fpath); autoload -Uz compinit; compinit -u -D"
    try completesNames(in: "zsh", ["zsh", "-f"], preparation)
  }

  @Test(.enabled(if: Stage.hasTool("fish"), "fish is not installed"))
  func `fish completes file names literally`() throws {
    try completesNames(in: "fish", ["fish", "--no-config"], "source functions/_imagefeed")
  }
}
