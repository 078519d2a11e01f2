import Canvas
import Files
import Localization
import Model

/// A web page with photos, their credits and links.
///
/// The page has no script and loads nothing but its own image files. Texts of services are
/// sanitized and escaped; links are those that `WebPage` accepts.
struct PhotoPage: Sendable {
  /// A photo on the page.
  struct Item: Equatable, Sendable {
    let photo: Photo
    /// The name of the image file in the page's folder of photos.
    let fileName: String
    /// The size of the image in pixels, upright.
    let size: Size
    /// The service that the photo is from.
    let service: ServiceDescription
  }

  /// The folder of the image files, relative to the page.
  static let photosFolder = "photos"

  /// The rules for browsers: no scripts, and images from the page's own folder only.
  static let policy = """
    default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; \
    form-action 'none'
    """

  private let title: String
  private let isDemo: Bool
  private let items: [Item]
  private let texts: Texts

  /// Creates a page.
  ///
  /// - Parameter isDemo: Whether the photos are from the embedded demo service.
  init(title: String, _ items: [Item], isDemo: Bool, _ texts: Texts) {
    self.title = title
    self.isDemo = isDemo
    self.items = items
    var texts = texts
    texts.hasUnicode = true
    texts.numberSpace = "\u{A0}"
    self.texts = texts
  }

  /// Returns the page's HTML.
  func html() -> String {
    let title = Self.escaped(title)
    return """
      <!DOCTYPE html>
      <html lang="\(texts.language.rawValue)">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="generator" content="imagefeed">
      <title>\(title)</title>
      <style>
      \(Self.style)
      </style>
      </head>
      <body>
      <header>
      <h1>\(title)</h1>
      <p>\(Self.escaped(texts.photos(items.count)))</p>
      </header>
      <main>
      <ul role="list">
      \(items.map(html).joined(separator: "\n"))
      </ul>
      </main>
      </body>
      </html>

      """
  }

  private func html(of item: Item) -> String {
    let path = HTMLText.escaped(Self.photosFolder + "/" + item.fileName)
    let photo = item.photo
    let size = "width=\"\(item.size.width)\" height=\"\(item.size.height)\""
    let caption = photo.caption.map { "<p dir=\"auto\">\(Self.escaped($0))</p>\n" } ?? ""
    let facts = facts(of: item)
    return """
      <li>
      <figure>
      <a href="\(path)"><img src="\(path)" alt="\(alternative(to: item))" \(size) \
      loading="lazy"></a>
      <figcaption>
      \(caption)<p>\(credit(of: item))</p>\(facts.isEmpty ? "" : "\n<p>\(facts)</p>")
      </figcaption>
      </figure>
      </li>
      """
  }

  /// Returns the text that replaces the image: the service's description of what it shows, or the
  /// photographer's, or the credit.
  private func alternative(to item: Item) -> String {
    let photo = item.photo
    let text = TextSanitizer.firstVisible(photo.altDescription, photo.description)
    return text.map { Self.escaped($0) }
      ?? texts.credit(Self.credit(of: item), site: site(of: item))
  }

  /// Returns the credit with links to the photographer's page and to the website.
  private func credit(of item: Item) -> String {
    let credit = Self.credit(of: item)
    return texts.credit(credit, site: site(of: item)) { part, text in
      let isForeign = part == .author || part == .title
      return link(isForeign ? "<bdi>\(text)</bdi>" : text, credit.page(of: part))
    }
  }

  private static func credit(of item: Item) -> Credit {
    Credit(of: item.photo, item.service) { escaped($0) }
  }

  /// Returns the date, the licence and the link to the photo's page, as far as they are known.
  private func facts(of item: Item) -> String {
    let photo = item.photo
    let date = photo.created.map { date in
      "<time datetime=\"\(date.text)\">\(Self.escaped(texts.date(date)))</time>"
    }
    // Another style of credit contains the licence.
    let license =
      item.service.creditStyle == .photoBy
      ? photo.license.map { link(Self.escaped(texts.license($0)), photo.licensePage) } : nil
    let page = photo.pageURL.flatMap { page in
      page.isLoopback ? nil : link(Self.escaped(texts.photoPageLink), item.service.link(page))
    }
    return [date, license, page].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " · ")
  }

  private func site(of item: Item) -> String {
    Self.escaped(isDemo || item.photo.isLocal ? texts.demoSiteName : item.service.name)
  }

  /// Returns a link, or only the text if there is no page or a page on this computer.
  private func link(_ html: String, _ page: WebPage?) -> String {
    guard let page, !page.isLoopback else { return html }
    return "<a href=\"\(HTMLText.escaped(page.text))\">\(html)</a>"
  }

  /// Returns text of a service in one line, without invisible characters, escaped for HTML.
  ///
  /// Joiners stay, because browsers need them for Persian, Hindi and emoji.
  static func escaped(_ raw: String) -> String {
    let words = TextSanitizer.copied(raw, limit: 1000).split(whereSeparator: \.isWhitespace)
    return HTMLText.escaped(words.joined(separator: " "))
  }
}
