import Canvas
import Model

/// The text that a command prints to a terminal with everything known about a photo.
package struct FactSheet: Sendable {
  private let texts: Texts

  package init(_ texts: Texts) { self.texts = texts }

  /// Returns the lines with the photographer, the description, the facts and the page.
  ///
  /// Characters of the service's texts that could control the terminal are removed or made visible.
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
