/// An address that may leave the program: opened in the browser, copied, given to other programs,
/// drawn as a QR code.
///
/// Services send addresses, and may be hostile or broken. One that became a page is encrypted or of
/// this machine, names its host in a way that everybody reads alike, never begins with a dash, and
/// consists of letters, digits and `-._~:/?#&=+,@%` (with `[::1]` as the one exception): nothing
/// that a terminal, a quoted word of a shell, Markdown or HTML attributes would act on.
package struct WebPage: Hashable, Sendable {
  /// The whole address.
  package let text: String
  /// Whether it is of this machine.
  package let isLoopback: Bool
  /// How many of the text's bytes are scheme, host and port.
  private let originLength: Int

  /// The longest address that is taken, in bytes: what browsers and servers agree on at least is
  /// less (RFC 9110, 4.1, asks for 8000).
  package static let limit = 8000

  /// Nil for what is no such address: another scheme, http to another machine, a user name, spaces,
  /// controls or invisible characters.
  ///
  /// What is unusual but harmless in a path is percent-encoded, as browsers do.
  package init?(_ text: String) {
    // A start reads a thousand addresses, and nearly all are plain.
    let isPlain = text.utf8.allSatisfy { Self.isUnescaped[Int($0)] }
    guard text.utf8.count <= Self.limit,
      isPlain || text.unicodeScalars.allSatisfy(Self.isVisible),
      let address = PlainAddress(text), address.scheme == "https" || address.isLoopback
    else { return nil }
    let hasPath = address.rest.utf8.first == UInt8(ascii: "/")
    self.init(
      address.origin,
      (hasPath ? "" : "/") + (isPlain ? String(address.rest) : Self.encoded(address.rest.utf8)),
      isLoopback: address.isLoopback
    )
    // Percent-encoded, it may have grown.
    if self.text.utf8.count > Self.limit { return nil }
  }

  private init(_ origin: String, _ rest: some StringProtocol, isLoopback: Bool) {
    text = origin + rest
    originLength = origin.utf8.count
    self.isLoopback = isLoopback
  }

  /// Scheme, host and port.
  private var origin: Substring { Substring(text.utf8.prefix(originLength)) }

  /// The front page of the same site.
  package var front: WebPage { WebPage(String(origin), "/", isLoopback: isLoopback) }

  /// The page with more items in its query: `name=value`, joined with ampersands.
  package func adding(query items: String) -> WebPage {
    let rest = text.utf8.dropFirst(originLength)
    let place = rest.prefix { $0 != UInt8(ascii: "#") }
    let separator = place.contains(UInt8(ascii: "?")) ? "&" : "?"
    let query = Self.encoded(items.utf8).replacing("#", with: "%23")
    return WebPage(
      String(origin),
      Substring(place) + separator + query + Substring(rest.dropFirst(place.count)),
      isLoopback: isLoopback
    )
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return (0x21..<0x7F).contains(scalar.value) }
    switch scalar.properties.generalCategory {
    case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .surrogate,
      .privateUse, .unassigned:
      return false
    default: return !scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  /// With every byte percent-encoded that means something to anybody but a server.
  private static func encoded(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var result: [UInt8] = []
    for byte in bytes {
      if isUnescaped[Int(byte)] {
        result.append(byte)
      } else {
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Whether a byte stays unescaped, for each value.
  private static let isUnescaped: [Bool] = (UInt8.min...UInt8.max).map { byte in
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._~:/?#&=+,@%".utf8.contains(byte)
    }
  }
}
