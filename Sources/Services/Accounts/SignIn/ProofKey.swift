import Model
import Platform

/// The proof that a code is exchanged by the client that requested it (PKCE, RFC 7636, method
/// S256).
///
/// The login page gets the hash of a secret, and the exchange the secret. A code that another
/// program has intercepted or injected is therefore useless.
package struct ProofKey: Sendable {
  /// The secret: 43 characters with 256 random bits.
  package let verifier: Secret

  package init(verifier: Secret = Secret(Self.randomVerifier())) { self.verifier = verifier }

  /// The SHA-256 of the verifier in Base64 for URLs, which is sent to the login page.
  package var challenge: String { Base64.urlText(SHA256.bytes(of: Array(verifier.exposed.utf8))) }

  private static func randomVerifier() -> String {
    var generator = SystemRandomNumberGenerator()
    return Base64.urlText((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
  }
}
