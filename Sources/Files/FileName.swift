import Canvas
import Model
import Platform

/// The name of a photo's file by a template, valid on Linux, macOS, Windows and their file systems.
///
/// The photo's ID is always a part of it, so that different photos have different names.
struct FileName {
  /// The maximum number of bytes of a name with its ending; a number for a namesake is extra.
  static let limit = 200
  private static let ending = ".jpg"

  private let photo: Photo

  init(_ photo: Photo) { self.photo = photo }

  /// Returns the name.
  ///
  /// A template without `{id}` gets the ID at its end.
  ///
  /// - Parameter width: the width of a rendition, which is added to its name; `nil` for the
  ///   original.
  func text(_ template: PhotoTemplate, width: Int? = nil) -> String {
    let ending = (width.map { ".\($0)" } ?? "") + Self.ending
    let parts = template.parts
    let place = parts.firstIndex(of: .name(.id)) ?? parts.endIndex
    var start = Self.safe(parts[..<place].map(value).joined())
    var end = Self.safe(parts[min(place + 1, parts.endIndex)...].map(value).joined())
    if place == parts.endIndex, !start.isEmpty { start += "-" }
    let id = Self.shortened(SafeName.id(photo.id.value))
    // One byte is for what makes the beginning harmless.
    let room = Self.limit - ending.utf8.count - id.utf8.count - 1
    end = Self.cut(end, to: max(0, room - start.utf8.count))
    start = Self.cut(start, to: max(0, room - end.utf8.count))
    return Self.trimmed(start + id + end) + ending
  }

  private func value(_ part: PhotoTemplate.Part) -> String {
    switch part {
    case .text(let text): text
    case .name(let name): value(name)
    }
  }

  private func value(_ name: PhotoTemplate.Name) -> String {
    switch name {
    case .id: photo.id.value
    case .service: photo.id.service.name
    case .author: TextSanitizer.firstVisible(photo.author.name, photo.author.username) ?? ""
    case .username: photo.author.username
    case .title: TextSanitizer.title(caption)
    case .description: caption
    case .width: photo.isMeasured ? "\(photo.width)" : ""
    case .height: photo.isMeasured ? "\(photo.height)" : ""
    case .likes: photo.likes.map { "\($0)" } ?? ""
    case .liked: photo.isLiked ? "yes" : "no"
    case .created: photo.created?.text ?? ""
    case .color: photo.colorCode ?? ""
    case .url: photo.pageURL?.text ?? ""
    case .image, .path: ""
    }
  }

  private var caption: String {
    TextSanitizer.firstVisible(photo.description, photo.altDescription) ?? ""
  }

  // MARK: What file systems accept

  /// Replaces the characters that Windows or a folder's path give a meaning.
  ///
  /// Controls and invisible characters are removed; space between words stays.
  static func safe(_ text: String) -> String {
    // The sanitizer removes space at the ends, which belongs between two parts here.
    let isOpen = (text.first?.isWhitespace ?? false, text.last?.isWhitespace ?? false)
    let line = TextSanitizer.line(text, limit: limit)
    var inner = String.UnicodeScalarView()
    for scalar in line.unicodeScalars { inner.append(reserved.contains(scalar) ? "_" : scalar) }
    guard !inner.isEmpty else { return isOpen.0 ? " " : "" }
    return (isOpen.0 ? " " : "") + String(inner) + (isOpen.1 ? " " : "")
  }

  private static let reserved: Set<Unicode.Scalar> = [
    "/", "\\", ":", "*", "?", "\"", "<", ">", "|",
  ]

  /// Returns as many characters from the start as fit into this many bytes.
  static func cut(_ text: String, to count: Int) -> String {
    var bytes = 0
    let kept = text.prefix { character in
      bytes += character.utf8.count
      return bytes <= count
    }
    return String(kept)
  }

  /// Returns a long ID's start and its hash: cut, two IDs could become one.
  private static func shortened(_ id: String) -> String {
    guard id.utf8.count > 100 else { return id }
    return cut(id, to: 60) + "~" + SHA256.text(of: Array(id.utf8)).prefix(32)
  }

  /// Returns a name without space and dots at the end.
  ///
  /// A name that is hidden, an option or a device gets another beginning.
  static func trimmed(_ text: String) -> String {
    var name = text[...]
    while let last = name.last, last == "." || last.isWhitespace { name.removeLast() }
    name = name.drop { $0.isWhitespace }
    let stem = name.prefix { $0 != "." }.uppercased()
    let isDevice = devices.contains(stem.last == " " ? String(stem.dropLast()) : stem)
    return (name.isEmpty || name.first == "." || name.first == "-" || isDevice ? "_" : "") + name
  }

  /// The names that Windows keeps for devices, with any ending.
  private static let devices: Set<String> = {
    let numbered = (0...9).map { "\($0)" } + ["¹", "²", "³"]
    return Set(
      ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"]
        + numbered.flatMap { ["COM" + $0, "LPT" + $0] }
    )
  }()
}
