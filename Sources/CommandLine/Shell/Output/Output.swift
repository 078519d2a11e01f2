import Canvas
import Glibc
import Localization
import Terminal

/// The output of the command line to standard output and standard error.
enum Output {
  /// The texts for messages before the arguments are parsed.
  static var texts: Texts { Texts(ThisProcess.language) }

  /// Makes standard input, output and error valid descriptors.
  ///
  /// If one of them is closed (`>&-`), the next opened file would get its number, and the program
  /// would print into that file. /dev/null takes the number instead, opened in the wrong direction,
  /// so that using it fails. Call this before anything is opened.
  static func reserveStandardDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Whether the locale's characters include those outside of ASCII.
  static let isUnicode = LocaleCharacters.areUTF8(ThisProcess.environment)

  /// The sign between width and height.
  static let times = isUnicode ? "×" : "x"

  /// Returns a text cut to a width in columns.
  static func truncated(_ text: String, to columns: Int) -> String {
    TextWidth.truncate(text, to: columns, mark: isUnicode ? "…" : "...")
  }

  /// Returns a text of the program without characters that the locale doesn't have.
  private static func localized(_ text: String) -> String {
    isUnicode ? text : text.replacing("×", with: times).replacing("…", with: "...")
  }

  /// The width for wrapped texts: from COLUMNS, from the terminal, or 80 columns.
  static var columns: Int {
    var size = winsize()
    let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0
    let said = ThisProcess.environment["COLUMNS"].flatMap { Int($0) } ?? 0
    let width = said > 0 ? said : isKnown && size.ws_col > 0 ? Int(size.ws_col) : 80
    return min(width, TerminalSize.maximum.width)
  }

  /// Prints a text and a line break, without characters that a terminal would interpret.
  static func print(_ text: String) {
    write(Array((TextSanitizer.printed(localized(text), keepingLines: true) + "\n").utf8))
  }

  /// Prints a path or another value and a line break, unchanged for scripts.
  ///
  /// On a terminal, characters that it would interpret are shown as escapes.
  static func printExactly(_ text: String, end: Character = "\n") {
    guard isatty(STDOUT_FILENO) != 1 else { return Output.print(text) }
    write(Array((text + String(end)).utf8))
  }

  /// Ends the process with a message on standard error.
  static func fail(_ message: String, status: Int32 = 1) -> Never {
    printError(TextSanitizer.printed(message))
    _exit(status)
  }

  /// Ends the process with a message on standard error, and with its status.
  static func fail(_ message: ShellMessage, _ texts: Texts) -> Never {
    fail(texts.shell(message), status: message.status.rawValue)
  }

  /// Prints a message on standard error.
  static func printError(_ message: ShellMessage, _ texts: Texts) {
    printError(texts.shell(message))
  }

  /// Tells the user that a list is empty; silent in scripts.
  static func printNothingFound(_ texts: Texts) {
    if isatty(STDERR_FILENO) == 1 { printError(.nothingFound, texts) }
  }

  /// Tells the user that a command waits for lines of the terminal.
  static func announceInput(_ texts: Texts) {
    if isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 { printError(.readsInput, texts) }
  }

  /// Prints lines on standard error.
  static func printError(_ text: String) {
    let bytes = Array((TextSanitizer.printed(localized(text), keepingLines: true) + "\n").utf8)
    // A failure here can't be reported.
    _ = bytes.withUnsafeBytes { put($0, to: STDERR_FILENO) }
  }

  /// Prints a question on standard error, without a line break.
  static func ask(_ question: String) {
    let bytes = Array(TextSanitizer.printed(question).utf8)
    _ = bytes.withUnsafeBytes { put($0, to: STDERR_FILENO) }
  }

  /// Writes a text to standard output unchanged.
  static func write(_ text: String) { write(Array(text.utf8)) }

  /// Writes bytes to standard output unchanged.
  ///
  /// If writing fails, the process ends with status 1 and the reason. If the reader has closed the
  /// pipe, it ends with the status of SIGPIPE, like other programs.
  static func write(_ bytes: [UInt8]) { bytes.withUnsafeBytes { write($0) } }

  static func write(_ bytes: UnsafeRawBufferPointer) {
    switch put(bytes, to: STDOUT_FILENO) {
    case 0: return
    // The parent process may ignore SIGPIPE. It would interpret another status as a failure.
    case EPIPE: _exit(128 + SIGPIPE)
    case let code:
      fail(texts.cli(.outputFailed(reason: String(cString: strerror(code)))))
    }
  }

  /// Writes all bytes, in several calls if necessary.
  ///
  /// - Returns: The `errno` of a failure, or 0.
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
        // Another process has made the descriptor non-blocking, such as another job of the shell.
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&wait, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }
}
