import Accounts
import FoundationEssentials
import HTTP
import Model
import ServiceAPI

/// A parser of the responses of VK's login pages, from a callback or a pasted text.
package struct VKSignInResponses: Sendable {
  /// The minimum length of a pasted text that is accepted as a token without a URL, in bytes.
  package static let bareTokenLength = 40

  /// The registered redirect URI.
  package let redirect: String
  /// Whether the response is the token itself, in the URL's fragment.
  ///
  /// If not, it is a code.
  package let isImplicit: Bool
  /// The state parameter that the response must contain.
  package let state: String

  package init(redirect: String, isImplicit: Bool, state: String) {
    self.redirect = redirect
    self.isImplicit = isImplicit
    self.state = state
  }

  /// Validates the parameters of a callback.
  ///
  /// Without the expected state, they are classified as foreign.
  package func judge(_ query: URLQuery) -> SignInCallback {
    // Some responses have the same parameters in one JSON text.
    let payload = query["payload"].flatMap { VKPayload($0) }
    let value = { (name: String) in payload?.members[name] ?? query[name] }
    let secret = value(isImplicit ? "access_token" : "code").flatMap { $0.isEmpty ? nil : $0 }
    let error = value("error")
    guard secret != nil || error != nil else { return .nothing }
    guard let returned = value("state"), SignInAttempt.isSame(returned, state) else {
      return .foreign
    }
    if let error {
      return .answer(.failure(VKSignInRefusal(error, value("error_description")).cause))
    }
    guard let secret, SignInAttempt.isCode(secret) else { return .nothing }
    let lifetime = isImplicit ? value("expires_in").flatMap { Double($0) } : nil
    return .answer(
      .grant(
        SignInGrant(
          secret: Secret(secret),
          device: name(value("device_id")),
          user: name(value("user_id")),
          // A lifetime of 0 means that the token doesn't expire.
          lifetime: lifetime.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
        )
      )
    )
  }

  /// Validates a pasted text: the URL of the last page, its fragment, the text of an error page, or
  /// only a token.
  package func judge(paste: String) -> SignInPaste {
    guard paste.utf8.count <= SignInAttempt.pasteLimit else { return .rejected(.notACallback) }
    if let refusal = VKSignInRefusal(Array(paste.utf8)) ?? VKSignInRefusal(words: paste) {
      return .answer(.failure(refusal.cause))
    }
    let text = paste.filter { !$0.isWhitespace }
    guard let fields = fields(of: text) else { return bareToken(text) }
    // A repeated parameter is ambiguous.
    guard !fields.hasDuplicates else { return .rejected(.notACallback) }
    return switch judge(fields) {
    case .answer(let answer): .answer(answer)
    case .foreign: .rejected(.stateMismatch)
    case .nothing: .rejected(.notACallback)
    }
  }

  /// Returns the parameters in a text; `nil` if there are none, or if the URL isn't the redirect
  /// URI.
  private func fields(of text: String) -> URLQuery? {
    let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let address = parts.count > 1 ? parts[0] : text.prefix { $0 != "?" }
    if address.contains("/") {
      guard isRedirect(address.prefix { $0 != "?" }) else { return nil }
    }
    let rest =
      parts.count > 1
      ? parts[1] : text.contains("?") ? text.drop { $0 != "?" }.dropFirst() : text[...]
    return rest.contains("=") ? URLQuery(parsing: String(rest)) : nil
  }

  /// Whether a URL, as displayed by a browser, is the registered redirect URI, on vk.com or vk.ru.
  private func isRedirect(_ address: Substring) -> Bool {
    Self.plain(address) == Self.plain(redirect[...])
  }

  /// Normalizes a URL for comparison.
  ///
  /// Browsers hide the scheme, and VK has moved to another domain.
  private static func plain(_ address: Substring) -> String {
    let text = address.lowercased()
    let scheme = ["https://", "http://"].first(where: text.hasPrefix) ?? ""
    return String(text.dropFirst(scheme.count)).replacing("oauth.vk.com", with: "oauth.vk.ru")
  }

  /// Validates a text without parameters, which may be a token alone in the implicit flow.
  private func bareToken(_ text: String) -> SignInPaste {
    let isToken =
      isImplicit && text.utf8.count >= Self.bareTokenLength && SignInAttempt.isCode(text)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "._-".utf8.contains(byte)
        }
      }
    return isToken
      ? .answer(.grant(SignInGrant(secret: Secret(text)))) : .rejected(.notACallback)
  }

  /// Returns the text if it is a plausible ID; `nil` if not.
  private func name(_ text: String?) -> String? {
    text.flatMap { (1...200).contains($0.utf8.count) && SignInAttempt.isCode($0) ? $0 : nil }
  }
}

/// The parameters of a response that are encoded as one JSON text.
private struct VKPayload: Decodable {
  let members: [String: String]

  init?(_ text: String) {
    guard let decoded = try? JSONDecoder().decode(VKPayload.self, from: Data(text.utf8)) else {
      return nil
    }
    self = decoded
  }

  init(from decoder: any Decoder) throws {
    let values = try LenientValues(decoder)
    let names = ["code", "state", "device_id", "error", "error_description"]
    let pairs = names.compactMap { name in values.text(name).map { (name, $0) } }
    members = Dictionary(uniqueKeysWithValues: pairs)
  }
}

/// The reason why VK refuses the sign-in: an `error` with its description.
struct VKSignInRefusal: Decodable {
  private let error: String
  private let text: String?

  init(_ error: String, _ text: String?) {
    self.error = error
    self.text = text
  }

  /// Parses a response; returns `nil` if it isn't a JSON object with an `error`.
  init?(_ body: [UInt8]) {
    guard body.first(where: { $0 > 0x20 }) == UInt8(ascii: "{"),
      let decoded = try? JSONDecoder().decode(VKSignInRefusal.self, from: Data(body))
    else { return nil }
    self = decoded
  }

  /// Parses the text of an error page without the JSON around it; returns `nil` for other texts.
  init?(words text: String) {
    let words = text.filter { !"\"'.".contains($0) }.split(whereSeparator: \.isWhitespace)
      .joined(separator: " ").lowercased()
    if let known = Self.descriptions.first(where: { $0.lowercased() == words }) {
      self.init("invalid_request", known)
    } else if Self.errors.contains(words) {
      self.init(words, nil)
    } else {
      return nil
    }
  }

  private static let descriptions = [
    "Security Error", "application is blocked", "application is disabled",
  ]
  private static let errors = [
    "access_denied", "invalid_client", "unauthorized_client", "invalid_grant", "invalid_token",
    "invalid_request", "server_error", "temporarily_unavailable", "slow_down",
  ]

  init(from decoder: any Decoder) throws {
    let values = try LenientValues(decoder)
    error = try values.required("error")
    text = values.text("error_description")
  }

  /// The cause of the problem to report.
  var cause: Problem.Cause {
    switch (error, text) {
    case ("access_denied", _): return .accessDenied
    case (_, "Security Error"?): return .refused(.signInClosed)
    case (_, "application is blocked"?), (_, "application is disabled"?):
      return .refused(.application)
    case ("invalid_client", _), ("unauthorized_client", _): return .invalidClient
    case ("invalid_grant", _): return .invalidGrant
    case ("invalid_token", _): return .unauthorized
    case ("invalid_request", let text?) where text.contains("refresh_token"): return .invalidGrant
    case ("invalid_request", let text?) where text.contains("redirect_uri"):
      return .refused(.redirect)
    case ("server_error", _), ("temporarily_unavailable", _): return .server(status: 503)
    case ("slow_down", _): return .refused(.tooFast)
    default:
      return .signInFailed(message: String((text ?? error).prefix(SignInAttempt.messageLimit)))
    }
  }
}
