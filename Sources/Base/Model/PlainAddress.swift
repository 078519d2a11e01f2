/// The origin of an http or https URL, parsed so strictly that every other parser agrees.
///
/// Browsers (WHATWG URL), libcurl (RFC 3986 with exceptions) and shells disagree about backslashes,
/// user names, numeric forms of IP addresses, empty labels and much more. URLs with any of these
/// are rejected.
package struct PlainAddress: Sendable {
  /// The scheme, `http` or `https`.
  package let scheme: String
  /// A host name in lower case, an IPv4 address of four decimal numbers, or `[::1]`.
  package let host: String
  /// The port; `nil` if the URL has none.
  package let port: Int?
  /// The remainder of the URL, unchanged: path, query and fragment, or empty.
  package let rest: Substring

  /// Parses a URL; returns `nil` if it isn't strictly valid or has a user name.
  package init?(_ text: String) {
    let schemes = ["https", "http"]
    let scheme = schemes.first { Self.begins(text.utf8, with: $0 + "://") }
    guard let scheme else { return nil }
    let afterScheme = text.utf8.dropFirst(scheme.utf8.count + 3)
    let authority = afterScheme.prefix { !"/?#".utf8.contains($0) }
    let name: Substring.UTF8View
    if authority.first == UInt8(ascii: "[") {
      guard Self.begins(authority, with: "[::1]") else { return nil }
      name = authority.prefix(5)
    } else {
      name = authority.prefix { $0 != UInt8(ascii: ":") }
      guard Self.isHost(name) else { return nil }
    }
    let digits = authority.dropFirst(name.count)
    if digits.isEmpty {
      port = nil
    } else {
      // `number` also rejects signs and leading zeros.
      guard digits.count > 1, let number = Self.number(digits.dropFirst(), upTo: 65_535), number > 0
      else { return nil }
      port = number
    }
    self.scheme = scheme
    host = String(Substring(name)).lowercased()
    rest = Substring(afterScheme.dropFirst(authority.count))
  }

  /// The scheme, the host and the port if given, in lower case.
  package var origin: String { scheme + "://" + host + (port.map { ":\($0)" } ?? "") }

  /// Whether the host is this computer.
  package var isLoopback: Bool {
    host == "localhost" || host == "[::1]" || (host.hasPrefix("127.") && Self.isIPv4(host.utf8))
  }

  private static func begins(_ text: some Sequence<UInt8>, with start: String) -> Bool {
    var bytes = text.makeIterator()
    return start.utf8.allSatisfy { expected in bytes.next().map(lowered) == expected }
  }

  private static func lowered(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  /// Whether a name consists of dot-separated labels of letters, digits and hyphens, or is an IPv4
  /// address.
  private static func isHost(_ name: Substring.UTF8View) -> Bool {
    guard name.count <= 253 else { return false }
    let labels = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let dash = UInt8(ascii: "-")
    let areNames = labels.allSatisfy { label in
      (1...63).contains(label.count) && label.first != dash && label.last != dash
        && label.allSatisfy { isLetter($0) || isDigit($0) || $0 == dash }
    }
    // Many parsers read a host as an IP address if its last label begins with a digit. They
    // disagree about the accepted forms.
    return areNames && (labels.last?.first.map(isLetter) == true || isIPv4(name))
  }

  private static func isIPv4(_ name: some Collection<UInt8>) -> Bool {
    let parts = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { number($0, upTo: 255) != nil }
  }

  /// Parses a decimal number of at most five digits without sign or leading zeros.
  ///
  /// - Returns: `nil` for other texts, and for numbers above `limit`.
  private static func number(_ digits: some Collection<UInt8>, upTo limit: Int) -> Int? {
    guard (1...5).contains(digits.count), digits.allSatisfy(isDigit),
      digits.count == 1 || digits.first != UInt8(ascii: "0")
    else { return nil }
    let number = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    return number <= limit ? number : nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowered(byte))
  }
}
