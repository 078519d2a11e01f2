import HTTP
import Model

/// The small server on this machine that the service sends the browser back to.
package struct CallbackListener: Sendable {
  /// What to tell the browser, and what happens once it has been told.
  struct Reply: Sendable {
    let outcome: CallbackPages.Outcome
    /// Called once, when the page was sent or could not be.
    var delivered: (@Sendable () -> Void)?
  }

  let port: Int
  let pages: CallbackPages
  var limits = LoopbackServer.Limits()
  /// Asked with the query of each callback.
  let receive: @Sendable (URLQuery) -> Reply

  /// Serves on 127.0.0.1 and [::1] until the task is cancelled.
  ///
  /// The port is closed when this returns.
  ///
  /// - Parameter ready: called once, with why nobody can listen there.
  func run(ready: @escaping @Sendable (Problem?) -> Void) async {
    do throws(Problem) {
      let server = try LoopbackServer.start(port: port, limits: limits, respond: respond)
      ready(nil)
      while (try? await Task.sleep(for: .seconds(86_400))) != nil {}
      await server.stop()
    } catch {
      ready(error)
    }
  }

  private func respond(to request: LoopbackServer.Request) -> LoopbackServer.Answer {
    if let status = Self.refusal(of: request, port: port, limits: limits) {
      let allowed: [(name: String, value: String)] = status == 405 ? [("Allow", "GET")] : []
      return LoopbackServer.Answer(status: status, headers: allowed + Self.headers)
    }
    let reply = receive(Self.query(of: request))
    let languages = request.values("accept-language").first
    return LoopbackServer.Answer(
      status: reply.outcome == .ignored ? 400 : 200,
      headers: Self.headers,
      body: pages.html(reply.outcome, acceptLanguage: languages),
      delivered: reply.delivered
    )
  }

  /// The status for what cannot be a browser coming back from the service, before anybody looks at
  /// its query.
  package static func refusal(
    of request: LoopbackServer.Request,
    port: Int,
    limits: LoopbackServer.Limits = LoopbackServer.Limits()
  ) -> UInt32? {
    if request.lineSize > limits.requestLine { return 414 }
    if request.headersSize > limits.headers { return 431 }
    // Another name for this machine is a page's trick to talk to it (DNS rebinding).
    let hosts = ["localhost", "127.0.0.1", "[::1]"]
    let known = hosts.map { "\($0):\(port)" } + (port == 80 ? hosts : [])
    let host = request.values("host")
    guard host.count == 1, known.contains(host[0].lowercased()) else { return 403 }
    guard request.target.prefix(while: { $0 != "?" }) == SignInAttempt.callbackPath else {
      return 404
    }
    // HEAD as well: programs that look at links must not use the code up.
    guard request.method == "GET" else { return 405 }
    // A prefetched page would be shown later without asking us again.
    guard !isPrefetch(request) else { return 503 }
    return isNavigation(request) ? nil : 403
  }

  /// What the service has the browser bring.
  package static func query(of request: LoopbackServer.Request) -> URLQuery {
    URLQuery(parsing: String(request.target.drop { $0 != "?" }.dropFirst()))
  }

  private static func isPrefetch(_ request: LoopbackServer.Request) -> Bool {
    ["purpose", "sec-purpose", "x-moz"].flatMap(request.values).contains { value in
      let value = value.lowercased()
      return value.contains("prefetch") || value.contains("preview")
        || value.contains("prerender")
    }
  }

  /// Whether the browser is opening a page, rather than an image, frame or script of another page.
  ///
  /// Browsers without these headers get the benefit of the doubt.
  /// (Fetch Metadata Request Headers, a W3C draft.)
  private static func isNavigation(_ request: LoopbackServer.Request) -> Bool {
    request.values("sec-fetch-mode").allSatisfy { $0.lowercased() == "navigate" }
      && request.values("sec-fetch-dest").allSatisfy { $0.lowercased() == "document" }
  }

  /// The address holds the code: nothing may keep it or send it on.
  private static let headers: [(name: String, value: String)] = [
    ("Content-Type", "text/html; charset=utf-8"),
    ("Cache-Control", "no-store"),
    ("Referrer-Policy", "no-referrer"),
    ("X-Content-Type-Options", "nosniff"),
    (
      "Content-Security-Policy",
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
    ),
  ]
}
