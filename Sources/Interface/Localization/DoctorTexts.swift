import Canvas
import Model

/// A row of `imagefeed doctor`, the command that describes the terminal and the installation.
package enum DoctorRow: String, Sendable, CaseIterable {
  case version, system, terminal, emulator, multiplexer, size, cellSize, colors, background, unicode
  case graphics, medium, symbols, synchronized, answers, theme, language
  case configuration, service, keys, session, credentials, certificates
  case pictures, data, database, cache, log, browser, libraries, gallery
}

/// A value in a row of `imagefeed doctor`.
package enum DoctorAnswer: Equatable, Sendable {
  case yes, no, supported, unsupported, unknown, notSet, notFound, notAFile, noneGiven
  /// Whether the service's keys are set.
  case keys(Bool)
  /// The configuration file or the log file doesn't exist.
  case noFile
  case notSignedIn
  /// Not set, so the system's default applies.
  case systemDefault
  /// A dark or a light background.
  case dark, light
  /// Whether tmux passes escape sequences on to the terminal; `nil` if unknown.
  case passthrough(Bool?)
  /// The reason for a choice: the name of an option, a variable or a reply of the terminal.
  case because(String)
  /// The terminal's name has no terminfo entry; this one is used instead.
  case otherEntry(String)
  /// Only photos are drawn in colour, because `NO_COLOR` is set.
  case plainInterface
  /// Other users could read or change the file at this path.
  case exposed(String, Exposure)
  /// The database is undamaged.
  case sound
  /// The database couldn't be used, and its file was renamed to this path.
  case setAside(String)
  /// The number of photos in the gallery folder, and the size of their files in bytes.
  case downloaded(Int, bytes: Int64, folder: String)
  /// Missing or damaged files of the gallery, by name.
  case missingFiles([String])
  case damagedFiles([String])
  case unreadableFiles([String])
  /// Files in the gallery folder that belong to no photo, by name.
  case strayFiles([String])
  /// Files of photos from a service on this computer, by name.
  case localFiles([String])
  /// The library that converts colours can't be loaded.
  case noColorConversion
}

extension Texts {
  /// Returns the label of a row of `imagefeed doctor`.
  package func doctor(_ row: DoctorRow) -> String {
    switch row {
    case .version: say("Version", "Версия")
    case .system: say("System", "Система")
    case .terminal: say("Terminal (TERM)", "Терминал (TERM)")
    case .emulator: say("Emulator", "Эмулятор")
    case .multiplexer: say("Multiplexer", "Мультиплексор")
    case .size: say("Size", "Размер")
    case .cellSize: say("Cell size", "Размер ячейки")
    case .colors: say("Colours", "Цвета")
    case .background: say("Background", "Фон")
    case .unicode: say("Unicode", "Юникод")
    case .graphics: say("Graphics", "Графика")
    case .medium: say("Pixel transfer", "Передача пикселей")
    case .symbols: say("Symbols", "Символы")
    case .synchronized: say("Synchronized output", "Синхронный вывод")
    case .answers: say("Terminal replies", "Ответы терминала")
    case .theme: say("Theme", "Тема")
    case .language: say("Language", "Язык")
    case .configuration: say("Configuration", "Настройки")
    case .service: say("Service", "Сервис")
    case .keys: say("API keys", "Ключи API")
    case .session: say("Session", "Сеанс")
    case .credentials: say("Tokens", "Токены")
    case .certificates: say("Certificates", "Сертификаты")
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

  /// Returns the text of a value in a row of `imagefeed doctor`.
  package func doctor(_ answer: DoctorAnswer) -> String {
    switch answer {
    case .yes: say("yes", "да")
    case .no: say("no", "нет")
    case .supported: say("supported", "поддерживается")
    case .unsupported: say("not supported", "не поддерживается")
    // Masculine in Russian, like the terminal, its size and the other values that may be unknown or
    // not set.
    case .unknown: say("unknown", "неизвестен")
    case .notSet: say("not set", "не задан")
    case .keys(true): say("set", "заданы")
    case .keys(false): say("not set", "не заданы")
    case .noFile: say("not found", "файл не найден")
    case .systemDefault: say("the system's", "системные")
    case .notSignedIn: say("not signed in", "вход не выполнен")
    case .notFound: say("not found", "не найдено")
    case .notAFile: say("not a file", "не файл")
    case .noneGiven: say("none", "нет")
    case .exposed(let path, .ended):
      say(
        "other users could read or change \(path); fixed",
        "другие пользователи могли читать и менять \(path); исправлено"
      )
    case .exposed(let path, .lasting):
      say(
        "other users can read or change \(path): restrict access to it",
        "другие пользователи могут читать и менять \(path): закройте доступ"
      )
    case .exposed(let path, .permanent):
      say(
        "\(path) is on a file system without permissions: other users may have access",
        "\(path) в файловой системе без прав доступа: он может быть доступен другим"
      )
    case .dark: say("dark", "тёмный")
    case .light: say("light", "светлый")
    case .passthrough(true): say("pictures allowed", "изображения разрешены")
    case .passthrough(false): say("pictures blocked", "изображения запрещены")
    case .passthrough(nil): say("unknown", "неизвестно")
    case .because(let what): say("(from \(what))", "(источник: \(what))")
    case .otherEntry(let entry):
      say("unknown here, treated as \(entry)", "нет в terminfo, считается \(entry)")
    case .plainInterface:
      say("none in the interface because of NO_COLOR", "интерфейс без цвета из-за NO_COLOR")
    case .sound: say("no damage", "повреждений нет")
    case .setAside(let path):
      say("an unusable one was saved as \(path)", "прежняя база непригодна, сохранена как \(path)")
    case .downloaded(let count, let bytes, let folder):
      "\(folder): \(photos(count)), \(self.bytes(bytes))"
    case .missingFiles(let names): say("missing: ", "не найдены: ") + list(names)
    case .damagedFiles(let names): say("damaged: ", "повреждены: ") + list(names)
    case .unreadableFiles(let names): say("can't be read: ", "не читаются: ") + list(names)
    case .strayFiles(let names): say("unused: ", "лишние: ") + list(names)
    case .localFiles(let names):
      say("from a demo on this computer: ", "из демо на этом компьютере: ") + list(names)
    case .noColorConversion:
      say(
        "Without liblcms2, photos in Display P3, Adobe RGB and other colour spaces look dull.",
        "Без liblcms2 фотографии в Display P3, Adobe RGB и других "
          + "цветовых пространствах выглядят блёкло."
      )
    }
  }

  /// Returns at most five names separated by commas, with the number of the remaining ones.
  private func list(_ names: [String]) -> String {
    let shown = names.prefix(5).joined(separator: ", ")
    let rest = names.count - 5
    return rest > 0
      ? say("\(shown) and \(number(rest)) more", "\(shown) и ещё \(number(rest))") : shown
  }

  /// Returns the text with the versions of the database and of SQLite, and the numbers of stored
  /// photos, lists and unsent likes.
  package func doctor(
    databaseVersion version: String,
    sqlite: String,
    photos: Int,
    lists: Int,
    likes: Int
  ) -> String {
    let kept = self.photos(photos)
    return say(
      "version \(version), SQLite \(sqlite); \(kept), lists: \(number(lists)), unsent likes: "
        + number(likes),
      "версия \(version), SQLite \(sqlite); \(kept), списков: \(number(lists)), неотправленных "
        + "лайков: \(number(likes))"
    )
  }

  /// Returns the reason for the choice of a graphics protocol.
  package func doctor(_ reason: GraphicsReason) -> String {
    switch reason {
    case .undecided: say("undecided", "ещё не решено")
    case .asked(let what): say("set by \(what)", "задано: \(what)")
    case .terminal(let name): say("the best that \(name) supports", "лучшее, что умеет \(name)")
    case .kittyQuery:
      say(
        "the terminal supports the protocol",
        "терминал поддерживает протокол"
      )
    case .sixelAttribute:
      say(
        "the terminal's device attributes include 4",
        "среди атрибутов устройства терминала есть 4"
      )
    case .nothingBetter:
      say(
        "the terminal supports nothing better",
        "терминал не поддерживает ничего лучше"
      )
    case .unconfirmed(let name, let graphics):
      say(
        "no reply confirms that this is \(name); for pixels, use --graphics \(graphics.rawValue)",
        "ни один ответ не подтверждает, что это \(name); пиксели включает "
          + "--graphics \(graphics.rawValue)"
      )
    case .noAnswer:
      say("the terminal didn't respond in time", "терминал не ответил вовремя")
    case .notAsked(let cause):
      say("the terminal wasn't queried: \(cause)", "терминал не опрошен: \(cause)")
    case .background:
      say(
        "the terminal isn't queried from the background",
        "из фонового режима терминал не опрашивается"
      )
    case .noTerminal:
      say("input or output is not a terminal", "ввод или вывод — не терминал")
    case .multiplexer(let name):
      say("\(name) supports nothing better", "\(name) не умеет большего")
    case .passthroughOff(let name, let line):
      say(
        "\(name) could do more; add to ~/.tmux.conf: \(line)",
        "\(name) умеет больше; добавьте в ~/.tmux.conf: \(line)"
      )
    case .tmuxPopup:
      say("tmux shows no pictures in a popup", "во всплывающем окне tmux не показывает изображений")
    case .noColors: say("colours are off", "цвета отключены")
    }
  }
}
