import Canvas

/// A row of `imagefeed doctor`.
package enum DoctorRow: String, Sendable, CaseIterable {
  case version, system, terminal, emulator, multiplexer, size, cellSize, colors, background, unicode
  case graphics, medium, symbols, synchronized, answers, theme, language
  case configuration, service, keys, session, pictures, data, database, cache, log, browser
  case libraries, gallery
}

/// What `imagefeed doctor` says of something.
package enum DoctorAnswer: Equatable, Sendable {
  case yes, no, unknown, notSet, set, notFound, notAFile, noneGiven
  /// A dark or a light background.
  case dark, light
  /// Whether tmux lets escape codes through to the terminal.
  case passthrough(Bool)
  /// Chosen because of an option, a variable or an answer of the terminal, by its name.
  case because(String)
  /// Others could read or change a file, and may still.
  case exposed(String, isLasting: Bool)
  /// A database without a fault.
  case sound
  /// A database that could not be used, by its new name.
  case setAside(String)
  /// So many photographs are kept in a folder, with so many bytes.
  case kept(Int, bytes: Int64, folder: String)
  /// Files of the gallery by their names.
  case missingFiles([String])
  case damagedFiles([String])
  /// Files that belong to no photograph.
  case strayFiles([String])
}

extension Texts {
  /// The label of a row of `imagefeed doctor`.
  package func doctor(_ row: DoctorRow) -> String {
    switch row {
    case .version: say("Version", "Версия")
    case .system: say("System", "Система")
    case .terminal: say("Terminal (TERM)", "Терминал (TERM)")
    case .emulator: say("Its own name", "Его имя")
    case .multiplexer: say("Multiplexer", "Мультиплексор")
    case .size: say("Size", "Размер")
    case .cellSize: say("Cell size", "Размер знакоместа")
    case .colors: say("Colours", "Цвета")
    case .background: say("Background", "Фон")
    case .unicode: say("Unicode", "Юникод")
    case .graphics: say("Graphics", "Графика")
    case .medium: say("Pixels by", "Пиксели через")
    case .symbols: say("Symbols", "Символы")
    case .synchronized: say("Whole frames", "Кадры целиком")
    case .answers: say("Answers", "Ответы")
    case .theme: say("Theme", "Тема")
    case .language: say("Language", "Язык")
    case .configuration: say("Configuration", "Настройки")
    case .service: say("Service", "Сервис")
    case .keys: say("Keys", "Ключи")
    case .session: say("Session", "Сеанс")
    case .pictures: say("Pictures folder", "Папка изображений")
    case .data: say("Data", "Данные")
    case .database: say("Database", "База данных")
    case .cache: say("Cache", "Кэш")
    case .log: say("Log", "Журнал")
    case .gallery: say("Gallery", "Галерея")
    case .browser: say("Browser", "Браузер")
    case .libraries: say("Libraries", "Библиотеки")
    }
  }

  /// An answer in a row of `imagefeed doctor`.
  package func doctor(_ answer: DoctorAnswer) -> String {
    switch answer {
    case .yes: say("yes", "да")
    case .no: say("no", "нет")
    case .unknown: say("unknown", "неизвестно")
    case .notSet: say("not set", "не задано")
    case .set: say("set", "задано")
    case .notFound: say("not found", "не найдено")
    case .notAFile: say("not a file", "не файл")
    case .noneGiven: say("none", "нет")
    case .exposed(let path, isLasting: false):
      say(
        "others could read or change \(path), until now",
        "другие могли прочитать или изменить \(path), теперь не могут"
      )
    case .exposed(let path, isLasting: true):
      say(
        "others can read or change \(path): make it yours alone",
        "другие могут прочитать или изменить \(path): закройте им доступ"
      )
    case .dark: say("dark", "тёмный")
    case .light: say("light", "светлый")
    case .passthrough(true): say("lets pictures through", "пропускает изображения")
    case .passthrough(false): say("lets no pictures through", "не пропускает изображения")
    case .because(let what): say("because of \(what)", "из-за \(what)")
    case .sound: say("sound", "повреждений нет")
    case .setAside(let path):
      say("one that could not be used is now \(path)", "негодная отложена как \(path)")
    case .kept(let count, let bytes, let folder):
      "\(folder): \(photos(count)), \(self.bytes(bytes))"
    case .missingFiles(let names): say("missing: ", "не найдены: ") + list(names)
    case .damagedFiles(let names): say("damaged: ", "повреждены: ") + list(names)
    case .strayFiles(let names): say("of no photo: ", "лишние: ") + list(names)
    }
  }

  /// Names with commas between, of many only the first and how many more there are.
  private func list(_ names: [String]) -> String {
    let shown = names.prefix(5).joined(separator: ", ")
    let rest = names.count - 5
    return rest > 0
      ? say("\(shown) and \(number(rest)) more", "\(shown) и ещё \(number(rest))") : shown
  }

  /// What a database is made of and holds.
  package func doctor(
    databaseVersion version: String,
    sqlite: String,
    photos: Int,
    lists: Int,
    likes: Int
  ) -> String {
    let kept = self.photos(photos)
    return say(
      "version \(version), SQLite \(sqlite); \(kept), lists: \(number(lists)), likes not sent yet: "
        + number(likes),
      "версия \(version), SQLite \(sqlite); \(kept), списков: \(number(lists)), неотправленных "
        + "лайков: \(number(likes))"
    )
  }

  /// Why pictures are drawn the way they are.
  package func doctor(_ reason: GraphicsReason) -> String {
    switch reason {
    case .undecided: say("not decided yet", "ещё не решено")
    case .asked(let what): say("asked for by \(what)", "задано: \(what)")
    case .terminal(let name): say("the best way of \(name)", "лучший способ для \(name)")
    case .kittyQuery:
      say(
        "the terminal answered the query of the protocol",
        "терминал ответил на запрос протокола"
      )
    case .sixelAttribute:
      say(
        "4 is among the terminal's device attributes",
        "среди атрибутов устройства терминала есть 4"
      )
    case .nothingBetter:
      say(
        "the terminal answered and offers nothing better",
        "терминал ответил и не предлагает ничего лучше"
      )
    case .noAnswer:
      say("the terminal did not answer in time", "терминал не ответил вовремя")
    case .notAsked(let cause):
      say("the terminal was not asked because of \(cause)", "терминал не опрошен из-за \(cause)")
    case .background:
      say(
        "the terminal was not asked from the background",
        "из фонового режима терминал не опрашивается"
      )
    case .noTerminal:
      say("input or output is no terminal", "ввод или вывод — не терминал")
    case .multiplexer(let name):
      say("\(name) has nothing better", "\(name) не умеет большего")
    case .passthroughOff(let name):
      say(
        "\(name) could do more, but allow-passthrough is off in tmux",
        "\(name) умеет больше, но в tmux выключен allow-passthrough"
      )
    case .noColors: say("no colours are wanted", "цвета не нужны")
    }
  }
}
