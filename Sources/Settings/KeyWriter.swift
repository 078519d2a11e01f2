import Glibc
import Model
import Platform

extension Configuration {
  /// Writes a service's keys into its section of a configuration file and keeps everything else.
  ///
  /// Afterwards only its owner can read the file. Where the path is a link, what it leads to is
  /// written.
  ///
  /// - Parameter section: the section's name, without brackets.
  package static func save(
    _ keys: [(name: String, value: String)],
    in section: String,
    to path: String
  ) throws(Problem) {
    let path = target(of: path)
    do throws(SettingFailure) {
      try rewrite(path) { (old) throws(SettingFailure) in
        let text = adding(keys, in: section, to: old)
        // What cannot be read stays as it is.
        do throws(Problem) { _ = try ConfigurationFile(text: text, path: path) } catch {
          throw .problem(error)
        }
        return text
      }
    } catch {
      guard case .problem(let problem) = error else {
        throw Problem(.configuration, .disk(path: path, reason: "no place for the keys"))
      }
      throw problem
    }
  }

  static func target(of path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The text with these keys in a section: in place of lines that set them, or that show how, else
  /// below the header.
  static func adding(
    _ keys: [(name: String, value: String)],
    in section: String,
    to text: String
  ) -> String {
    let header = "[\(section)]"
    func isHeader(_ line: String) -> Bool {
      line.trimmed.prefix { $0 != "#" }.filter { $0 != " " && $0 != "\t" } == header
    }
    // Swift sees the two bytes as one character.
    let end = text.contains("\r\n") ? "\r\n" : "\n"
    var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
      .map(String.init)
    if lines.last?.isEmpty == true { lines.removeLast() }
    if !lines.contains(where: isHeader) {
      if !lines.isEmpty { lines.append("") }
      lines.append(header)
    }
    guard let start = lines.firstIndex(where: isHeader) else { return text }
    var next = start + 1
    for (name, value) in keys {
      let end =
        lines[(start + 1)...].firstIndex { $0.trimmed.hasPrefix("[") } ?? lines.endIndex
      let line = "\(name) = \(quoted(value))"
      let inside = (start + 1)..<end
      let isSet = { (line: String, mark: String) in
        line.trimmed.hasPrefix(mark + name)
          && line.trimmed.dropFirst((mark + name).count)
            .drop { $0 == " " }.hasPrefix("=")
      }
      if let index = inside.first(where: { isSet(lines[$0], "") })
        ?? inside.first(where: { isSet(lines[$0], "#") })
      {
        lines[index] = line
        next = index + 1
      } else {
        lines.insert(line, at: next)
        next += 1
      }
    }
    return lines.joined(separator: end) + end
  }

  /// A TOML string; keys have no control characters.
  private static func quoted(_ value: String) -> String {
    ConfigurationText.quoted(
      value.trimmed.filter { !$0.unicodeScalars.contains(where: TOMLParser.isControl) }
    )
  }
}

extension String {
  /// Without the blanks around it.
  fileprivate var trimmed: String {
    let start = drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }
}
