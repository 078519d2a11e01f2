import Foundation
import Glibc
import Harness
import Platform

/// An invisible terminal: a separate tmux server with one pane.
final class TmuxSession: AppTerminal {
  private let socket: String
  private let environment: [String: String]
  /// The process in the pane.
  let pane: pid_t
  private let server: pid_t
  /// The terminal's side in the pane.
  private let device: String
  private var barriers = 0
  /// Whether another terminal runs in the pane, with the program in it.
  var isNested = false

  /// Starts a command in a terminal of this size.
  ///
  /// - Parameter folder: the folder of the server's socket and configuration.
  init(
    folder: String,
    name: String,
    columns: Int,
    rows: Int,
    environment: [String: String],
    command: [String]
  ) throws {
    let socket = "\(folder)/\(name).tmux"
    let configuration = "\(folder)/\(name).conf"
    try """
    set -g status off
    set -g remain-on-exit on
    set -g remain-on-exit-format ''
    set -g default-terminal tmux-256color
    set -s escape-time 0
    set -s set-clipboard on
    """.write(toFile: configuration, atomically: true, encoding: .utf8)
    self.socket = socket
    self.environment = environment
    let size = ["-x", "\(columns)", "-y", "\(rows)"]
    let answer = try Subprocess.text(
      ["tmux", "-u", "-S", socket, "-f", configuration, "new-session", "-d"] + size
        + ["-P", "-F", "#{pid} #{pane_pid} #{pane_tty}", "--"] + command,
      environment: environment
    )
    let words = answer.split(whereSeparator: \.isWhitespace)
    let numbers = words.compactMap { pid_t($0) }
    guard words.count == 3, numbers.count == 2 else { throw Failure("tmux answered: \(answer)") }
    server = numbers[0]
    pane = numbers[1]
    device = String(words[2])
  }

  /// Presses keys with tmux's names: `j`, `Enter`, `C-z`, `PPage`.
  func send(_ keys: [String]) throws { try tmux(["send-keys"] + keys) }

  /// Types a text.
  func type(_ text: String) throws { try tmux(["send-keys", "-l", "--", text]) }

  /// Pastes a text, with paste marks if the program has requested them.
  func paste(_ text: String) throws {
    try tmux(["set-buffer", text])
    try tmux(["paste-buffer", "-p"])
  }

  func resize(columns: Int, rows: Int) throws {
    try tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  var description: String { (try? text()) ?? "(no terminal)" }

  /// Writes a title after the program's output and waits until tmux has reached it.
  ///
  /// On a busy computer tmux may reply before it has read earlier output.
  func catchUp() throws {
    guard !isNested else { return }
    barriers += 1
    let title = "read-\(barriers)"
    // Closed immediately: tmux notices the end of the pane only when the device is closed.
    let pane = open(device, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard pane >= 0 else { return }
    do {
      defer { Glibc.close(pane) }
      var rest = Array("\u{1B}]2;\(title)\u{1B}\\".utf8)[...]
      _ = try eventually("\(device) takes no title", pause: { _ in poll(nil, 0, 5) }) {
        let count = rest.withUnsafeBytes { write(pane, $0.baseAddress, $0.count) }
        // The pane is full until tmux has read more of it.
        guard count >= 0 || errno == EAGAIN else { throw Failure("\(device): errno \(errno)") }
        rest = rest.dropFirst(max(0, count))
        return rest.isEmpty ? true : nil
      }
    }
    _ = try eventually("tmux has not read \(title)", pause: { _ in poll(nil, 0, 5) }) {
      try value("pane_title") == title ? true : nil
    }
  }

  /// Returns the text on the screen.
  func text() throws -> String {
    // A no-break space looks like a space.
    try tmux(["capture-pane", "-p"]).replacing("\u{A0}", with: " ")
  }

  /// Returns the screen, including the lines scrolled out of it.
  func history() throws -> String { try tmux(["capture-pane", "-p", "-S", "-"]) }

  /// Writes everything that programs print from now on to a file.
  func record(to path: String) throws { try tmux(["pipe-pane", "exec cat > '\(path)'"]) }

  /// Returns the screen with its colours as escape sequences.
  func colours() throws -> String { try tmux(["capture-pane", "-e", "-p"]) }

  /// Returns the text that a program put on the clipboard.
  func clipboard() throws -> String { try tmux(["show-buffer"]) }

  /// Returns the value of a format such as `alternate_on` or `cursor_flag`.
  func value(_ format: String) throws -> String {
    try tmux(["display-message", "-p", "#{\(format)}"])
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Returns the exit status of the pane's process, or 128 plus a signal's number; `nil` while it
  /// runs.
  func exitStatus() throws -> Int32? {
    guard try value("pane_dead") == "1" else { return nil }
    if let signal = Int32(try value("pane_dead_signal")) { return 128 + signal }
    if let status = Int32(try value("pane_dead_status")) { return status }
    // tmux 3.3a occasionally misses the signal that reports the status, so it is repeated.
    kill(server, SIGCHLD)
    return nil
  }

  /// Closes the terminal's window, like a user.
  func hangUp() throws { try tmux(["kill-server"]) }

  /// Ends the server and everything in it.
  func close() {
    for process in Processes.family(of: pane) + [server] { kill(process, SIGKILL) }
  }

  @discardableResult
  private func tmux(_ arguments: [String]) throws -> String {
    try Subprocess.text(["tmux", "-u", "-S", socket] + arguments, environment: environment)
  }
}

/// The system's information about processes.
enum Processes {
  static func children(of process: pid_t) -> [pid_t] {
    let path = "/proc/\(process)/task/\(process)/children"
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split(separator: " ").compactMap { pid_t($0) }
  }

  /// Whether a process exists and hasn't ended.
  ///
  /// A process whose status hasn't been read has ended.
  static func isRunning(_ process: pid_t) -> Bool {
    state(of: process).map { !["Z", "X"].contains($0) } ?? false
  }

  /// Whether a signal has stopped a process.
  static func isStopped(_ process: pid_t) -> Bool { state(of: process) == "T" }

  /// Returns the state letter of a process (proc(5)); `nil` if it doesn't exist.
  private static func state(of process: pid_t) -> Substring? {
    let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    guard let text, let end = text.lastIndex(of: ")") else { return nil }
    return text[end...].dropFirst(2).prefix(1)
  }

  /// Returns a process and all its descendants.
  static func family(of process: pid_t) -> [pid_t] {
    [process] + children(of: process).flatMap(family)
  }

  /// Returns the first child that runs a program of this name.
  static func child(of process: pid_t, named name: String) -> pid_t? {
    children(of: process).first { self.name(of: $0) == name }
  }

  /// Returns the name of the program that a process runs.
  static func name(of process: pid_t) -> String? {
    let name = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
    return name?.trimmingCharacters(in: .newlines)
  }
}
