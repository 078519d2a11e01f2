import CCurl
import Glibc
import Model

/// An http or https URL, parsed by the library that also sends the request.
///
/// Two parsers in one program may disagree about the host. With libcurl's parser, the validated
/// host is the one that is connected to.
package struct WebAddress: Equatable, Sendable, CustomStringConvertible {
  /// The scheme: `http` or `https`.
  package let scheme: String
  /// The host: a name in lower case, or an IP address without brackets.
  package let host: String
  /// The port, even if it is the scheme's default.
  package let port: Int
  /// The path, which begins with a slash.
  package var path: String
  /// The query; empty without one.
  ///
  /// Fragments are never sent and aren't stored.
  package var query: URLQuery

  /// Parses a URL.
  ///
  /// Returns `nil` if it isn't an http or https URL, or has a user name, or a host that isn't ASCII
  /// or contains a percent sign after decoding.
  /// Without libcurl, only the URLs that `init(plain:)` accepts can be parsed.
  package init?(_ text: String) {
    if let plain = WebAddress(plain: text) {
      self = plain
      return
    }
    self.init(parsing: text)
  }

  /// Parses a URL with libcurl.
  init?(parsing text: String) {
    guard let curl = CurlLibrary.functions, let handle = curl.url() else { return nil }
    defer { curl.url_cleanup(handle) }
    self.init(curl, handle, setting: text)
  }

  /// Parses a simple URL without libcurl, such as the URLs in the default configuration.
  ///
  /// Loading libcurl would delay a launch that sends no request. Accepts a name or four numbers,
  /// optionally with a port and a path of plain characters.
  init?(plain text: String) {
    // libcurl would change the spelling of other URLs, or must judge them.
    guard let address = PlainAddress(text), text.hasPrefix(address.origin), address.host != "[::1]"
    else { return nil }
    let folders = address.rest.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    guard address.rest.isEmpty || address.rest.first == "/",
      folders.dropLast().allSatisfy({ !$0.isEmpty }),
      folders.allSatisfy({ $0.allSatisfy(\.isPlain) })
    else { return nil }
    scheme = address.scheme
    host = address.host
    port = address.port ?? (scheme == "https" ? 443 : 80)
    path = address.rest.isEmpty ? "/" : String(address.rest)
    query = URLQuery(parsing: "")
  }

  /// Returns the URL that a relative or absolute reference on this page refers to (RFC 3986, 5);
  /// `nil` if it isn't a valid one.
  package func resolving(_ reference: String) -> WebAddress? {
    guard let curl = CurlLibrary.functions, let handle = curl.url() else { return nil }
    defer { curl.url_cleanup(handle) }
    guard curl.url_set(handle, CURLUPART_URL, description, 0) == CURLUE_OK else { return nil }
    return WebAddress(curl, handle, setting: reference)
  }

  private init?(_ curl: ccurl_functions, _ handle: OpaquePointer, setting text: String) {
    func part(_ part: CURLUPart) -> String? {
      var text: UnsafeMutablePointer<CChar>?
      let flags = UInt32(CURLU_DEFAULT_PORT)
      guard curl.url_get(handle, part, &text, flags) == CURLUE_OK, let text else { return nil }
      defer { curl.free(text) }
      return String(cString: text)
    }
    let flags = UInt32(CURLU_DISALLOW_USER | CURLU_URLENCODE)
    // libcurl 8.14 and later reject a space even with `CURLU_URLENCODE`.
    let encoded = text.replacing(" ", with: "%20")
    guard !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }),
      curl.url_set(handle, CURLUPART_URL, encoded, flags) == CURLUE_OK,
      let scheme = part(CURLUPART_SCHEME), ["http", "https"].contains(scheme),
      // libcurl passes a host with other characters, or invalid UTF-8, on to the name resolver.
      // It has decoded percent signs; the next reading would decode what still looks like one.
      let host = part(CURLUPART_HOST), !host.isEmpty,
      host.utf8.allSatisfy({ (0x21..<0x7F).contains($0) && $0 != UInt8(ascii: "%") }),
      // The next reading would also take a number for an IP address.
      host.contains(":") || host.split(separator: ".").last?.first?.isNumber != true
        || PlainAddress("http://" + host) != nil,
      let port = part(CURLUPART_PORT).flatMap(Int.init),
      let path = part(CURLUPART_PATH)
    else { return nil }
    self.scheme = scheme
    self.host = host.filter { $0 != "[" && $0 != "]" }.lowercased()
    self.port = port
    self.path = path
    query = URLQuery(parsing: part(CURLUPART_QUERY) ?? "")
  }

  /// The whole URL, without the scheme's default port.
  package var description: String {
    origin + path + (query.isEmpty ? "" : "?" + query.text)
  }

  /// The scheme, the host, and the port unless it is the scheme's default.
  package var origin: String {
    let name = host.contains(":") ? "[\(host)]" : host
    return port == (scheme == "https" ? 443 : 80)
      ? "\(scheme)://\(name)" : "\(scheme)://\(name):\(port)"
  }

  /// Whether the host is this computer: 127.0.0.0/8, ::1 or `localhost`.
  ///
  /// libcurl never sends `localhost` to a name server.
  package var isLoopback: Bool {
    var four = in_addr()
    if inet_pton(AF_INET, host, &four) == 1 { return UInt32(bigEndian: four.s_addr) >> 24 == 127 }
    var six = in6_addr()
    if inet_pton(AF_INET6, host, &six) == 1 {
      return withUnsafeBytes(of: six) { $0.dropLast().allSatisfy { $0 == 0 } && $0[15] == 1 }
    }
    return host == "localhost"
  }

  /// Whether a request may be sent to this URL: encrypted, or to this computer.
  package var isAllowed: Bool { scheme == "https" || isLoopback }
}

extension Character {
  /// Whether the character is an ASCII letter or digit, a dash or an underscore, which every URL
  /// may contain unescaped.
  fileprivate var isPlain: Bool {
    isASCII && (isLetter || isNumber) || self == "-" || self == "_"
  }
}
