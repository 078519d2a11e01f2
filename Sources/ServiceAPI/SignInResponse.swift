import Model

/// The service's response, delivered through the user's browser.
package enum SignInResponse: Equatable, Sendable {
  /// An authorization code, and the redirect URL it was issued for.
  case code(Secret, redirect: String)
  /// A code or token with further parameters.
  case grant(SignInGrant)
  case failure(Problem.Cause)
}

/// A code or token, with the parameters that the service sent along.
package struct SignInGrant: Equatable, Sendable {
  /// A code, or the token itself.
  package var secret: Secret
  /// The ID that the service assigned to this device.
  package var device: String?
  package var user: String?
  /// The lifetime of the token in seconds; `nil` if it doesn't expire.
  package var lifetime: Double?

  package init(
    secret: Secret,
    device: String? = nil,
    user: String? = nil,
    lifetime: Double? = nil
  ) {
    self.secret = secret
    self.device = device
    self.user = user
    self.lifetime = lifetime
  }
}

/// The meaning of a callback's query.
package enum SignInCallback: Equatable, Sendable {
  case answer(SignInResponse)
  /// A response without this attempt's state.
  ///
  /// It belongs to another attempt, or a web page forged it.
  case foreign
  /// A query with neither a code nor an error.
  case nothing
}

package enum SignInPaste: Equatable, Sendable {
  /// The meaning of a pasted text.
  case answer(SignInResponse)
  /// The text isn't a valid response; the user may try again.
  case rejected(Problem.Cause)
}
