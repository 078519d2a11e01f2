/// A text that must never appear in a log, a trace or an error.
package struct Secret: Equatable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The text, to be used only in a request or a credential store.
  package let exposed: String

  package init(_ text: String) { exposed = text }

  package var description: String { "‹secret›" }
  package var debugDescription: String { "‹secret›" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// A sign-in at a service.
///
/// Credential stores save it by service and base URL.
package struct Session: Equatable, Sendable {
  package var service: ServiceID
  /// The API's base URL without a trailing slash.
  ///
  /// Keeps sessions of the demo service and of the real one apart.
  package var baseURL: String
  package var token: Secret
  package var username: String?
  /// The expiry time in seconds since 1970; `nil` if the token doesn't expire.
  package var expires: Double?
  /// The refresh token; `nil` if the session can't be renewed without the user.
  package var renewal: Renewal?
  /// Whether the tokens must still be read from the keyring.
  ///
  /// Until then they are empty, and no request may use them.
  package var tokensInKeyring = false

  /// The refresh token and its parameters.
  ///
  /// A refresh token can be used once.
  package struct Renewal: Equatable, Sendable {
    package var token: Secret
    /// The device ID that the service assigned at sign-in; `nil` if it assigns none.
    package var device: String?

    package init(token: Secret, device: String? = nil) {
      self.token = token
      self.device = device
    }
  }

  package init(
    service: ServiceID,
    baseURL: String,
    token: Secret,
    username: String? = nil,
    expires: Double? = nil,
    renewal: Renewal? = nil
  ) {
    self.service = service
    self.baseURL = baseURL
    self.token = token
    self.username = username
    self.expires = expires?.clamped(to: SanityLimits.time)
    self.renewal = renewal
  }

  /// The session without its tokens, for use before the keyring is read.
  package var withoutTokens: Session {
    var session = self
    session.token = Secret("")
    session.renewal = renewal.map { _ in Renewal(token: Secret("")) }
    session.tokensInKeyring = true
    return session
  }

  /// Whether the session can be used at a time in seconds since 1970, possibly after a renewal.
  ///
  /// Compares times only. The service may reject the session nevertheless.
  package func isValid(at time: Double) -> Bool { renewal != nil || hasToken(at: time) }

  /// Whether the access token hasn't expired at a time in seconds since 1970.
  package func hasToken(at time: Double) -> Bool { expires.map { $0 > time } ?? true }
}
