/// A URL that may leave the program: opened in the browser, copied, passed to other programs, drawn
/// as a QR code.
///
/// Services send URLs, and may be hostile or broken. Every page uses https or is on this computer,
/// has a host that all parsers read alike, and never begins with a hyphen. Its characters are
/// letters, digits and `-._~:/?#&=+,@%`, with `[::1]` as the only exception. Terminals, quoted
/// words of a shell, Markdown and HTML attributes don't interpret any of these.
package struct WebPage: Hashable, Sendable {
  /// The whole URL.
  package let text: String
  /// Whether the host is this computer.
  package let isLoopback: Bool
  /// The number of the text's bytes that form scheme, host and port.
  private let originLength: Int

  /// The maximum length of a URL in bytes.
  ///
  /// RFC 9110, 4.1, recommends that at least 8000 are supported; some browsers and servers support
  /// less.
  package static let maxBytes = 8000

  /// Checks a URL; returns `nil` for other schemes, http to another computer, user names, spaces,
  /// control or invisible characters.
  ///
  /// Unusual but harmless characters in a path are percent-encoded, as in browsers.
  package init?(_ text: String) {
    // A launch parses a thousand URLs, and nearly all are plain.
    let isPlain = text.utf8.allSatisfy { Self.isUnescaped[Int($0)] }
    guard text.utf8.count <= Self.maxBytes,
      isPlain || text.unicodeScalars.allSatisfy(Self.isVisible),
      let address = PlainAddress(text), address.scheme == "https" || address.isLoopback
    else { return nil }
    let hasPath = address.rest.utf8.first == UInt8(ascii: "/")
    self.init(
      address.origin,
      (hasPath ? "" : "/") + (isPlain ? String(address.rest) : Self.encoded(address.rest.utf8)),
      isLoopback: address.isLoopback
    )
    // Percent-encoding may have made it longer.
    if self.text.utf8.count > Self.maxBytes { return nil }
  }

  private init(_ origin: String, _ rest: some StringProtocol, isLoopback: Bool) {
    text = origin + rest
    originLength = origin.utf8.count
    self.isLoopback = isLoopback
  }

  /// The scheme, host and port.
  private var origin: Substring { Substring(text.utf8.prefix(originLength)) }

  /// The root page of the same website.
  package var front: WebPage { WebPage(String(origin), "/", isLoopback: isLoopback) }

  /// Returns the page with items added to its query: `name=value`, joined with ampersands.
  package func adding(query items: String) -> WebPage {
    let rest = text.utf8.dropFirst(originLength)
    let base = rest.prefix { $0 != UInt8(ascii: "#") }
    let separator = base.contains(UInt8(ascii: "?")) ? "&" : "?"
    let query = Self.encoded(items.utf8).replacing("#", with: "%23")
    return WebPage(
      String(origin),
      Substring(base) + separator + query + Substring(rest.dropFirst(base.count)),
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

  /// Returns the bytes with each one percent-encoded that may have a meaning outside of the server.
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
