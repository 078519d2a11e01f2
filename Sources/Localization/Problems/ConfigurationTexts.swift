import Model

extension Texts {
  /// An error of the configuration as compilers write theirs: "path:line: what is wrong".
  ///
  /// Any other problem is its explanation and advice in one line.
  package func diagnostic(_ problem: Problem) -> String {
    switch problem.cause {
    case .configurationSyntax(let path, let line, let detail):
      let detail = clipped(detail)
      return "\(path):\(line): \(say(detail, "ошибка синтаксиса (\(detail))"))"
    case .configurationKey(let path, let key, let line):
      return "\(path):\(line): \(unknownKey(key))"
    case .configurationType(let path, let key, let line, let expected):
      return line > 0
        ? "\(path):\(line): \(wrongValue(key, expected))" : wrongVariable(key, expected)
    default:
      let text = self.problem(problem)
      return "\(text.title). \(text.explanation) \(text.advice)"
    }
  }

  func unknownKey(_ key: String) -> String {
    say("the key \"\(key)\" is unknown", "неизвестный ключ «\(key)»")
  }

  func wrongValue(_ key: String, _ expected: String) -> String {
    say("\(key) has to be \(kind(expected))", "в \(key) укажите \(kind(expected))")
  }

  /// A setting that came from a variable has no line to be named.
  func wrongVariable(_ name: String, _ expected: String) -> String {
    say(
      "The variable \(name) has to be \(kind(expected))",
      "В переменной \(name) укажите \(kind(expected))"
    )
  }

  /// What a setting has to be; `expected` is the configuration's word for it, or the words to
  /// choose from with bars between them.
  private func kind(_ expected: String) -> String {
    switch expected {
    case "string": return say("a text in quotes", "текст в кавычках")
    case "port": return say("a port, 1 to 65535", "порт от 1 до 65535")
    case "address":
      return say(
        "an https address, or http on this computer",
        "адрес https или http этого компьютера"
      )
    case "folder": return say("a whole path to a folder", "полный путь к папке")
    case "megabytes":
      return say("a number of MiB, 0 to 1048576", "число МиБ от 0 до 1048576")
    case "downloads":
      return say("a number of downloads, 1 to 8", "число скачиваний от 1 до 8")
    case "tables":
      return say("a list of tables: [[share]]", "список таблиц: [[share]]")
    case "words":
      return say(
        "a list of texts, a program and its arguments",
        "список строк: программа и её параметры"
      )
    case "table": return say("a table", "таблицу")
    default:
      let words = expected.split(separator: "|")
      guard words.count > 1 else { return expected }
      return words.dropLast().joined(separator: ", ") + say(" or ", " или ") + (words.last ?? "")
    }
  }
}
