import HTTP
import Model
import ServiceAPI

extension DemoSignIn {
  /// Signs in without a browser: opens the login page, presses its first button, and exchanges the
  /// response for a session.
  ///
  /// The demo service's page has no fields to fill in.
  package func signInWithoutBrowser() async throws(Problem) -> Session {
    let exchange = demoExchange
    let isOutOfBand = exchange.showsCodes
    let page = try await send(HTTPRequest(.get, exchange.loginPage(isOutOfBand: isOutOfBand).text))
    let html = String(decoding: page.body, as: UTF8.self)
    guard let form = LoginForm(html: html, at: page.url) else {
      throw Problem(.signIn, .malformedAnswer)
    }
    let end = try await send(.form(form.fields, to: form.action, followsRedirects: true)).url
    guard case .answer(let answer) = exchange.judge(paste: end, isOutOfBand: isOutOfBand) else {
      throw Problem(.signIn, .malformedAnswer)
    }
    return try await exchange.session(for: answer)
  }
}
