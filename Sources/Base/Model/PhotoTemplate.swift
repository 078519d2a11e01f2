/// A text with placeholders for fields of a photo, such as `{author} - {id}`.
package struct PhotoTemplate: Hashable, Sendable {
  /// The names of placeholders.
  package enum Name: String, CaseIterable, Sendable {
    case id, service, author, username, title, description, width, height, likes, liked, created,
      color
    case url, image, path
  }

  /// The members of the JSON that commands print, by their paths.
  package enum Member: String, CaseIterable, Sendable {
    case format, service, id, width, height, color, title, description, likes, path
    case blurHash = "blur_hash"
    case altDescription = "alt_description"
    case createdAt = "created_at"
    case takenAt = "taken_at"
    case likedByUser = "liked_by_user"
    case license
    case licenseURL = "license_url"
    case credit
    case userUsername = "user.username"
    case userName = "user.name"
    case userPage = "user.links.html"
    case page = "links.html"
    case image = "urls.raw"
    case camera = "exif.name"
    case exposure = "exif.exposure_time"
    case aperture = "exif.aperture"
    case focalLength = "exif.focal_length"
    case iso = "exif.iso"
    case location = "location.name"
    case views, downloads
  }

  /// The version of the JSON's format.
  package static let format = 1

  /// An error in a template.
  package enum Mistake: Error, Equatable {
    case unknownName(String)
    /// An opening brace without a closing one.
    case openBrace
  }

  package enum Part: Hashable, Sendable {
    case text(String)
    case name(Name)
    case member(Member)
  }

  package private(set) var parts: [Part] = []
  /// The template as the user wrote it.
  package let source: String

  /// Parses a template.
  ///
  /// `{{` is a literal brace; `\t`, `\n` and `\0` are a tab, a line break and NUL.
  ///
  /// - Parameters:
  ///   - known: The allowed names.
  ///   - members: The allowed members of JSON.
  ///   - aliases: Other words for names.
  ///   - hasEscapes: Whether the text has `\t`, `\n` and `\0`.
  package init(
    _ text: String,
    _ known: [Name] = Name.allCases,
    members: [Member] = [],
    aliases: [String: Name] = [:],
    hasEscapes: Bool = true
  ) throws(Mistake) {
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
        let name = (aliases[word] ?? Name(rawValue: word)).flatMap {
          known.contains($0) ? Part.name($0) : nil
        }
        let member = Member(rawValue: word).flatMap { members.contains($0) ? Part.member($0) : nil }
        guard let part = name ?? member else { throw .unknownName(word) }
        if !literal.isEmpty { parts.append(.text(literal)) }
        literal = ""
        parts.append(part)
        rest = rest[rest.index(after: end)...]
      case "\\" where hasEscapes:
        let escapes: [Character: Character] = ["t": "\t", "n": "\n", "0": "\0"]
        guard let escaped = rest.first.flatMap({ escapes[$0] }) else {
          literal.append(character)
          continue
        }
        rest.removeFirst()
        literal.append(escaped)
      default: literal.append(character)
      }
    }
    if !literal.isEmpty { parts.append(.text(literal)) }
  }
}

extension PhotoTemplate {
  /// The names allowed in file names: all except `image` and `path`, which locate files.
  package static let fileNames = Name.allCases.filter { $0 != .path && $0 != .image }
}

extension Photo {
  /// The average colour as `#rrggbb`; `nil` if unknown.
  package var colorCode: String? {
    color.map { color in
      let digits = String(color, radix: 16)
      return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
  }
}

extension CalendarDate {
  /// The day in ISO 8601, such as `2026-11-23`.
  package var text: String {
    func padded(_ number: Int, _ count: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }
}
