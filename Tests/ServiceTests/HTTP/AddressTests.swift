import Foundation
import Harness
import Model
import Testing

@testable import HTTP

@Suite(.timeLimit(.hang)) struct WebAddressTests {
  @Test func `a URL is split into its parts`() throws {
    let address = try #require(WebAddress("HTTPS://Images.Example:8443/a/b%20c?w=1&q=x%2By#part"))
    #expect(address.scheme == "https")
    #expect(address.host == "images.example")
    #expect(address.port == 8443)
    #expect(address.path == "/a/b%20c")
    #expect(address.query["q"] == "x+y")
    #expect(address.origin == "https://images.example:8443")
    #expect(address.description == "https://images.example:8443/a/b%20c?w=1&q=x%2By")
  }

  @Test(arguments: [
    "https://api.unsplash.com", "http://127.0.0.1:18911", "http://localhost:7436/callback",
    "https://a.example/", "https://a-b.c1.example:1/x_y/z", "http://a.example:65535/x/",
    "http://a.example:80",
  ])
  func `a plain URL is read like libcurl reads it`(_ text: String) throws {
    let plain = try #require(WebAddress(plain: text))
    #expect(plain == WebAddress(parsing: text))
  }

  @Test(arguments: [
    "https://A.example", "http://127.1", "http://0x7f.0.0.1", "http://2130706433",
    "http://01.2.3.4",
    "https://a.example?x=1", "https://a.example#x", "https://u@a.example", "https://a..example",
    "https://a.example/../x", "https://a.example//x", "https://a.example/%41", "https://a.example:",
    "https://a.example:0", "https://a.example:65536", "https://a.example:08", "https://[::1]",
    "https://-a.example", "https://a.example\\@b.example", "https://a.example/x y",
    "https://é.example",
    "https://", "https://a.example.", "ftp://a.example", "https://a_b.example",
  ])
  func `ambiguous URLs are left to libcurl`(_ text: String) {
    #expect(WebAddress(plain: text) == nil)
  }

  /// The URL passed to a browser and the requested one must name the same host.
  @Test func `a valid page has the host that libcurl reads, whatever the text`() {
    var random = SystemRandomNumberGenerator()
    let parts = [
      "https", "http", "HTTPS", ":", "//", "/", "\\", "@", "?", "#", "%", "%2f", "%00", ".", "..",
      "-", "a", "Z", "unsplash.com", "example", "localhost", "127.0.0.1", "127.1", "0x7f", "017",
      "1", "[::1]", "[", "]", "[::ffff:1]", ":80", ":0", ":65536", ":443", "é", "。", "\u{FF0F}",
      "\u{202E}", " ", "\n", "\t", "user:pass", "xn--e1a", "'", "\"", "`", "$(", ")", "<", ">", "|",
    ]
    var count = 0
    for _ in 0..<20_000 {
      let starts = ["", "https://", "http://", "https://x.test"]
      var text = starts.randomElement(using: &random) ?? ""
      for _ in 0..<Int.random(in: 1...7, using: &random) {
        text += parts.randomElement(using: &random) ?? ""
      }
      guard let page = WebPage(text) else { continue }
      count += 1
      for spelling in [page.text, page.front.text, page.adding(query: "a=b").text] {
        guard let address = WebAddress(parsing: spelling), let plain = PlainAddress(text) else {
          Issue.record("libcurl takes \(text.debugDescription) for no address")
          continue
        }
        let host = plain.host == "[::1]" ? "::1" : plain.host
        #expect(address.scheme == plain.scheme && address.host == host, "\(text.debugDescription)")
        #expect(address.port == plain.port ?? (plain.scheme == "https" ? 443 : 80))
        #expect(address.isLoopback == page.isLoopback && address.isAllowed)
      }
    }
    #expect(count > 500)
  }

  @Test(arguments: [
    ("https://a.example", "https://a.example/", 443),
    ("http://a.example:80/x", "http://a.example/x", 80),
    ("https://[2001:db8::1]:444/x", "https://[2001:db8::1]:444/x", 444),
    ("https://a.example/with space", "https://a.example/with%20space", 443),
  ])
  func `a URL has one spelling`(_ text: String, _ whole: String, _ port: Int) {
    #expect(WebAddress(text)?.description == whole)
    #expect(WebAddress(text)?.port == port)
  }

  @Test(arguments: [
    "", "x", "//a.example", "mailto:a@b.example", "file:///x", "https://", "https://a.example:x/",
    "https://user@a.example/", "https://a.example/\r\nX: y", "https://a.example/\u{0}",
  ])
  func `a URL with another scheme than http or https is rejected`(_ text: String) {
    #expect(WebAddress(text) == nil)
  }

  @Test(arguments: ["a%25a4", "%25", "a%252e.example"])
  func `a host that would be decoded twice is none`(_ host: String) {
    #expect(WebAddress("https://\(host)/") == nil)
    #expect(WebAddress("https://a.example/")?.resolving("//\(host)/") == nil)
  }

  @Test(arguments: [
    "127.0.0.1", "127.255.0.9", "[::1]", "localhost", "LOCALHOST", "2130706433", "0x7f.1",
  ])
  func `this computer is recognized by all its names`(_ host: String) throws {
    let address = try #require(WebAddress("http://\(host)/"))
    #expect(address.isLoopback)
    #expect(address.isAllowed)
  }

  @Test(arguments: [
    "128.0.0.1", "[::2]", "[::ffff:127.0.0.1]", "localhost.example", "127.0.0.1.example", "0.0.0.0",
    "a.localhost",
  ])
  func `other computers aren't taken for this one`(_ host: String) throws {
    let address = try #require(WebAddress("http://\(host)/"))
    #expect(!address.isLoopback)
    #expect(!address.isAllowed)
  }

  @Test(arguments: [
    ("/x", "https://a.example/x"), ("x?y=1", "https://a.example/b/x?y=1"),
    ("?y=1", "https://a.example/b/c?y=1"), ("//b.example/x", "https://b.example/x"),
    ("http://c.example", "http://c.example/"), ("../x", "https://a.example/x"),
  ])
  func `relative references are resolved`(_ reference: String, _ whole: String) {
    let base = WebAddress("https://a.example/b/c?d=e")
    #expect(base?.resolving(reference)?.description == whole)
  }

  @Test func `an unchanged query keeps its spelling and order`() {
    var query = URLQuery(parsing: "ixid=M3w%3d&s=a/b&&flag&w=400&w=1&q=75")
    query["w"] = "1080"
    query["q"] = nil
    query["fit"] = "max & more"
    #expect(query.text == "ixid=M3w%3d&s=a/b&flag&w=1080&fit=max%20%26%20more")
    #expect(query["ixid"] == "M3w=")
    #expect(query["flag"] == "")
    #expect(query["absent"] == nil)
  }

  @Test func `names and values are escaped, in forms too`() {
    let query: URLQuery = .init(["grant_type": "a", "redirect uri": "http://localhost:7436/ü"])
    #expect(
      query.text == "grant_type=a&redirect%20uri=http%3A%2F%2Flocalhost%3A7436%2F%C3%BC"
    )
    #expect(query.formBody == Array(query.text.utf8))
    #expect(percentEncoded("Az09-._~") == "Az09-._~")
  }

  @Test(arguments: [
    ("a+b%20c", "a b c"), ("100%", "100%"), ("%zz%4", "%zz%4"), ("%D0%9F", "П"), ("", ""),
    ("%41%", "A%"),
  ])
  func `valid escapes are decoded and broken ones kept`(_ text: String, _ plain: String) {
    #expect(percentDecoded(text) == plain)
  }

  @Test(arguments: [
    (
      "https://a.example/oauth?client_id=1&client_secret=2&code=3&page=4",
      "https://a.example/oauth?client_id=…&client_secret=…&code=…&page=4"
    ),
    (
      "https://a.example/?Access_Token=1&token=&st%61te=x",
      "https://a.example/?Access_Token=…&token=…&st%61te=…"
    ),
    ("https://a.example/path/token=1", "https://a.example/path/token=1"),
    ("https://user:word@a.example/x@y?z=@", "https://a.example/x@y?z=@"),
    ("https://a.example/#access_token=1", "https://a.example/"),
    ("code", "code"), ("?code=1", "?code=…"), ("https://a.example?", "https://a.example?"),
  ])
  func `secrets in URLs are redacted`(_ url: String, _ shown: String) {
    #expect(redacted(url: url) == shown)
  }

  @Test(arguments: [
    ("<https://a.example/photos?page=2>; rel=\"next\"", "https://a.example/photos?page=2"),
    (
      "<https://a.example/?page=1>; rel=\"first\", <https://a.example/?q=a,b;c>; rel=\"next\"",
      "https://a.example/?q=a,b;c"
    ),
    ("</photos?page=2>;REL=next", "https://a.example/photos?page=2"),
    ("<x>; title=\"a, <b>; rel=next\"; rel=\"prev next\"", "https://a.example/x"),
    ("<x>; rel=\"prev\"", nil), ("<x>; rel=\"nextest\"", nil), ("<x; rel=\"next\"", nil), ("", nil),
  ])
  func `the next page is found in a Link field`(_ field: String, _ next: String?) {
    let response = HTTPResponse(
      status: 200,
      url: "https://a.example/photos",
      headers: [HTTPHeader("link", field)]
    )
    #expect(response.link("next") == next)
  }

  @Test func `every error has a cause`() {
    let causes: [(HTTPError, Problem.Cause)] = [
      (.missingLibrary(reason: "b"), .missingLibrary(name: "libcurl", reason: "b")),
      (.unresolvedHost("a"), .unresolvedHost("a")),
      (.connectionRefused(host: "a"), .connectionRefused(host: "a")),
      (.connectionLost(host: "a"), .connectionLost(host: "a")),
      (.truncated(host: "a"), .connectionLost(host: "a")),
      (.timedOut(host: "a", .stalled), .timedOut(host: "a")),
      (.insecure(host: "a", reason: "b"), .insecure(host: "a", reason: "b")),
      (.proxy(reason: "b"), .proxy(reason: "b")),
      (.refusedURL("u"), .refusedAddress("u")),
      (.tooLarge(limit: 3), .tooLarge(limit: 3)),
      (.file(path: "p", code: EDQUOT), .diskFull(path: "p")),
      (.file(path: "p", code: EACCES), .notPermitted(path: "p")),
      (.file(path: "p", code: EROFS), .readOnly(path: "p")),
      (.file(path: "p", code: ENOENT), .disk(path: "p", reason: "No such file or directory")),
      (.transfer(host: "a", code: 1, reason: "b"), .transfer(host: "a", reason: "b")),
    ]
    for (error, cause) in causes { #expect(error.cause == cause) }
  }
}
