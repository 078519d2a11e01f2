import Harness
import Model
import Testing

@Suite struct WebPageTests {
  @Test(arguments: [
    (
      "https://unsplash.com/photos/a-hill-Dwu85P9SO", "https://unsplash.com/photos/a-hill-Dwu85P9SO"
    ),
    ("HTTPS://Unsplash.COM/Photos?A=b&c=%20+d#E", "https://unsplash.com/Photos?A=b&c=%20+d#E"),
    ("https://unsplash.com", "https://unsplash.com/"),
    ("https://unsplash.com?a", "https://unsplash.com/?a"),
    ("https://a-b.c1.example:8443/@ann/~x", "https://a-b.c1.example:8443/@ann/~x"),
    ("http://127.0.0.1:7999/view/x", "http://127.0.0.1:7999/view/x"),
    ("http://localhost/", "http://localhost/"),
    ("http://[::1]:80/x", "http://[::1]:80/x"),
    ("https://192.0.2.7/", "https://192.0.2.7/"),
    ("https://x.test/фото/é", "https://x.test/%D1%84%D0%BE%D1%82%D0%BE/%C3%A9"),
    (
      #"https://x.test/a'b"c`d$(e);f|g\h<i>[j]*!{k}^"#,
      "https://x.test/a%27b%22c%60d%24%28e%29%3Bf%7Cg%5Ch%3Ci%3E%5Bj%5D%2A%21%7Bk%7D%5E"
    ),
  ])
  func `a page is spelled so that only a server interprets it`(_ text: String, _ page: String) {
    #expect(WebPage(text)?.text == page)
    #expect(WebPage(page)?.text == page)
  }

  @Test(arguments: [
    "", "--help", "-https://x.test/", "file:///etc/passwd", "javascript:alert(1)",
    "data:text/html,x",
    "ftp://x.test/", "//x.test/", "/photos/1", "x.test", "https:x.test", "https:/x.test",
    "https://",
    "https:///x", "https://?x", "https://#x", "https:\\\\x.test\\", "https://x.test\\@y.test/",
    "https://ann@x.test/", "https://ann:pw@x.test/", "https://@x.test/", "https://x.test@y.test",
    "http://x.test/", "http://192.0.2.7/", "http://127.0.0.1.x.test/", "http://a.localhost/",
    "http://localhost.x.test/", "http://127.1/", "http://2130706433/", "http://0x7f.0.0.1/",
    "http://127.0.0.01/", "http://0177.0.0.1/", "http://[::ffff:127.0.0.1]/", "https://[::2]/",
    "https://1.2.3.4.5/", "https://1.2.3/", "https://256.1.1.1/", "https://x.0x1/", "https://[::1",
    "https://x..test/", "https://.x.test/", "https://x.test./", "https://-x.test/",
    "https://x-.test/", "https://x_y.test/", "https://x%2etest/", "https://é.test/",
    "https://x。test/", "https://x.test:/", "https://x.test:0/", "https://x.test:65536/",
    "https://x.test:080/", "https://x.test:+80/", "https://x.test:8a/", "https://x.test:99999999/",
    " https://x.test/", "https://x.test/ ", "https://x.test/a b", "https://x.test/a\tb",
    "https://x.test/\n", "https://x.test/\r\nX: y", "https://x.test/\u{1B}[201~",
    "https://x.test/\0",
    "https://x.test/\u{7F}", "https://x.test/\u{9B}2J", "https://x.test/\u{85}",
    "https://x.test/\u{A0}", "https://x.test/\u{2028}", "https://x.test/\u{202E}gpj.exe",
    "https://x.test/\u{200B}", "https://x.test/\u{E0041}", "https://x.test/\u{E000}",
  ])
  func `text that isn't a web page is rejected`(_ text: String) { #expect(WebPage(text) == nil) }

  @Test func `a page's length is limited to what others accept`() {
    let start = "https://x.test/"
    let path = String(repeating: "a", count: WebPage.maxBytes - start.utf8.count)
    #expect(WebPage(start + path) != nil)
    #expect(WebPage(start + path + "a") == nil)
    // A stored page can be read again.
    #expect(WebPage(start + String(repeating: "é", count: WebPage.maxBytes / 4)) == nil)
  }

  @Test func `query items are added before the fragment, and stay in the query`() {
    let page: WebPage = "https://x.test/a?b=c#d?e"
    #expect(page.adding(query: "f=g").text == "https://x.test/a?b=c&f=g#d?e")
    let plain: WebPage = "https://x.test"
    #expect(plain.adding(query: "f=g").text == "https://x.test/?f=g")
    #expect(plain.adding(query: "a#b \n'").text == "https://x.test/?a%23b%20%0A%27")
  }

  @Test func `the front page has the same host and port`() {
    let page: WebPage = "http://localhost:7999/a?b#c"
    #expect(page.front == "http://localhost:7999/")
    #expect(page.front.isLoopback)
    let far: WebPage = "https://x.test/a"
    #expect(far.front == "https://x.test/" && !far.isLoopback)
  }

  /// Random input: every accepted page contains only characters for servers.
  @Test func `no random text becomes an unsafe page`() {
    var random = SystemRandomNumberGenerator()
    let allowed = Set(
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~:/?#&=+,@%"
    )
    for _ in 0..<5000 {
      var text = "https://x.test/"
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        let limit: UInt32 = Bool.random(using: &random) ? 0xFF : 0x10FFFF
        let value = UInt32.random(in: 0...limit, using: &random)
        if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
      }
      guard let page = WebPage(text) else { continue }
      #expect(page.text.hasPrefix("https://x.test/"), "\(text.debugDescription)")
      #expect(page.text.allSatisfy(allowed.contains), "\(text.debugDescription)")
    }
  }
}
