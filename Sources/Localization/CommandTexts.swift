import AppCore

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
      command == .share && edition == .extended
      ? say("Link, QR code, attribution, browser, save", "Ссылка, QR-код, подпись, сохранение")
      : description(command, at: place)
    return CommandText(name: name(command, at: place), description: description)
  }

  private func name(_ command: Command, at place: Place?) -> String {
    switch command {
    case .moveUp: say("up", "вверх")
    case .moveDown: say("down", "вниз")
    case .moveLeft: say("left", "влево")
    case .moveRight: say("right", "вправо")
    case .pageUp: say("page up", "выше")
    case .pageDown: say("page down", "ниже")
    case .first: say("first", "в начало")
    case .last: say("last", "в конец")
    case .open:
      switch place {
      case .signIn: say("sign in", "войти")
      case .signInInput: say("send", "отправить")
      case .profile: say("sign out", "выйти")
      case .photo, .share, .alert: say("choose", "выбрать")
      case .splash, .signInWaiting, .feed, .qrCode, .help, nil: say("open", "открыть")
      }
    case .back:
      switch place {
      case .signInWaiting: say("cancel", "отмена")
      case .signInInput, .feed, .share, .qrCode, .help, .alert: say("close", "закрыть")
      case .splash, .signIn, .profile, .photo, nil: say("back", "назад")
      }
    case .nextTab:
      switch place {
      case .feed, .profile: say("next tab", "вкладка")
      case .splash, .signIn, .signInWaiting, .signInInput, .photo, .share, .qrCode, .help,
        .alert, nil:
        say("next", "дальше")
      }
    case .previousTab: say("previous", "раньше")
    case .feedTab: say("feed", "лента")
    case .profileTab: say("profile", "профиль")
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
    case .photo: say("retry", "повторить")
    case .splash, .signInWaiting, .signInInput, .feed, .profile, .share, .qrCode, .help, .alert,
      nil:
      say("refresh", "обновить")
    }
  }

  private func description(_ command: Command, at place: Place?) -> String {
    switch command {
    case .moveUp: move(place, say("up", "вверх"), say("Previous row", "Предыдущая строка"))
    case .moveDown: move(place, say("down", "вниз"), say("Next row", "Следующая строка"))
    case .moveLeft:
      place == .photo
        ? say(
          "Previous photo, or move left when zoomed",
          "Предыдущее фото или влево при увеличении"
        )
        : say("Move left", "Переместиться влево")
    case .moveRight:
      place == .photo
        ? say("Next photo, or move right when zoomed", "Следующее фото или вправо при увеличении")
        : say("Move right", "Переместиться вправо")
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
    case .share: row
    case .splash, .signIn, .signInWaiting, .signInInput, .feed, .profile, .qrCode, .help, .alert,
      nil:
      say("Move \(direction)", "Переместиться \(direction)")
    }
  }

  private func tabDescription(_ place: Place?, _ direction: String) -> String {
    switch place {
    case .photo, .alert: say("\(direction) button", "\(direction) по кнопкам")
    case .share: say("\(direction) row", "\(direction) по строкам")
    case .splash, .signIn, .signInWaiting, .signInInput, .feed, .profile, .qrCode, .help, nil:
      say("\(direction) tab", "\(direction) по вкладкам")
    }
  }

  private func openDescription(at place: Place?) -> String {
    switch place {
    case .signIn: say("Sign in through the browser", "Войти через браузер")
    case .signInInput: say("Send the address or the code", "Отправить адрес или код")
    case .profile: say("Sign out", "Выйти из учётной записи")
    case .photo, .alert: say("Press the focused button", "Нажать выбранную кнопку")
    case .share: say("Do what the row says", "Выполнить выбранное")
    case .splash, .signInWaiting, .feed, .qrCode, .help, nil:
      say("Open the photo in full screen", "Открыть фото на весь экран")
    }
  }

  private func backDescription(at place: Place?) -> String {
    switch place {
    case .signInWaiting: say("Cancel sign-in", "Отменить вход")
    case .signInInput, .share, .qrCode, .help: say("Close", "Закрыть")
    case .alert: say("Close without changing anything", "Закрыть, ничего не меняя")
    case .feed: say("Close the details", "Закрыть подробности")
    case .photo: say("Back to the feed", "Вернуться в ленту")
    case .splash, .signIn, .profile, nil: say("Back", "Назад")
    }
  }

  private func refreshDescription(at place: Place?) -> String {
    switch place {
    case .signIn: say("Read the configuration again", "Прочитать настройки ещё раз")
    case .photo: say("Load again what failed", "Загрузить ещё раз, что не удалось")
    case .splash, .signInWaiting, .signInInput, .feed, .profile, .share, .qrCode, .help, .alert,
      nil:
      say("Refresh, or load again what failed", "Обновить или загрузить ещё раз")
    }
  }
}
