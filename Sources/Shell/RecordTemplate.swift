import Canvas

/// The template of `--format`: a text with placeholders such as `{id}`.
package struct RecordTemplate: Equatable, Sendable {
  /// The names of placeholders.
  package enum Name: String, CaseIterable, Sendable {
    case id, service, author, username, description, width, height, likes, liked, created, color
    case url, image, path

    fileprivate var isWhole: Bool { [.url, .image, .path].contains(self) }
  }

  /// An error in a template.
  package enum Mistake: Error, Equatable {
    case unknownName(String)
    /// An opening brace without a closing one.
    case openBrace
  }

  private enum Part: Equatable {
    case text(String)
    case name(Name)
  }

  private var parts: [Part] = []

  /// Parses a template.
  ///
  /// `{{` is a literal brace; `\t` and `\n` are a tab and a line break.
  package init(_ text: String) throws(Mistake) {
    var rest = text[...]
    var literal = ""
    while let character = rest.popFirst() {
      switch character {
      case "{" where rest.first == "{":
        rest.removeFirst()
        literal.append("{")
      case "{":
        guard let end = rest.firstIndex(of: "}") else { throw .openBrace }
        let word = String(rest[..<end])
        guard let name = Name(rawValue: word) else { throw .unknownName(word) }
        if !literal.isEmpty { parts.append(.text(literal)) }
        literal = ""
        parts.append(.name(name))
        rest = rest[rest.index(after: end)...]
      case "\\" where rest.first == "t" || rest.first == "n":
        literal.append(rest.removeFirst() == "t" ? "\t" : "\n")
      default: literal.append(character)
      }
    }
    if !literal.isEmpty { parts.append(.text(literal)) }
  }

  /// Returns the line of a photo, without control characters in the service's data.
  package func line(of record: PhotoRecord) -> String {
    parts.reduce(into: "") { line, part in
      switch part {
      case .text(let text): line += text
      case .name(let name):
        let value = Self.value(of: name, in: record)
        // A truncated URL or path would be useless.
        line += name.isWhole ? TextSanitizer.printed(value) : TextSanitizer.line(value)
      }
    }
  }

  private static func value(of name: Name, in record: PhotoRecord) -> String {
    switch name {
    case .id: record.id
    case .service: record.service
    case .author: record.user.name
    case .username: record.user.username
    case .description: record.caption
    case .width: record.width.map { "\($0)" } ?? ""
    case .height: record.height.map { "\($0)" } ?? ""
    case .likes: record.likes.map { "\($0)" } ?? ""
    case .liked: record.likedByUser ? "yes" : "no"
    case .created: record.createdAt ?? ""
    case .color: record.color ?? ""
    case .url: record.links.html ?? ""
    case .image: record.urls.raw
    case .path: record.path ?? ""
    }
  }
}
