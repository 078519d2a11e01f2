import Glibc
import Localization

/// Standard input, whose beginning shows what it has.
struct StandardInput {
  /// The input of this process, whose first bytes are read at the first access.
  static let current = StandardInput()

  /// The bytes that have been read.
  private var start: [UInt8] = []

  /// Waits for the first bytes that aren't white space, and says so on a terminal.
  ///
  /// Signals end the process meanwhile. Ends it with a message if the input can't be read.
  private init() {
    Output.announceInput(Output.texts)
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while !start.contains(where: { !Self.isSpace($0) }) {
      let count = CommandRun.interruptibly { ThisProcess.read(STDIN_FILENO, &chunk) }
      guard count >= 0 else {
        let reason = String(cString: strerror(errno))
        let message = CommandLineMessage.fileNotReadable(path: "-", reason: reason)
        Output.fail(Output.texts.cli(message), status: CommandStatus.usage.rawValue)
      }
      guard count > 0 else { return }
      start += chunk[..<count]
    }
  }

  /// Whether the input begins with a text, after white space.
  func begins(with text: String) -> Bool {
    start.drop(while: Self.isSpace).starts(with: text.utf8)
  }

  /// Whether the input is a JPEG file.
  var isJPEG: Bool { start.starts(with: [0xFF, 0xD8]) }

  /// Returns the whole input, at most this many bytes.
  func all(atMost limit: Int) -> [UInt8] {
    start + ThisProcess.readAll(STDIN_FILENO, atMost: limit - start.count)
  }

  /// Calls a function with each line that isn't blank and differs from the line before it.
  ///
  /// The size of the input has no limit.
  ///
  /// - Parameters:
  ///   - limit: The maximum length of a line in bytes. A longer line is cut one byte beyond the
  ///     limit, and its rest is skipped.
  ///   - separator: The end of a line.
  func lines(
    atMost limit: Int,
    _ separator: UInt8 = UInt8(ascii: "\n"),
    _ take: (String) -> Void
  ) {
    var line: [UInt8] = []
    var last: [UInt8] = []
    func end() {
      defer { line.removeAll(keepingCapacity: true) }
      let isRepeated = line.count == last.count && memcmp(line, last, line.count) == 0
      if isRepeated { return }
      last = line
      let text = String(decoding: line, as: UTF8.self)
      if text.contains(where: { !$0.isWhitespace }) { take(text) }
    }
    func split(_ bytes: UnsafeRawBufferPointer) {
      guard var start = bytes.baseAddress else { return }
      let stop = start + bytes.count
      while start < stop {
        let found = memchr(start, Int32(separator), stop - start).map { UnsafeRawPointer($0) }
        let length = (found ?? stop) - start
        let kept = min(length, max(0, limit + 1 - line.count))
        line.append(contentsOf: UnsafeRawBufferPointer(start: start, count: kept))
        start += length + 1
        if found != nil { end() }
      }
    }
    start.withUnsafeBytes(split)
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = ThisProcess.read(STDIN_FILENO, &chunk)
      guard count > 0 else { break }
      chunk.withUnsafeBytes { split(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
    end()
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}
