import Foundation
import Glibc
import Harness
import Testing

/// Two commands that download the same photo.
@Suite(.endToEnd) struct ShellWaitingTests {
  private static let places = ["", "--to photos"]

  /// A command in the background, with its output in files.
  private struct Running {
    let process: pid_t
    let output: String
    let errors: String

    init(_ stage: Stage, _ script: Script, _ name: String, _ arguments: String) throws {
      output = stage.home.path + "/\(name).out"
      errors = stage.home.path + "/\(name).err"
      process = try Subprocess.start(
        [
          "bash", "-c",
          "cd \"$HOME\"; exec \"$imagefeed\" download \(arguments) > \(name).out 2> \(name).err",
        ],
        environment: script.environment
      )
    }

    func waitUntilItWaits() throws {
      _ = try eventually("it does not wait", pause: { _ in poll(nil, 0, 20) }) {
        try text(errors).contains("another imagefeed is downloading this photo") ? true : nil
      }
    }

    func text(_ path: String) throws -> String {
      access(path, F_OK) == 0 ? try String(contentsOfFile: path, encoding: .utf8) : ""
    }
  }

  /// Starts two downloads.
  ///
  /// The first one waits for the service and the second one for the first.
  private func begin(
    _ stage: Stage,
    _ place: String,
    _ body: (DemoProcess, Running, Running) throws -> Void
  ) throws {
    let demo = try stage.demo()
    let script = try Script(stage, demo)
    let id = try script.lines("$imagefeed feed --limit 1 --format '{id}'").at(0)
    try demo.fault("hold@image")
    let first = try Running(stage, script, "first", "\(place) -- \(id)")
    defer { kill(first.process, SIGKILL) }
    _ = try eventually("it does not ask", pause: { _ in poll(nil, 0, 20) }) {
      try demo.state().counts["image"] ?? 0 > 0 ? true : nil
    }
    let second = try Running(stage, script, "second", "\(place) -- \(id)")
    defer { kill(second.process, SIGKILL) }
    try second.waitUntilItWaits()
    try body(demo, first, second)
  }

  @Test(arguments: places)
  func `the second command says that it waits, and finds the file`(place: String) throws {
    try Stage.run { stage in
      try begin(stage, place) { demo, first, second in
        try demo.fault([])
        #expect(
          Subprocess.wait(for: first.process) == 0 && Subprocess.wait(for: second.process) == 0
        )
        let path = try first.text(first.output)
        #expect(path.hasSuffix(".jpg\n"))
        #expect(try second.text(second.output) == path)
        #expect(try demo.state().counts["image"] == 1)
      }
    }
  }

  @Test(arguments: places, [SIGKILL, SIGINT])
  func `the second command takes over when the first is killed`(place: String, signal: Int32) throws
  {
    try Stage.run { stage in
      try begin(stage, place) { demo, first, second in
        kill(first.process, signal)
        _ = Subprocess.wait(for: first.process)
        try demo.fault([])
        #expect(Subprocess.wait(for: second.process) == 0)
        let path = try second.text(second.output).trimmingCharacters(in: .newlines)
        let whole = path.hasPrefix("/") ? path : stage.home.path + "/" + path
        #expect(access(whole, R_OK) == 0 && access(whole + ".part", F_OK) != 0)
      }
    }
  }

  @Test(arguments: places)
  func `Ctrl+C ends the waiting at once`(place: String) throws {
    try Stage.run { stage in
      try begin(stage, place) { demo, first, second in
        kill(second.process, SIGINT)
        #expect(Subprocess.wait(for: second.process) == 130)
        // The first one isn't affected.
        try demo.fault([])
        #expect(Subprocess.wait(for: first.process) == 0)
      }
    }
  }
}
