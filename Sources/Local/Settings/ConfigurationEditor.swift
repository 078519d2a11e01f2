import Disk
import Glibc
import Model
import Platform
import ServiceAPI

/// The reason why a setting couldn't be read or changed.
package enum SettingFailure: Error, Equatable {
  /// The key doesn't exist, or its value is a list.
  case unknown(key: String)
  /// The value has the wrong type.
  ///
  /// - Parameter expected: The type as in `Problem.Cause.configurationType`, or `text` for a text
  ///   without control characters.
  case wrongValue(key: String, expected: String)
  /// The format of the file's tables allows no position for another key.
  case noPlace(key: String, path: String)
  /// The key can't be removed from the file without others on the same line.
  case sharedLine(key: String, path: String)
  case problem(Problem)
}

extension Configuration {
  /// Returns the keys with single values, spelled with their tables.
  package static func keys(services: [ServiceEntry]) -> [String] {
    SettingList(services).all.map(\.key)
  }

  /// Returns the allowed words for a key's value; empty if any value is allowed.
  package static func words(of key: String, services: [ServiceEntry]) -> [String] {
    switch SettingList(services)[key]?.expected {
    case .choice(let words): words
    case .flag: ["true", "false"]
    default: []
    }
  }

  /// Returns the variable that is set and overrides a key; `nil` if there is none.
  package static func variable(
    over key: String,
    environment: [String: String],
    services: [ServiceEntry]
  ) -> String? {
    SettingList(services)[key]?.variable.flatMap { name in
      environment[name]?.isEmpty == false ? name : nil
    }
  }

  /// Returns the keys that a file sets, validly or not.
  package static func keys(in path: String) -> Set<String> {
    guard let bytes = try? FileSystem.contents(of: path) else { return [] }
    return (try? ConfigurationText(String(decoding: bytes, as: UTF8.self)).keys) ?? []
  }

  /// Returns the effective value of a key: the set value or the default; `nil` if there is neither.
  package func value(of key: String, xdg: XDG) throws(SettingFailure) -> String? {
    try Self.setting(key, services).current(ConfigurationDraft(configuration: self, xdg: xdg))
  }

  /// Sets a key in a configuration file and leaves everything else unchanged.
  ///
  /// The file is replaced atomically, and only its owner can read it afterwards. If the path is a
  /// symbolic link, its target is written. A value that would be rejected when reading leaves the
  /// file unchanged.
  package static func set(
    _ key: String,
    to value: String,
    in path: String,
    xdg: XDG,
    services: [ServiceEntry]
  ) throws(SettingFailure) {
    let setting = try setting(key, services)
    let literal: String
    let parsed: SettingValue
    switch setting.expected {
    case .port, .megabytes, .downloads, .seconds, .id:
      guard let number = Int(value) else {
        throw .wrongValue(key: key, expected: setting.expected.code)
      }
      (literal, parsed) = ("\(number)", .integer(number))
    case .flag:
      guard let isOn = Bool(value) else {
        throw .wrongValue(key: key, expected: setting.expected.code)
      }
      (literal, parsed) = ("\(isOn)", .boolean(isOn))
    case .text, .webAddress, .folder, .file, .fileName, .choice, .cell:
      guard SettingValue.isPlain(value) else { throw .wrongValue(key: key, expected: "text") }
      (literal, parsed) = (ConfigurationText.quoted(value), .string(value))
    }
    var probe = ConfigurationDraft(configuration: Configuration(services: services), xdg: xdg)
    guard setting.apply(&probe, parsed) else {
      throw .wrongValue(key: key, expected: setting.expected.code)
    }
    let target = target(of: path)
    try rewrite(target) { (text) throws(SettingFailure) in
      let (old, problems) = try read(text, target, xdg, services)
      var draft = ConfigurationDraft(configuration: old, xdg: xdg)
      guard setting.apply(&draft, parsed),
        let new = try? ConfigurationText(text).setting(key, to: literal),
        let (read, left) = try? read(new, path, xdg, services)
      else { throw .noPlace(key: key, path: path) }
      var (wanted, got) = (draft.configuration, read)
      // The line numbers of the keys have changed.
      (wanted.keys, got.keys) = (KeySettings(), KeySettings())
      guard got == wanted, left.count <= problems.count else {
        throw .noPlace(key: key, path: path)
      }
      return new
    }
  }

  /// Removes a key from a configuration file, so that its default applies, and leaves everything
  /// else unchanged.
  ///
  /// The file is replaced as by `set`. A file without the key isn't written. A key that the file
  /// has and imagefeed doesn't know is removed, too.
  package static func unset(
    _ key: String,
    in path: String,
    xdg: XDG,
    services: [ServiceEntry]
  ) throws(SettingFailure) {
    let isKnown = SettingList(services)[key] != nil
    let target = target(of: path)
    try rewrite(target) { (text) throws(SettingFailure) in
      let (old, _) = try read(text, target, xdg, services)
      guard let new = try? ConfigurationText(text).removing(key) else {
        if !isKnown { throw .unknown(key: key) }
        return nil
      }
      // In an inline table, other keys are on the same line.
      let others = SettingList(services).all.filter { $0.key != key }
      let values = { (configuration: Configuration) in
        others.map { $0.current(ConfigurationDraft(configuration: configuration, xdg: xdg)) }
      }
      guard let (got, _) = try? read(new, path, xdg, services), values(got) == values(old) else {
        throw .sharedLine(key: key, path: path)
      }
      return new
    }
  }

  private static func setting(
    _ key: String,
    _ services: [ServiceEntry]
  ) throws(SettingFailure) -> Setting<ConfigurationDraft> {
    guard let setting = SettingList(services)[key] else { throw .unknown(key: key) }
    return setting
  }

  /// Returns the valid settings of a file's text, without the environment, and the problems of the
  /// others.
  private static func read(
    _ text: String,
    _ path: String,
    _ xdg: XDG,
    _ services: [ServiceEntry]
  ) throws(SettingFailure) -> (Configuration, [Problem]) {
    var configuration = Configuration(services: services)
    let file = try attempt(ConfigurationFile(text: text, path: path))
    let problems = file.applyValid(to: &configuration, xdg: xdg)
    return (configuration, problems)
  }

  /// Returns the result of an operation, and throws its problem as the reason of the failure.
  static func attempt<Value>(
    _ operation: @autoclosure () throws(Problem) -> Value
  ) throws(SettingFailure) -> Value {
    do throws(Problem) { return try operation() } catch { throw .problem(error) }
  }

  /// Replaces a file by a changed version of its text, while a lock keeps out other instances.
  ///
  /// A missing file counts as empty, and is created with its folder. Afterwards only the owner can
  /// read the file.
  ///
  /// - Parameter change: Returns the new text; `nil` to leave the file as it is.
  static func rewrite(
    _ path: String,
    _ change: (String) throws(SettingFailure) -> String?
  ) throws(SettingFailure) {
    let lock = try attempt(
      FileSystem.attempt(.configurationChange, FileSystem.lockFolder(of: path))
    )
    defer { if let lock { close(lock) } }
    let bytes = try attempt(FileSystem.attempt(.configuration, FileSystem.contents(of: path)))
    let text = try attempt(ConfigurationFile.text(of: bytes ?? [], path: path))
    guard let new = try change(text) else { return }
    try attempt(
      FileSystem.attempt(
        .configurationChange,
        FileSystem.replace(path, with: Array(new.utf8), mode: 0o600)
      )
    )
  }
}
