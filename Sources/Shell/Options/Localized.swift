import ArgumentParser
import Catalogue
import Localization

/// Returns a text of the help or an error message in the language of this run.
func localized(_ english: @autoclosure () -> String, _ russian: @autoclosure () -> String) -> String
{
  Texts(ThisProcess.language).say(english(), russian())
}

extension ValidationError {
  /// Creates an error with a message in the language of this run.
  init(_ english: @autoclosure () -> String, _ russian: @autoclosure () -> String) {
    self.init(localized(english(), russian()))
  }
}

extension ArgumentHelp {
  /// Returns the help of an option or argument in the language of this run.
  ///
  /// - Parameter value: The name of the option's value; `nil` for the option's own name.
  static func text(
    _ english: @autoclosure () -> String,
    _ russian: @autoclosure () -> String,
    value: String? = nil
  ) -> ArgumentHelp {
    ArgumentHelp(localized(english(), russian()), valueName: value)
  }

  /// The help of `--demo`.
  static let demo = text(
    "Use the built-in demo service: no account, no network.",
    "Встроенный демосервис: без аккаунта и без сети."
  )

  /// The help of `--service`.
  static let service = text(
    "The service: \(ServiceCatalogue.names.joined(separator: " or ")).",
    "Сервис: \(ServiceCatalogue.names.joined(separator: " или "))."
  )

  /// The help of `--config`.
  static let config = text(
    "Use this configuration file.",
    "Взять настройки из этого файла.",
    value: "file"
  )

  /// The help of `--log-level`.
  static let logLevel = text(
    "The lowest level written to the log file.",
    "С какого уровня сообщения пишутся в журнал."
  )

  /// The help of `--cell`.
  static let cellSize = text(
    "A cell's size in pixels, such as 9x18. Default: the configuration, or the terminal's reply.",
    "Размер ячейки в пикселях, например 9x18. По умолчанию — из настроек или по ответу терминала.",
    value: "WxH"
  )
}
