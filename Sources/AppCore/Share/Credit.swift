import Canvas
import Library
import Model

/// Who made a photograph and where it is from, to be pasted where the photograph is shown.
///
/// The words are those of Unsplash's guidelines, in English whatever the program speaks: "Photo by
/// NAME on Unsplash", both linked.
/// See https://help.unsplash.com/en/articles/2511245-unsplash-api-guidelines
package struct Credit: Equatable, Sendable {
  package enum Format: Equatable, Sendable, CaseIterable {
    case markdown
    case html
  }

  private let author: String
  private let authorPage: WebPage?
  private let site: String
  private let sitePage: WebPage?
  private let license: String?

  /// - Parameter site: the service's name, as it writes itself.
  package init(of photo: Photo, site: String) {
    let name = Self.words(photo.author.name)
    author = name.isEmpty ? Self.words(photo.author.username) : name
    authorPage = photo.author.pageURL.map(Attribution.link)
    self.site = Self.words(site)
    sitePage = (photo.pageURL?.front).map(Attribution.link)
    license = photo.license.map(Self.words).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The credit in a language of web pages.
  package func text(as format: Format) -> String {
    let link = format == .markdown ? Self.markdownLink : Self.htmlLink
    let end = license.map { ", " + link($0, nil) } ?? ""
    return "Photo by " + link(author, authorPage) + " on " + link(site, sitePage) + end
  }

  // Nothing in a page's address could end a link in Markdown.
  private static func markdownLink(_ text: String, _ page: WebPage?) -> String {
    let text = escaped(text, markdown)
    return page.map { "[" + text + "](" + $0.text + ")" } ?? text
  }

  private static func htmlLink(_ text: String, _ page: WebPage?) -> String {
    let text = escaped(text, html)
    return page.map { "<a href=\"" + escaped($0.text, html) + "\">" + text + "</a>" } ?? text
  }

  /// A name as it is written, without what a program it is pasted into might act on.
  private static func words(_ text: String) -> String {
    InertText.copied(text, limit: 1000).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  private static func escaped(
    _ text: String,
    _ replacement: (Unicode.Scalar) -> String?
  ) -> String {
    // Scalar by scalar: a mark behind a bracket makes one character with it, and Markdown and HTML
    // see the bracket all the same.
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if let replacement = replacement(scalar) {
        result.append(contentsOf: replacement.unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// A backslash before all that means something within a line; CommonMark takes it off again.
  private static func markdown(_ scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "\\", "`", "*", "_", "[", "]", "<", ">", "&", "~", "|", "$": "\\" + String(scalar)
    default: nil
    }
  }

  private static func html(_ scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "&": "&amp;"
    case "<": "&lt;"
    case ">": "&gt;"
    case "\"": "&quot;"
    case "'": "&#39;"
    default: nil
    }
  }
}
