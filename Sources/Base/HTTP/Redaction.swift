private let secretNames: Set = [
  "client_id", "client_secret", "code", "access_token", "refresh_token", "token", "state",
]

/// Returns a URL without secrets, for traces, logs and error messages.
///
/// The path is kept. Values of secret query parameters become `…`, and user name, password and
/// fragment are removed. Accepts any text, because invalid URLs are reported too.
package func redacted(url: String) -> String {
  let whole = url.prefix { $0 != "#" }
  let address = whole.prefix { $0 != "?" }
  guard address.endIndex < whole.endIndex else { return withoutUser(address) }
  let query = whole[address.endIndex...].dropFirst()
  let items = query.split(separator: "&", omittingEmptySubsequences: false).map { item in
    let name = item.prefix { $0 != "=" }
    return secretNames.contains(percentDecoded(name).lowercased()) ? "\(name)=…" : String(item)
  }
  return withoutUser(address) + "?" + items.joined(separator: "&")
}

/// Removes the part before an @ in the host part of a URL.
private func withoutUser(_ address: Substring) -> String {
  guard let slashes = address.firstRange(of: "//") else { return String(address) }
  let rest = address[slashes.upperBound...]
  let authority = rest.prefix { $0 != "/" }
  guard let at = authority.lastIndex(of: "@") else { return String(address) }
  return String(address[..<slashes.upperBound] + rest[address.index(after: at)...])
}

extension HTTPRequest: CustomStringConvertible, CustomReflectable {
  /// The method and the URL without secrets, so that printing a request doesn't reveal them.
  package var description: String { "\(method.rawValue) \(redacted(url: url))" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
