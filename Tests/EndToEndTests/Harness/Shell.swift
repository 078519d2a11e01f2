import Foundation
import Glibc
import Harness
import Platform

/// A shell in a terminal.
final class Shell {
  let terminal: TmuxSession
  private let folder: String
  private let watch: FileWatch
  private var count = 0

  init(terminal: TmuxSession, folder: String) throws {
    self.terminal = terminal
    self.folder = folder
    watch = try FileWatch(folder)
    try isReady()
  }

  /// Waits for the shell's prompt.
  ///
  /// Before it, another program may read the keys.
  func isReady() throws {
    let screen = { (try? self.terminal.text()) ?? "" }
    _ = try eventually("no prompt\n\(screen())", pause: glance) {
      let rows = screen().split(separator: "\n").filter { !$0.allSatisfy(\.isWhitespace) }
      return rows.last?.trimmingCharacters(in: .whitespaces) == "ready$" ? true : nil
    }
  }

  /// Types a line without waiting.
  func enter(_ line: String) throws {
    try terminal.type(line)
    try terminal.send(["Enter"])
  }

  /// Runs a command and returns its output.
  func run(_ command: String) throws -> String {
    try finish(begin(command))
  }

  /// Starts a command, and returns a file that exists once the command has ended.
  func begin(_ command: String) throws -> String {
    count += 1
    let file = "\(folder)/shell-\(count)"
    try enter("\(command) > \(file).part; mv \(file).part \(file)")
    return file
  }

  /// Waits for the output of a command that `begin` started.
  func finish(_ file: String) throws -> String {
    let screen = { (try? self.terminal.text()) ?? "" }
    return try eventually("no end of the command\n\(screen())", pause: watch.wait) {
      try? String(contentsOfFile: file, encoding: .utf8)
    }
  }

  /// Returns the settings of the terminal.
  func settings() throws -> String { try run("stty -a") }

  /// Returns the process of a program started here.
  func process(named name: String) throws -> pid_t {
    try eventually("no process \(name)", pause: glance) {
      Processes.child(of: terminal.pane, named: name)
    }
  }

  /// Waits until a program started here has exited.
  func ends(_ process: pid_t) throws {
    _ = try eventually("process \(process) still runs", pause: glance) {
      Processes.children(of: terminal.pane).contains(process) ? nil : true
    }
    try isReady()
  }

  /// Waits until a program started here is stopped, and the shell reads again.
  func isLeft(by process: pid_t) throws {
    _ = try eventually("process \(process) still runs", pause: glance) {
      Processes.isStopped(process) ? true : nil
    }
    try isReady()
  }

  private func glance(_ deadline: MonotonicTime) {
    watch.wait(until: min(deadline, .now + .milliseconds(20)))
  }
}
