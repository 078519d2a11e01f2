import Dispatch
import Glibc
import Platform

/// What a person types or pastes and nobody else should see, such as a code.
enum HiddenInput {
  /// Bytes of a line at most: more than any address of a callback has.
  private static let limit = 8 << 10
  /// How the terminal was; nil where it was left alone.
  private static let before = Lock<termios?>(nil)

  /// Whether somebody can be asked.
  static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  /// Stops the terminal from showing what is typed, until `end` or until a signal ends the process.
  static func begin() {
    // A background job would be stopped for it.
    guard isTerminal, tcgetpgrp(STDIN_FILENO) == getpgrp() else { return }
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
    let original = before.withLock { before in
      before = before ?? settings
      return before ?? settings
    }
    CrashGuard.arm(STDIN_FILENO, attributes: original, teardown: [], chain: false)
    settings.c_lflag &= ~tcflag_t(ECHO)
    settings.c_lflag |= tcflag_t(ECHONL)
    tcsetattr(STDIN_FILENO, TCSANOW, &settings)
  }

  /// Restores the terminal.
  static func end() {
    before.withLock { settings in
      guard var old = settings else { return }
      settings = nil
      tcsetattr(STDIN_FILENO, TCSANOW, &old)
      CrashGuard.disarm()
    }
  }

  /// Asks for one line where somebody is there to type it, else reads it from standard input.
  ///
  /// Ctrl+C and the like end the process, with the terminal as it was.
  static func answer(to question: String) -> String {
    // First, or what is typed right after the question would be shown.
    begin()
    defer { end() }
    if isTerminal { Output.ask(question) }
    return line(waitUntilReadable) ?? ""
  }

  /// Waits for a byte, or for a signal that ends the process.
  private static func waitUntilReadable() {
    var waiting = [
      pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
      pollfd(fd: Imagefeed.signals?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&waiting, 2, -1) >= 0 || errno == EINTR {
      if waiting[1].revents != 0, let signal = Imagefeed.signals?.next(),
        [SIGINT, SIGTERM, SIGHUP].contains(signal)
      {
        end()
        CommandRun.end(by: signal)
      }
      if waiting[0].revents != 0 { return }
    }
  }

  /// The lines of standard input as they come.
  static func lines() -> AsyncStream<String> {
    let (lines, next) = AsyncStream.makeStream(of: String.self)
    DispatchQueue(label: "imagefeed.input").async {
      while let text = line() { if !text.isEmpty { next.yield(text) } }
      next.finish()
    }
    return lines
  }

  /// The next line without its end and the blanks around it; nil at the end of the input.
  private static func line(_ wait: () -> Void = {}) -> String? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while bytes.count < limit {
      wait()
      let count = read(STDIN_FILENO, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1 else {
        if bytes.isEmpty { return nil }
        break
      }
      guard byte != UInt8(ascii: "\n") else { break }
      bytes.append(byte)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    return String(text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}
