private let secretNames: Set = [
  "client_id", "client_secret", "code", "access_token", "refresh_token", "token", "state",
]

/// An address fit for traces, logs and error texts.
///
/// The path stays; the values of secret query parameters become `…`, and a user name, a password
/// and the fragment are left out. Works on any text, since also what is no address gets reported.
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

/// Leaves out what stands before an @ in the host part of an address.
private func withoutUser(_ address: Substring) -> String {
  guard let slashes = address.firstRange(of: "//") else { return String(address) }
  let rest = address[slashes.upperBound...]
  let authority = rest.prefix { $0 != "/" }
  guard let at = authority.lastIndex(of: "@") else { return String(address) }
  return String(address[..<slashes.upperBound] + rest[address.index(after: at)...])
}

extension HTTPRequest: CustomStringConvertible, CustomReflectable {
  /// Method and address without secrets, so that printing a request does not reveal them.
  package var description: String { "\(method.rawValue) \(redacted(url: url))" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
