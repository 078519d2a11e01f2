import Glibc
import Model
import Platform

extension Configuration {
  /// Writes a service's API keys into its section of a configuration file.
  ///
  /// The rest of the file stays unchanged. Afterwards only its owner can read it. If the path is a
  /// symbolic link, its target is written.
  ///
  /// - Parameters:
  ///   - keys: The names of the settings, such as `access_key`, and their values.
  ///   - section: The section's name, without brackets.
  package static func save(
    _ keys: [(name: String, value: String)],
    in section: String,
    to path: String
  ) throws(Problem) {
    let path = target(of: path)
    do throws(SettingFailure) {
      try rewrite(path) { (old) throws(SettingFailure) in
        do throws(Problem) {
          // A file that can't be parsed stays unchanged.
          _ = try ConfigurationFile(text: old, path: path)
          let text = try adding(keys, in: section, to: old, at: path)
          _ = try ConfigurationFile(text: text, path: path)
          return text
        } catch {
          throw .problem(error)
        }
      }
    } catch {
      guard case .problem(let problem) = error else {
        throw Problem(.configuration, .disk(path: path, reason: "no place for the keys"))
      }
      throw problem
    }
  }

  /// Returns the path with all symbolic links resolved; the given path if there is no such file.
  static func target(of path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Returns the text with these settings in a section.
  ///
  /// A commented line that shows a setting is replaced.
  private static func adding(
    _ keys: [(name: String, value: String)],
    in section: String,
    to text: String,
    at path: String
  ) throws(Problem) -> String {
    var text = text
    for (name, value) in keys {
      guard let old = try? ConfigurationText(text) else {
        throw Problem(.configuration, .disk(path: path, reason: "no place for the keys"))
      }
      text = old.setting("\(section).\(name)", to: quoted(value), replacesExample: true)
    }
    return text
  }

  /// Returns a key as a TOML string.
  ///
  /// Surrounding whitespace and control characters are removed, because keys never contain them.
  private static func quoted(_ value: String) -> String {
    ConfigurationText.quoted(
      value.trimmed.filter { !$0.unicodeScalars.contains(where: TOMLParser.isControl) }
    )
  }
}

extension String {
  /// The text without surrounding whitespace.
  fileprivate var trimmed: String {
    let start = drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }
}
