import Model

/// The service's response to a sign-in, received through the browser.
package enum SignInResponse: Equatable, Sendable {
  /// An authorization code, and the redirect URI that it was issued for.
  case code(Secret, redirect: String)
  /// A code or a token, with further values that the service has sent.
  case grant(SignInGrant)
  case failure(Problem.Cause)
}

/// A code or a token, with the values that the service sends along.
package struct SignInGrant: Equatable, Sendable {
  /// The authorization code, or the token.
  package var secret: Secret
  /// The device ID that the service assigns.
  package var device: String?
  /// The user's ID at the service; `nil` if the response has none.
  package var user: String?
  /// The lifetime of the token in seconds; `nil` for a code, or if the token doesn't expire.
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

/// The result of validating a callback.
package enum SignInCallback: Equatable, Sendable {
  case answer(SignInResponse)
  /// The callback doesn't have the `state` parameter of this sign-in.
  ///
  /// The callback belongs to another sign-in, or was forged by a web page.
  case foreign
  /// The callback has neither a valid code nor an error.
  case nothing
}

/// The result of validating a pasted text.
package enum SignInPaste: Equatable, Sendable {
  case answer(SignInResponse)
  /// The text isn't a valid response. The user may try again.
  case rejected(Problem.Cause)
}
