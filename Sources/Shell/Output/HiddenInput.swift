import Dispatch
import Glibc
import Platform

/// Input that must not be visible in the terminal, such as a code.
package enum HiddenInput {
  /// The maximum length of a line in bytes; longer than any callback URL.
  private static let maxLineBytes = 8 << 10
  /// The terminal's original settings; `nil` if they are unchanged.
  private static let before = Lock<termios?>(nil)

  /// Whether standard input is a terminal, so that the user can be prompted.
  package static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  /// Turns off the terminal's echo until `end`, or until a signal ends the process.
  package static func begin() {
    // A background job would be stopped by changing the terminal.
    guard isTerminal, tcgetpgrp(STDIN_FILENO) == getpgrp() else { return }
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
    let original = before.withLock { before in
      before = before ?? settings
      return before ?? settings
    }
    CrashGuard.arm(
      STDIN_FILENO,
      attributes: original,
      teardown: [],
      chain: false,
      discardsInput: true
    )
    settings.c_lflag &= ~tcflag_t(ECHO)
    settings.c_lflag |= tcflag_t(ECHONL)
    tcsetattr(STDIN_FILENO, TCSANOW, &settings)
  }

  /// Restores the terminal, and discards text that was typed and not read.
  ///
  /// A shell would show that text at its prompt, and run it at the next Enter.
  package static func end() {
    before.withLock { settings in
      guard var old = settings else { return }
      settings = nil
      tcsetattr(STDIN_FILENO, TCSANOW, &old)
      // TCSAFLUSH would wait for a terminal with stopped output.
      tcflush(STDIN_FILENO, TCIFLUSH)
      CrashGuard.disarm()
    }
  }

  /// The reasons why standard input has no answer.
  package enum Failure: Error {
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
  package static func answer(to question: String) throws(Failure) -> String {
    // Hide the input first. Otherwise text typed right after the question would be visible.
    begin()
    defer { end() }
    if isTerminal { Output.ask(question) }
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
      if waiting[1].revents != 0, let signal = ThisProcess.signals?.next(),
        [SIGINT, SIGTERM, SIGHUP].contains(signal)
      {
        end()
        CommandRun.end(by: signal)
      }
      if waiting[0].revents != 0 { return }
    }
  }

  /// Returns the lines of standard input as they arrive.
  package static func lines() -> AsyncStream<String> {
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
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    var isWhole = false
    while bytes.count < maxLineBytes {
      wait()
      let count = read(STDIN_FILENO, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1 else {
        if bytes.isEmpty { return nil }
        isWhole = true
        break
      }
      guard byte != UInt8(ascii: "\n") else {
        isWhole = true
        break
      }
      bytes.append(byte)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let inner = text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed()
    return (String(inner), isWhole)
  }
}
