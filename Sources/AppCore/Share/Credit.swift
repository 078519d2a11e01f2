import Canvas
import Model

/// The credit of a photo, to be pasted next to a published photo.
///
/// The text is always English: "Photo by NAME on SERVICE", with a link for each known page if the
/// format has links, and the license if there is one.
package struct Credit: Equatable, Sendable {
  package enum Format: Equatable, Sendable, CaseIterable {
    case markdown, html
    /// Plain text, without links.
    case text
  }

  private let author: String
  private let authorPage: WebPage?
  private let site: String
  private let sitePage: WebPage?
  private let license: String?

  /// Creates the credit of a photo.
  ///
  /// - Parameter launch: the descriptions of the services.
  package init(of photo: Photo, _ launch: Launch) {
    let name = Self.words(photo.author.name)
    author = name.isEmpty ? Self.words(photo.author.username) : name
    authorPage = photo.author.pageURL.map { launch.link($0, of: photo.id) }
    self.site = Self.words(launch.siteName(of: photo.id))
    sitePage = (photo.pageURL?.front).map { launch.link($0, of: photo.id) }
    license = photo.license.map(Self.words).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns the credit in a format.
  package func text(as format: Format) -> String {
    let link: (String, WebPage?) -> String =
      switch format {
      case .markdown: Self.markdownLink
      case .html: Self.htmlLink
      case .text: { text, _ in text }
      }
    let end = license.map { ", " + link($0, nil) } ?? ""
    return "Photo by " + link(author, authorPage) + " on " + link(site, sitePage) + end
  }

  // A `WebPage` contains no characters that could end a Markdown link.
  private static func markdownLink(_ text: String, _ page: WebPage?) -> String {
    let text = markdown(text)
    return page.map { "[" + text + "](" + $0.text + ")" } ?? text
  }

  private static func htmlLink(_ text: String, _ page: WebPage?) -> String {
    let text = HTMLText.escaped(text)
    return page.map { "<a href=\"" + HTMLText.escaped($0.text) + "\">" + text + "</a>" } ?? text
  }

  /// Returns a name without characters that a program might act on when it is pasted.
  private static func words(_ text: String) -> String {
    TextSanitizer.copied(text, limit: 1000).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  /// Returns the text with backslashes before the characters that have a meaning within a line of
  /// Markdown.
  ///
  /// CommonMark doesn't show these backslashes.
  private static func markdown(_ text: String) -> String {
    // Works on scalars: a combining mark after a bracket forms one `Character` with it, but
    // Markdown still sees the bracket.
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", "`", "*", "_", "[", "]", "<", ">", "&", "~", "|", "$": result.append("\\")
      default: break
      }
      result.append(scalar)
    }
    return String(result)
  }
}
