import Canvas
import Glibc
import Localization
import Terminal

/// The one way from the command line to standard output and error.
package enum Output {
  /// Where a message about the output itself is worded.
  private static var texts: Texts { Texts(Language(environment: ThisProcess.environment)) }

  /// Makes standard input, output and error descriptors of their own.
  ///
  /// A program started with one of them closed (`>&-`) would get its number for the next file it
  /// opens, and print into that. /dev/null takes the number instead, opened the other way round, so
  /// that using it fails as it should. Call it before anything is opened.
  package static func reserveStandardDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// The width for texts that are wrapped: the person's word, the terminal's, or 80 columns.
  package static var columns: Int {
    var size = winsize()
    let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0
    let said = ThisProcess.environment["COLUMNS"].flatMap { Int($0) } ?? 0
    let width = said > 0 ? said : isKnown && size.ws_col > 0 ? Int(size.ws_col) : 80
    return max(40, min(width, TerminalSize.limit.width))
  }

  /// Prints a text and a line end, with nothing in it that could act on a terminal.
  package static func print(_ text: String) {
    write(Array((TextSanitizer.printed(text, keepingLines: true) + "\n").utf8))
  }

  /// Ends the process with a line on standard error.
  package static func fail(_ message: String, status: Int32 = 1) -> Never {
    printError(TextSanitizer.printed(message))
    _exit(status)
  }

  /// Prints lines on standard error.
  package static func printError(_ text: String) {
    let bytes = Array((TextSanitizer.printed(text, keepingLines: true) + "\n").utf8)
    // Where this fails, there is nowhere left to say so.
    _ = bytes.withUnsafeBytes { put($0, to: STDERR_FILENO) }
  }

  /// Prints a question on standard error, without a line end.
  package static func ask(_ question: String) {
    let bytes = Array(TextSanitizer.printed(question).utf8)
    _ = bytes.withUnsafeBytes { put($0, to: STDERR_FILENO) }
  }

  /// Writes bytes to standard output as they are.
  ///
  /// Where that fails the process ends: with status 1 and the reason, or as SIGPIPE ends a process
  /// where nobody reads any more, like other programs in a pipe.
  package static func write(_ bytes: [UInt8]) { bytes.withUnsafeBytes { write($0) } }

  package static func write(_ bytes: UnsafeRawBufferPointer) {
    switch put(bytes, to: STDOUT_FILENO) {
    case 0: return
    // Whoever started us may ignore the signal, and would take another status for a failure.
    case EPIPE: _exit(128 + SIGPIPE)
    case let code:
      fail(texts.cli(.outputFailed(reason: String(cString: strerror(code)))))
    }
  }

  /// Writes all bytes, however the descriptor takes them.
  ///
  /// - Returns: the errno of what went wrong, or 0.
  private static func put(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Glibc.write(
        descriptor,
        UnsafeRawBufferPointer(rebasing: rest).baseAddress,
        rest.count
      )
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        // Somebody else has made it non-blocking: a shell's other job, for example.
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&wait, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }
}
