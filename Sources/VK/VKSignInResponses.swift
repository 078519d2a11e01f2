import Accounts
import FoundationEssentials
import HTTP
import Model
import ServiceAPI

/// What comes back from VK's pages, through the browser or a paste, in all the shapes there are.
package struct VKSignInResponses: Sendable {
  /// The fewest characters of a text that is taken for a token without anything around it.
  package static let bareTokenLength = 40

  /// The registered address that the browser is sent back to.
  package let redirect: String
  /// Whether the answer is the token itself, behind the address's `#`; else it is a code.
  package let isImplicit: Bool
  /// The text that has to come back.
  package let state: String

  package init(redirect: String, isImplicit: Bool, state: String) {
    self.redirect = redirect
    self.isImplicit = isImplicit
    self.state = state
  }

  /// Judges the names and values of a callback; only what has the state counts.
  package func judge(_ query: URLQuery) -> SignInCallback {
    // Some are sent the same members as one text.
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
          // 0 is a token without an end.
          lifetime: lifetime.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
        )
      )
    )
  }

  /// Judges a pasted text: the address of the last page, what stands behind its `#`, the page's own
  /// words where it is an error, or a token alone.
  package func judge(paste: String) -> SignInPaste {
    guard paste.utf8.count <= SignInAttempt.pasteLimit else { return .rejected(.notACallback) }
    if let refusal = VKSignInRefusal(Array(paste.utf8)) ?? VKSignInRefusal(words: paste) {
      return .answer(.failure(refusal.cause))
    }
    let text = paste.filter { !$0.isWhitespace }
    guard let fields = fields(of: text) else { return bareToken(text) }
    // A name that comes twice means two things.
    guard !fields.hasDuplicates else { return .rejected(.notACallback) }
    return switch judge(fields) {
    case .answer(let answer): .answer(answer)
    case .foreign: .rejected(.stateMismatch)
    case .nothing: .rejected(.notACallback)
    }
  }

  /// The names and values in a text; nil where there are none.
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

  /// Whether an address, as a browser shows it, is the one that was registered, on vk.com or vk.ru.
  private func isRedirect(_ address: Substring) -> Bool {
    Self.plain(address) == Self.plain(redirect[...])
  }

  /// An address as it is compared: browsers hide the scheme, and VK has moved to another domain.
  private static func plain(_ address: Substring) -> String {
    let text = address.lowercased()
    let scheme = ["https://", "http://"].first(where: text.hasPrefix) ?? ""
    return String(text.dropFirst(scheme.count)).replacing("oauth.vk.com", with: "oauth.vk.ru")
  }

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

  /// A short name, as the service gives them.
  private func name(_ text: String?) -> String? {
    text.flatMap { (1...200).contains($0.utf8.count) && SignInAttempt.isCode($0) ? $0 : nil }
  }
}

/// The members of an answer that come as one text of JSON.
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

/// Why VK lets nobody in: an `error` with its description.
struct VKSignInRefusal: Decodable {
  private let error: String
  private let text: String?

  init(_ error: String, _ text: String?) {
    self.error = error
    self.text = text
  }

  /// Nil for what is no such answer.
  init?(_ body: [UInt8]) {
    guard body.first(where: { $0 > 0x20 }) == UInt8(ascii: "{"),
      let decoded = try? JSONDecoder().decode(VKSignInRefusal.self, from: Data(body))
    else { return nil }
    self = decoded
  }

  /// The words of an error page, without the JSON around them; nil for others.
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
