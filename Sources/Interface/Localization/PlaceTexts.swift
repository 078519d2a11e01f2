import AppCore

// The heading of each place, and the texts of commands whose meaning depends on the place.
extension Texts {
  /// Returns the heading of a place's keys in the help overlay.
  package func place(_ place: Place) -> String {
    switch place {
    case .splash: say("Start", "Запуск")
    case .signIn: say("Sign-in", "Вход")
    case .signInWaiting: say("Waiting for your browser", "Ожидание входа в браузере")
    case .signInInput: say("Code or URL", "Код или адрес")
    case .feed: say("Feed", "Лента")
    case .profile: say("Profile", "Профиль")
    case .favourites: self[.favourites]
    case .visit:
      topical(
        say("Photographer, topic or collection", "Автор, тема или подборка"),
        albums: say("Album", "Альбом")
      )
    case .search: self[.searchTab]
    case .searchInput: say("Search line", "Строка поиска")
    case .colors: self[.colors]
    case .gallery: self[.galleryTab]
    case .photo: say("Full screen", "Полный экран")
    case .slideshow: say("Slideshow", "Слайд-шоу")
    case .comparison: say("Comparison", "Сравнение")
    case .menu: say("Photo menu", "Меню фото")
    case .downloads: self[.downloadsList]
    case .share: say("Share", "Поделиться")
    case .qrCode: self[.qrCode]
    case .help: say("Help", "Справка")
    case .palette: say("Commands", "Команды")
    case .chooser:
      topical(
        say("Topics and collections", "Темы и подборки"),
        albums: say("Albums", "Альбомы")
      )
    case .address: say("Open a link", "Открыть ссылку")
    case .check: say("Security check", "Проверка")
    case .alert: say("Message", "Сообщение")
    }
  }

  /// Returns the name of Enter.
  func openName(at place: Place?) -> String {
    switch place {
    case .signIn where signInOption == .keys: say("add keys", "ввести ключи")
    case .signInInput: say("submit", "отправить")
    case .searchInput: say("search", "искать")
    case .signIn, .photo, .share, .menu, .colors, .palette, .chooser, .alert:
      say("choose", "выбрать")
    case .address: say("open", "открыть")
    case .check: say("continue", "продолжить")
    case .downloads: say("show", "показать")
    case .profile: command(.signOut, at: place).name
    case .splash, .signInWaiting, .feed, .favourites, .visit, .search, .gallery, .slideshow,
      .comparison, .qrCode, .help, nil:
      say("open", "открыть")
    }
  }

  /// Returns the name of Esc.
  func backName(at place: Place?) -> String {
    switch place {
    case .signInWaiting: say("cancel", "отмена")
    case .signInInput, .feed, .favourites, .share, .menu, .colors, .downloads, .qrCode,
      .help, .palette, .chooser, .address, .check, .alert:
      say("close", "закрыть")
    case .splash, .signIn, .profile, .visit, .search, .searchInput, .gallery, .photo, .slideshow,
      .comparison, nil:
      say("back", "назад")
    }
  }

  func refreshName(at place: Place?) -> String {
    switch place {
    case .signIn: say("reload config", "перечитать")
    case .photo, .comparison, .downloads: say("retry", "повторить")
    case .gallery: say("repair", "восстановить")
    default: say("refresh", "обновить")
    }
  }

  func move(_ place: Place?, _ direction: String, _ row: String) -> String {
    switch place {
    case .photo, .comparison:
      say("Move \(direction) when zoomed", "Сместиться \(direction) по увеличенному фото")
    case .signIn, .share, .menu, .downloads, .searchInput, .palette, .chooser: row
    default: say("Move \(direction)", "Перейти \(direction)")
    }
  }

  /// Returns the description of the command that moves to the next or previous tab, button or row.
  ///
  /// - Parameter direction: The direction; in Russian, the adjective without its ending.
  func tabDescription(_ place: Place?, _ direction: String) -> String {
    switch place {
    case .signIn, .photo, .alert:
      say("Go to the \(direction) button", "Перейти к \(direction)ей кнопке")
    case .comparison: otherPhoto
    case .signInInput: say("Go to the other field", "Перейти к другому полю")
    case .share, .palette: say("Go to the \(direction) row", "Перейти к \(direction)ей строке")
    case .visit: photosOrLikes
    case .search, .chooser: peopleOrCollections
    default: say("Go to the \(direction) tab", "Перейти на \(direction)ую вкладку")
    }
  }

  func openDescription(at place: Place?) -> String {
    switch place {
    case .signIn where signInOption == .keys: self[.enterKeys]
    case .signInInput: say("Submit the code or URL", "Отправить код или адрес")
    case .profile: say("Sign out", "Выйти из аккаунта")
    case .signIn, .photo, .alert: say("Press the focused button", "Нажать выбранную кнопку")
    case .colors: say("Show photos of this colour", "Показать фото этого цвета")
    case .share, .menu, .palette, .chooser: say("Choose", "Выбрать")
    case .searchInput: say("Search", "Искать")
    case .address: say("Open a link", "Открыть ссылку")
    case .check: say("Open the page, or send the answer", "Открыть страницу или отправить ответ")
    case .downloads: say("Show in the gallery", "Показать в галерее")
    case .splash, .signInWaiting, .feed, .favourites, .visit, .search, .gallery, .slideshow,
      .comparison, .qrCode, .help, nil:
      say("Open in full screen", "Открыть на весь экран")
    }
  }

  func backDescription(at place: Place?) -> String {
    switch place {
    case .signInWaiting: say("Cancel sign-in", "Отменить вход")
    case .signInInput, .share, .menu, .colors, .downloads, .qrCode, .help, .palette,
      .chooser, .address, .check, .alert:
      say("Close", "Закрыть")
    case .searchInput, .visit: say("Back to where you were", "Вернуться на прежнее место")
    case .gallery: say("Unmark all", "Снять отметки")
    case .feed, .favourites, .search:
      say("Unmark all, or close the details", "Снять отметки или закрыть подробности")
    case .slideshow: say("Pause the slideshow", "Приостановить слайд-шоу")
    case .photo, .comparison: say("Back to the list", "Вернуться к списку")
    case .splash, .signIn, .profile, nil: say("Go back", "Вернуться")
    }
  }

  func refreshDescription(at place: Place?) -> String {
    switch place {
    case .signIn: say("Reload the configuration", "Перечитать настройки")
    case .photo, .comparison: say("Retry what failed", "Повторить загрузку")
    case .downloads: say("Retry the download", "Повторить загрузку")
    case .gallery: say("Repair: download the file again", "Восстановить файл")
    default: say("Refresh, or retry what failed", "Обновить или повторить загрузку")
    }
  }
}
