import HTTP
import Model
import Unsplash

/// URLs and redirects.
///
/// The first line is a URL, the second a relative reference, as in a `Location` field.
final class AddressTarget: FuzzTarget {
  private static let redirects: [(Int, HTTPRequest.Method)] = [
    (301, .post), (302, .get), (303, .post), (307, .put),
  ]

  func run(_ input: [UInt8]) throws(Finding) {
    let lines = input.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard let text = lines.first else { return }
    if let page = WebPage(text) { try check(page) }
    if let target = UnsplashService.target(of: text, site: "http://127.0.0.1:1") {
      try check(target)
    }
    guard let address = WebAddress(text) else { return }
    try check(address)
    // Parsing without libcurl must give the same parts as parsing with it.
    try promise(
      WebAddress(address.origin)?.resolving(text),
      equals: address,
      "there is one reading"
    )
    guard lines.count > 1 else { return }
    if let target = address.resolving(lines[1]) { try check(target) }
    try checkRedirects(from: text, at: address, to: lines[1])
  }

  private func check(_ address: WebAddress) throws(Finding) {
    let spelled = address.description
    try promise(
      spelled.unicodeScalars.allSatisfy { (0x21..<0x7F).contains($0.value) },
      "an address has neither controls nor spaces: \(spelled)"
    )
    try promise(WebAddress(spelled), equals: address, "an address is read as it is spelled")
    try promise(["http", "https"].contains(address.scheme), "an address is of the web")
    try promise((0...65_535).contains(address.port), "a port is one")
    try promise(!address.host.isEmpty, "an address has a host")
    try promise(address.path.hasPrefix("/"), "a path begins with a slash")
    try promise(URLQuery(parsing: address.query.text), equals: address.query, "a query is stable")
  }

  private func check(_ page: WebPage) throws(Finding) {
    try promise(WebPage(page.text), equals: page, "a page is read as it is spelled")
    guard let address = WebAddress(page.text) else { return }
    try promise(address.isAllowed, "a page is encrypted or of this machine")
    try promise(address.isLoopback == page.isLoopback, "this machine is known to be")
    try promise(
      address.origin == WebAddress(page.front.text)?.origin,
      "there is one reading of a page"
    )
  }

  /// Checks that names in a target are single path segments, since they become part of a path.
  private func check(_ target: Model.AddressTarget) throws(Finding) {
    switch target {
    case .photo(let id):
      try promise(id.value.utf8.count == 11, "an id has eleven characters: \(id.value)")
      try promise(percentEncoded(id.value) == id.value, "an id needs no escapes: \(id.value)")
    case .lookup(let name):
      throw Finding("no link of Unsplash needs a lookup: \(name)")
    case .list(let list):
      let name = list.name ?? ""
      try promise(!name.allSatisfy { $0 == "." }, "a name is no folder: \(name)")
      try promise(
        !name.unicodeScalars.contains { $0.value <= 0x20 || $0 == "/" },
        "a name is one part of a path: \(name)"
      )
    }
  }

  private func checkRedirects(
    from text: String,
    at origin: WebAddress,
    to location: String
  ) throws(Finding) {
    for (status, method) in Self.redirects {
      let request = HTTPRequest(
        method,
        text,
        body: method == .get ? nil : [1],
        authorization: Secret("Bearer token")
      )
      let response = HTTPResponse(
        status: status,
        url: text,
        headers: [HTTPHeader("Location", location)]
      )
      let next: HTTPRequest?
      do throws(HTTPError) { next = try request.redirected(by: response) } catch { continue }
      guard let next else { throw Finding("a redirect is one") }
      guard let target = WebAddress(next.url) else { throw Finding("a redirect has an address") }
      try promise(target.isAllowed, "a redirect leads where requests may go")
      try promise(
        origin.isLoopback || !target.isLoopback,
        "nobody else sends us to this machine"
      )
      try promise(
        target.scheme == "https" || origin.scheme == "http",
        "a redirect never gives encryption up"
      )
      if target.origin != origin.origin {
        try promise(next.authorization == nil, "the token stays with whom it is for")
        try promise(next.body == nil, "a body stays with whom it is for")
      }
    }
  }
}
