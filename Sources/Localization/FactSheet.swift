import Canvas
import Model

/// A text with everything known about a photo, for output to a terminal.
package struct FactSheet: Sendable {
  private let texts: Texts

  package init(_ texts: Texts) { self.texts = texts }

  /// Returns photographer, description, facts and page.
  ///
  /// Text from the service can't act on the terminal.
  package func text(of photo: Photo) -> String {
    let facts =
      [("ID", photo.id.value)]
      + texts.facts(of: photo, times: "×").map { (texts[$0.label], $0.value) }
      + (photo.pageURL.map { [(texts[.page], $0.text)] } ?? [])
    let width = facts.map { TextWidth.of($0.0) }.max() ?? 0
    let lines = facts.map { label, value in
      label + String(repeating: " ", count: width - TextWidth.of(label) + 2)
        + TextSanitizer.printed(value)
    }
    let author =
      "\(TextSanitizer.line(photo.author.name))  @\(TextSanitizer.line(photo.author.username))"
    let words = photo.caption.map { TextSanitizer.line($0) }
    return ([author, words].compactMap(\.self).filter { !$0.isEmpty } + lines + [""])
      .joined(separator: "\n")
  }
}
