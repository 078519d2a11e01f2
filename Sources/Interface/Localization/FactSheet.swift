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
    let words = photo.caption.map { TextSanitizer.line($0) } ?? ""
    return sheet([name(of: photo.author), words], facts) + "\n"
  }

  /// Returns the lines with a person's name, biography, place, numbers and page.
  package func text(of person: Person) -> String {
    let facts = [
      (texts[.location], person.location),
      (texts[.likes], person.totalLikes.map(texts.number)),
      (texts.say("Photos", "Фото"), person.totalPhotos.map(texts.number)),
      (texts[.page], person.pageURL?.text),
    ]
    let known = facts.compactMap { label, value in value.map { (label, $0) } }
    return sheet([name(of: person), TextSanitizer.line(person.bio ?? "")], known)
  }

  private func name(of person: Person) -> String {
    [person.name, person.handle ?? ""].map { TextSanitizer.line($0) }.filter { !$0.isEmpty }
      .joined(separator: "  ")
  }

  private func sheet(_ head: [String], _ facts: [(String, String)]) -> String {
    let width = facts.map { TextWidth.of($0.0) }.max() ?? 0
    let lines = facts.map { label, value in
      label + String(repeating: " ", count: width - TextWidth.of(label) + 2)
        + TextSanitizer.printed(value)
    }
    return (head.filter { !$0.isEmpty } + lines).joined(separator: "\n")
  }
}
