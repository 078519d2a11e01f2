import ArgumentParser
import Localization

/// The parser's own words in the help and in the messages about wrong arguments.
///
/// The parser has no translations. A message that isn't known here stays as it is.
enum ParserMessage {
  /// Returns a text of the parser in the language of this run.
  ///
  /// A message begins with the program's name instead of "Error". The names of groups lose the word
  /// "subcommands".
  static func translated(_ text: String) -> String {
    guard text.hasPrefix(prefix) else { return lines(text) }
    let ends = ["\nHelp:  ", "\nUsage: "].compactMap { text.firstRange(of: $0)?.lowerBound }
    let end = ends.min() ?? text.endIndex
    let message = String(text[..<end].dropFirst(prefix.count))
    return "imagefeed: " + reworded(message) + lines(String(text[end...]))
  }

  /// Returns a message about wrong arguments in the program's own words.
  static func reworded(
    _ message: String,
    _ texts: Texts = Texts(ThisProcess.language)
  ) -> String {
    for (pattern, english, russian) in messages {
      guard var parts = parts(of: message, pattern) else { continue }
      if let last = parts.popLast() { parts.append(choices(last[...], texts)) }
      var text = texts.say(english, russian)
      for (index, part) in parts.enumerated() {
        text = text.replacing("{\(index + 1)}", with: part)
      }
      return text
    }
    return message
  }

  /// Returns the parts of a text that the asterisks of a pattern stand for, or `nil`.
  private static func parts(of text: String, _ pattern: String) -> [String]? {
    let pieces = pattern.split(separator: "*", omittingEmptySubsequences: false)
    guard text.hasPrefix(pieces[0]), let last = pieces.last, text.hasSuffix(last) else {
      return nil
    }
    var parts: [String] = []
    var rest = text.dropFirst(pieces[0].count).dropLast(last.count)
    for piece in pieces.dropFirst().dropLast() {
      guard let found = rest.firstRange(of: piece) else { return nil }
      parts.append(String(rest[..<found.lowerBound]))
      rest = rest[found.upperBound...]
    }
    return parts + (pieces.count > 1 ? [String(rest)] : [])
  }

  /// Returns a list of words without quotes and bullets; another text stays as it is.
  private static func choices(_ text: Substring, _ texts: Texts) -> String {
    guard text.contains("', '") || text.contains("' and '") || text.contains("\n  - ") else {
      return String(text)
    }
    return text.replacing("'", with: "").replacing(" and ", with: texts.say(" or ", " или "))
      .replacing(" or ", with: texts.say(" or ", " или "))
      .split(separator: "\n").map { $0.trimmingPrefix("  - ") }.joined(separator: ", ")
  }

  private static let prefix = "Error: "

  /// The parser's messages, and the program's; `{1}` is the first part.
  private static let messages = [
    (
      "Unknown option '*'. Did you mean '*'?", "unknown option {1}; did you mean {2}?",
      "неизвестный параметр {1}; может быть, {2}?"
    ),
    ("Unknown option '*'", "unknown option {1}", "неизвестный параметр {1}"),
    ("Missing value for '*'", "missing value of {1}", "не указано значение {1}"),
    ("Unexpected argument '*'", "unexpected argument {1}", "лишний аргумент {1}"),
    ("* unexpected arguments: '*'", "unexpected arguments: {2}", "лишние аргументы: {2}"),
    ("Missing expected argument '*'", "missing argument {1}", "не указан аргумент {1}"),
    (
      "The value '*' is invalid for '*'. Please provide one of the following:\n*",
      "{1} is not a value of {2}; it takes {3}", "{1} — не значение {2}; можно указать {3}"
    ),
    (
      "The value '*' is invalid for '*'. Please provide one of *.",
      "{1} is not a value of {2}; it takes {3}", "{1} — не значение {2}; можно указать {3}"
    ),
    (
      "The value '*' is invalid for '*': *", "{1} is not a value of {2}; it takes {3}",
      "{1} — не значение {2}; можно указать {3}"
    ),
    ("The value '*' is invalid for '*'", "{1} is not a value of {2}", "{1} — не значение {2}"),
    (
      "The option '*' does not take any value, but '*' was specified.", "{1} takes no value",
      "у {1} не бывает значения"
    ),
  ]

  private static func lines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { translated(line: String($0)) }
      .joined(separator: "\n")
  }

  private static func translated(line: String) -> String {
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
    return line.replacing("(values: ", with: "(выбор: ").replacing("default:", with: "обычно:")
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
    ("Help:  ", "Справка: "),
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

/// Arguments with rules that their types don't have.
protocol CheckedArguments: ParsableArguments {
  /// Throws a `ValidationError` if a rule is broken.
  func check() throws
}

extension CheckedArguments {
  func validate() throws { if !ArgumentRules.areIgnored { try check() } }
}

/// Whether the parser checks the rules of arguments.
///
/// The parser does so before it looks for unknown options.
enum ArgumentRules {
  @TaskLocal static var areIgnored = false
}
