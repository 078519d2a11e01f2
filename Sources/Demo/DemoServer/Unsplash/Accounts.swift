import Platform

/// The codes and tokens of the OAuth server.
///
/// A token contains its scopes and a checksum, which every process of the demo accepts. A session
/// is therefore valid after the next launch too. Such tokens protect nothing but a demonstration.
struct Accounts: Sendable {
  private struct Code: Sendable {
    let redirect: String
    let scopes: Set<String>
    let challenge: Challenge?
    let expires: Double
  }

  /// The PKCE challenge that an exchange's verifier must match (RFC 7636).
  struct Challenge: Sendable {
    let text: String
    /// Whether the text is the verifier's hash (S256) and not the verifier.
    let isHash: Bool

    func matches(_ verifier: String) -> Bool {
      text == (isHash ? Base64.urlText(SHA256.bytes(of: Array(verifier.utf8))) : verifier)
    }
  }

  /// The contents of a token.
  struct Grant: Equatable, Sendable {
    let scopes: Set<String>
    /// The time of issue in milliseconds since 1970.
    let issued: Int
  }

  /// Every scope that the service knows, in the order of their bits.
  static let scopes = [
    "public", "read_user", "write_user", "read_photos", "write_photos", "write_likes",
    "write_followers", "read_collections", "write_collections",
  ]
  /// The lifetime of a code in seconds, the default of Doorkeeper.
  static let codeLife = 600.0

  private var codes: [String: Code] = [:]
  /// Tokens issued up to this time are revoked, in milliseconds since 1970.
  private(set) var revokedUntil = 0

  mutating func issueCode(
    redirect: String,
    scopes: Set<String>,
    challenge: Challenge?,
    now: Double
  ) -> String {
    codes = codes.filter { $0.value.expires > now }
    let code = Self.hex([.random(in: .min ... .max), .random(in: .min ... .max)])
    codes[code] = Code(
      redirect: redirect,
      scopes: scopes,
      challenge: challenge,
      expires: now + Self.codeLife
    )
    return code
  }

  /// Whether a code can only be exchanged with a verifier.
  func needsVerifier(_ code: String) -> Bool { codes[code]?.challenge != nil }

  /// Returns the scopes of a code and removes the code.
  ///
  /// Returns `nil` if the code is unknown or expired, or was issued for another redirect URI or
  /// challenge. Without a challenge, a verifier never matches.
  mutating func redeem(
    _ code: String,
    redirect: String,
    verifier: String?,
    now: Double
  ) -> Set<String>? {
    guard let known = codes[code], known.redirect == redirect, known.expires > now,
      (known.challenge != nil) == (verifier != nil),
      known.challenge?.matches(verifier ?? "") != false
    else { return nil }
    codes[code] = nil
    return known.scopes
  }

  mutating func revokeAll(now: Double) { revokedUntil = Int(now * 1000) }

  static func token(scopes: Set<String>, now: Double) -> String {
    var words: [UInt64] = [0, UInt64(max(0, now * 1000)), .random(in: .min ... .max)]
    for (bit, scope) in Self.scopes.enumerated() where scopes.contains(scope) {
      words[0] |= 1 << UInt64(bit)
    }
    return hex(words + [checksum(words)])
  }

  /// Returns the contents of a token; `nil` if this service didn't issue it.
  static func grant(of token: String) -> Grant? {
    let characters = Array(token.utf8)
    guard characters.count == 64 else { return nil }
    var words: [UInt64] = []
    for start in stride(from: 0, to: 64, by: 16) {
      let text = String(decoding: characters[start..<(start + 16)], as: UTF8.self)
      guard let word = UInt64(text, radix: 16) else { return nil }
      words.append(word)
    }
    guard words[3] == checksum(words.dropLast()), words[1] < 1 << 53 else { return nil }
    let scopes = Self.scopes.enumerated().filter { words[0] & 1 << UInt64($0.offset) != 0 }
    return Grant(scopes: Set(scopes.map(\.element)), issued: Int(words[1]))
  }

  private static func checksum(_ words: some Sequence<UInt64>) -> UInt64 {
    words.reduce(0x696D_6167_6566_6565) { SeededRandom.mixed($0 ^ $1 &+ 0x9E37_79B9_7F4A_7C15) }
  }

  private static func hex(_ words: [UInt64]) -> String {
    words.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
