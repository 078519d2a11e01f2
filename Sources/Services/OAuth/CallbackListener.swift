import FlyingFox
import FlyingSocks
import Foundation

/// The small server on this machine that the service sends the browser back to.
struct CallbackListener: Sendable {
  /// What to tell the browser, and what happens once it has been told.
  struct Reply: Sendable {
    let outcome: CallbackPages.Outcome
    /// Called once, when the page was sent or could not be.
    let delivered: @Sendable () -> Void
  }

  let port: Int
  let pages: CallbackPages
  /// Asked with the query of each hit; nil where it is no answer of the service.
  let receive: @Sendable (String) -> Reply?

  /// Serves on 127.0.0.1, and on [::1] where that is free, until the task is cancelled.
  ///
  /// The port is closed when this returns.
  ///
  /// - Parameter ready: called once, with false where the port is taken and nothing is served.
  func run(ready: @escaping @Sendable (Bool) -> Void) async {
    guard let number = UInt16(exactly: port),
      let ip4: sockaddr_in = try? .inet(ip4: "127.0.0.1", port: number),
      let ip6: sockaddr_in6 = try? .inet6(ip6: "::1", port: number)
    else { return ready(false) }

    let (listening, signal) = AsyncStream.makeStream(of: Bool.self)
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        try? await server(at: ip4) { signal.yield(true) }.run()
        signal.yield(false)
      }
      var results = listening.makeAsyncIterator()
      let isListening = await results.next() ?? false
      if isListening {
        group.addTask {
          try? await server(at: ip6) { signal.yield(true) }.run()
          signal.yield(false)
        }
        _ = await results.next()
      }
      ready(isListening)
    }
  }

  private func server(
    at address: some SocketAddress,
    listening: @escaping @Sendable () -> Void
  ) -> HTTPServer {
    let configuration = HTTPServer.Configuration(
      address: address,
      pool: DispatchSocketPool(started: listening),
      logger: .disabled
    )
    return HTTPServer(config: configuration, handler: ClosureHTTPHandler { respond(to: $0) })
  }

  private func respond(to request: HTTPRequest) -> HTTPResponse {
    guard request.path == SignInAttempt.callbackPath else { return Self.response(.notFound) }
    guard request.method == .GET else { return Self.response(.methodNotAllowed) }
    // A prefetched page would be shown later without asking us again.
    guard !Self.isPrefetch(request) else { return Self.response(.serviceUnavailable) }
    guard let reply = receive(request.target.query()) else { return Self.response(.badRequest) }
    let html = pages.html(
      reply.outcome,
      acceptLanguage: request.headers[HTTPHeader("Accept-Language")]
    )
    return Self.response(.ok, body: PageBody(html: html, delivered: reply.delivered))
  }

  private static func isPrefetch(_ request: HTTPRequest) -> Bool {
    ["Purpose", "Sec-Purpose", "X-Moz"].contains { name in
      let value = request.headers[HTTPHeader(name)]?.lowercased() ?? ""
      return value.contains("prefetch") || value.contains("preview")
        || value.contains("prerender")
    }
  }

  /// The address holds the code: nothing may keep it or send it on.
  private static func response(_ status: HTTPStatusCode, body: PageBody? = nil) -> HTTPResponse {
    let headers: HTTPHeaders = [
      .contentType: "text/html; charset=utf-8",
      .cacheControl: "no-store",
      .connection: "close",
      HTTPHeader("Referrer-Policy"): "no-referrer",
      HTTPHeader("X-Content-Type-Options"): "nosniff",
      HTTPHeader("Content-Security-Policy"): "default-src 'none'; style-src 'unsafe-inline'",
    ]
    guard let body else { return HTTPResponse(statusCode: status, headers: headers) }
    return HTTPResponse(
      statusCode: status,
      headers: headers,
      body: HTTPBodySequence(from: body, count: body.count)
    )
  }
}

/// A page that tells when the server is done with it.
///
/// The server lets go of a body when it was written or the browser went away; stopping the server
/// before that would show an error page instead.
private struct PageBody: AsyncBufferedSequence, AsyncBufferedIteratorProtocol {
  private final class Delivery: Sendable {
    let delivered: @Sendable () -> Void
    init(_ delivered: @escaping @Sendable () -> Void) { self.delivered = delivered }
    deinit { delivered() }
  }

  private var rest: ArraySlice<UInt8>
  private let delivery: Delivery

  init(html: String, delivered: @escaping @Sendable () -> Void) {
    rest = Array(html.utf8)[...]
    delivery = Delivery(delivered)
  }

  var count: Int { rest.count }

  func makeAsyncIterator() -> PageBody { self }

  mutating func next() async -> UInt8? { rest.popFirst() }

  mutating func nextBuffer(suggested count: Int) async -> ArraySlice<UInt8>? {
    guard !rest.isEmpty else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}
