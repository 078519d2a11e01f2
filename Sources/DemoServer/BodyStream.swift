import FlyingSocks
import FoundationEssentials

/// A body that comes slowly, breaks off before its announced end, or is counted.
struct BodyStream: AsyncBufferedSequence, Sendable {
  typealias Element = UInt8

  let bytes: [UInt8]
  let bytesPerSecond: Int?
  /// The connection breaks here.
  let end: Int
  /// Told of bytes as they are handed to the connection: before a client can have them.
  let sent: @Sendable (Int) -> Void

  init(_ answer: DemoAnswer, sent: @escaping @Sendable (Int) -> Void) {
    bytes = answer.body
    bytesPerSecond = answer.bytesPerSecond
    end = answer.isCut ? answer.body.count / 2 : answer.body.count
    self.sent = sent
  }

  func makeAsyncIterator() -> Iterator { Iterator(body: self) }

  struct Iterator: AsyncBufferedIteratorProtocol {
    fileprivate let body: BodyStream
    private var position = 0

    fileprivate init(body: BodyStream) { self.body = body }

    mutating func next() async throws -> UInt8? {
      try await nextBuffer(suggested: 1)?.first
    }

    mutating func nextBuffer(suggested count: Int) async throws -> ArraySlice<UInt8>? {
      guard position < body.end else {
        // Ending early without an error would leave the connection open and the client waiting.
        if body.end < body.bytes.count { throw SocketError.disconnected }
        return nil
      }
      var length = Swift.min(count, body.end - position)
      if let rate = body.bytesPerSecond {
        length = Swift.min(length, Swift.max(1, rate / 20))
        try await Task.sleep(for: .seconds(Double(length) / Double(rate)))
      }
      defer { position += length }
      body.sent(length)
      return body.bytes[position..<(position + length)]
    }
  }
}
