/// A text that must never appear in a log, a trace or an error.
package struct Secret: Equatable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The text itself: to be handed to a request and to nothing else.
  package let exposed: String

  package init(_ text: String) { exposed = text }

  package var description: String { "‹secret›" }
  package var debugDescription: String { "‹secret›" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// A sign-in that can be used: kept by a credential store, keyed by service and base URL.
package struct Session: Equatable, Sendable {
  package var service: ServiceID
  /// The API's base URL without a trailing slash: the demo's and the real one never mix.
  package var baseURL: String
  package var token: Secret
  package var username: String?
  /// Seconds since 1970, nil for a token that does not expire.
  package var expires: Double?
  /// What a new token can be had for, once; nil where only the person can sign in again.
  package var renewal: Renewal?
  /// Whether the keyring has its tokens; the ones here are empty then, and no request has them.
  package var isSealed = false

  /// What a token that has ended is exchanged for a new one with.
  package struct Renewal: Equatable, Sendable {
    package var token: Secret
    /// The name that the service gave the device at the sign-in, where it gives one.
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

  /// What may be told of it without the keyring.
  package var sealed: Session {
    var sealed = self
    sealed.token = Secret("")
    sealed.renewal = renewal.map { _ in Renewal(token: Secret("")) }
    sealed.isSealed = true
    return sealed
  }

  /// Whether the session can still be used at a time in seconds since 1970, perhaps with a new
  /// token; no request is made.
  package func isValid(at time: Double) -> Bool { renewal != nil || hasToken(at: time) }

  /// Whether its token can still be used.
  package func hasToken(at time: Double) -> Bool { expires.map { $0 > time } ?? true }
}
