import HTTP
import Model

extension OAuthClient {
  /// Signs in without a browser: opens the login page, presses its first button, and exchanges the
  /// resulting code.
  ///
  /// The demo service's page has no fields to fill in.
  package func signInWithoutBrowser() async throws(Problem) -> Session {
    let redirect = SignInAttempt.outOfBandRedirect
    let proof = makeProofKey()
    let login = loginPage(redirect: redirect, state: nil, proof: proof)
    let page = try await send(HTTPRequest(.get, login.text))
    let html = String(decoding: page.body, as: UTF8.self)
    guard let form = LoginForm(html: html, at: page.url) else {
      throw Problem(.signIn, .malformedAnswer)
    }
    let answer = try await send(
      .form(form.fields, to: form.action, followsRedirects: true)
    )
    guard let code = WebAddress(answer.url)?.query["code"] else {
      throw Problem(.signIn, .malformedAnswer)
    }
    return try await exchange(Secret(code), redirect: redirect, proof: proof)
  }
}
