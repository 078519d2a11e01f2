import HTTP
import Model
import Platform
import ServiceAPI

/// The local server that the service redirects the browser to.
package struct CallbackListener: Sendable {
  /// The response for the browser, and the action after it is sent.
  struct Reply: Sendable {
    let outcome: CallbackPages.Outcome
    /// Called once, after the page was sent or sending failed.
    var delivered: (@Sendable () -> Void)?
  }

  private let callback: CallbackAddress
  private let pages: CallbackPages
  private let limits: LoopbackServer.Limits
  private let receive: @Sendable (URLQuery) -> Reply

  /// Creates a listener.
  ///
  /// - Parameter receive: Called with the parameters of each callback; returns the reply.
  init(
    _ callback: CallbackAddress,
    pages: CallbackPages,
    limits: LoopbackServer.Limits,
    receive: @escaping @Sendable (URLQuery) -> Reply
  ) {
    self.callback = callback
    self.pages = pages
    self.limits = limits
    self.receive = receive
  }

  /// Serves on 127.0.0.1 and [::1] until the task is cancelled.
  ///
  /// The port is closed when this returns.
  ///
  /// - Parameter ready: Called once: with `nil` when the server listens, or with the problem if it
  ///   can't.
  func run(ready: @escaping @Sendable (Problem?) -> Void) async {
    do throws(Problem) {
      let server = try LoopbackServer.start(
        port: callback.port,
        limits: limits,
        takesBodies: callback.isFragment,
        respond: respond
      )
      ready(nil)
      while (try? await Task.sleep(for: .seconds(86_400))) != nil {}
      await server.stop()
    } catch {
      ready(error)
    }
  }

  private func respond(to request: LoopbackServer.Request) -> LoopbackServer.Answer {
    let methods = callback.isFragment ? ["GET", "POST"] : ["GET"]
    if let status = Self.refusal(
      of: request,
      port: callback.port,
      path: callback.path,
      methods: methods,
      limits: limits
    ) {
      let allowed = (name: "Allow", value: methods.joined(separator: ", "))
      let headers = (status == 405 ? [allowed] : []) + Self.headers()
      return LoopbackServer.Answer(status: status, headers: headers)
    }
    let languages = request.values("accept-language").first
    let query: URLQuery
    if !callback.isFragment {
      query = Self.query(of: request)
    } else if request.method == "POST" {
      query = Self.fragment(of: request)
    } else {
      return relay(languages)
    }
    let reply = receive(query)
    return LoopbackServer.Answer(
      status: reply.outcome == .ignored ? 400 : 200,
      headers: Self.headers(),
      body: pages.html(reply.outcome, acceptLanguage: languages),
      delivered: reply.delivered
    )
  }

  /// Returns a page with a script that posts the fragment of the page's URL.
  ///
  /// The script first removes the fragment from the browser's history.
  private func relay(_ languages: String?) -> LoopbackServer.Answer {
    let nonce = SignInAttempt.randomState()
    return LoopbackServer.Answer(
      status: 200,
      headers: Self.headers(
        more: "script-src 'nonce-\(nonce)'; form-action 'self'; base-uri 'none'; "
      ),
      body: pages.html(.relaying, acceptLanguage: languages, more: Self.script(nonce))
    )
  }

  private static func script(_ nonce: String) -> String {
    """
    <form method="post"><input type="hidden" name="\(fragmentField)"></form>
    <script nonce="\(nonce)">
    const form = document.forms[0], answer = location.hash.slice(1);
    if (answer) {
      history.replaceState(null, '', location.pathname);
      form.elements[0].value = answer;
      form.submit();
    }
    </script>

    """
  }

  private static let fragmentField = "answer"

  /// Returns the fields that the relaying page has posted.
  private static func fragment(of request: LoopbackServer.Request) -> URLQuery {
    let form = URLQuery(parsing: String(decoding: request.body, as: UTF8.self))
    return URLQuery(parsing: form[fragmentField] ?? "")
  }

  /// Returns the error status for a request that can't be a browser returning from the service;
  /// `nil` for a possible callback.
  ///
  /// The parameters of the callback aren't examined.
  package static func refusal(
    of request: LoopbackServer.Request,
    port: Int,
    path: String = CallbackAddress.usualPath,
    methods: [String] = ["GET"],
    limits: LoopbackServer.Limits = LoopbackServer.Limits()
  ) -> UInt32? {
    if request.lineSize > limits.requestLine { return 414 }
    if request.headersSize > limits.headers { return 431 }
    // With another host name, a web page can reach local servers (DNS rebinding).
    let hosts = LoopbackSocket.hostNames
    let known = hosts.map { "\($0):\(port)" } + (port == 80 ? hosts : [])
    let host = request.values("host")
    guard host.count == 1, known.contains(host[0].lowercased()) else { return 403 }
    guard request.target.prefix(while: { $0 != "?" }) == path else { return 404 }
    // HEAD is refused too: programs that check links must not use up the code.
    guard methods.contains(request.method) else { return 405 }
    if request.isTooLong { return 413 }
    // Only our own page posts here.
    if request.method == "POST" {
      let origins = request.values("origin")
      guard origins.count == 1, origins[0].lowercased() == "http://" + host[0].lowercased() else {
        return 403
      }
    }
    // A browser would show a prefetched page later without another request.
    guard !isPrefetch(request) else { return 503 }
    return isNavigation(request) ? nil : 403
  }

  /// Returns the fields that the service has added to the redirect URI.
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
  /// Browsers without these headers are accepted. (Fetch Metadata Request Headers, a W3C draft.)
  private static func isNavigation(_ request: LoopbackServer.Request) -> Bool {
    request.values("sec-fetch-mode").allSatisfy { $0.lowercased() == "navigate" }
      && request.values("sec-fetch-dest").allSatisfy { $0.lowercased() == "document" }
  }

  /// Returns the headers of a page.
  ///
  /// The page's URL contains the code and must not be cached or sent to other sites.
  ///
  /// - Parameter more: Additional directives of the Content-Security-Policy.
  private static func headers(more: String = "") -> [(name: String, value: String)] {
    [
      ("Content-Type", "text/html; charset=utf-8"),
      ("Cache-Control", "no-store"),
      ("Referrer-Policy", more.isEmpty ? "no-referrer" : "same-origin"),
      ("X-Content-Type-Options", "nosniff"),
      (
        "Content-Security-Policy",
        "default-src 'none'; \(more)style-src 'unsafe-inline'; frame-ancestors 'none'"
      ),
    ]
  }
}
