import Glibc

/// The lines of standard input, without a limit for the total size.
enum InputLines {
  /// Calls a function with each line that isn't blank and differs from the line before it.
  ///
  /// - Parameter limit: The maximum length of a line in bytes. A longer line is cut one byte beyond
  ///   the limit, and its rest is skipped.
  static func read(atMost limit: Int, _ take: (String) -> Void) {
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
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = ThisProcess.read(STDIN_FILENO, &chunk)
      guard count > 0 else { break }
      chunk.withUnsafeBytes { bytes in
        guard var start = bytes.baseAddress else { return }
        let stop = start + count
        while start < stop {
          let newline = memchr(start, 0x0A, stop - start).map { UnsafeRawPointer($0) }
          let length = (newline ?? stop) - start
          let kept = min(length, max(0, limit + 1 - line.count))
          line.append(contentsOf: UnsafeRawBufferPointer(start: start, count: kept))
          start += length + 1
          if newline != nil { end() }
        }
      }
    }
    end()
  }
}
