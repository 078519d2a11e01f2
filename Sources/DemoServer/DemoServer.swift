import FlyingFox
import FlyingSocks
import FoundationEssentials
import Glibc
import Imaging
import Platform

/// The embedded demo service: a real HTTP/1.1 server on 127.0.0.1 that behaves like the real ones.
package actor DemoServer {
  private let service: DemoService
  private let port: UInt16
  private var server: HTTPServer?
  private var running: Task<Void, Never>?
  private let engine: DemoServerOptions.Engine
  private var listener: DemoListener?

  /// In seconds: longer than anything here takes.
  private static let day = 86_400.0

  /// Prepares the service; nothing listens yet.
  ///
  /// - Parameter pool: where pixels are worked on; shared with the rest of the program.
  /// - Throws: `photos` when the folder holds no described photographs.
  package init(
    options: DemoServerOptions,
    pool: ImagingPool = ImagingPool()
  ) throws(DemoServerError) {
    service = try DemoService(options: options, pool: pool)
    port = options.port
    engine = options.engine
  }

  /// Starts listening and returns where.
  ///
  /// - Throws: `port` when it cannot be had, `alreadyStarted`.
  package func start() async throws(DemoServerError) -> DemoAddress {
    guard server == nil, listener == nil else { throw .alreadyStarted }
    if engine == .microHTTPD { return try listen() }
    guard let address = try? sockaddr_in.inet(ip4: "127.0.0.1", port: port) else {
      throw .port(port, reason: "no address")
    }
    let server = HTTPServer(
      config: HTTPServer.Configuration(
        address: address,
        // FlyingFox answers 500 when a handler takes longer; a call may be held for as long as a
        // test likes.
        timeout: Self.day,
        pool: LoopbackPool(),
        logger: .disabled
      ),
      handler: Handler(service: service)
    )
    self.server = server
    // A client may know a fixed port before it is listening.
    if port != 0 { service.open(at: DemoAddress(port: port).baseURL) }
    let (outcomes, outcome) = AsyncStream.makeStream(of: Result<UInt16, DemoServerError>.self)
    let asked = port
    running = Task {
      do {
        try await server.run()
      } catch {
        outcome.yield(.failure(.port(asked, reason: "\(error)")))
      }
    }
    let listening = Task {
      // It listens at once, or `run` fails; a busy machine may take a while to say so.
      try await server.waitUntilListening(timeout: Self.day)
      guard case .ip4(_, let port) = await server.listeningAddress else { return }
      outcome.yield(.success(port))
    }
    for await result in outcomes {
      listening.cancel()
      switch result {
      case .success(let port):
        let address = DemoAddress(port: port)
        service.open(at: address.baseURL)
        return address
      case .failure(let error):
        self.server = nil
        throw error
      }
    }
    throw .port(port, reason: "cancelled")
  }

  private func listen() throws(DemoServerError) -> DemoAddress {
    if let reason = DemoListener.loadFailure() { throw .missingLibrary(reason: reason) }
    let address: DemoAddress
    do throws(LoopbackSocket.Failure) {
      let socket = try LoopbackSocket.listenIP4(on: port)
      address = DemoAddress(port: try LoopbackSocket.port(of: socket))
      service.open(at: address.baseURL)
      listener = DemoListener.start(socket, service)
      guard listener != nil else {
        close(socket)
        throw .init(code: EAGAIN)
      }
    } catch {
      throw .port(port, reason: error.reason)
    }
    return address
  }

  /// Closes every connection, held ones too.
  package func stop() async {
    await listener?.stop()
    listener = nil
    await server?.stop()
    running?.cancel()
    await running?.value
    server = nil
    running = nil
  }

  // MARK: From within the process, for tests

  /// Switches faults, as `POST /_demo/faults` does.
  package nonisolated func setFaults(_ faults: DemoFaults) { service.faults.set(faults) }

  package nonisolated var faults: DemoFaults { service.faults.current }

  /// Lets go what a `hold` fault holds back.
  package nonisolated func release() { service.faults.release() }

  package nonisolated func reset() { service.reset() }

  /// How often a route was called.
  package nonisolated func calls(of route: DemoRoute) -> Int {
    service.state.withLock { $0.journal.counts[route] ?? 0 }
  }

  /// Bytes of a photograph's whole file that were handed to connections, in all.
  package nonisolated func served(_ photo: String) -> Int {
    service.state.withLock { $0.journal.served[photo] ?? 0 }
  }

  /// Ids of the liked photographs, the latest first.
  package nonisolated var likes: [String] {
    service.state.withLock { $0.likes }.map { service.catalog.item($0).id }
  }

  /// Returns when so many answers of a route are held back.
  package nonisolated func waitUntilHeld(_ route: DemoRoute, count: Int = 1) async throws {
    while true {
      let version = service.changes.version
      if (service.faults.held[route] ?? 0) >= count { return }
      try await service.changes.wait(after: version)
    }
  }

  /// Returns when a route was called so many times in all.
  package nonisolated func waitUntilCalled(_ route: DemoRoute, count: Int) async throws {
    while true {
      let version = service.changes.version
      if calls(of: route) >= count { return }
      try await service.changes.wait(after: version)
    }
  }
}

/// Translates between FlyingFox and the service.
private struct Handler: HTTPHandler {
  let service: DemoService

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    let answer = try await service.answer(
      DemoRequest(
        method: request.method.rawValue,
        target: request.target.rawValue,
        authorization: request.headers[.authorization],
        contentType: request.headers[.contentType],
        range: request.headers[HTTPHeader("Range")],
        ifRange: request.headers[HTTPHeader("If-Range")],
        body: [UInt8](request.bodyData)
      )
    )
    var headers = HTTPHeaders()
    for header in answer.headers { headers[HTTPHeader(header.name)] = header.value }
    let status = HTTPStatusCode(answer.status, phrase: Self.phrases[answer.status] ?? "Status")
    guard answer.isCut || answer.bytesPerSecond != nil || answer.original != nil else {
      let data = Data(answer.body)
      let body = HTTPBodySequence(data: data, suggestedBufferSize: max(1, data.count))
      return HTTPResponse(statusCode: status, headers: headers, body: body)
    }
    let body = HTTPBodySequence(
      from: BodyStream(answer, sent: service.counter(of: answer)),
      count: answer.body.count,
      // Small, since a piece counts as served also where the client is gone by then.
      suggestedBufferSize: 1 << 14
    )
    return HTTPResponse(statusCode: status, headers: headers, body: body)
  }

  private static let phrases = [
    200: "OK", 201: "Created", 204: "No Content", 206: "Partial Content", 302: "Found",
    400: "Bad Request",
    401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 410: "Gone",
    416: "Range Not Satisfiable", 422: "Unprocessable Entity", 429: "Too Many Requests",
    500: "Internal Server Error",
    502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
  ]
}
