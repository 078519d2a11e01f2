import Foundation
import Glibc
import Harness
import Model
import Testing

/// The end of commands and the signals they ignore, as a shell sees them.
@Suite(.endToEnd) struct ShellSignalTests {
  /// Waits until photos were requested from the service, which holds its response back.
  private func waitUntilAsked(_ demo: DemoProcess) throws {
    _ = try eventually("it does not ask", pause: { _ in poll(nil, 0, 20) }) {
      try demo.state().counts["photos"] ?? 0 > 0 ? true : nil
    }
  }

  @Test func `Ctrl+C ends the loop that runs a command, without a message`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let script = try Script(stage, demo)
      try demo.fault("never@photos")
      // With job control, the loop is a separate process group, like at a prompt.
      let shell = try Subprocess.start(
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
      #expect(Subprocess.wait(for: shell) == 130)
      #expect(try String(contentsOfFile: stage.home.path + "/out", encoding: .utf8).isEmpty)
    }
  }

  @Test func `a command that ignores hangups survives the end of the terminal`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let script = try Script(stage, demo)
      try demo.fault("never@photos")
      let command = try Subprocess.start(
        ["/bin/bash", "-c", "trap '' HUP; exec \"$0\" feed --refresh", stage.binary],
        environment: script.environment
      )
      defer { kill(command, SIGKILL) }
      try waitUntilAsked(demo)
      kill(command, SIGHUP)
      kill(command, SIGTERM)
      #expect(Subprocess.wait(for: command) == 128 + SIGTERM)
    }
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `endless input is read in little memory, and signals end the reader`(
    signal: Int32
  ) throws {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      // The command is the process itself, which receives its input through a pipe.
      let command = try Subprocess.start(
        ["/bin/bash", "-c", "exec \"$0\" like - < <(yes abcdefgh)", stage.binary],
        environment: script.environment
      )
      defer { kill(command, SIGKILL) }
      let bytes = try eventually("it stops reading", pause: { _ in poll(nil, 0, 20) }) {
        let io = try String(contentsOfFile: "/proc/\(command)/io", encoding: .utf8)
        let count = Self.number("rchar", in: io)
        return count > 80 << 20 ? count : nil
      }
      #expect(bytes > 80 << 20)
      let status = try String(contentsOfFile: "/proc/\(command)/status", encoding: .utf8)
      #expect(Self.number("VmHWM", in: status) < 100 << 10)
      kill(command, signal)
      #expect(Subprocess.wait(for: command) == 128 + signal)
    }
  }

  /// Returns a number from a file of /proc.
  private static func number(_ name: String, in text: String) -> Int {
    let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") } ?? ""
    return Int(line.filter(\.isNumber)) ?? 0
  }

  @Test func `input of any length is read to its end, and invalid IDs don't stop it`() throws {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      let result = try script.run(
        """
        pad=$(head -c 1000000 /dev/zero | tr '\\0' a)
        { for number in $(seq 70); do echo "{\\"id\\":\\"gone$number\\",\\"x\\":\\"$pad\\"}"; done
          echo 'no/id'; echo "$pad$pad"; echo last; } | $imagefeed gallery path - 2>&1
        """
      )
      #expect(result.status == 2)
      let lines = result.text.split(separator: "\n")
      #expect(lines.count { $0.contains("is not in the gallery") } == 71)
      #expect(lines.count { $0.contains("is not a photo ID") } == 1)
      #expect(lines.count { $0.contains("\"no/id\" is not a link to a photo.") } == 1)
      #expect(lines.contains { $0.contains("last") } && lines.allSatisfy { $0.count < 300 })
    }
  }

  @Test func `an argument that isn't UTF-8 is refused`() throws {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      let result = try script.run("touch $'p\\xff.jpg'; $imagefeed show $'p\\xff.jpg' 2>&1")
      #expect(result.status == 2)
      #expect(result.text.contains("is not valid UTF-8"))
    }
  }

  @Test func `too many arguments are refused at once`() throws {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      let result = try script.run("$imagefeed like $(seq 5001) 2>&1")
      #expect(result.status == 2)
      #expect(result.text.contains("more than 5,000 arguments"))
    }
  }

  @Test func `without HOME, the folder is that of the user's account`() throws {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      let home = try script.run("getent passwd $(id -u) | cut -d: -f6").text.dropLast()
      let path = try script.run("env -u HOME -u XDG_CONFIG_HOME $imagefeed config path").text
      #expect(path == "\(home)/.config/imagefeed/config.toml\n")
    }
  }

  @Test func `photos loaded before the hourly limit are kept, and the limit says until when`()
    throws
  {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo("--hourly-limit", "1"))
      let result = try script.run("$imagefeed feed --limit 60 2>&1")
      #expect(result.status == 5)
      #expect(result.text.contains("Try again in "))
      let kept = try script.run("$imagefeed feed --offline --limit 60")
      #expect(kept.text.split(separator: "\n").count == 30)
    }
  }

  @Test func `an interrupted verification reports no file as checked`() throws {
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

  @Test(arguments: ["photo -", "show --lang en -"])
  func `Ctrl+C ends a command that reads IDs`(command: String) throws {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      // Nothing is ever written to the pipe, so the time of the signal doesn't matter.
      let result = try script.run(
        """
        mkfifo "$HOME/ids"; exec 3<> "$HOME/ids"
        timeout --preserve-status -k 60 -s INT 1 $imagefeed \(command) <&3; echo $?
        """
      )
      #expect(result.text == "130\n")
    }
  }
}
