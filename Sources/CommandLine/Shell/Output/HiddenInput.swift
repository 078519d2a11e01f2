import Dispatch
import Glibc
import Platform

/// Input that must not be visible in the terminal, such as a code.
enum HiddenInput {
  /// The maximum length of a line in bytes; longer than any callback URL.
  private static let maxLineBytes = 8 << 10

  private struct State {
    /// The terminal's original settings; `nil` if they are unchanged.
    var before: termios?
    /// The prompt, repeated after the process was suspended.
    var question = ""
    /// The bytes of the current line.
    var typed: [UInt8] = []
  }

  private static let state = Lock(State())

  /// Whether standard input is a terminal, so that the user can be prompted.
  static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  /// Turns off the terminal's echo and line editing until `end`, or until a signal ends the
  /// process.
  ///
  /// - Returns: False for a background job, which would be stopped by changing the terminal.
  @discardableResult
  static func begin() -> Bool {
    guard isTerminal, tcgetpgrp(STDIN_FILENO) == getpgrp() else { return false }
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return false }
    let original = state.withLock { state in
      state.before = state.before ?? settings
      return state.before ?? settings
    }
    CrashGuard.arm(
      STDIN_FILENO,
      attributes: original,
      teardown: [],
      chain: false,
      discardsInput: true
    )
    // The terminal would discard the text of its own line at Ctrl+Z.
    settings.c_lflag &= ~tcflag_t(ECHO | ICANON)
    withUnsafeMutableBytes(of: &settings.c_cc) { ($0[Int(VMIN)], $0[Int(VTIME)]) = (1, 0) }
    tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    return true
  }

  /// Shows a prompt.
  static func ask(_ question: String) {
    state.withLock { $0.question = question }
    Output.ask(question)
  }

  /// Restores the terminal and suspends the process like Ctrl+Z, until the shell continues it.
  static func suspend() {
    let before = state.withLock { $0.before }
    if var before { tcsetattr(STDIN_FILENO, TCSANOW, &before) }
    CommandRun.raiseUnblocked(SIGTSTP)
    // In an orphaned process group, the system ignores the signal.
    if before != nil { begin() }
  }

  /// Hides the input again after the process was suspended, and repeats the prompt with an asterisk
  /// for each byte typed before.
  static func resume() {
    let state = state.withLock { $0 }
    guard state.before != nil, begin(), !state.question.isEmpty else { return }
    Output.ask(state.question + String(repeating: "*", count: state.typed.count))
  }

  /// Restores the terminal, and discards text that was typed and not read.
  ///
  /// A shell would show that text at its prompt, and run it at the next Enter.
  static func end() {
    state.withLock { state in
      guard var old = state.before else { return }
      state = State()
      tcsetattr(STDIN_FILENO, TCSANOW, &old)
      // TCSAFLUSH would wait for a terminal with stopped output.
      tcflush(STDIN_FILENO, TCIFLUSH)
      CrashGuard.disarm()
    }
  }

  /// The reasons why standard input has no answer.
  enum Failure: Error {
    /// The input has ended, or its first line is blank.
    case nothing
    /// The first line has no end within the limit.
    case tooLong
  }

  /// Prompts the user for one line if standard input is a terminal, and reads it.
  ///
  /// Ctrl+C and similar signals restore the terminal and end the process.
  ///
  /// - Returns: The line without surrounding whitespace, never empty.
  /// - Throws: `nothing` also for the empty output of a failed program in a pipe.
  static func answer(to question: String) throws(Failure) -> String {
    // Hide the input first. Otherwise text typed right after the question would be visible.
    begin()
    defer { end() }
    if isTerminal { ask(question) }
    guard let line = line(waitUntilReadable), !line.text.isEmpty else { throw .nothing }
    guard line.isWhole else { throw .tooLong }
    return line.text
  }

  /// Waits for a byte, or for a signal that ends the process.
  private static func waitUntilReadable() {
    var waiting = [
      pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
      pollfd(fd: ThisProcess.signals?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&waiting, 2, -1) >= 0 || errno == EINTR {
      if waiting[1].revents != 0, let signal = ThisProcess.signals?.next() {
        switch signal {
        case SIGTSTP: suspend()
        case SIGCONT: resume()
        case SIGINT, SIGTERM, SIGHUP:
          end()
          CommandRun.end(by: signal)
        default: break
        }
      }
      if waiting[0].revents != 0 { return }
    }
  }

  /// Returns the lines of standard input as they arrive.
  static func lines() -> AsyncStream<String> {
    let (lines, next) = AsyncStream.makeStream(of: String.self)
    DispatchQueue(label: "imagefeed.input").async {
      while let line = line() { if !line.text.isEmpty { next.yield(line.text) } }
      next.finish()
    }
    return lines
  }

  /// Reads the next line, without its line break and surrounding whitespace.
  ///
  /// - Returns: `nil` at the end of the input; not whole if the line exceeds the limit.
  private static func line(_ wait: () -> Void = {}) -> (text: String, isWhole: Bool)? {
    var byte: UInt8 = 0
    var isWhole = false
    let isEdited = isTerminal
    state.withLock { $0.typed = [] }
    while state.withLock({ $0.typed.count }) < maxLineBytes {
      wait()
      let count = read(STDIN_FILENO, &byte, 1)
      if count < 0, errno == EINTR { continue }
      // Ctrl+D is 4.
      guard count == 1, !isEdited || byte != 0x04 else {
        if state.withLock({ $0.typed.isEmpty }) { return nil }
        isWhole = true
        break
      }
      guard byte != UInt8(ascii: "\n") else {
        isWhole = true
        break
      }
      state.withLock { isEdited ? edit(&$0.typed, byte) : $0.typed.append(byte) }
    }
    let line = state.withLock { $0 }
    if line.before != nil { Output.printError("") }
    let text = String(decoding: line.typed, as: UTF8.self)
    let inner = text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed()
    return (String(inner), isWhole)
  }

  /// Adds a typed byte to a line, or deletes the last character or the line.
  static func edit(_ line: inout [UInt8], _ byte: UInt8) {
    switch byte {
    case 0x08, 0x7F:
      while let last = line.popLast(), last & 0xC0 == 0x80 {}
    case 0x15, 0x17: line = []
    default: line.append(byte)
    }
  }
}
