import HTTP
import Model

/// The decisions of one sign-in: whose callback is believed, and which paste is a code.
///
/// Holds no connection and no clock, so that every case can be tried alone.
struct SignInAttempt: Sendable {
  /// What the service answered through the person's browser.
  enum Answer: Equatable, Sendable {
    /// A code, and the redirect address it was issued for.
    case code(Secret, redirect: String)
    case failure(Problem.Cause)
  }

  enum Paste: Equatable, Sendable {
    case answer(Answer)
    /// Not what is waited for; the person may try again.
    case rejected(Problem.Cause)
  }

  /// The redirect address of a code that is shown for copying, with no listener.
  static let outOfBandRedirect = "urn:ietf:wg:oauth:2.0:oob"

  static let callbackPath = "/callback"

  let port: Int
  /// The text that has to come back with a callback.
  let state: String
  /// Whether a page with a code was asked for, so that a bare code is believed.
  var isOutOfBand = false

  init(port: Int, state: String = Self.randomState()) {
    self.port = port
    self.state = state
  }

  var redirect: String { "http://localhost:\(port)" + Self.callbackPath }

  /// 256 bits of the system's randomness in hexadecimal digits.
  static func randomState() -> String {
    (0..<4).map { _ in
      let digits = String(UInt64.random(in: .min ... .max), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// Judges the query of a callback; nil where it is none (no `code` and no `error`).
  func answer(to query: URLQuery) -> Answer? {
    let code = query["code"].flatMap { $0.isEmpty ? nil : $0 }
    let error = query["error"]
    guard code != nil || error != nil else { return nil }
    // A refusal may come without a state: forging one gains nothing.
    let isForeign = query["state"].map { $0 != state } ?? (error == nil)
    if isForeign { return .failure(.stateMismatch) }
    if let error {
      if error == "access_denied" { return .failure(.accessDenied) }
      return .failure(.signInFailed(message: query["error_description"] ?? error))
    }
    return code.map { .code(Secret($0), redirect: redirect) }
  }

  /// Judges a pasted text: the whole address the browser could not open, or a copied code.
  func judge(paste: String) -> Paste {
    let text = paste.filter { !$0.isWhitespace }
    // Browsers hide the scheme of what they show.
    if let address = WebAddress(text) ?? WebAddress("http://" + text) {
      if address.isLoopback, address.port == port, address.path == Self.callbackPath {
        return judge(answer(to: address.query))
      }
      if isOutOfBand, address.path.hasSuffix("/oauth/authorize/native"),
        let code = address.query["code"]
      {
        return .answer(.code(Secret(code), redirect: Self.outOfBandRedirect))
      }
    }
    if isOutOfBand, (1...512).contains(text.utf8.count), text.utf8.allSatisfy(Self.isCodeByte) {
      return .answer(.code(Secret(text), redirect: Self.outOfBandRedirect))
    }
    return .rejected(.notACallback)
  }

  /// An address of another attempt is the person's slip, not the end of this attempt.
  private func judge(_ answer: Answer?) -> Paste {
    switch answer {
    case nil: .rejected(.notACallback)
    case .failure(.stateMismatch): .rejected(.stateMismatch)
    case .some(let answer): .answer(answer)
    }
  }

  private static func isCodeByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
