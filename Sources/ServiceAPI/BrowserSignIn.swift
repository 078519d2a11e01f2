import HTTP
import Model

/// A service that is signed in to through the person's browser.
package protocol BrowserSignIn: Sendable {
  /// Begins one sign-in, with secrets of its own.
  ///
  /// - Parameter port: of the usual redirect address, `http://localhost:PORT/callback`.
  func exchange(port: Int) -> any SignInExchange
}

/// One sign-in: where its browser is sent, whose answer is believed, and what that is worth.
///
/// Holds no connection, so that every case can be tried alone.
package protocol SignInExchange: Sendable {
  /// Where the browser comes back to on this machine; nil where it ends at another address, which
  /// the person has to paste.
  var callback: CallbackAddress? { get }
  /// Whether the service has a page that shows a code, for browsers on other machines.
  var showsCodes: Bool { get }

  /// The login page to open in a browser.
  ///
  /// - Parameter isOutOfBand: whether it is to end at the page that shows a code.
  func loginPage(isOutOfBand: Bool) -> WebPage
  /// Judges the query of a callback.
  func judge(_ query: URLQuery) -> SignInCallback
  /// Judges a pasted text.
  ///
  /// - Parameter isOutOfBand: whether the page that shows a code was asked for.
  func judge(paste: String, isOutOfBand: Bool) -> SignInPaste
  /// Turns an answer into a session.
  func session(for answer: SignInResponse) async throws(Problem) -> Session
}

/// A service whose demo signs in without a browser.
package protocol DemoSignIn: BrowserSignIn {
  /// Whether it can: what stands behind the `#` of an address reaches browsers only.
  var isWithoutBrowser: Bool { get }
  /// Opens the login page, presses its first button, and takes what that leads to.
  func signInWithoutBrowser() async throws(Problem) -> Session
}

/// A service whose tokens end soon and are exchanged for new ones.
package protocol RenewingSignIn: BrowserSignIn {
  /// A session with a new token in place of one that has ended, or is about to.
  ///
  /// - Throws: `unauthorized` where only the person can sign in again.
  func renewed(_ session: Session) async throws(Problem) -> Session
}

/// A service that can revoke a token at sign-out.
package protocol SignOutSource: BrowserSignIn {
  /// Revokes the session's token.
  func signOut(_ session: Session) async throws(Problem)
}

/// Where the browser comes back to on this machine.
package struct CallbackAddress: Equatable, Sendable {
  /// The path of the usual redirect address.
  package static let usualPath = "/callback"

  package let port: Int
  package let path: String
  /// Whether the answer stands behind the address's `#`, which browsers send to nobody: a page of
  /// ours has to post it.
  package let isFragment: Bool

  package init(port: Int, path: String = Self.usualPath, isFragment: Bool = false) {
    self.port = port
    self.path = path
    self.isFragment = isFragment
  }

  /// The parts of a redirect address; nil for one that is not `http` of this machine.
  package init?(_ redirect: String, isFragment: Bool = false) {
    guard let address = WebAddress(redirect), address.isLoopback, address.scheme == "http" else {
      return nil
    }
    self.init(port: address.port, path: address.path, isFragment: isFragment)
  }
}
