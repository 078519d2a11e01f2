import AppCore
import Library

/// A command in words.
package struct CommandText: Equatable, Sendable {
  /// One or two short words for the hint line.
  package let name: String
  /// One line for the help overlay.
  package let description: String
}

extension Texts {
  /// A command in words, as it is meant at a place; nil where the place does not matter.
  package func command(
    _ command: Command,
    at place: Place? = nil,
    in edition: Edition = .basic
  ) -> CommandText {
    let description =
      command == .share && edition.capabilities.contains(.richSharing)
      ? say("Link, QR code, attribution, browser, save", "Ссылка, QR-код, подпись, сохранение")
      : command == .open && place == .profile && edition.capabilities.contains(.favourites)
        ? say("Show your favourites", "Показать избранное") : description(command, at: place)
    return CommandText(name: name(command, at: place), description: description)
  }

  private func name(_ command: Command, at place: Place?) -> String {
    switch command {
    case .moveUp: say("up", "вверх")
    case .moveDown: place == .searchInput ? say("earlier", "недавние") : say("down", "вниз")
    case .moveLeft: say("left", "влево")
    case .moveRight: place == .preview ? say("next", "дальше") : say("right", "вправо")
    case .pageUp: say("page up", "выше")
    case .pageDown: say("page down", "ниже")
    case .first: say("first", "в начало")
    case .last: say("last", "в конец")
    case .open:
      switch place {
      case .signIn: say("sign in", "войти")
      case .signInInput: say("send", "отправить")
      // A hint of the extended edition only: in the basic one x says the same.
      case .profile: say("favourites", "избранное")
      case .searchInput: say("search", "искать")
      case .search: say("menu", "меню")
      case .preview: say("full screen", "весь экран")
      case .photo, .share, .menu, .colors, .export, .alert: say("choose", "выбрать")
      case .splash, .signInWaiting, .feed, .favourites, .gallery, .downloads, .qrCode, .help, nil:
        say("open", "открыть")
      }
    case .back:
      switch place {
      case .signInWaiting: say("cancel", "отмена")
      case .signInInput, .feed, .share, .menu, .colors, .preview, .downloads, .export, .qrCode,
        .help, .alert:
        say("close", "закрыть")
      case .splash, .signIn, .profile, .favourites, .search, .searchInput, .gallery, .photo, nil:
        say("back", "назад")
      }
    case .nextTab:
      switch place {
      case .feed, .profile, .favourites, .search, .gallery: say("next tab", "вкладка")
      default: say("next", "дальше")
      }
    case .previousTab: say("previous", "раньше")
    case .feedTab: say("feed", "лента")
    case .profileTab: say("profile", "профиль")
    case .searchTab: say("search", "поиск")
    case .galleryTab: say("gallery", "галерея")
    case .find: say("search", "поиск")
    case .orientation: say("orientation", "ориентация")
    case .color: say("colour", "цвет")
    case .removeQuery: say("forget", "забыть")
    case .viewMode: say("view", "вид")
    case .download: say("download", "скачать")
    case .downloads: say("downloads", "загрузки")
    case .pause: say("pause", "пауза")
    case .cancelDownload: say("cancel", "отменить")
    case .undo: say("undo", "вернуть")
    case .select: say("select", "выделить")
    case .selectAll: say("all", "все")
    case .selectGroup: say("group", "группа")
    case .delete: say("delete", "удалить")
    case .export: say("export", "экспорт")
    case .like: say("like", "лайк")
    case .share: say("share", "поделиться")
    case .details: say("details", "подробнее")
    case .refresh: refreshName(at: place)
    case .zoomIn: say("zoom in", "крупнее")
    case .zoomOut: say("zoom out", "мельче")
    case .zoomFit: say("fit", "целиком")
    case .zoomActual: say("1:1", "1:1")
    case .zoomToggle: say("fit/fill", "заполнить")
    case .rotate: say("rotate", "повернуть")
    case .tryDemo: say("demo", "демо")
    case .copyAddress: say("copy", "копировать")
    case .openAgain: say("open again", "открыть снова")
    case .paste: say("paste", "вставить")
    case .otherMachine: say("other device", "другой ПК")
    case .signOut: say("sign out", "выйти")
    case .help: say("more keys", "клавиши")
    case .redraw: say("redraw", "обновить экран")
    case .suspend: say("suspend", "в фон")
    case .quit: say("quit", "закончить")
    }
  }

  private func refreshName(at place: Place?) -> String {
    switch place {
    case .signIn: say("reread", "перечитать")
    case .photo, .preview, .downloads: say("retry", "повторить")
    case .gallery: say("mend", "исправить")
    default: say("refresh", "обновить")
    }
  }

  private func description(_ command: Command, at place: Place?) -> String {
    switch command {
    case .moveUp: move(place, say("up", "вверх"), say("Previous row", "Предыдущая строка"))
    case .moveDown: move(place, say("down", "вниз"), say("Next row", "Следующая строка"))
    case .moveLeft:
      switch place {
      case .photo:
        say(
          "Previous photo, or move left when zoomed",
          "Предыдущее фото или влево при увеличении"
        )
      case .preview: say("Previous photo", "Предыдущее фото")
      default: say("Move left", "Переместиться влево")
      }
    case .moveRight:
      switch place {
      case .photo:
        say("Next photo, or move right when zoomed", "Следующее фото или вправо при увеличении")
      case .preview: say("Next photo", "Следующее фото")
      default: say("Move right", "Переместиться вправо")
      }
    case .pageUp:
      place == .photo ? say("Previous photo", "Предыдущее фото") : say("A screen up", "Экран вверх")
    case .pageDown:
      place == .photo ? say("Next photo", "Следующее фото") : say("A screen down", "Экран вниз")
    case .first: say("To the beginning", "В начало")
    case .last:
      place == .feed
        ? say("To the end of what is loaded", "В конец загруженного") : say("To the end", "В конец")
    case .open: openDescription(at: place)
    case .back: backDescription(at: place)
    case .nextTab: tabDescription(place, say("Next", "Вперёд"))
    case .previousTab: tabDescription(place, say("Previous", "Назад"))
    case .feedTab: say("Show the feed", "Показать ленту")
    case .profileTab: say("Show your profile", "Показать ваш профиль")
    case .searchTab: say("Show the search", "Показать поиск")
    case .galleryTab: say("Show the gallery", "Показать галерею")
    case .find: say("Search for photos", "Искать фотографии")
    case .orientation:
      say("Landscape, portrait, square, or any", "Горизонтальные, вертикальные, квадратные, любые")
    case .color: say("Photos of a colour, or of any", "Фотографии одного цвета или любого")
    case .removeQuery: say("Forget the search offered", "Забыть предложенный запрос")
    case .viewMode: say("One column, or a grid", "Один столбец или сетка")
    case .download: say("Download the photo to the gallery", "Скачать фото в галерею")
    case .downloads: say("Show all downloads", "Показать все загрузки")
    case .pause: say("Pause the download, or go on", "Приостановить загрузку или продолжить")
    case .cancelDownload: say("Cancel the download", "Отменить загрузку")
    case .undo: say("Like again what left the list", "Вернуть лайк, снятый последним")
    case .select: say("Select photos", "Выделить фотографии")
    case .selectAll: say("Select all photos", "Выделить все фотографии")
    case .selectGroup: say("Select the photo's group", "Выделить группу фотографии")
    case .delete: say("Delete from this computer", "Удалить с этого компьютера")
    case .export: say("Copy, send, set as wallpaper", "Скопировать, отправить, на рабочий стол")
    case .like: say("Like the photo, or take the like back", "Поставить лайк или снять его")
    case .share: say("Copy the link, open in a browser, save", "Ссылка, браузер, сохранение")
    case .details: say("Show or hide the details", "Показать или скрыть подробности")
    case .refresh: refreshDescription(at: place)
    case .zoomIn: say("Zoom in", "Увеличить")
    case .zoomOut: say("Zoom out", "Уменьшить")
    case .zoomFit: say("Show the whole photo", "Показать фото целиком")
    case .zoomActual: say("Real size: a pixel for a pixel", "Точный размер: пиксель в пиксель")
    case .zoomToggle: say("Fill the screen, or fit again", "Заполнить экран или вписать")
    case .rotate: say("Rotate clockwise by 90 degrees", "Повернуть по часовой стрелке на 90°")
    case .tryDemo: say("Sign in to the demo service", "Войти в демонстрационный сервис")
    case .copyAddress: say("Copy the address of the login page", "Скопировать адрес страницы входа")
    case .openAgain: say("Open the login page again", "Открыть страницу входа ещё раз")
    case .paste: say("Paste an address or a code", "Вставить адрес или код")
    case .otherMachine:
      say("The browser is on another computer", "Браузер на другом компьютере")
    case .signOut: say("Sign out", "Выйти из учётной записи")
    case .help: say("Show or hide this help", "Показать или скрыть эту справку")
    case .redraw: say("Draw the screen anew", "Нарисовать экран заново")
    case .suspend: say("Back to the shell; fg returns", "Вернуться в оболочку; обратно: fg")
    case .quit: say("Quit imagefeed", "Закончить работу")
    }
  }

  private func move(_ place: Place?, _ direction: String, _ row: String) -> String {
    switch place {
    case .photo:
      say("Move \(direction) when zoomed", "Переместиться \(direction) при увеличении")
    case .share, .menu, .export, .downloads, .searchInput: row
    default: say("Move \(direction)", "Переместиться \(direction)")
    }
  }

  private func tabDescription(_ place: Place?, _ direction: String) -> String {
    switch place {
    case .photo, .alert: say("\(direction) button", "\(direction) по кнопкам")
    case .share: say("\(direction) row", "\(direction) по строкам")
    default: say("\(direction) tab", "\(direction) по вкладкам")
    }
  }

  private func openDescription(at place: Place?) -> String {
    switch place {
    case .signIn: say("Sign in through the browser", "Войти через браузер")
    case .signInInput: say("Send the address or the code", "Отправить адрес или код")
    case .profile: say("Sign out", "Выйти из учётной записи")
    case .photo, .alert: say("Press the focused button", "Нажать выбранную кнопку")
    case .colors: say("Show photos of this colour", "Показать фото этого цвета")
    case .share, .menu, .export: say("Do what the row says", "Выполнить выбранное")
    case .search: say("Open the photo's menu", "Открыть меню фото")
    case .searchInput: say("Search", "Искать")
    case .downloads: say("Open it in the gallery", "Открыть в галерее")
    case .splash, .signInWaiting, .feed, .favourites, .gallery, .preview, .qrCode, .help, nil:
      say("Open the photo in full screen", "Открыть фото на весь экран")
    }
  }

  private func backDescription(at place: Place?) -> String {
    switch place {
    case .signInWaiting: say("Cancel sign-in", "Отменить вход")
    case .signInInput, .share, .menu, .colors, .preview, .downloads, .export, .qrCode, .help:
      say("Close", "Закрыть")
    case .favourites: say("Back to the profile", "Вернуться в профиль")
    case .search: say("Close the details", "Закрыть подробности")
    case .searchInput: say("Back to the results", "Вернуться к найденному")
    case .gallery: say("Leave the selection", "Снять выделение")
    case .alert: say("Close without changing anything", "Закрыть, ничего не меняя")
    case .feed: say("Close the details", "Закрыть подробности")
    case .photo: say("Back to the list", "Вернуться к списку")
    case .splash, .signIn, .profile, nil: say("Back", "Назад")
    }
  }

  private func refreshDescription(at place: Place?) -> String {
    switch place {
    case .signIn: say("Read the configuration again", "Прочитать настройки ещё раз")
    case .photo, .preview: say("Load again what failed", "Загрузить ещё раз, что не удалось")
    case .downloads: say("Try the download again", "Повторить загрузку")
    case .gallery: say("Fetch again what is missing or damaged", "Загрузить утерянное ещё раз")
    default: say("Refresh, or load again what failed", "Обновить или загрузить ещё раз")
    }
  }
}
