import HTTP
import Model

extension OAuthClient {
  /// The client of an embedded demo service.
  ///
  /// - Parameter baseURL: of the running service, without a trailing slash.
  package static func demo(baseURL: String, transport: any HTTPTransport) -> OAuthClient {
    OAuthClient(
      webURL: baseURL,
      accessKey: demoAccessKey,
      secretKey: demoSecretKey,
      key: .demo,
      transport: transport
    )
  }

  /// Signs in without a browser: opens the login page, presses its first button, and exchanges the
  /// code it leads to.
  ///
  /// The demo service asks for nothing a person would have to type.
  package func signInWithoutBrowser() async throws(Problem) -> Session {
    let redirect = SignInAttempt.outOfBandRedirect
    let page = try await send(HTTPRequest(.get, authorizeURL(redirect: redirect, state: nil)))
    let html = String(decoding: page.body, as: UTF8.self)
    guard let form = LoginForm(html: html, at: page.url) else {
      throw Problem(.signIn, .malformedAnswer)
    }
    let answer = try await send(
      HTTPRequest(
        .post,
        form.action,
        headers: [HTTPHeader("Content-Type", "application/x-www-form-urlencoded")],
        body: Array(Percent.form(form.fields).utf8)
      )
    )
    // Where the form led: the transport follows redirects, but may leave that of a POST to us.
    let address =
      answer.header("Location").flatMap {
        WebAddress.resolve($0, at: answer.url)
      } ?? answer.url
    guard let code = WebAddress(address)?.value("code") else {
      throw Problem(.signIn, .malformedAnswer)
    }
    return try await exchange(Secret(code), redirect: redirect)
  }
}
