import AppCore
import Harness
@testable import Model
import Testing

@Suite struct CreditTests {
  private static let referral = "utm_source=imagefeed&utm_medium=referral"

  private func credit(
    _ name: String,
    username: String = "ann",
    page: String = "https://unsplash.com/@ann",
    photoPage: String = "https://unsplash.com/photos/p1",
    license: String? = nil
  ) -> Credit {
    var photo = Given.photo(1)
    photo.author = Person(username: username, name: name, pageURL: WebPage(page))
    photo.pageURL = WebPage(photoPage)
    photo.license = license
    return Credit(of: photo, Given.launch)
  }

  /// Returns the text in the name's place, without what the guidelines put around it.
  private func name(_ name: String, _ format: Credit.Format) -> Substring {
    let text = credit(name).text(as: format)
    switch format {
    case .markdown:
      let site = "[Unsplash](https://unsplash.com/?\(Self.referral))"
      let end = "](https://unsplash.com/@ann?\(Self.referral)) on " + site
      #expect(text.hasPrefix("Photo by [") && text.hasSuffix(end))
      return text.dropFirst("Photo by [".count).dropLast(end.count)
    case .html:
      let referral = Self.referral.replacing("&", with: "&amp;")
      let start = "Photo by <a href=\"https://unsplash.com/@ann?\(referral)\">"
      let end = "</a> on <a href=\"https://unsplash.com/?\(referral)\">Unsplash</a>"
      #expect(text.hasPrefix(start) && text.hasSuffix(end))
      return text.dropFirst(start.count).dropLast(end.count)
    case .text:
      #expect(text.hasPrefix("Photo by ") && text.hasSuffix(" on Unsplash"))
      return text.dropFirst("Photo by ".count).dropLast(" on Unsplash".count)
    }
  }

  @Test func `credits have the words and links of the guidelines`() {
    #expect(
      credit("Annie Spratt").text(as: .markdown)
        == "Photo by [Annie Spratt](https://unsplash.com/@ann?\(Self.referral)) on "
        + "[Unsplash](https://unsplash.com/?\(Self.referral))"
    )
    #expect(
      credit("Annie Spratt").text(as: .html)
        == "Photo by <a href=\"https://unsplash.com/@ann?utm_source=imagefeed&amp;utm_medium="
        + "referral\">Annie Spratt</a> on <a href=\"https://unsplash.com/?utm_source=imagefeed"
        + "&amp;utm_medium=referral\">Unsplash</a>"
    )
  }

  @Test(arguments: [
    ("[x](javascript:1)", #"\[x\](javascript:1)"#),
    (#"back\slash\"#, #"back\\slash\\"#),
    ("*_`~|$", #"\*\_\`\~\|\$"#),
    ("<b>&lt;", #"\<b\>\&lt;"#),
    ("]\u{301}x", "\\]\u{301}x"),
    ("Jürgen O'Neil-Łoś Jr.", "Jürgen O'Neil-Łoś Jr."),
    ("田中 健二", "田中 健二"),
    ("علی\u{200C}رضا قربانی", "علی\u{200C}رضا قربانی"),
  ])
  func `a name is escaped in Markdown`(_ raw: String, _ escaped: String) {
    #expect(name(raw, .markdown).unicodeScalars.elementsEqual(escaped.unicodeScalars))
  }

  @Test(arguments: [
    ("<script>alert(\"1\")</script>", "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;"),
    ("O'Neil & \"Sons\"", "O&#39;Neil &amp; &quot;Sons&quot;"),
    ("&lt;", "&amp;lt;"),
    ("<\u{338}b", "&lt;\u{338}b"),
    (#"[a](b)\"#, #"[a](b)\"#),
  ])
  func `a name is escaped in HTML`(_ raw: String, _ escaped: String) {
    #expect(name(raw, .html).unicodeScalars.elementsEqual(escaped.unicodeScalars))
  }

  @Test(arguments: Credit.Format.allCases)
  func `a name is a single line of harmless characters`(_ format: Credit.Format) {
    #expect(name("Ann\r\nB\u{2028}C\tD", format) == "Ann B C D")
    #expect(name("\u{202E}evil\u{2066}\u{200B}\u{FEFF}", format) == "evil")
    #expect(name("a\u{1B}]52;c;aGk=\u{07}b\u{9B}2Jc", format) == "abc")
  }

  @Test(arguments: [
    "", "javascript:alert(1)", "https://", "//unsplash.com/@ann", "https://unsplash.com/ a",
    "https://unsplash.com@evil.test/", "https://a\".b/", "https://un\u{202E}splash.com/", "ann",
  ])
  func `a URL that isn't of the web is not linked`(_ page: String) {
    for format in Credit.Format.allCases {
      let text = credit("Ann", page: page, photoPage: "").text(as: format)
      #expect(text == "Photo by Ann on Unsplash")
    }
  }

  @Test(arguments: [
    ("https://unsplash.com/photos/ф-1", "https://unsplash.com/"),
    ("http://127.0.0.1:7999/photos/1?a#b", "http://127.0.0.1:7999/"),
    ("https://unsplash.com", "https://unsplash.com/"),
    ("HTTPS://unsplash.com/x", "https://unsplash.com/"),
  ])
  func `the site is that of the photo's page`(_ page: String, _ site: String) {
    let text = credit("Ann", photoPage: page).text(as: .markdown)
    #expect(text.hasSuffix(" on [Unsplash](\(site)?\(Self.referral))"))
  }

  @Test func `a URL can't leave its brackets or quotes`() {
    let odd = credit("Ann", page: "https://x.test/@a)b[c]<d>\"e'`f\\g")
    #expect(
      odd.text(as: .markdown).hasPrefix(
        "Photo by [Ann](https://x.test/@a%29b%5Bc%5D%3Cd%3E%22e%27%60f%5Cg?\(Self.referral)) on "
      )
    )
    #expect(
      odd.text(as: .html).hasPrefix(
        "Photo by <a href=\"https://x.test/@a%29b%5Bc%5D%3Cd%3E%22e%27%60f%5Cg?utm_source"
      )
    )
  }

  @Test func `a photo's own licence is named, and a missing name is the user name`() {
    #expect(credit("", license: "CC BY-SA 4.0").text(as: .html).hasSuffix("</a>, CC BY-SA 4.0"))
    #expect(credit("\u{200B}", username: "ann_k").text(as: .markdown).contains(#"[ann\_k]("#))
    #expect(credit("Ann", license: " ").text(as: .markdown).hasSuffix("referral)"))
  }

  @Test func `a service that credits by licence has title, licence with its page, and service`() {
    var photo = Given.photo(1)
    (photo.title, photo.license) = ("Rose", "CC BY-SA 4.0")
    photo.licensePage = "https://creativecommons.org/licenses/by-sa/4.0/"
    photo.requiresCredit = true
    let archive = ServiceDescription(
      id: Given.service,
      name: "Archive",
      capabilities: [],
      pageSize: 1,
      creditStyle: .via
    )
    let credit = Credit(of: photo, Launch(service: archive))
    #expect(
      credit.text(as: .markdown)
        == "\"[Rose](https://test/photos/1)\" by [Ann](https://test/@ann), "
        + "[CC BY-SA 4.0](https://creativecommons.org/licenses/by-sa/4.0/), "
        + "via [Archive](https://test/)"
    )
    #expect(credit.text(as: .text) == "\"Rose\" by Ann, CC BY-SA 4.0, via Archive")
    #expect(credit.russianLine(site: "Archive") == "«Rose», Ann, CC BY-SA 4.0, Archive")
    #expect(credit.isRequired && credit.asksForChanges)
    photo.license = "CC0"
    #expect(!Credit(of: photo, archive).asksForChanges)
    // The author's own line replaces their name, and has no page.
    photo.attribution = "Ann / Archive"
    #expect(
      Credit(of: photo, Launch(service: archive)).text(as: .html)
        .contains("\" by Ann / Archive, <a href")
    )
  }
}
