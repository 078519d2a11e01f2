import AppCore
import Model

extension Texts {
  /// Returns an error of the configuration in the format of compilers: "path:line: what is wrong".
  ///
  /// For other problems, returns explanation and advice in one line.
  package func diagnostic(_ problem: Problem) -> String {
    switch problem.cause {
    case .configurationSyntax(let path, let line, let mistake):
      return "\(path):\(line): \(self.mistake(mistake))"
    case .configurationKey(let path, let key, let line):
      return "\(path):\(line): \(unknownKey(key))"
    case .configurationType(let path, let key, let line, let expected):
      return line > 0
        ? "\(path):\(line): \(wrongValue(key, expected))" : wrongVariable(key, expected)
    case .configurationBinding(let path, let line, let mistake):
      return "\(path):\(line): \(wrongBinding(mistake))"
    case .authorities: return self.problem(problem).body
    default: return self.problem(problem).inOneLine
    }
  }

  /// Returns the reason why a line isn't valid TOML.
  func mistake(_ mistake: SyntaxMistake) -> String {
    switch mistake {
    case .unclosedText(let quotes):
      say("missing \(quotes) at the end of a string", "в конце текста нет \(quotes)")
    case .unknownEscape:
      say("unknown escape after a backslash", "неизвестный символ после обратной косой черты")
    case .shortCodePoint(let digits):
      say(
        "\(digits) hexadecimal digits are needed here",
        "здесь нужно шестнадцатеричных цифр: \(digits)"
      )
    case .noSuchCharacter: say("no such Unicode character", "такого символа Юникода нет")
    case .controlCharacter:
      say("control character in a comment", "управляющий символ в комментарии")
    case .textAfterValue:
      say("unexpected text at the end of the line", "лишний текст в конце строки")
    case .missing(let marks):
      say("missing \(marks.joined(separator: " or "))", "нет \(marks.joined(separator: " или "))")
    case .redefined(let key): say("\(clipped(key)) is already defined", "\(clipped(key)) уже задан")
    case .duplicate(let key): say("\(clipped(key)) is set twice", "\(clipped(key)) задан дважды")
    case .missingKey: say("missing key", "нет имени ключа")
    case .missingValue: say("missing value", "нет значения")
    case .tooDeep: say("too many nested brackets", "слишком много вложенных скобок")
    case .notUTF8:
      say("the text is not in UTF-8", "текст записан не в кодировке UTF-8")
    case .notAValue(let key):
      say(
        "\(clipped(key)) has an invalid value; text needs quotes",
        "неверное значение у \(clipped(key)); текст нужно взять в кавычки"
      )
    }
  }

  func unknownKey(_ key: String) -> String {
    say("unknown setting \(quote(key))", "неизвестная настройка \(quote(key))")
  }

  func wrongValue(_ key: String, _ expected: String) -> String {
    say("\(key) must be \(kind(expected))", "в \(key) нужно указать \(kind(expected))")
  }

  func wrongBinding(_ mistake: Problem.BindingMistake) -> String {
    switch mistake {
    case .unknownCommand(let name):
      return say(
        "unknown command \(quote(clipped(name))); run imagefeed keys for a list",
        "неизвестная команда \(quote(clipped(name))); все команды покажет imagefeed keys"
      )
    case .unknownKey(let name):
      return say(
        "unknown key \(quote(clipped(name))); write keys as in the help: f, F5, Ctrl+X",
        "неизвестная клавиша \(quote(clipped(name))); пишите как в справке: f, F5, Ctrl+X"
      )
    case .taken(let name, let command, let place):
      let key = Self.key(named: name).map { self.key($0) } ?? name
      let heading = Place(rawValue: place).map { self.place($0) } ?? place
      return say(
        "\(key) is already assigned to \(command) (\(heading))",
        "клавиша \(key) уже назначена команде \(command) (\(heading))"
      )
    }
  }

  /// Returns the message for an invalid environment variable, which has no line number.
  func wrongVariable(_ name: String, _ expected: String) -> String {
    say(
      "The variable \(name) must be \(kind(expected))",
      "В переменной \(name) нужно указать \(kind(expected))"
    )
  }

  /// Returns the description of a valid value.
  ///
  /// - Parameter expected: The configuration's name for the type, or the valid words separated by
  ///   bars.
  private func kind(_ expected: String) -> String {
    switch expected {
    case "string":
      return say(
        "text in quotes, without control characters",
        "текст в кавычках без управляющих символов"
      )
    case "text":
      return say("text without control characters", "текст без управляющих символов")
    case "port": return say("a port from 1 to 65535", "порт от 1 до 65535")
    case "address":
      return say(
        "an https URL (http only for localhost)",
        "адрес https (http — только для localhost)"
      )
    case "folder": return say("an absolute path to a folder", "полный путь к папке")
    case "file": return say("an absolute path to a file", "полный путь к файлу")
    case "name":
      return say(
        "a file name with the names of --format, such as \"{author} - {id}\"",
        "имя файла с полями из --format, например \"{author} - {id}\""
      )
    case "megabytes":
      return say("a number of MiB from 0 to 1048576", "число МиБ от 0 до 1048576")
    case "downloads":
      return say("a number from 1 to 8", "число от 1 до 8")
    case "seconds":
      return say("a number of seconds from 1 to 3600", "число секунд от 1 до 3600")
    case "cell":
      return say(
        "\"auto\", or width by height in pixels, such as \"9x18\"",
        "\"auto\" или ширину и высоту в пикселях, например \"9x18\""
      )
    case "id": return say("a number without quotes", "число без кавычек")
    case "tables":
      return say("a list of tables: [[share]]", "список разделов: [[share]]")
    case "words":
      return say(
        "a list of strings: a program and its arguments",
        "список строк: программа и её аргументы"
      )
    case "placeholders":
      let own = PhotoTemplate.Name.allCases.map(\.rawValue) + ShareCommand.aliases.keys.sorted()
      let members = PhotoTemplate.Member.allCases.map(\.rawValue).filter { !own.contains($0) }
      let names = (own + members).map { "{\($0)}" }.joined(separator: ", ")
      return say("only \(names), and {{ for a brace", "только \(names) и {{ вместо скобки")
    case "script":
      return say(
        "no {author}, {username}, {title} or {description} after -c, where a shell would run them; "
          + "pass them as arguments: \"$1\"",
        "без {author}, {username}, {title} и {description} после -c, где их выполнит оболочка; "
          + "передайте их аргументами: \"$1\""
      )
    case "table": return say("a table", "раздел")
    case "keys":
      return say(
        "a list of keys, such as [\"f\", \"F5\"], or []",
        "список клавиш, например [\"f\", \"F5\"], или []"
      )
    default:
      let words = expected.split(separator: "|")
      guard words.count > 1 else { return expected }
      return words.dropLast().joined(separator: ", ") + say(" or ", " или ") + (words.last ?? "")
    }
  }
}
