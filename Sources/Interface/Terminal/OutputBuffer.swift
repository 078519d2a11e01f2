/// Bytes for the terminal, kept until it accepts them.
struct OutputBuffer {
  private var bytes: [UInt8] = []
  /// The index of the first byte that the terminal hasn't accepted.
  private var start = 0

  var isEmpty: Bool { start >= bytes.count }
  var count: Int { bytes.count - start }

  static func += (buffer: inout OutputBuffer, bytes: some Sequence<UInt8>) { buffer.bytes += bytes }

  /// Writes as many bytes as the terminal accepts.
  ///
  /// - Returns: whether none are left; `nil` if the terminal has hung up, which drops them.
  mutating func write(to tty: any Tty) -> Bool? {
    var isGone = false
    while !isEmpty, !isGone {
      let count = bytes.withUnsafeBytes {
        tty.write(UnsafeRawBufferPointer(rebasing: $0[start...]))
      }
      if count == 0 { return false }
      isGone = count < 0
      start += max(0, count)
    }
    removeAll()
    return isGone ? nil : true
  }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    start = 0
  }
}
