import Foundation
import Glibc
import Harness
import Testing

/// The program with few open files, little memory and small files (`ulimit`).
@Suite(.endToEnd) struct LimitTests {
  private func run(_ stage: Stage, _ text: String) throws -> Subprocess.Result {
    try Subprocess.run(
      ["bash", "-c", "cd \"$HOME\"; exec 2>&1; " + text],
      environment: stage.home.environment.merging(["imagefeed": stage.binary]) { $1 }
    )
  }

  /// Limits of `ulimit`, and the message about each.
  ///
  /// Swift's shared libraries alone need more than the lowest one.
  private static let tooLow =
    [
      ("n 20", "only 20 files may be open"), ("v 150000", "only 146 MiB of memory are allowed"),
      ("d 60000", "only 58 MiB of memory are allowed"),
    ] + (Stage.usesSharedLibraries ? [] : [("v 80000", "only 78 MiB of memory are allowed")])

  @Test(arguments: tooLow)
  func `a command under a limit that is too low says so and exits`(
    limit: String,
    message: String
  ) throws {
    try Stage.run { stage in
      for command in ["feed --demo", "doctor", "demo-server"] {
        let result = try run(stage, "ulimit -\(limit); \"$imagefeed\" \(command)")
        #expect(result.status == 1, "\(command)")
        #expect(result.text.contains(message), "\(result.text)")
        #expect(result.text.split(separator: "\n").count == 1, "\(result.text)")
      }
    }
  }

  @Test(arguments: [
    ("feed --demo", 500_000), ("search --demo cat", 500_000), ("show --demo x", 700_000),
    ("download --demo x", 700_000), ("demo-server", 700_000), ("gallery list", 250_000),
    ("show \"$photo\"", 140_000),
  ])
  func `each kind of command names the memory that it needs`(command: String, limit: Int) throws {
    try Stage.run { stage in
      let script = "photo='\(Self.photo)'; ulimit -v \(limit); \"$imagefeed\" \(command)"
      let result = try run(stage, script)
      #expect(result.status == 1)
      #expect(result.text.contains("only \(limit / 1024) MiB of memory are allowed"))
      #expect(result.text.split(separator: "\n").count == 1, "\(result.text)")
    }
  }

  @Test func `the program under a limit that is too low says so and exits`() throws {
    try Stage.run { stage in
      for (limit, message) in [("n 40", "only 40 files"), ("v 500000", "only 488 MiB")] {
        let script = "ulimit -\(limit); '\(stage.binary)' --demo; echo status=$?; cat"
        let terminal = try stage.terminal(
          ["bash", "-c", script],
          environment: stage.home.environment
        )
        let text = try eventually("no message", pause: { _ in poll(nil, 0, 20) }) {
          let text = try terminal.text()
          return text.contains("status=") ? text : nil
        }
        #expect(text.contains(message) && text.contains("status=1"), "\(text)")
      }
    }
  }

  @Test func `a soft limit that is too low is raised`() throws {
    try Stage.run { stage in
      let result = try run(
        stage,
        "ulimit -Sn 20; \"$imagefeed\" feed --demo --limit 1 --format '{id}'"
      )
      #expect(result.status == 0, "\(result.text)")
      #expect(result.text.split(separator: "\n").count == 1)
    }
  }

  @Test func `no more downloads run at once than files may be open`() throws {
    try Stage.run { stage in
      let script = """
        "$imagefeed" feed --demo --limit 60 --format '{id}' > ids
        ulimit -n 48
        "$imagefeed" download --demo --to photos --width 200 --parallel 50 - < ids > paths
        echo "status $?"; wc -l < paths; ls photos | wc -l
        """
      let result = try run(stage, script)
      #expect(result.text == "status 0\n60\n60\n")
    }
  }

  @Test(arguments: ["credits", "keys", "doctor", "show --size 40x10 \"$photo\""])
  func `output beyond the limit for file sizes is an error`(command: String) throws {
    try Stage.run { stage in
      // The message goes to a pipe, which has no such limit.
      let script = """
        photo='\(Self.photo)'
        (ulimit -f 0; "$imagefeed" \(command) 2>&1 > out; echo "status $?")
        """
      let result = try run(stage, script)
      #expect(result.text.contains("can't write to standard output"), "\(result.text)")
      #expect(result.text.hasSuffix("status 1\n"), "\(result.text)")
    }
  }

  private static let photo =
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Resources/demo/01-kingfisher.jpg").path
}
