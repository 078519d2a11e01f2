import Platform

/// A response body that is sent slowly, cut off, or counted.
final class DemoBody: Sendable {
  private let bytes: [UInt8]
  private let bytesPerSecond: Int?
  /// The number of bytes sent before the connection closes; smaller than the body if that is cut
  /// off.
  private let end: Int
  private let sent: @Sendable (Int) -> Void
  private let pause: @Sendable (@escaping @Sendable () async -> Void) -> Void
  /// The number of bytes that the rate allows now.
  private let allowed = Lock(0)

  /// Creates the body of a response.
  ///
  /// - Parameters:
  ///   - sent: Called before each piece of the body is sent, with its size in bytes.
  ///   - pause: Runs a wait, then has `read` called again.
  init(
    _ answer: DemoResponse,
    sent: @escaping @Sendable (Int) -> Void,
    pause: @escaping @Sendable (@escaping @Sendable () async -> Void) -> Void
  ) {
    bytes = answer.body
    bytesPerSecond = answer.bytesPerSecond
    end = answer.isCut ? answer.body.count / 2 : answer.body.count
    self.sent = sent
    self.pause = pause
  }

  /// Copies bytes from a position into a buffer, as many as fit.
  ///
  /// - Returns: The number of bytes; 0 before a pause, -1 at the end.
  func read(at position: Int, into room: UnsafeMutableRawBufferPointer) -> Int {
    guard position < end else { return -1 }
    var length = min(room.count, end - position)
    if let bytesPerSecond {
      length = min(length, allowed.withLock { $0 })
      guard length > 0 else {
        wait(forPieceOf: min(end - position, max(1, bytesPerSecond / 20)), bytesPerSecond)
        return 0
      }
      allowed.withLock { $0 -= length }
    }
    bytes[position..<(position + length)].withUnsafeBytes { room.copyMemory(from: $0) }
    sent(length)
    return length
  }

  private func wait(forPieceOf length: Int, _ bytesPerSecond: Int) {
    pause { [allowed] in
      try? await Task.sleep(for: .seconds(Double(length) / Double(bytesPerSecond)))
      allowed.withLock { $0 = length }
    }
  }
}
