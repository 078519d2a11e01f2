import ArgumentParser
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

  /// Creates the error of options that can't be used together.
  init(_ options: String, without others: String) {
    self.init("\(options) can't be used with \(others)", "\(options) нельзя сочетать с \(others)")
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

  /// The help of `--cell`.
  static let cellSize = text(
    "A cell's size in pixels, such as 9x18. Default: the configuration, or the terminal's reply.",
    "Размер ячейки в пикселях, например 9x18. По умолчанию — из настроек или по ответу терминала.",
    value: "WxH"
  )
}
