import Canvas
import Model
import Platform

/// The name of a photo's file made from a template, valid on Linux, macOS, Windows and their file
/// systems.
///
/// The name always contains the photo's ID. A space separates the ID from a value directly before
/// or after it, so that `{username}{id}` doesn't join those of two photos to one name. Names of
/// different photos can be equal only if their IDs have different lengths, and the text between a
/// value and the ID could be a part of an ID, too.
struct FileName {
  /// The maximum number of bytes of a name with its ending.
  ///
  /// A number that distinguishes files with equal names is not included.
  static let maxBytes = 200
  private static let ending = ".jpg"

  private let photo: Photo

  init(_ photo: Photo) { self.photo = photo }

  /// Returns the name.
  ///
  /// If the template doesn't contain `{id}`, the ID is added at the end.
  ///
  /// - Parameter width: The width of a rendition, which is added to the name; `nil` for the
  ///   original.
  func text(_ template: PhotoTemplate, width: Int? = nil) -> String {
    let ending = (width.map { ".\($0)" } ?? "") + Self.ending
    let parts = template.parts
    let idIndex = parts.firstIndex(of: .name(.id)) ?? parts.endIndex
    var (start, separator) = start(parts[..<idIndex])
    var end = Self.safe(parts[min(idIndex + 1, parts.endIndex)...].map(value).joined())
    if idIndex == parts.endIndex {
      separator = start.isEmpty ? "" : "-"
      start += separator
    } else {
      if idIndex > 0, Self.isValue(parts[idIndex - 1]), !start.isEmpty {
        separator = " "
        start += separator
      }
      if idIndex + 1 < parts.endIndex, Self.isValue(parts[idIndex + 1]), !end.isEmpty {
        end = " " + end
      }
    }
    let id = Self.shortened(SafeName.id(photo.id.value))
    // One byte is reserved for the prefix that `trimmed` may add.
    let room = Self.maxBytes - ending.utf8.count - id.utf8.count - 1
    end = Self.cut(end, to: max(0, room - start.utf8.count))
    start = Self.cut(start, to: max(0, room - end.utf8.count), keeping: separator)
    return Self.trimmed(start + id + end) + ending
  }

  /// Returns the text before the ID, and what separates it from the ID at its end.
  ///
  /// The separator stays if the text is cut.
  private func start(_ parts: ArraySlice<PhotoTemplate.Part>) -> (text: String, separator: String) {
    let text = Self.safe(parts.map(value).joined())
    guard case .text(let last)? = parts.last else { return (text, "") }
    let separator = Self.safe(last)
    return text.hasSuffix(separator)
      ? (text, separator)
      : (Self.safe(parts.dropLast().map(value).joined()) + separator, separator)
  }

  /// Whether a part differs between photos with one ID.
  private static func isValue(_ part: PhotoTemplate.Part) -> Bool {
    if case .name(let name) = part { name != .id } else { false }
  }

  private func value(_ part: PhotoTemplate.Part) -> String {
    switch part {
    case .text(let text): text
    case .name(let name): photo.value(of: name)
    // Names of files have no members of JSON.
    case .member: ""
    }
  }

  // MARK: Rules of file systems

  /// Replaces the characters that are reserved in paths, on Windows too, by underscores.
  ///
  /// Control characters and invisible characters are removed, but not spaces between words.
  static func safe(_ text: String) -> String {
    // The sanitizer trims spaces at both ends, but here they separate two parts of the name.
    let isOpen = (text.first?.isWhitespace ?? false, text.last?.isWhitespace ?? false)
    let line = TextSanitizer.line(text, limit: maxBytes)
    var inner = String.UnicodeScalarView()
    for scalar in line.unicodeScalars { inner.append(reserved.contains(scalar) ? "_" : scalar) }
    guard !inner.isEmpty else { return isOpen.0 ? " " : "" }
    return (isOpen.0 ? " " : "") + String(inner) + (isOpen.1 ? " " : "")
  }

  private static let reserved: Set<Unicode.Scalar> = [
    "/", "\\", ":", "*", "?", "\"", "<", ">", "|",
  ]

  /// Returns the longest prefix of whole characters that fits into this many bytes.
  static func cut(_ text: String, to count: Int) -> String {
    var bytes = 0
    let kept = text.prefix { character in
      bytes += character.utf8.count
      return bytes <= count
    }
    return String(kept)
  }

  /// Returns a text cut to this many bytes before a separator at its end.
  ///
  /// The separator stays unless it takes more than half of the bytes.
  private static func cut(_ text: String, to count: Int, keeping separator: String) -> String {
    guard text.utf8.count > count, text.hasSuffix(separator), separator.utf8.count <= count / 2
    else { return cut(text, to: count) }
    let rest = String(text.dropLast(separator.count))
    return cut(rest, to: count - separator.utf8.count) + separator
  }

  /// Returns an ID of up to 100 bytes, or the start of a longer one and its hash.
  ///
  /// Without the hash, two long IDs could be shortened to the same text.
  private static func shortened(_ id: String) -> String {
    guard id.utf8.count > 100 else { return id }
    return cut(id, to: 60) + "~" + SHA256.text(of: Array(id.utf8)).prefix(32)
  }

  /// Returns a name without spaces at both ends and without dots at the end.
  ///
  /// A name that would be a hidden file, an option or a Windows device begins with an underscore.
  static func trimmed(_ text: String) -> String {
    var name = text[...]
    while let last = name.last, last == "." || last.isWhitespace { name.removeLast() }
    name = name.drop { $0.isWhitespace }
    let stem = name.prefix { $0 != "." }.uppercased()
    let isDevice = devices.contains(stem.last == " " ? String(stem.dropLast()) : stem)
    return (name.isEmpty || name.first == "." || name.first == "-" || isDevice ? "_" : "") + name
  }

  /// The names that Windows reserves for devices, with any ending.
  private static let devices: Set<String> = {
    let numbered = (0...9).map { "\($0)" } + ["¹", "²", "³"]
    return Set(
      ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"]
        + numbered.flatMap { ["COM" + $0, "LPT" + $0] }
    )
  }()
}

extension Photo {
  /// Returns the value of a placeholder as the service sent it; empty for those of files and
  /// pictures.
  package func value(of name: PhotoTemplate.Name) -> String {
    switch name {
    case .id: id.value
    case .service: id.service.name
    case .author: TextSanitizer.firstVisible(author.name, author.username) ?? ""
    case .username: author.username
    case .title: TextSanitizer.title(title ?? caption)
    case .description: caption
    case .width: isMeasured ? "\(width)" : ""
    case .height: isMeasured ? "\(height)" : ""
    case .likes: likes.map { "\($0)" } ?? ""
    case .liked: isLiked ? "yes" : "no"
    case .created: created?.text ?? ""
    case .color: colorCode ?? ""
    case .url: pageURL?.text ?? ""
    case .image, .path: ""
    }
  }

  private var caption: String {
    TextSanitizer.firstVisible(description, altDescription, title) ?? ""
  }
}
