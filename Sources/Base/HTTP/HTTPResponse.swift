/// A server's response, with any status.
package struct HTTPResponse: Equatable, Sendable {
  package var status: Int
  /// The URL of the response, after redirects.
  package var url: String
  package var headers: [HTTPHeader]
  /// The decompressed body; empty after a successful download.
  package var body: [UInt8]

  package init(status: Int, url: String, headers: [HTTPHeader] = [], body: [UInt8] = []) {
    self.status = status
    self.url = url
    self.headers = headers
    self.body = body
  }

  /// Whether the status is in 200...299.
  package var isSuccess: Bool { (200...299).contains(status) }

  /// Returns the last value of a header; names are case-insensitive.
  package func header(_ name: String) -> String? { headers(name).last }

  /// Returns all values of a header in order; names are case-insensitive.
  package func headers(_ name: String) -> [String] {
    headers.filter { isSameFieldName($0.name, name) }.map(\.value)
  }
}

/// Whether two header names are equal.
///
/// Header names are ASCII and case-insensitive (RFC 9110, 5.1).
func isSameFieldName(_ a: String, _ b: String) -> Bool {
  a.utf8.count == b.utf8.count
    && zip(a.utf8, b.utf8).allSatisfy { lowercased($0) == lowercased($1) }
}

/// Returns an ASCII letter in lower case, and any other byte unchanged.
func lowercased(_ byte: UInt8) -> UInt8 {
  (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
}
