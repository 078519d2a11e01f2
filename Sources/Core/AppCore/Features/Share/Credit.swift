import Canvas
import Model

// The credit of a photo, to be pasted next to a published photo: always in English, with a link for
// each known page if the format has links.
extension Credit {
  package enum Format: Equatable, Sendable, CaseIterable {
    case markdown, html
    /// Plain text, without links.
    case text
  }

  /// Creates the credit of a photo.
  ///
  /// - Parameter launch: the descriptions of the services.
  package init(of photo: Photo, _ launch: Launch) {
    self.init(of: photo, launch.service(of: photo.id), clean: Self.words)
  }

  /// Returns the credit in a format.
  ///
  /// - Parameter isDemo: whether the photo is the demo's.
  package func text(as format: Format, isDemo: Bool = false) -> String {
    let link: (String, WebPage?) -> String =
      switch format {
      case .markdown: Self.markdownLink
      case .html: Self.htmlLink
      case .text: { text, _ in text }
      }
    return line(site: isDemo ? Launch.demoSite : site) { link($1, page(of: $0)) }
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
