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
        // A file that can't be parsed stays unchanged.
        _ = try attempt(ConfigurationFile(text: old, path: path))
        return try attempt(adding(keys, in: section, to: old, at: path))
      }
    } catch {
      guard case .problem(let problem) = error else {
        throw Problem(.configurationChange, .disk(path: path, reason: "no place for the keys"))
      }
      throw problem
    }
  }

  /// Returns a path with its symbolic links resolved, also if their target doesn't exist yet.
  static func target(of path: String) -> String {
    var path = path
    // The limit of the kernel for links that lead to each other.
    for _ in 0..<40 {
      if let resolved = realpath(path, nil) {
        defer { free(resolved) }
        return String(cString: resolved)
      }
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink(path, &buffer, buffer.count)
      guard count > 0 else { return path }
      let link = String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
      path = link.hasPrefix("/") ? link : Folder.containing(path) + "/" + link
    }
    return path
  }

  /// Returns the text with these settings in a section.
  ///
  /// A commented line that shows a setting is replaced.
  ///
  /// - Throws: A problem if the format of the file's tables leaves no position for the settings.
  private static func adding(
    _ keys: [(name: String, value: String)],
    in section: String,
    to text: String,
    at path: String
  ) throws(Problem) -> String {
    let noPlace = Problem(.configurationChange, .disk(path: path, reason: "no place for the keys"))
    var text = text
    for (name, value) in keys {
      guard let old = try? ConfigurationText(text) else { throw noPlace }
      text = old.setting("\(section).\(name)", to: quoted(value), replacesExample: true)
    }
    guard let new = try? ConfigurationFile(text: text, path: path),
      keys.allSatisfy({ new.string($0.name, in: section) == plain($0.value) })
    else { throw noPlace }
    return text
  }

  /// Returns a key without surrounding whitespace and control characters, which keys never contain.
  private static func plain(_ value: String) -> String {
    value.trimmed.filter { !$0.unicodeScalars.contains(where: TOMLParser.isControl) }
  }

  /// Returns a key as a TOML string.
  private static func quoted(_ value: String) -> String { ConfigurationText.quoted(plain(value)) }
}

extension String {
  /// The text without surrounding whitespace.
  fileprivate var trimmed: String {
    let start = drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }
}
