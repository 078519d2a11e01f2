import Canvas
import Files
import Localization
import Model

extension PhotoTemplate.Name {
  fileprivate var isWhole: Bool { [.url, .image, .path].contains(self) }
}

// The templates of options.
extension PhotoTemplate {
  /// Returns the line of a photo, without control characters in the service's data.
  func line(of record: PhotoRecord) -> String {
    parts.reduce(into: "") { line, part in
      switch part {
      case .text(let text): line += text
      case .name(let name):
        let value = Self.value(of: name, in: record)
        // A truncated URL or path would be useless.
        line += name.isWhole ? TextSanitizer.printed(value) : TextSanitizer.line(value)
      case .member(let name):
        line += TextSanitizer.printed(PhotoRecord.members[name].flatMap { $0(record) } ?? "")
      }
    }
  }

  /// Parses the template of an option; ends the process with a message if it is invalid.
  ///
  /// - Parameters:
  ///   - known: The allowed names.
  ///   - members: The allowed members of JSON.
  init(
    _ text: String,
    of option: String,
    _ known: [Name] = Name.allCases,
    members: Set<String> = [],
    _ texts: Texts
  ) {
    do throws(Mistake) { try self.init(text, known, members: members) } catch {
      let names = known.map(\.rawValue)
      let message: ShellMessage =
        switch error {
        case .unknownName(let name):
          .unknownName(name, option: option, known: names + members.subtracting(names).sorted())
        case .openBrace: .openBrace(option: option)
        }
      Output.fail(message, texts)
    }
  }

  private static func value(of name: Name, in record: PhotoRecord) -> String {
    switch name {
    case .image: record.urls.raw
    case .path: record.path ?? ""
    default: record.photo.value(of: name)
    }
  }
}

extension PhotoRecord {
  /// The members of the JSON that aren't names of `PhotoTemplate`, and their values.
  static let members: [String: @Sendable (PhotoRecord) -> String?] = [
    "format": { "\($0.format)" },
    "blur_hash": { $0.blurHash },
    "alt_description": { $0.altDescription },
    "created_at": { $0.createdAt },
    "liked_by_user": { "\($0.likedByUser)" },
    "user.username": { $0.user.username },
    "user.name": { $0.user.name },
    "user.links.html": { $0.user.links.html },
    "links.html": { $0.links.html },
    "urls.raw": { $0.urls.raw },
    "exif.name": { $0.exif?.name },
    "exif.exposure_time": { $0.exif?.exposureTime },
    "exif.aperture": { $0.exif?.aperture },
    "exif.focal_length": { $0.exif?.focalLength },
    "exif.iso": { $0.exif?.iso.map { "\($0)" } },
    "location.name": { $0.location?.name },
    "views": { $0.views.map { "\($0)" } },
    "downloads": { $0.downloads.map { "\($0)" } },
  ]
}
