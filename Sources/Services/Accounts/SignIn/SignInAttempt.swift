import HTTP
import Model
import ServiceAPI

/// The validation of callbacks and pasted texts in one sign-in.
///
/// Has no connection and no clock, so that every case can be tested in isolation.
package struct SignInAttempt: Sendable {
  /// The redirect URI of a code that a page shows for copying; needs no listener.
  package static let outOfBandRedirect = "urn:ietf:wg:oauth:2.0:oob"

  /// The maximum length of a code from a URL, in bytes.
  package static let codeLimit = 2 << 10
  /// The maximum length of a pasted text, in bytes.
  package static let pasteLimit = 8 << 10
  /// The maximum length of the service's error messages, in characters.
  package static let messageLimit = 200

  let port: Int
  /// The state parameter, which a callback must return.
  let state: String
  /// The PKCE proof; `nil` if the service doesn't accept one.
  let proof: ProofKey?
  /// Whether a page with a code was requested, so that a bare code is accepted.
  package var isOutOfBand = false

  package init(port: Int, state: String = Self.randomState(), proof: ProofKey? = nil) {
    self.port = port
    self.state = state
    self.proof = proof
  }

  /// The redirect URI of the local listener.
  package var redirect: String { "http://localhost:\(port)" + CallbackAddress.usualPath }

  /// Returns 256 bits of the system's randomness in hexadecimal digits.
  package static func randomState() -> String {
    (0..<4).map { _ in
      let digits = String(UInt64.random(in: .min ... .max), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// Validates the query of a callback.
  ///
  /// Any web page can send the browser to this URL. Therefore both codes and errors count only with
  /// the state of this attempt.
  package func judge(_ query: URLQuery) -> SignInCallback {
    let code = query["code"].flatMap { $0.isEmpty ? nil : $0 }
    let error = query["error"]
    guard code != nil || error != nil else { return .nothing }
    guard let state = query["state"], isState(state) else { return .foreign }
    if let error {
      if error == "access_denied" { return .answer(.failure(.accessDenied)) }
      let message = query["error_description"] ?? error
      return .answer(.failure(.signInFailed(message: String(message.prefix(Self.messageLimit)))))
    }
    guard let code, Self.isCode(code) else { return .nothing }
    return .answer(.code(Secret(code), redirect: redirect))
  }

  private func isState(_ text: String) -> Bool { Self.isSame(text, state) }

  /// Whether two states are equal.
  ///
  /// The comparison takes constant time, so that timing reveals nothing about the state.
  package static func isSame(_ text: String, _ state: String) -> Bool {
    guard text.utf8.count == state.utf8.count else { return false }
    return zip(text.utf8, state.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// Validates a pasted text: the whole URL that the browser couldn't open, or a copied code.
  package func judge(paste: String) -> SignInPaste {
    guard paste.utf8.count <= Self.pasteLimit else { return .rejected(.notACallback) }
    let text = paste.filter { !$0.isWhitespace }
    // Browsers hide the scheme of the URLs they show.
    if let address = WebAddress(text) ?? WebAddress("http://" + text) {
      if address.isLoopback, address.port == port, address.path == CallbackAddress.usualPath {
        return switch judge(address.query) {
        case .answer(let answer): .answer(answer)
        case .foreign: .rejected(.stateMismatch)
        case .nothing: .rejected(.notACallback)
        }
      }
      if isOutOfBand, address.path.hasSuffix("/oauth/authorize/native"),
        let code = address.query["code"], !code.isEmpty, Self.isCode(code)
      {
        return .answer(.code(Secret(code), redirect: Self.outOfBandRedirect))
      }
    }
    if isOutOfBand, Self.isBareCode(text) {
      return .answer(.code(Secret(text), redirect: Self.outOfBandRedirect))
    }
    return .rejected(.notACallback)
  }

  /// Whether a text is a possible code: printable ASCII (RFC 6749, A.11).
  package static func isCode(_ text: String) -> Bool {
    text.utf8.count <= codeLimit && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }

  /// Whether a text alone is a code.
  ///
  /// The rule is stricter than for a code in a URL.
  private static func isBareCode(_ text: String) -> Bool {
    (1...512).contains(text.utf8.count)
      && text.unicodeScalars.allSatisfy { scalar in
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_": true
        default: false
        }
      }
  }
}
