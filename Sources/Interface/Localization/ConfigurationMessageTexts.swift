import Model

/// A message of the commands that read and change the configuration.
package enum ConfigurationMessage: Equatable, Sendable {
  case isFine(path: String)
  /// There is no configuration file, which is allowed.
  case noFile(path: String)
  /// A key has neither a value nor a default.
  case notSet(String)
  /// Standard input contains no value for the key.
  case noValue(String)
  /// The value of the key on standard input is longer than 8 KiB.
  case longValue(String)
  case unknownKey(String, known: [String])
  /// The value has the wrong type.
  ///
  /// - Parameter expected: The type, as in `Problem.Cause.configurationType`.
  case wrongValue(String, expected: String)
  /// The key can't be inserted into the file automatically.
  case noPlace(String, path: String)
  /// The key can't be removed from the file without others on the same line.
  case sharedLine(String, path: String)
  /// An environment variable overrides the value in the file.
  case overridden(String, by: String)
  /// The key was removed from the file, and an environment variable still sets it.
  case stillSet(String, by: String)
}

extension Texts {
  func configuration(_ message: ConfigurationMessage) -> String {
    switch message {
    case .isFine(let path): say("\(path): no errors", "\(path): ошибок нет")
    case .noFile(let path):
      say(
        "\(path) doesn't exist; the defaults are used",
        "Файла \(path) нет; действуют настройки по умолчанию"
      )
    case .notSet(let key): say("imagefeed: \(key) is not set.", "imagefeed: \(key) не задан.")
    case .noValue(let key):
      say(
        "imagefeed: standard input has no value for \(key); nothing was changed.",
        "imagefeed: на стандартном вводе нет значения для \(key); ничего не изменено."
      )
    case .longValue(let key):
      say(
        "imagefeed: the value for \(key) is longer than 8 KiB; nothing was changed.",
        "imagefeed: значение для \(key) длиннее 8 КиБ; ничего не изменено."
      )
    case .unknownKey(let key, let known):
      say("imagefeed: there is no key \(key)", "imagefeed: нет ключа \(key)")
        + guess(known.nearest(to: key), of: known)
    case .wrongValue(let key, let expected): "imagefeed: \(wrongValue(key, expected))."
    case .noPlace(let key, let path):
      say(
        "imagefeed: can't find a place for \(key) in \(path); edit the file by hand.",
        "imagefeed: в \(path) не нашлось места для \(key); измените файл вручную."
      )
    case .sharedLine(let key, let path):
      say(
        "imagefeed: \(key) shares a line with other keys in \(path); edit the file by hand.",
        "imagefeed: \(key) в \(path) на одной строке с другими ключами; измените файл вручную."
      )
    case .overridden(let key, let name):
      say(
        "imagefeed: \(key) is set, but \(name) in the environment overrides it.",
        "imagefeed: \(key) задан, но действует переменная окружения \(name)."
      )
    case .stillSet(let key, let name):
      say(
        "imagefeed: \(key) is removed, but \(name) in the environment still sets it.",
        "imagefeed: \(key) удалён, но его по-прежнему задаёт переменная окружения \(name)."
      )
    }
  }
}
