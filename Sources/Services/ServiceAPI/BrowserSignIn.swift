import HTTP
import Model

/// A service with a sign-in in the user's browser.
package protocol BrowserSignIn: Sendable {
  /// Creates a sign-in with new secrets, without a request.
  ///
  /// - Parameter port: the port of the default redirect URI, `http://localhost:PORT/callback`.
  func exchange(port: Int) -> any SignInExchange
}

/// One sign-in: its login page, the validation of callbacks, and the exchange of the response for a
/// session.
///
/// The caller opens the browser and listens for callbacks, so that tests can call each function
/// separately.
package protocol SignInExchange: Sendable {
  /// The redirect URI on this computer.
  ///
  /// `nil` if the sign-in ends at another URL, which the user must paste.
  var callback: CallbackAddress? { get }
  /// Whether the service can show a code on a page, for browsers on other computers.
  var showsCodes: Bool { get }

  /// Returns the login page to open in a browser.
  ///
  /// - Parameter isOutOfBand: whether the sign-in ends at the page that shows a code.
  func loginPage(isOutOfBand: Bool) -> WebPage
  /// Validates the query of a callback.
  func judge(_ query: URLQuery) -> SignInCallback
  /// Validates a pasted text.
  ///
  /// - Parameter isOutOfBand: whether the sign-in ends at the page that shows a code.
  func judge(paste: String, isOutOfBand: Bool) -> SignInPaste
  /// Exchanges a response for a session, with requests to the service if necessary.
  ///
  /// - Throws: the response's own problem if the response is a failure.
  func session(for answer: SignInResponse) async throws(Problem) -> Session
}

extension SignInExchange {
  package var showsCodes: Bool { false }
}

/// A service whose demo supports sign-in without a browser.
package protocol DemoSignIn: BrowserSignIn {
  /// Whether sign-in without a browser is possible.
  ///
  /// Impossible if the service sends the response in a URL fragment, which only browsers evaluate.
  var isWithoutBrowser: Bool { get }
  /// A sign-in that ends at a page of the demo.
  var demoExchange: any SignInExchange { get }
  /// Sends a request of a sign-in and throws the problem of an error response.
  func send(_ request: HTTPRequest) async throws(Problem) -> HTTPResponse
}

extension DemoSignIn {
  package var isWithoutBrowser: Bool { true }
  package var demoExchange: any SignInExchange { exchange(port: 0) }
}

/// A service with short-lived tokens that can be renewed.
package protocol RenewingSignIn: BrowserSignIn {
  /// Returns the session with a new token.
  ///
  /// The old one has expired or will expire soon.
  ///
  /// - Throws: `unauthorized` if the user must sign in again.
  func renewed(_ session: Session) async throws(Problem) -> Session
}

/// A service that can revoke a token at sign-out.
package protocol SignOutSource: BrowserSignIn {
  /// Revokes the session's token.
  func signOut(_ session: Session) async throws(Problem)
}

/// The redirect URI on this computer.
package struct CallbackAddress: Equatable, Sendable {
  /// The path of the default redirect URI.
  package static let usualPath = "/callback"

  package let port: Int
  package let path: String
  /// Whether the response is in the URL's fragment.
  ///
  /// Browsers don't send fragments, so the callback's page must post it.
  package let isFragment: Bool

  package init(port: Int, path: String = Self.usualPath, isFragment: Bool = false) {
    self.port = port
    self.path = path
    self.isFragment = isFragment
  }

  /// Parses a redirect URI; returns `nil` unless it is `http` on this computer.
  package init?(_ redirect: String, isFragment: Bool = false) {
    guard let address = WebAddress(redirect), address.isLoopback, address.scheme == "http" else {
      return nil
    }
    self.init(port: address.port, path: address.path, isFragment: isFragment)
  }
}
