/// The IDs of photos: 11 characters of `A-Za-z0-9_-`, as in the real service.
///
/// An ID is the photo's index, permuted and written in base 64. Finding a photo therefore needs no
/// table.
struct PhotoIdentifier: Sendable {
  private let key: UInt64

  init(random: SeededRandom) { key = random.key(.identifier) }

  func text(of index: Int) -> String {
    var value = SeededRandom.mixed(UInt64(index) ^ key)
    var characters: [UInt8] = []
    for _ in 0..<11 {
      characters.append(Self.alphabet[Int(value & 63)])
      value >>= 6
    }
    return String(decoding: characters, as: UTF8.self)
  }

  /// Returns the index for an ID, or for a slug that ends in an ID.
  ///
  /// The index may be outside the feed, because any eleven valid characters are an index.
  func index(of text: String) -> Int? {
    var value: UInt64 = 0
    let characters = text.utf8.suffix(11)
    guard characters.count == 11, let last = characters.last,
      text.utf8.count == 11 || text.utf8.dropLast(11).last == UInt8(ascii: "-")
    else { return nil }
    // 64 bits fill ten characters and four bits of the eleventh.
    guard let top = Self.value(of: last), top < 16 else { return nil }
    for character in characters.reversed() {
      guard let digit = Self.value(of: character) else { return nil }
      value = value << 6 | digit
    }
    return Int(exactly: SeededRandom.unmixed(value) ^ key)
  }

  private static func value(of character: UInt8) -> UInt64? {
    alphabet.firstIndex(of: character).map(UInt64.init)
  }

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8
  )
}
