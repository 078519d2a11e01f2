import Localization

/// The parser's own words in the help and in the messages about wrong arguments.
///
/// The parser has no translations. Its sentences about values and unknown options stay English.
enum ParserMessage {
  /// Returns a message with headings in the language of this run.
  ///
  /// The names of groups lose the word "subcommands".
  static func localized(_ message: String) -> String {
    message.split(separator: "\n", omittingEmptySubsequences: false)
      .map { localized(line: String($0)) }
      .joined(separator: "\n")
  }

  private static func localized(line: String) -> String {
    let group = " SUBCOMMANDS:"
    if line.hasSuffix(group) { return line.dropLast(group.count) + ":" }
    guard ThisProcess.language == .russian else { return line }
    for (english, russian) in headings where line.hasPrefix(english) {
      return russian + line.dropFirst(english.count)
    }
    if line.hasPrefix(reference), let end = line.lastIndex(of: "'") {
      return "  Подробнее: " + line[..<end].dropFirst(reference.count)
    }
    for (english, russian) in endings where line.hasSuffix(english) {
      return line.dropLast(english.count) + russian
    }
    return line
  }

  /// The beginnings of lines.
  ///
  /// Both words of a heading that has text on its line have the same width, because the parser
  /// indents the next lines.
  private static let headings = [
    ("OVERVIEW: ", "ОПИСАНИЕ: "),
    ("USAGE: ", "ВЫЗОВ: "),
    ("ARGUMENTS:", "АРГУМЕНТЫ:"),
    ("OPTIONS:", "ПАРАМЕТРЫ:"),
    ("SUBCOMMANDS:", "КОМАНДЫ:"),
    ("Error: ", "Ошибка: "),
    ("Usage: ", "Вызов: "),
  ]

  /// The beginning of a line that refers to the help of a command.
  private static let reference = "  See '"

  /// The ends of lines.
  private static let endings = [
    ("  Show help information.", "  Показать эту справку."),
    ("  Show the version.", "  Показать версию."),
  ]
}
