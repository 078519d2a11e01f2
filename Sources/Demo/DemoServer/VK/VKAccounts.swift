/// The codes, tokens and likes of the demo's VK.
///
/// A token contains its lifetime and a checksum, which every process of the demo accepts. A session
/// is therefore valid after the next launch too. Such tokens protect nothing but a demonstration.
struct VKAccounts: Sendable {
  /// The lifetime of a token, encoded as a scope in the token.
  enum TokenLifetime: String, CaseIterable {
    /// A token of VK ID, valid for an hour.
    case hour = "public"
    /// A token of the implicit flow, valid for a day.
    case day = "read_user"
    /// A token of the implicit flow with the scope `offline`.
    case endless = "write_user"
    /// A refresh token.
    case refresh = "read_photos"

    /// The lifetime in seconds; `nil` for a token that doesn't expire.
    var seconds: Double? {
      switch self {
      case .hour: 3_600
      case .day: 86_400
      case .endless, .refresh: nil
      }
    }
  }

  /// The values that an authorization code was issued for.
  struct Code: Sendable {
    /// The redirect URI.
    let redirect: String
    /// The code challenge (RFC 7636), of the method S256.
    let challenge: String
    /// The device ID.
    let device: String
    /// The end of validity in seconds since 1970.
    let expires: Double
  }

  /// The photos that the visitor likes, by their positions in the album.
  var likes: Set<Int> = []
  private var codes: [String: Code] = [:]
  /// The invalidated tokens: exchanged refresh tokens, and tokens after sign-out.
  private var spent: Set<String> = []

  /// Returns a new token, issued at `now` in seconds since 1970.
  static func token(_ lifetime: TokenLifetime, now: Double) -> String {
    (lifetime == .refresh ? "vk2.a." : "vk1.a.")
      + Accounts.token(scopes: [lifetime.rawValue], now: now)
  }

  /// Whether a token is valid and has one of these lifetimes.
  func accepts(_ token: String, _ lifetimes: [TokenLifetime], now: Double) -> Bool {
    guard !spent.contains(token), token.count > 6,
      let grant = Accounts.grant(of: String(token.dropFirst(6))),
      let lifetime = lifetimes.first(where: { grant.scopes == [$0.rawValue] })
    else { return false }
    return lifetime.seconds.map { Double(grant.issued) / 1000 + $0 > now } ?? true
  }

  /// Invalidates a token.
  mutating func spend(_ token: String) { spent.insert(token) }

  /// Stores the values of a new authorization code, and returns the code.
  mutating func issue(_ code: Code, now: Double) -> String {
    codes = codes.filter { $0.value.expires > now }
    let name = Accounts.token(scopes: [], now: now)
    codes[name] = code
    return name
  }

  /// Invalidates an authorization code, and returns whether it was valid for these values.
  ///
  /// - Parameter verifier: The code verifier (RFC 7636).
  mutating func redeem(
    _ name: String,
    redirect: String,
    verifier: String,
    device: String,
    now: Double
  ) -> Bool {
    guard let code = codes.removeValue(forKey: name) else { return false }
    let challenge = Accounts.Challenge(text: code.challenge, isHash: true)
    return code.redirect == redirect && code.device == device && code.expires > now
      && challenge.matches(verifier)
  }
}
