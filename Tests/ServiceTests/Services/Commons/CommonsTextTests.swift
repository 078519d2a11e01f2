import Harness
import Model
import Testing

@testable import Commons

/// The texts of wiki pages, and the addresses of Wikimedia's sites.
@Suite struct CommonsTextTests {
  @Test(arguments: [
    ("plain", "plain"),
    ("a<br>b<br/>c", "a\nb\nc"),
    ("<p>one</p>\n\n<p>two</p>", "one\ntwo"),
    ("<ul><li>one</li><li>two</li></ul>", "one\ntwo"),
    ("<table><tr><td>a</td><td>b</td></tr></table>", "a b"),
    ("x &amp;lt; y &#38; z &#x41;&unknown; &", "x &lt; y & z A&unknown; &"),
    ("a<div style=\"display: none;\">b<div>c</div>d</div>e", "ae"),
    ("<span style='DISPLAY:none'>x<span>y</span></span>z", "z"),
    ("<style>p { color: red }</style><script>alert(1)</script>t", "t"),
    ("fact<sup class=\"reference\">[1]</sup>.", "fact."),
    ("<!-- a > b -->c", "c"),
    ("1 < 2 and <3", "1 < 2 and <3"),
    ("<b title=\"a > b\">bold</b>", "bold"),
    ("a\u{202E}b\u{2066}c\u{200F}", "abc"),
    ("<b", "<b"), ("<b x='", "<b x='"), ("", ""), ("<br style='display:none'>x", "x"),
  ])
  func `HTML becomes its visible text`(html: String, text: String) {
    #expect(WikiText(html, limit: 100).text == text)
  }

  @Test func `hostile HTML is read once and cut`() {
    #expect(WikiText(String(repeating: "<a", count: 30_000), limit: 10).text.count == 10)
    let deep = String(repeating: "<div style=\"display:none\">", count: 5_000) + "x"
    #expect(WikiText(deep, limit: 100).text.isEmpty)
    #expect(WikiText(String(repeating: "a", count: 1 << 20), limit: 300).text.count == 300)
    let tags = String(repeating: "<", count: 100_000)
    #expect(WikiText(tags, limit: 10).text.count == 10)
    #expect(
      WikiText("<a " + String(repeating: "x=1 ", count: 10_000) + ">t", limit: 10).text.count == 10
    )
  }

  @Test(arguments: [
    ("//commons.wikimedia.org/wiki/User:Ann_Lee", "Ann Lee"),
    ("https://commons.wikimedia.org/wiki/User:A%26B/credits", "A&B"),
    ("/wiki/User:Ann", "Ann"),
    ("//commons.wikimedia.org/w/index.php?title=User:Gone&action=edit&redlink=1", "Gone"),
    ("https://en.wikipedia.org/wiki/User:Ann", nil), ("//evil.example/wiki/User:Ann", nil),
    ("/wiki/File:User.jpg", nil), ("", nil),
  ])
  func `a user is the one of Commons`(link: String, user: String?) {
    #expect(CommonsAddress.user(link) == user)
  }

  @Test(arguments: [
    ("https://commons.wikimedia.org/wiki/File:A_b%2C_c+d.jpg", "A b, c+d.jpg"),
    ("commons.m.wikimedia.org/wiki/Image:X.jpg?uselang=ru#metadata", "X.jpg"),
    ("https://commons.wikimedia.org/w/index.php?title=File:X_y.jpg&action=edit", "X y.jpg"),
    ("https://commons.wikimedia.org/wiki/Special:FilePath/X.jpg?width=300", "X.jpg"),
    ("https://commons.wikimedia.org/wiki/Special:Redirect/file/X.jpg", "X.jpg"),
    ("https://upload.wikimedia.org/wikipedia/commons/1/1a/X.jpg", "X.jpg"),
    ("https://thumb.wikimedia.org/wikipedia/commons/thumb/1/1a/X.jpg/330px-X.jpg", "X.jpg"),
    (
      "https://upload.wikimedia.org/wikipedia/commons/thumb/1/1a/X.jpg/330px-thumbnail.jpg", "X.jpg"
    ),
    ("https://upload.wikimedia.org/wikipedia/commons/archive/1/1a/20200101!X.jpg", "X.jpg"),
    ("https://upload.wikimedia.org/wikipedia/commons/thumb/archive/1/1a/2!X.jpg/330px-X", "X.jpg"),
    ("https://ru.wikipedia.org/wiki/Озеро#/media/File:Озеро.jpg", "Озеро.jpg"),
    ("https://en.wikipedia.org/wiki/File:X.jpg", "X.jpg"), ("File:x y?.jpg", "X y?.jpg"),
    ("https://commons.wikimedia.org/w/index.php?title=File:Who%3F_1%25.jpg", "Who? 1%.jpg"),
  ])
  func `a file's address leads to its title`(link: String, title: String) {
    let target = CommonsAddress.target(of: link, site: "https://commons.wikimedia.org")
    #expect(target == .lookup(title))
  }

  @Test(arguments: [
    ("https://commons.wikimedia.org/w/index.php?curid=900000101", AddressTarget.photo(Self.id)),
    ("https://commons.wikimedia.org/entity/M900000101", .photo(Self.id)),
    ("900000101", .photo(Self.id)),
    (
      "https://commons.wikimedia.org/wiki/Category:Featured_pictures_of_lakes",
      .list(.topic("lakes"))
    ),
    ("https://commons.wikimedia.org/wiki/User:Ann_Lee", .list(.photographer("Ann Lee"))),
    ("https://commons.wikimedia.org/wiki/Special:ListFiles/Ann", .list(.photographer("Ann"))),
  ])
  func `other addresses lead to photos and lists`(link: String, target: AddressTarget) {
    #expect(CommonsAddress.target(of: link, site: "https://commons.wikimedia.org") == target)
  }

  private static let id = Photo.ID(service: .commons, value: "900000101")

  @Test(arguments: [
    "https://commons.wikimedia.org/wiki/File:", "https://commons.wikimedia.org/wiki/Main_Page",
    "https://upload.wikimedia.org/wikipedia/en/1/1a/X.jpg", "https://evil.example/wiki/File:X.jpg",
    "https://commons.wikimedia.org/wiki/File:%00.jpg",
    "https://commons.wikimedia.org/wiki/File:%FF",
    "https://commons.wikimedia.org/wiki/File:a%7Cb", "text", "", "w.wiki/abc", "1234567890123",
  ])
  func `what leads nowhere is refused`(link: String) {
    #expect(CommonsAddress.target(of: link, site: "https://commons.wikimedia.org") == nil)
  }
}
