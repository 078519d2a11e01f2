import Canvas
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
      }
    }
  }

  /// Parses the template of an option; ends the process with a message if it is invalid.
  ///
  /// - Parameter known: The allowed names.
  init(
    _ text: String,
    of option: String,
    _ known: [Name],
    _ texts: Texts
  ) {
    do throws(Mistake) { try self.init(text, known) } catch {
      let message: ShellMessage =
        switch error {
        case .unknownName(let name):
          .unknownName(name, option: option, known: known.map(\.rawValue))
        case .openBrace: .openBrace(option: option)
        }
      Output.fail(message, texts)
    }
  }

  private static func value(of name: Name, in record: PhotoRecord) -> String {
    switch name {
    case .id: record.id
    case .service: record.service
    case .author: record.user.name
    case .username: record.user.username
    case .title: TextSanitizer.title(record.caption)
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
