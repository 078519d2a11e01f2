import Foundation
import Glibc
import Harness
import Model
import Testing

/// How commands end, and what they take no notice of, as a shell sees it.
@Suite(.endToEnd) struct ShellSignalTests {
  /// Waits until the service was asked for photographs, which it does not answer.
  private func waitUntilAsked(_ demo: DemoProcess) throws {
    _ = try eventually("it does not ask", pause: { _ in poll(nil, 0, 20) }) {
      try demo.state().counts["photos"] ?? 0 > 0 ? true : nil
    }
  }

  @Test func `Ctrl+C ends the loop that runs a command, and nothing is said of it`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let script = try Script(stage, demo)
      try demo.fault("never@photos")
      // With job control, the loop is a process group of its own, as at a prompt.
      let shell = try Command.start(
        [
          "/bin/bash", "-c",
          """
          set -m
          (for i in 1 2 3; do "$0" feed --refresh; echo again; done) > "$HOME/out" 2>&1 &
          echo $! > "$HOME/new" && mv "$HOME/new" "$HOME/group"
          wait $!
          """,
          stage.binary,
        ],
        environment: script.environment
      )
      defer { kill(shell, SIGKILL) }
      try waitUntilAsked(demo)
      let text = try String(contentsOfFile: stage.home.path + "/group", encoding: .utf8)
      let group = try #require(pid_t(text.filter(\.isNumber)))
      defer { kill(-group, SIGKILL) }
      kill(-group, SIGINT)
      #expect(Command.wait(for: shell) == 130)
      #expect(try String(contentsOfFile: stage.home.path + "/out", encoding: .utf8).isEmpty)
    }
  }

  @Test func `the end of the terminal is nothing to who was told to ignore it`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let script = try Script(stage, demo)
      try demo.fault("never@photos")
      let command = try Command.start(
        ["/bin/bash", "-c", "trap '' HUP; exec \"$0\" feed --refresh", stage.binary],
        environment: script.environment
      )
      defer { kill(command, SIGKILL) }
      try waitUntilAsked(demo)
      kill(command, SIGHUP)
      kill(command, SIGTERM)
      #expect(Command.wait(for: command) == 128 + SIGTERM)
    }
  }

  @Test func `an argument that is no UTF-8 is refused`() throws {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      let result = try script.run("touch $'p\\xff.jpg'; $imagefeed show $'p\\xff.jpg' 2>&1")
      #expect(result.status == 2)
      #expect(result.text.contains("is not valid UTF-8"))
    }
  }

  @Test func `what came before the hourly limit is kept, and the limit says until when`() throws {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo("--hourly-limit", "1"))
      let result = try script.run("$imagefeed feed --limit 60 2>&1")
      #expect(result.status == 5)
      #expect(result.text.contains("Try again in "))
      let kept = try script.run("$imagefeed feed --offline --limit 60")
      #expect(kept.text.split(separator: "\n").count == 30)
    }
  }

  @Test func `files that were not read again are not said to be checked`() throws {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      #expect(try script.run("$imagefeed gallery").text.isEmpty)
      try stage.home.keepPhotographs(3_000) { _ in .feed }
      let result = try script.run(
        """
        $imagefeed gallery verify > said & verify=$!
        until ls -l /proc/$verify/fd | grep -q 'gallery/.*jpg'; do :; done
        kill -TERM $verify; wait $verify; echo "status $?"; cat said
        """
      )
      #expect(result.text == "status 143\n")
    }
  }
}
