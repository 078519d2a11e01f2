import Foundation
import Platform
import Synchronization

/// A server that does exactly what a test defines, even what no valid server would do.
package final class ScriptedServer: Sendable {
  package struct Request: Sendable {
    package var method: String
    package var target: String
    package var fields: [String: String]
    package var body: [UInt8]

    /// Returns the value of a field, whose name is in lower case.
    package func header(_ name: String) -> String? { fields[name] }
  }

  private struct State {
    var isStopped = false
    var open: Set<Int32> = []
    var connections = 0
    var mostOpen = 0
    var requests: [Request] = []
  }

  /// The server's own address of this computer, so that no client of a stopped server reaches it.
  package let host: String
  package let port: UInt16
  /// The signal that fires once for each request that was read.
  package let arrivals = Signal()
  private static let count = Atomic<UInt16>(0)
  private let listener: Int32
  private let state = Lock(State())

  package var url: String { "http://\(host):\(port)" }
  package var connections: Int { state.withLock { $0.connections } }
  package var mostConnectionsAtOnce: Int { state.withLock { $0.mostOpen } }
  package var requests: [Request] { state.withLock { $0.requests } }

  /// Calls `answer` with each request, on the connection's own thread.
  ///
  /// The connection stays open until one side closes it.
  package init(_ answer: @escaping @Sendable (Connection, Request) -> Void) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    let number = Self.count.add(1, ordering: .relaxed).newValue
    host = "127.1.\(number >> 8 & 255).\(number & 255)"
    inet_pton(AF_INET, host, &address.sin_addr)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) + listen(listener, 64) + getsockname(listener, $0, &size)
      }
    }
    self.listener = listener
    port = UInt16(bigEndian: address.sin_port)
    guard code == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
    Thread.detachNewThread { [self] in accept(answer) }
  }

  /// Creates a server that sends the same response to each request.
  package convenience init(_ status: Int, _ headers: [String] = [], _ body: String = "") throws {
    try self.init { connection, _ in connection.answer(status, headers, body) }
  }

  package func stop() {
    let open = state.withLock { state in
      state.isStopped = true
      return state.open
    }
    shutdown(listener, Int32(SHUT_RDWR))
    for descriptor in open { shutdown(descriptor, Int32(SHUT_RDWR)) }
  }

  private func accept(_ answer: @escaping @Sendable (Connection, Request) -> Void) {
    while true {
      let descriptor = Glibc.accept(listener, nil, nil)
      guard descriptor >= 0 else { break }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      let (isStopped, isFirst) = state.withLock { state in
        state.connections += 1
        state.open.insert(descriptor)
        state.mostOpen = max(state.mostOpen, state.open.count)
        return (state.isStopped, state.connections == 1)
      }
      if isStopped { shutdown(descriptor, Int32(SHUT_RDWR)) }
      var on: Int32 = 1
      setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, 4)
      Thread.detachNewThread { [self] in
        let connection = Connection(descriptor, isFirst: isFirst)
        while let request = connection.read() {
          state.withLock { $0.requests.append(request) }
          arrivals.fire()
          answer(connection, request)
        }
        _ = state.withLock { $0.open.remove(descriptor) }
        close(descriptor)
      }
    }
    close(listener)
  }
}

extension ScriptedServer {
  /// An accepted connection, used on its own thread only.
  package final class Connection {
    /// Whether it is the first one that the server accepted.
    package let isFirst: Bool
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var isEnded = false

    init(_ descriptor: Int32, isFirst: Bool) {
      self.descriptor = descriptor
      self.isFirst = isFirst
    }

    package func answer(_ status: Int, _ headers: [String] = [], _ body: String = "") {
      send(head(status, headers, length: body.utf8.count) + body)
    }

    package func head(_ status: Int, _ headers: [String] = [], length: Int?) -> String {
      let length = length.map { ["Content-Length: \($0)"] } ?? []
      return (["HTTP/1.1 \(status) Scripted"] + headers + length).joined(separator: "\r\n")
        + "\r\n\r\n"
    }

    package func send(_ text: String) { send(Array(text.utf8)) }

    package func send(_ bytes: [UInt8]) {
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes {
          Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }

    /// Ends the connection normally, or with a reset.
    package func end(reset: Bool = false) {
      if reset {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
          descriptor,
          SOL_SOCKET,
          SO_LINGER,
          &linger,
          socklen_t(MemoryLayout<Glibc.linger>.size)
        )
        // Closing takes effect with the loop's own close; sent bytes must arrive before.
      } else {
        shutdown(descriptor, Int32(SHUT_RDWR))
      }
      isEnded = true
    }

    /// Returns true once the client has disconnected, and false after the time in milliseconds.
    ///
    /// Without a time, waits for the client.
    package func clientLeft(within milliseconds: Int32 = -1) -> Bool {
      let readHangUp: Int16 = 0x2000  // POLLRDHUP, which Glibc's module lacks
      var poll = pollfd(fd: descriptor, events: Int16(POLLIN) | readHangUp, revents: 0)
      return Glibc.poll(&poll, 1, milliseconds) > 0
    }

    fileprivate func read() -> Request? {
      guard !isEnded, let head = take(until: Array("\r\n\r\n".utf8)) else { return nil }
      let lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
      let first = (lines.first ?? "").split(separator: " ").map(String.init)
      guard first.count > 1 else { return nil }
      var fields: [String: String] = [:]
      for line in lines.dropFirst() {
        guard let colon = line.firstIndex(of: ":") else { continue }
        fields[line[..<colon].lowercased()] =
          line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      }
      let length = fields["content-length"].flatMap { Int($0) } ?? 0
      while buffer.count < length { guard fill() else { return nil } }
      let body = Array(buffer.prefix(length))
      buffer.removeFirst(length)
      return Request(method: first[0], target: first[1], fields: fields, body: body)
    }

    private func take(until end: [UInt8]) -> [UInt8]? {
      while true {
        if let range = buffer.firstRange(of: end) {
          let head = Array(buffer[..<range.lowerBound])
          buffer.removeFirst(range.upperBound)
          return head
        }
        guard fill() else { return nil }
      }
    }

    private func fill() -> Bool {
      var chunk = [UInt8](repeating: 0, count: 16384)
      let count = recv(descriptor, &chunk, chunk.count, 0)
      guard count > 0 else { return false }
      buffer += chunk[..<count]
      return true
    }
  }
}

/// A counter of events on threads, which tasks can wait for.
package final class Signal: Sendable {
  private struct State {
    var count = 0
    var waiting: [(count: Int, stream: AsyncStream<Never>.Continuation)] = []
  }

  private let state = Lock(State())

  package var count: Int { state.withLock { $0.count } }

  package init() {}

  package func fire() {
    state.withLock { state in
      state.count += 1
      for waiting in state.waiting where waiting.count <= state.count { waiting.stream.finish() }
    }
  }

  /// Returns once the event has happened this many times in all, or when the test's time is up.
  package func wait(for count: Int = 1) async {
    let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    state.withLock { state in
      if state.count < count {
        state.waiting.append((count, continuation))
      } else {
        continuation.finish()
      }
    }
    for await _ in stream {}
  }
}

/// A gate that threads wait at until a test opens it.
package final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  package init() {}

  package func open() { semaphore.signal() }

  /// Blocks the calling thread.
  ///
  /// The call gives up after a time that only failing tests reach.
  package func pass() {
    _ = semaphore.wait(timeout: .now() + 240)
    semaphore.signal()
  }
}
