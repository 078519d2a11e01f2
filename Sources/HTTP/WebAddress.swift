import CCurl
import Glibc
import Model

/// An http or https address, taken apart by the parser that will also send to it.
///
/// Two parsers in one program disagree one day about what the host is; with libcurl's own, the host
/// that was judged is the host that is connected to.
package struct WebAddress: Equatable, Sendable, CustomStringConvertible {
  /// `http` or `https`.
  package let scheme: String
  /// A name in lower case or an IP address without brackets.
  package let host: String
  /// The port, also when it is the scheme's own.
  package let port: Int
  /// Begins with a slash.
  package var path: String
  /// Empty without a query; a fragment is never sent and not kept.
  package var query: URLQuery

  /// Nil for what is no http or https address, for one that carries a user name or a host in other
  /// letters than ASCII's, and without libcurl.
  package init?(_ text: String) {
    if let plain = WebAddress(plain: text) {
      self = plain
      return
    }
    self.init(parsing: text)
  }

  /// As libcurl takes it apart.
  init?(parsing text: String) {
    guard let curl = CurlLibrary.functions, let handle = curl.url() else { return nil }
    defer { curl.url_cleanup(handle) }
    self.init(curl, handle, setting: text)
  }

  /// The addresses that nobody can read in two ways, such as those of a configuration: to load
  /// libcurl for them would be a third of a start.
  ///
  /// A name or four numbers, perhaps a port and a path of plain characters; nothing else.
  init?(plain text: String) {
    // libcurl would change the spelling of the rest, or has to judge it.
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

  /// The address a reference found at this one leads to (RFC 3986, 5).
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
    // libcurl 8.14 and later refuse a space even if they are asked to encode the URL.
    let encoded = text.replacing(" ", with: "%20")
    guard !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }),
      curl.url_set(handle, CURLUPART_URL, encoded, flags) == CURLUE_OK,
      let scheme = part(CURLUPART_SCHEME), ["http", "https"].contains(scheme),
      // libcurl passes a host with other characters, or invalid UTF-8, on to the name resolver.
      let host = part(CURLUPART_HOST), !host.isEmpty,
      host.utf8.allSatisfy({ (0x21..<0x7F).contains($0) }),
      let port = part(CURLUPART_PORT).flatMap(Int.init),
      let path = part(CURLUPART_PATH)
    else { return nil }
    self.scheme = scheme
    self.host = host.filter { $0 != "[" && $0 != "]" }.lowercased()
    self.port = port
    self.path = path
    query = URLQuery(parsing: part(CURLUPART_QUERY) ?? "")
  }

  /// The whole address, without a port that goes without saying.
  package var description: String {
    origin + path + (query.isEmpty ? "" : "?" + query.text)
  }

  /// Scheme, host and port: whom one talks to.
  package var origin: String {
    let name = host.contains(":") ? "[\(host)]" : host
    return port == (scheme == "https" ? 443 : 80)
      ? "\(scheme)://\(name)" : "\(scheme)://\(name):\(port)"
  }

  /// Whether the host is this machine: 127.0.0.0/8, ::1 or `localhost`.
  ///
  /// libcurl never asks a name server for `localhost`.
  package var isLoopback: Bool {
    var four = in_addr()
    if inet_pton(AF_INET, host, &four) == 1 { return UInt32(bigEndian: four.s_addr) >> 24 == 127 }
    var six = in6_addr()
    if inet_pton(AF_INET6, host, &six) == 1 {
      return withUnsafeBytes(of: six) { $0.dropLast().allSatisfy { $0 == 0 } && $0[15] == 1 }
    }
    return host == "localhost"
  }

  /// Whether a request may go there: encrypted, or to this machine.
  package var isAllowed: Bool { scheme == "https" || isLoopback }
}

extension Character {
  /// A letter or digit of ASCII, a dash or an underscore: stands for itself in every address.
  fileprivate var isPlain: Bool {
    isASCII && (isLetter || isNumber) || self == "-" || self == "_"
  }
}
