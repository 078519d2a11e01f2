import AppCore
import Canvas
import Library
import Model

extension Texts {
  /// The heading of a place's keys in the help overlay.
  package func place(_ place: Place) -> String {
    switch place {
    case .splash: say("Start", "Запуск")
    case .signIn: say("Sign-in", "Вход")
    case .signInWaiting: say("Waiting for the browser", "Ожидание браузера")
    case .signInInput: say("Address or code", "Адрес или код")
    case .feed: say("Feed", "Лента")
    case .profile: say("Profile", "Профиль")
    case .favourites: self[.favourites]
    case .search: self[.searchTab]
    case .searchInput: say("Search line", "Строка поиска")
    case .colors: self[.colors]
    case .gallery: self[.galleryTab]
    case .photo: say("Full screen", "Весь экран")
    case .menu: say("Menu of a found photo", "Меню найденного фото")
    case .preview: say("Preview", "Просмотр")
    case .downloads: self[.downloadsList]
    case .export: say("Export", "Экспорт")
    case .share: say("Share", "Поделиться")
    case .qrCode: self[.qrCode]
    case .help: say("Help", "Справка")
    case .alert: say("Message", "Сообщение")
    }
  }

  /// A key as it is written on the keyboard.
  ///
  /// - Parameter ascii: whether the arrows have to be words.
  package func key(_ key: Key, ascii: Bool = false) -> String {
    let name =
      switch key.code {
      case .character(" "): say("Space", "Пробел")
      case .character(let character):
        key.modifiers.contains(.control) ? character.uppercased() : String(character)
      case .enter: "Enter"
      case .escape: "Esc"
      case .tab: "Tab"
      case .backTab: "Shift+Tab"
      case .backspace: "Backspace"
      case .delete: "Del"
      case .insert: "Ins"
      case .up: ascii ? say("Up", "Вверх") : "↑"
      case .down: ascii ? say("Down", "Вниз") : "↓"
      case .left: ascii ? say("Left", "Влево") : "←"
      case .right: ascii ? say("Right", "Вправо") : "→"
      case .home: "Home"
      case .end: "End"
      case .pageUp: "PgUp"
      case .pageDown: "PgDn"
      case .function(let number): "F\(number)"
      }
    var text = ""
    if key.modifiers.contains(.control) { text += "Ctrl+" }
    if key.modifiers.contains(.alt) { text += "Alt+" }
    if key.modifiers.contains(.shift), key.code != .backTab { text += "Shift+" }
    return text + name
  }

  /// Why a QR code is not shown: it takes more cells than there are.
  package func codeTooLarge(columns: Int, rows: Int) -> String {
    say(
      "The QR code does not fit: it needs \(columns) columns and \(rows) rows. Make the terminal "
        + "larger, or its font smaller.",
      "QR-код не помещается: нужно столбцов: \(columns), строк: \(rows). Увеличьте терминал или "
        + "уменьшите шрифт."
    )
  }

  /// The heading of a group of the gallery: where its photographs were found.
  package func origin(_ origin: ListID) -> String {
    switch origin {
    case .feed: self[.feedTab]
    case .favourites: self[.favourites]
    case .search(let query): say("\"\(query.text)\"", "«\(query.text)»")
    }
  }

  /// A row of the export sheet; the person's own commands have names of their own.
  package func export(_ row: ExportState.Row) -> String {
    switch row {
    case .keep: say("Keep it in the gallery first", "Сначала сохранить в галерею")
    case .copyFiles: say("Copy to pictures folder", "Скопировать в папку изображений")
    case .copyPath: say("Copy the file's path", "Скопировать путь к файлу")
    case .copyPicture: say("Picture to the clipboard", "Изображение в буфер обмена")
    case .mail: say("Send by mail", "Отправить по почте")
    case .view: say("Open in the viewer", "Открыть в просмотрщике")
    case .wallpaper: say("Set as wallpaper", "Сделать обоями")
    case .command: say("Own command", "Своя команда")
    }
  }

  /// A row of the share sheet.
  package func share(_ row: ShareState.Row) -> String {
    switch row {
    case .copyLink: say("Copy link", "Скопировать ссылку")
    case .showCode: say("Show QR code", "Показать QR-код")
    case .copyMarkdown: say("Copy attribution as Markdown", "Скопировать подпись: Markdown")
    case .copyHTML: say("Copy attribution as HTML", "Скопировать подпись: HTML")
    case .openInBrowser: say("Open in browser", "Открыть в браузере")
    case .openAuthor: say("Open the photographer's page", "Открыть страницу автора")
    case .save: say("Save to pictures folder", "Сохранить в папку изображений")
    }
  }
}
