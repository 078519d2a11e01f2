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

  /// Waits until the shell asks for a command: before it does, the keyboard may be another's.
  func isReady() throws {
    let screen = { (try? self.terminal.text()) ?? "" }
    _ = try eventually("no prompt\n\(screen())", pause: glance) {
      let rows = screen().split(separator: "\n").filter { !$0.allSatisfy(\.isWhitespace) }
      return rows.last?.trimmingCharacters(in: .whitespaces) == "ready$" ? true : nil
    }
  }

  /// Types a line without waiting for anything.
  func enter(_ line: String) throws {
    try terminal.type(line)
    try terminal.send(["Enter"])
  }

  /// Runs a command to its end and gives what it printed.
  func run(_ command: String) throws -> String {
    try finish(begin(command))
  }

  /// Starts a command that will be over when the shell gets to the file it returns.
  func begin(_ command: String) throws -> String {
    count += 1
    let file = "\(folder)/shell-\(count)"
    try enter("\(command) > \(file).part; mv \(file).part \(file)")
    return file
  }

  /// Waits for the output of a command that was begun.
  func finish(_ file: String) throws -> String {
    let screen = { (try? self.terminal.text()) ?? "" }
    return try eventually("no end of the command\n\(screen())", pause: watch.wait) {
      try? String(contentsOfFile: file, encoding: .utf8)
    }
  }

  /// The settings of the terminal.
  func settings() throws -> String { try run("stty -a") }

  /// The process of a program that was started here.
  func process(named name: String) throws -> pid_t {
    try eventually("no process \(name)", pause: glance) {
      Processes.child(of: terminal.pane, named: name)
    }
  }

  /// Waits until a program that was started here has ended.
  func ends(_ process: pid_t) throws {
    _ = try eventually("process \(process) still runs", pause: glance) {
      Processes.children(of: terminal.pane).contains(process) ? nil : true
    }
    try isReady()
  }

  /// Waits until a program that was started here has been stopped, and the shell is back.
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
