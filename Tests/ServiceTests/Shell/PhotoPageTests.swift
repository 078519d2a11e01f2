import Canvas
import Harness
import Localization
import Model
import Testing
import Unsplash

@testable import Shell

/// The HTML of a page with photos.
@Suite struct PhotoPageTests {
  private static let photo = Photo(
    id: Photo.ID(service: .unsplash, value: "-a_B9"),
    width: 4000,
    height: 3000,
    description: "Dawn over the bay",
    altDescription: "a bay",
    created: CalendarDate(year: 2022, month: 8, day: 7),
    author: Person(username: "ann", name: "Ann Lee", pageURL: "https://unsplash.com/@ann"),
    picture: .derived(from: "https://images.unsplash.com/photo-1"),
    pageURL: "https://unsplash.com/photos/-a_B9"
  )

  private func html(
    _ photos: Photo...,
    title: String = "Photos",
    isDemo: Bool = false,
    in language: Language = .english
  ) -> String {
    let items = photos.map { photo in
      PhotoPage.Item(
        photo: photo,
        fileName: "ann-_-a_B9.1600.jpg",
        size: Size(1600, 1200),
        service: .unsplash
      )
    }
    return PhotoPage(title: title, items, isDemo: isDemo, Texts(language)).html()
  }

  /// Returns every tag of a page; all other angle brackets are escaped.
  private func tags(_ html: String) -> [String] { html.matches(of: /<[^>]*>/).map { String($0.0) } }

  /// Returns the values of an attribute, as they are written.
  private func values(_ name: String, in html: String) throws -> [String] {
    let attribute = try Regex("\\s\(name)=\"([^\"]*)\"", as: (Substring, Substring).self)
    return tags(html).joined().matches(of: attribute).map { String($0.output.1) }
  }

  @Test func `a photo has its image, description, credit, date and page`() {
    let referral = "?utm_source=imagefeed&amp;utm_medium=referral"
    #expect(
      html(Self.photo).contains(
        """
        <li>
        <figure>
        <a href="photos/ann-_-a_B9.1600.jpg"><img src="photos/ann-_-a_B9.1600.jpg" alt="a bay" \
        width="1600" height="1200" loading="lazy"></a>
        <figcaption>
        <p dir="auto">Dawn over the bay</p>
        <p>Photo by <a href="https://unsplash.com/@ann\(referral)"><bdi>Ann Lee</bdi></a> on \
        <a href="https://unsplash.com/\(referral)">Unsplash</a></p>
        <p><time datetime="2022-08-07">7 August 2022</time> · \
        <a href="https://unsplash.com/photos/-a_B9\(referral)">Photo page</a></p>
        </figcaption>
        </figure>
        </li>
        """
      )
    )
  }

  @Test func `a page is whole, and says its language`() {
    let page = html(Self.photo, Self.photo, title: "Sea & sky")
    let start = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    #expect(page.hasPrefix(start))
    #expect(page.hasSuffix("</ul>\n</main>\n</body>\n</html>\n"))
    #expect(page.contains("<title>Sea &amp; sky</title>"))
    #expect(page.contains("<h1>Sea &amp; sky</h1>\n<p>2 photos</p>"))
    for name in ["html", "head", "title", "style", "body", "header", "main", "ul", "li", "figure"] {
      let ends = tags(page).count { $0 == "</\(name)>" }
      let starts = tags(page).count { $0.hasPrefix("<\(name)>") || $0.hasPrefix("<\(name) ") }
      #expect(ends > 0 && starts == ends, "\(name)")
    }
  }

  @Test func `in Russian`() {
    let page = html(Self.photo, in: .russian)
    #expect(page.contains("<html lang=\"ru\">") && page.contains("<p>1 фото</p>"))
    #expect(page.contains("<p>Фото: <a ") && page.contains("</a>, <a "))
    #expect(page.contains(">7 августа 2022</time> · <a ") && page.contains(">Страница фото</a>"))
    let demo = html(Self.photo, isDemo: true, in: .russian)
    #expect(demo.contains(">демосервис imagefeed</a>"))
  }

  @Test func `a photo of a service on this computer has its author and licence, but no links`() {
    var photo = Self.photo
    photo.pageURL = "http://127.0.0.1:7999/view/a"
    photo.author.pageURL = "http://127.0.0.1:7999/@ann"
    photo.license = "CC0-1.0"
    let page = html(photo)
    #expect(page.contains("<p>Photo by <bdi>Ann Lee</bdi> on imagefeed"))
    #expect(page.contains("CC0") && !page.contains("127.0.0.1") && !page.contains("Unsplash"))
    #expect(!page.contains("Photo page"))
  }

  @Test func `no script, and nothing from elsewhere`() throws {
    let page = html(Self.photo)
    let policy = """
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self'; \
      style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
      """
    let rule = try #require(page.firstRange(of: policy))
    // A policy counts for what follows it.
    #expect(try #require(page.firstRange(of: "<style>")).lowerBound > rule.upperBound)
    let names = Set(tags(page).compactMap { $0.firstMatch(of: /^<\/?([a-zA-Z0-9]+)/)?.1 })
    #expect(
      names == [
        "html", "head", "meta", "title", "style", "body", "header", "main", "h1", "p", "ul", "li",
        "figure", "a", "img", "figcaption", "bdi", "time",
      ]
    )
    #expect(try values("src", in: page) == ["photos/ann-_-a_B9.1600.jpg"])
    #expect(try values("srcset", in: page).isEmpty)
    #expect(!page.contains(/\son[a-z]+=/))
    #expect(!page.contains("url(") && !page.contains("@import") && !page.contains("javascript:"))
  }

  @Test(arguments: [
    "\"><script>alert(1)</script>", "' onerror='alert(1)", "</style><img src=x onerror=y>",
    "<\u{338}b>", "&lt;script&gt;", "--><!--", "]]>", "\u{1B}[31mred\u{9B}0m",
    "a\u{202E}gpj.exe\u{2066}b", "line\nbreak\r\u{2028}end\u{0}", "\u{FEFF}x\u{200B}y",
  ])
  func `a hostile text is only a text`(text: String) throws {
    let plain = html(Self.photo)
    let texts: [WritableKeyPath<Photo, String?>] = [\.description, \.altDescription, \.license]
    var photo = Self.photo
    for path in texts { photo[keyPath: path] = text + "x" }
    photo.author.name = text + "x"
    let page = html(photo, title: text + "x")
    func shape(_ page: String) -> [Substring] {
      tags(page).compactMap { $0.firstMatch(of: /^<\/?[!a-zA-Z]+/)?.0 }
    }
    #expect(shape(page) == shape(plain))
    for name in ["src", "href"] { #expect(try values(name, in: page) == values(name, in: plain)) }
    #expect(try values("alt", in: page).count == 1)
    let isInert = page.unicodeScalars.allSatisfy { scalar in
      let category = scalar.properties.generalCategory
      return scalar == "\n"
        || category != .control && category != .format
          && category != .lineSeparator && category != .paragraphSeparator
    }
    #expect(isInert)
    #expect(plain.split(separator: "\n").count == page.split(separator: "\n").count)
  }

  @Test func `names keep what their script needs`() {
    var photo = Self.photo
    photo.author.name = "علی\u{200C}رضا قربانی"
    #expect(html(photo).contains("<bdi>علی\u{200C}رضا قربانی</bdi>"))
  }

  @Test func `what isn't known leaves no empty place`() throws {
    var photo = Self.photo
    (photo.description, photo.altDescription) = (" \u{200B}", nil)
    photo.created = nil
    (photo.pageURL, photo.author.pageURL) = (nil, nil)
    photo.author.name = " "
    let page = html(photo)
    #expect(try values("alt", in: page) == ["Photo by ann on Unsplash"])
    let credit = "<p>Photo by <bdi>ann</bdi> on Unsplash</p>"
    #expect(page.contains("<figcaption>\n\(credit)\n</figcaption>"))
    #expect(try values("href", in: page) == ["photos/ann-_-a_B9.1600.jpg"])
    photo.license = "CC-BY-4.0"
    #expect(html(photo).contains("<p>CC BY 4.0</p>"))
    photo.altDescription = "a bay"
    #expect(html(photo).contains("<p dir=\"auto\">a bay</p>"))
  }
}
