import Glibc

/// The lines of standard input, without a limit for the total size.
enum InputLines {
  /// Calls a function with each line that isn't blank.
  ///
  /// - Parameter limit: The maximum length of a line in bytes. A longer line is cut one byte beyond
  ///   the limit, and its rest is skipped.
  static func read(atMost limit: Int, _ take: (String) -> Void) {
    var line: [UInt8] = []
    func end() {
      let text = String(decoding: line, as: UTF8.self)
      line.removeAll(keepingCapacity: true)
      if text.contains(where: { !$0.isWhitespace }) { take(text) }
    }
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = ThisProcess.read(STDIN_FILENO, &chunk)
      guard count > 0 else { break }
      var rest = chunk[..<count]
      while !rest.isEmpty {
        let stop = rest.firstIndex(of: UInt8(ascii: "\n"))
        line += rest[..<(stop ?? rest.endIndex)].prefix(max(0, limit + 1 - line.count))
        rest = stop.map { rest[($0 + 1)...] } ?? []
        if stop != nil { end() }
      }
    }
    end()
  }
}
