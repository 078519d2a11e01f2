import Canvas
import Library
import Model

/// Who made a photograph and where it is from, to be pasted where the photograph is shown.
///
/// In English whatever the program speaks: "Photo by NAME on SERVICE", both linked.
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

  /// - Parameter launch: knows the photograph's service.
  package init(of photo: Photo, _ launch: Launch) {
    let name = Self.words(photo.author.name)
    author = name.isEmpty ? Self.words(photo.author.username) : name
    authorPage = photo.author.pageURL.map { launch.link($0, of: photo.id) }
    self.site = Self.words(launch.siteName(of: photo.id))
    sitePage = (photo.pageURL?.front).map { launch.link($0, of: photo.id) }
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
    let text = markdown(text)
    return page.map { "[" + text + "](" + $0.text + ")" } ?? text
  }

  private static func htmlLink(_ text: String, _ page: WebPage?) -> String {
    let text = HTMLText.escaped(text)
    return page.map { "<a href=\"" + HTMLText.escaped($0.text) + "\">" + text + "</a>" } ?? text
  }

  /// A name as it is written, without what a program it is pasted into might act on.
  private static func words(_ text: String) -> String {
    TextSanitizer.copied(text, limit: 1000).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  /// The text in Markdown: a backslash before all that means something within a line; CommonMark
  /// takes it off again.
  private static func markdown(_ text: String) -> String {
    // Scalar by scalar: a mark behind a bracket makes one character with it, and Markdown sees the
    // bracket all the same.
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
