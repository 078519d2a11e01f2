import Model
import Platform

/// The proof that whoever exchanges a code is who asked for it (PKCE, RFC 7636, method S256).
///
/// The login page carries the hash of a secret and the exchange the secret, so a code that somebody
/// else caught, or slipped in, is worth nothing.
package struct ProofKey: Sendable {
  /// 43 characters, 256 random bits.
  package let verifier: Secret

  package init(verifier: Secret = Secret(Self.randomVerifier())) { self.verifier = verifier }

  package var challenge: String { Base64.urlText(SHA256.bytes(of: Array(verifier.exposed.utf8))) }

  private static func randomVerifier() -> String {
    var generator = SystemRandomNumberGenerator()
    return Base64.urlText((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
  }
}
