/// An http or https address, taken apart just far enough to read and change its query.
///
/// What is not changed is not re-encoded: services sign and count by the exact text.
package struct WebAddress: Equatable, Sendable {
  /// One part of the query as it stands in the address, still encoded.
  package struct Item: Equatable, Sendable {
    package var name: String
    package var value: String?
  }

  /// In lower case.
  package let scheme: String
  /// In lower case; an IPv6 address keeps its brackets.
  package let host: String
  package let port: Int?
  /// Empty, or begins with a slash.
  package var path: String
  package var query: [Item]

  /// Nil where the text is no plain http or https address; a fragment is dropped.
  package init?(_ text: String) {
    guard let separator = text.firstRange(of: "://") else { return nil }
    scheme = text[..<separator.lowerBound].lowercased()
    guard scheme == "http" || scheme == "https" else { return nil }

    let rest = text[separator.upperBound...].prefix { $0 != "#" }
    let authority = rest.prefix { $0 != "/" && $0 != "?" }.lowercased()
    let target = rest.dropFirst(authority.count)
    guard !authority.contains("@"),
      !rest.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value == 0x7F })
    else { return nil }

    let hostEnd = authority.lastIndex(of: "]").map(authority.index(after:)) ?? authority.startIndex
    if let colon = authority[hostEnd...].firstIndex(of: ":") {
      guard let number = Int(authority[authority.index(after: colon)...]),
        (1...65_535).contains(number)
      else { return nil }
      port = number
      host = String(authority[..<colon])
    } else {
      port = nil
      host = authority
    }
    guard !host.isEmpty else { return nil }

    path = String(target.prefix { $0 != "?" })
    query = Self.items(of: target.dropFirst(path.count + 1))
  }

  /// A reference of a page or a redirect as a whole address: absolute ones and those from the root.
  static func resolve(_ reference: String, at url: String) -> String? {
    if WebAddress(reference) != nil { return reference }
    guard reference.hasPrefix("/"), !reference.hasPrefix("//") else { return nil }
    return WebAddress(url).map { $0.origin + reference }
  }

  /// The parts of a query without its question mark.
  package static func items(of query: some StringProtocol) -> [Item] {
    query.split(separator: "&").map { part in
      let pieces = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return Item(name: String(pieces[0]), value: pieces.count > 1 ? String(pieces[1]) : nil)
    }
  }

  package var text: String {
    guard !query.isEmpty else { return origin + path }
    return origin + path + "?" + queryText
  }

  package var queryText: String {
    query.map { item in item.value.map { item.name + "=" + $0 } ?? item.name }
      .joined(separator: "&")
  }

  /// Scheme, host and port, as they decide who may see a token.
  package var origin: String {
    scheme + "://" + host + (port.map { ":\($0)" } ?? "")
  }

  package var isLoopback: Bool {
    host == "localhost" || host == "[::1]" || host.hasPrefix("127.")
  }

  /// The decoded value of the first part of that name.
  package func value(_ name: String) -> String? {
    query.value(name)
  }

  /// Replaces every part of that name, or adds one at the end.
  package mutating func set(_ name: String, to value: String) {
    query.removeAll { $0.name == name }
    query.append(Item(name: name, value: Percent.encode(value)))
  }
}

extension [WebAddress.Item] {
  /// The decoded value of the first part of that name.
  package func value(_ name: String) -> String? {
    first { Percent.decode($0.name) == name }.map { Percent.decode($0.value ?? "") }
  }
}
