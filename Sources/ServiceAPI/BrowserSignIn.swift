import HTTP
import Model

/// A service that the user signs in to through their browser.
package protocol BrowserSignIn: Sendable {
  /// Begins one sign-in, with its own random secrets.
  ///
  /// - Parameter port: the port of the default redirect URL, `http://localhost:PORT/callback`.
  func exchange(port: Int) -> any SignInExchange
}

/// One sign-in attempt: builds its login page, checks responses and exchanges them for a session.
///
/// Holds no connection, so that tests can try each case alone.
package protocol SignInExchange: Sendable {
  /// The redirect URL on this computer. `nil` if the browser ends at another URL, which the user
  /// must paste.
  var callback: CallbackAddress? { get }
  /// Whether the service has a page that shows a code, for browsers on other computers.
  var showsCodes: Bool { get }

  /// Returns the login page to open in a browser.
  ///
  /// - Parameter isOutOfBand: whether the sign-in ends at the page that shows a code.
  func loginPage(isOutOfBand: Bool) -> WebPage
  /// Checks the query of a callback and returns its response.
  func judge(_ query: URLQuery) -> SignInCallback
  /// Checks a pasted text and returns the response in it.
  ///
  /// - Parameter isOutOfBand: whether the sign-in ends at the page that shows a code.
  func judge(paste: String, isOutOfBand: Bool) -> SignInPaste
  /// Exchanges a response for a session.
  func session(for answer: SignInResponse) async throws(Problem) -> Session
}

/// A service whose demo signs in without a browser.
package protocol DemoSignIn: BrowserSignIn {
  /// Whether that is possible.
  ///
  /// Only browsers see the fragment of a URL, after the `#`.
  var isWithoutBrowser: Bool { get }
  /// Loads the login page, submits its first form and returns the resulting session.
  func signInWithoutBrowser() async throws(Problem) -> Session
}

/// A service whose tokens expire soon and can be renewed.
package protocol RenewingSignIn: BrowserSignIn {
  /// Returns a session with a new token, to replace one that has expired or is about to.
  ///
  /// - Throws: `unauthorized` if the user must sign in again.
  func renewed(_ session: Session) async throws(Problem) -> Session
}

/// A service that can revoke a token at sign-out.
package protocol SignOutSource: BrowserSignIn {
  /// Revokes the session's token.
  func signOut(_ session: Session) async throws(Problem)
}

/// The URL on this computer that the browser is redirected to after the login.
package struct CallbackAddress: Equatable, Sendable {
  /// The path of the default redirect URL.
  package static let usualPath = "/callback"

  package let port: Int
  package let path: String
  /// Whether the response is in the URL's fragment, which browsers send to no server.
  ///
  /// Our own page must then post it.
  package let isFragment: Bool

  package init(port: Int, path: String = Self.usualPath, isFragment: Bool = false) {
    self.port = port
    self.path = path
    self.isFragment = isFragment
  }

  /// Parses a redirect URL; `nil` unless it is an `http` URL of this computer.
  package init?(_ redirect: String, isFragment: Bool = false) {
    guard let address = WebAddress(redirect), address.isLoopback, address.scheme == "http" else {
      return nil
    }
    self.init(port: address.port, path: address.path, isFragment: isFragment)
  }
}
