/// A text with names in braces that stand for parts of a photo: `{author} - {id}`.
package struct PhotoTemplate: Equatable, Sendable {
  /// What can stand between braces.
  package enum Name: String, CaseIterable, Sendable {
    case id, service, author, username, title, description, width, height, likes, liked, created,
      color
    case url, image, path
  }

  /// What is wrong with a template.
  package enum Mistake: Error, Equatable {
    case unknownName(String)
    /// An opening brace that nothing closes.
    case openBrace
  }

  package enum Part: Equatable, Sendable {
    case text(String)
    case name(Name)
  }

  package private(set) var parts: [Part] = []
  /// The template as it was written.
  package let source: String

  /// `{{` stands for a brace, `\t` and `\n` for a tab and a line end.
  ///
  /// - Parameter known: the names that may be used.
  package init(_ text: String, _ known: [Name] = Name.allCases) throws(Mistake) {
    source = text
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
        guard let name = Name(rawValue: word), known.contains(name) else {
          throw .unknownName(word)
        }
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
}

extension PhotoTemplate {
  /// The names that a file can be named by: all but the addresses of files.
  package static let fileNames = Name.allCases.filter { $0 != .path && $0 != .image }
}

extension Photo {
  /// The mean colour as `#rrggbb`; `nil` if it is unknown.
  package var colorCode: String? {
    color.map { color in
      let digits = String(color, radix: 16)
      return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
  }
}

extension CalendarDate {
  /// The day as ISO 8601 writes it, `2026-11-23`.
  package var text: String {
    func padded(_ number: Int, _ count: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }
}
