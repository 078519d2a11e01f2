import Model

/// What the service answered through the person's browser.
package enum SignInResponse: Equatable, Sendable {
  /// A code, and the redirect address it was issued for.
  case code(Secret, redirect: String)
  /// More than a code.
  case grant(SignInGrant)
  case failure(Problem.Cause)
}

/// What a service hands out with names and values.
package struct SignInGrant: Equatable, Sendable {
  /// A code, or the token itself.
  package var secret: Secret
  /// The name that the service gives the device.
  package var device: String?
  package var user: String?
  /// Seconds that a token has; nil for one without an end.
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

/// What a callback is worth.
package enum SignInCallback: Equatable, Sendable {
  case answer(SignInResponse)
  /// Without this attempt's state: from another attempt, or made up by any web page.
  case foreign
  /// Neither a code nor an error.
  case nothing
}

package enum SignInPaste: Equatable, Sendable {
  case answer(SignInResponse)
  /// Not what is waited for; the person may try again.
  case rejected(Problem.Cause)
}
