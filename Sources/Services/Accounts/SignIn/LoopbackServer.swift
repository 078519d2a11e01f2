import CMicroHTTPD
import Dispatch
import Glibc
import Model
import Platform

/// An HTTP server on this computer with strict limits.
///
/// Each connection gets one response. libmicrohttpd uses a fixed amount of memory. Time and
/// connections are limited here, because libmicrohttpd's own timeout restarts with every byte, and
/// its own connection limit lets new connections wait.
package final class LoopbackServer: Sendable {
  package struct Limits: Sendable {
    /// The maximum size of the request line in bytes, without its line break.
    var requestLine = 8 << 10
    /// The maximum total size of the headers in bytes.
    var headers = 16 << 10
    /// The maximum size of a body in bytes.
    var body = 16 << 10
    /// The maximum time from accepting a connection to closing it.
    var connectionTime = Duration.seconds(5)
    /// The maximum number of open connections.
    ///
    /// A further connection ends the oldest, so that a client can't lock out the browser by holding
    /// connections open.
    var connections = 8
  }

  /// A received request.
  package struct Request: Sendable {
    var method = "GET"
    /// The target as in the request line.
    package var target: String
    /// The headers, with names in lower case.
    var headers: [(name: String, value: String)] = []
    /// The size of the request line in bytes, without its line break.
    var lineSize = 0
    /// The total size of the headers in bytes.
    var headersSize = 0
    /// The posted body, if the server accepts bodies.
    var body: [UInt8] = []
    /// Whether the body exceeds the limit.
    var isTooLong = false

    package init(
      method: String = "GET",
      target: String,
      headers: [(name: String, value: String)] = []
    ) {
      self.method = method
      self.target = target
      self.headers = headers
    }

    /// Returns the values of a header, in unspecified order.
    package func values(_ name: String) -> [String] {
      headers.filter { $0.name == name }.map(\.value)
    }
  }

  /// The response to a request.
  struct Answer: Sendable {
    var status: UInt32
    var headers: [(name: String, value: String)] = []
    var body = ""
    /// Called once, after the response was sent or sending failed.
    var delivered: (@Sendable () -> Void)?
  }

  private struct Connection {
    /// A unique number, because descriptors are reused.
    let number: Int
    /// Whether the connection is shut down and waits for libmicrohttpd to close it.
    var isEnding = false
    var delivered: (@Sendable () -> Void)?
  }

  private struct State {
    var open: [Int32: Connection] = [:]
    var count = 0
    /// The `cmhd_server` objects, which any thread may stop.
    var servers: [OpaquePointer] = []
  }

  private let limits: Limits
  private let respond: @Sendable (Request) -> Answer
  private let state = Lock(State())

  private init(_ limits: Limits, respond: @escaping @Sendable (Request) -> Answer) {
    self.limits = limits
    self.respond = respond
  }

  /// The version of libmicrohttpd; `nil` if it can't be loaded.
  static var libraryVersion: String? { cmhd_version().map { String(cString: $0) } }

  /// Serves until `stop()`.
  ///
  /// - Parameters:
  ///   - takesBodies: Whether to read the bodies of requests.
  ///   - respond: Called on the server's threads; must not block.
  /// - Throws: `missingLibrary`, `portBusy` or `portUnusable`.
  static func start(
    port: Int,
    limits: Limits,
    takesBodies: Bool = false,
    respond: @escaping @Sendable (Request) -> Answer
  ) throws(Problem) -> LoopbackServer {
    if let reason = cmhd_load() {
      let cause = Problem.Cause.missingLibrary(
        name: "libmicrohttpd",
        reason: String(cString: reason)
      )
      throw Problem(.signIn, cause)
    }
    let sockets: [Int32]
    do throws(LoopbackSocket.Failure) {
      guard let number = UInt16(exactly: port) else { throw .init(code: EINVAL) }
      sockets = try LoopbackSocket.listen(on: number)
    } catch {
      throw error.problem(port: port)
    }
    let server = LoopbackServer(limits, respond: respond)
    let started = server.state.withLock { state in
      state.servers = sockets.compactMap { server.serve($0, takesBodies: takesBodies) }
      return state.servers.count
    }
    guard started == sockets.count else {
      server.stopAll()
      throw LoopbackSocket.Failure(code: EAGAIN).problem(port: port)
    }
    return server
  }

  /// Closes the port and all connections.
  func stop() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { [self] in
        stopAll()
        continuation.resume()
      }
    }
  }

  /// Stops all servers and waits for libmicrohttpd's threads.
  private func stopAll() {
    let servers = state.withLock { state in
      defer { state.servers = [] }
      return state.servers
    }
    for server in servers {
      cmhd_stop(server)
      Unmanaged.passUnretained(self).release()
    }
  }

  /// Starts a libmicrohttpd server, which retains this object until it is stopped.
  private func serve(_ socket: Int32, takesBodies: Bool) -> OpaquePointer? {
    var handlers = cmhd_handlers(
      opened: { context, descriptor in LoopbackServer.at(context)?.opened(descriptor) },
      closed: { context, descriptor in LoopbackServer.at(context)?.closed(descriptor) },
      requested: { context, request in
        guard let request else { return }
        LoopbackServer.at(context)?.requested(request)
      }
    )
    var options = cmhd_options(
      // A few hundred headers fit beside the largest head; libmicrohttpd keeps a record of each.
      memory: 64 << 10 + limits.requestLine + limits.headers,
      target: limits.requestLine,
      connections: UInt32(4 * limits.connections),
      // One more byte, to detect bodies that are too long.
      body: takesBodies ? limits.body + 1 : 0,
      answers_later: false
    )
    let server = cmhd_start(
      socket,
      &options,
      &handlers,
      Unmanaged.passRetained(self).toOpaque()
    )
    if server == nil { Unmanaged.passUnretained(self).release() }
    return server
  }

  private static func at(_ context: UnsafeMutableRawPointer?) -> LoopbackServer? {
    context.map { Unmanaged<LoopbackServer>.fromOpaque($0).takeUnretainedValue() }
  }

  private func opened(_ descriptor: Int32) {
    let number = state.withLock { state in
      let others = state.open.filter { !$0.value.isEnding }
      if others.count >= limits.connections,
        let oldest = others.min(by: { $0.value.number < $1.value.number })?.key
      {
        Self.end(oldest, &state)
      }
      state.count += 1
      state.open[descriptor] = Connection(number: state.count)
      return state.count
    }
    let time = limits.connectionTime.components
    let deadline =
      DispatchTime.now() + .seconds(Int(time.seconds))
      + .nanoseconds(Int(time.attoseconds / 1_000_000_000))
    DispatchQueue.global().asyncAfter(deadline: deadline) { [weak self] in
      self?.state.withLock { state in
        if state.open[descriptor]?.number == number { Self.end(descriptor, &state) }
      }
    }
  }

  /// Ends a connection from any thread.
  ///
  /// Then libmicrohttpd sees the end of the stream and closes the connection. The caller holds the
  /// lock, and `closed` waits for it, so the descriptor still belongs to this connection.
  private static func end(_ descriptor: Int32, _ state: inout State) {
    state.open[descriptor]?.isEnding = true
    shutdown(descriptor, Int32(SHUT_RDWR))
  }

  private func closed(_ descriptor: Int32) {
    let connection = state.withLock { $0.open.removeValue(forKey: descriptor) }
    connection?.delivered?()
  }

  private func requested(_ request: UnsafeMutablePointer<cmhd_request>) {
    let answer = respond(Request(request, bodyLimit: limits.body))
    let descriptor = request.pointee.descriptor
    state.withLock { $0.open[descriptor]?.delivered = answer.delivered }
    var text = answer.body
    guard let response = text.withUTF8({ cmhd_response_make($0.baseAddress, $0.count) }) else {
      return cmhd_drop(request)
    }
    for (name, value) in answer.headers { cmhd_response_add(response, name, value) }
    cmhd_answer(request, answer.status, response)
  }
}

extension LoopbackServer.Request {
  fileprivate init(_ request: UnsafeMutablePointer<cmhd_request>, bodyLimit: Int) {
    let seen = request.pointee
    self.init(method: String(cString: seen.method), target: String(cString: seen.target))
    isTooLong = seen.size > bodyLimit
    if !isTooLong { body = Array(UnsafeRawBufferPointer(start: seen.body, count: seen.size)) }
    let spaces = 2
    lineSize = strlen(seen.method) + strlen(seen.target) + strlen(seen.version) + spaces
    withUnsafeMutablePointer(to: &headers) { headers in
      cmhd_headers(request, headers) { context, name, value in
        guard let context, let name, let value else { return }
        context.assumingMemoryBound(to: [(name: String, value: String)].self).pointee
          .append((String(cString: name).lowercased(), String(cString: value)))
      }
    }
    // The number that libmicrohttpd reports counts other bytes in version 1.0 than before.
    headersSize = headers.reduce(0) { $0 + LoopbackSocket.size(ofHeader: $1.name, $1.value) }
  }
}

extension LoopbackSocket.Failure {
  /// Returns the problem of a sign-in that couldn't listen on a port.
  func problem(port: Int) -> Problem {
    Problem(.signIn, code == EADDRINUSE ? .portBusy(port) : .portUnusable(port, reason: reason))
  }
}
