/// Codes, tokens and hearts of the demo's VK.
///
/// Tokens are sealed with a constant, so that a session outlives the process; nothing here guards
/// anything but a demonstration.
struct VKAccounts: Sendable {
  /// How long a token lives; the names of scopes stand for it in the seal.
  enum TokenLifetime: String, CaseIterable {
    /// VK ID's: an hour.
    case hour = "public"
    /// The implicit flow's: a day.
    case day = "read_user"
    /// The implicit flow's with the scope `offline`.
    case endless = "write_user"
    /// A refresh token.
    case refresh = "read_photos"

    var seconds: Double? {
      switch self {
      case .hour: 3_600
      case .day: 86_400
      case .endless, .refresh: nil
      }
    }
  }

  /// What a code was issued for.
  struct Code: Sendable {
    let redirect: String
    let challenge: String
    let device: String
    let expires: Double
  }

  /// Photographs that the visitor likes, by their places in the album.
  var likes: Set<Int> = []
  private var codes: [String: Code] = [:]
  /// Tokens that are worth nothing any more: exchanged ones, and those of who has signed out.
  private var spent: Set<String> = []

  static func token(_ lifetime: TokenLifetime, now: Double) -> String {
    (lifetime == .refresh ? "vk2.a." : "vk1.a.")
      + Accounts.token(scopes: [lifetime.rawValue], now: now)
  }

  /// Whether a token is one of these, and still valid.
  func accepts(_ token: String, _ lifetimes: [TokenLifetime], now: Double) -> Bool {
    guard !spent.contains(token), token.count > 6,
      let grant = Accounts.grant(of: String(token.dropFirst(6))),
      let lifetime = lifetimes.first(where: { grant.scopes == [$0.rawValue] })
    else { return false }
    return lifetime.seconds.map { Double(grant.issued) / 1000 + $0 > now } ?? true
  }

  mutating func spend(_ token: String) { spent.insert(token) }

  mutating func issue(_ code: Code, now: Double) -> String {
    codes = codes.filter { $0.value.expires > now }
    let name = Accounts.token(scopes: [], now: now)
    codes[name] = code
    return name
  }

  /// Takes a code, which works once, with what it was issued for.
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
