import Canvas
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
  private let authorPage: String?
  private let site: String
  private let sitePage: String?
  private let license: String?

  /// - Parameter site: the service's name, as it writes itself.
  package init(of photo: Photo, site: String) {
    let name = InertText.line(photo.author.name)
    author = name.isEmpty ? InertText.line(photo.author.username) : name
    authorPage = WebPage.address(photo.author.pageURL).map(Attribution.link)
    self.site = InertText.line(site)
    sitePage = WebPage.front(of: photo.pageURL).map(Attribution.link)
    license = photo.license.map { InertText.line($0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The credit in a language of web pages.
  package func text(as format: Format) -> String {
    let link = format == .markdown ? Self.markdownLink : Self.htmlLink
    let end = license.map { ", " + link($0, nil) } ?? ""
    return "Photo by " + link(author, authorPage) + " on " + link(site, sitePage) + end
  }

  private static func markdownLink(_ text: String, _ url: String?) -> String {
    let text = escaped(text, markdown)
    guard let url else { return text }
    return "[" + text + "](" + escaped(url, markdownAddress) + ")"
  }

  private static func htmlLink(_ text: String, _ url: String?) -> String {
    let text = escaped(text, html)
    guard let url else { return text }
    return "<a href=\"" + escaped(url, html) + "\">" + text + "</a>"
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

  /// What would end an address in brackets, percent-encoded.
  private static func markdownAddress(_ scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "(": "%28"
    case ")": "%29"
    case "<": "%3C"
    case ">": "%3E"
    case "[": "%5B"
    case "\\": "%5C"
    case "]": "%5D"
    case "`": "%60"
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

/// Addresses that services send, as far as they may be published as links.
enum WebPage {
  /// The address when it is one of the web; nil for anything else, `javascript:` among it.
  static func address(_ text: String) -> String? {
    guard text.unicodeScalars.allSatisfy({ (0x21..<0x7F).contains($0.value) }) else { return nil }
    return front(of: text) == nil ? nil : text
  }

  /// The front page of the site that an address is of.
  static func front(of text: String) -> String? {
    for scheme in ["https://", "http://"] where text.lowercased().hasPrefix(scheme) {
      let host = text.dropFirst(scheme.count).prefix { !"/?#\\".contains($0) }
      let isSafe = host.utf8.allSatisfy { byte in
        (0x21..<0x7F).contains(byte) && !"\"'<>()`@".utf8.contains(byte)
      }
      return host.isEmpty || !isSafe ? nil : scheme + host + "/"
    }
    return nil
  }
}
