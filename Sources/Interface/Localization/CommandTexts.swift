import AppCore
import Model

/// The name and the description of a command.
package struct CommandText: Equatable, Sendable {
  /// One or two short words for the hint line.
  package let name: String
  /// One line for the help overlay.
  package let description: String
}

extension Texts {
  /// Returns the name and the description of a command.
  ///
  /// - Parameter place: The place of the command, which may change both texts; `nil` if it doesn't
  ///   matter.
  package func command(
    _ command: Command,
    at place: Place? = nil,
    in capabilities: Capabilities = []
  ) -> CommandText {
    let description =
      switch command {
      case .share where capabilities.contains(.richSharing):
        say("Share: link, file, wallpaper, QR code", "Поделиться: ссылка, файл, обои, QR-код")
      case .back where place == .feed && !capabilities.isEmpty && !capabilities.contains(.marks):
        say("Close the details", "Закрыть подробности")
      case .profileTab where capabilities.contains(.favourites) && !capabilities.contains(.profile):
        say("Show your favourites", "Показать избранное")
      case .profileTab where capabilities.contains(.favourites):
        say("Show your profile and favourites", "Показать профиль и избранное")
      default: description(command, at: place)
      }
    return CommandText(name: name(command, at: place), description: description)
  }

  private func name(_ command: Command, at place: Place?) -> String {
    switch command {
    case .moveUp: place == .photo ? say("move", "двигать") : say("up", "вверх")
    case .moveDown: place == .searchInput ? say("recent", "недавние") : say("down", "вниз")
    case .moveLeft: say("left", "влево")
    case .moveRight: place == .photo ? say("next", "листать") : say("right", "вправо")
    case .pageUp: say("page up", "выше")
    case .pageDown: say("page down", "ниже")
    case .first: say("first", "в начало")
    case .last: say("last", "в конец")
    case .open: openName(at: place)
    case .back: backName(at: place)
    case .close:
      switch place {
      case .splash, .signIn, .feed, .profile, .favourites, .search, .gallery: say("quit", "выход")
      default: say("close", "закрыть")
      }
    case .yes: say("yes", "да")
    case .no: say("no", "нет")
    case .nextTab:
      switch place {
      case .feed, .profile, .favourites, .gallery: say("next tab", "вкладка")
      case .search: say("photographers", "авторы")
      case .visit: say("photos/likes", "фото/лайки")
      case .comparison: say("other photo", "другое фото")
      default: say("next", "дальше")
      }
    case .previousTab: say("previous", "назад")
    case .feedTab: say("feed", "лента")
    case .profileTab: say("profile", "профиль")
    case .searchTab: say("search", "поиск")
    case .galleryTab: say("gallery", "галерея")
    case .find: say("search", "поиск")
    case .orientation: say("orientation", "ориентация")
    case .color: say("colour", "цвет")
    case .sort: say("sort", "сортировка")
    case .scope: say("scope", "где искать")
    case .removeQuery: say("remove", "удалить")
    case .menu: say("menu", "меню")
    case .smaller: say("smaller", "уменьшить")
    case .larger: say("size", "размер")
    case .format: say("layout", "вид")
    case .download: say("download", "скачать")
    case .downloads: say("downloads", "загрузки")
    case .pause: say("pause", "пауза")
    case .cancelDownload: say("cancel", "отменить")
    case .undo: say("undo", "вернуть")
    case .mark: say("mark", "отметить")
    case .markAll: say("all", "все")
    case .compare: say("compare", "сравнить")
    case .markGroup: say("group", "группа")
    case .delete: say("delete", "удалить")
    case .like: say("like", "лайк")
    case .share: say("share", "поделиться")
    case .author: say("photographer", "автор")
    case .random: say("random", "случайное")
    case .history: say("history", "история")
    case .clearHistory: say("clear", "очистить")
    case .openAddress: say("open link", "по ссылке")
    case .topics: topical(say("topics", "темы"), albums: say("albums", "альбомы"))
    case .collections: say("collections", "подборки")
    case .collect: say("collect", "в подборку")
    case .details: say("details", "подробнее")
    case .detailsUp: say("scroll up", "вверх")
    case .detailsDown: say("more", "ещё")
    case .refresh: refreshName(at: place)
    case .zoomIn: say("zoom", "масштаб")
    case .zoomOut: say("zoom out", "уменьшить")
    case .zoomFit: say("fit", "вписать")
    case .zoomActual: say("1:1", "1:1")
    case .zoomToggle: say("fit/fill", "заполнить")
    case .rotate: say("rotate", "повернуть")
    case .filmstrip: say("filmstrip", "миниатюры")
    case .slideshow: say("slideshow", "слайд-шоу")
    case .showLonger: say("longer", "дольше")
    case .shuffle: say("order", "порядок")
    case .showShorter: say("shorter", "короче")
    case .browse: say("browse", "смотреть")
    case .tryDemo: say("demo", "демо")
    case .copyAddress: say("copy", "скопировать")
    case .copyRedirects: say("copy URIs", "скопировать URI")
    case .openAgain where place == .signIn && signInOption != .keys: say("sign in", "войти")
    case .openAgain:
      place == .signIn ? say("open page", "открыть сайт") : say("open again", "открыть снова")
    case .paste: place == .signIn ? say("paste keys", "вставить ключи") : say("paste", "вставить")
    case .otherMachine: say("other device", "другое устройство")
    case .signOut: say("sign out", "выйти")
    case .switchService: say("switch service", "сменить сервис")
    case .help: say("help", "справка")
    case .filter: say("find", "найти")
    case .palette: say("commands", "команды")
    case .redraw: say("redraw", "перерисовать")
    case .suspend: say("suspend", "в фон")
    case .quit: say("quit", "выход")
    }
  }

  private func description(_ command: Command, at place: Place?) -> String {
    switch command {
    case .moveUp:
      move(
        place,
        say("up", "вверх"),
        say("Go to the previous row", "Перейти к предыдущей строке")
      )
    case .moveDown:
      move(place, say("down", "вниз"), say("Go to the next row", "Перейти к следующей строке"))
    case .moveLeft:
      switch place {
      case .photo, .comparison:
        say(
          "Show the previous photo, or move left when zoomed",
          "Предыдущее фото или влево по увеличенному"
        )
      case .slideshow: previousPhoto
      default: say("Move left", "Перейти влево")
      }
    case .moveRight:
      switch place {
      case .photo, .comparison:
        say(
          "Show the next photo, or move right when zoomed",
          "Следующее фото или вправо по увеличенному"
        )
      case .slideshow: nextPhoto
      default: say("Move right", "Перейти вправо")
      }
    case .pageUp:
      place.map(Set.zooming.contains) == true
        ? previousPhoto : say("Page up", "Перейти на экран вверх")
    case .pageDown:
      place.map(Set.zooming.contains) == true
        ? nextPhoto : say("Page down", "Перейти на экран вниз")
    case .first: say("Go to the start", "Перейти в начало")
    case .last:
      place.map(Set.lists.contains) ?? false
        ? say("Go to the last loaded photo", "Перейти к последнему загруженному фото")
        : say("Go to the end", "Перейти в конец")
    case .open: openDescription(at: place)
    case .back: backDescription(at: place)
    case .close:
      switch place {
      case .splash, .signIn, .profile: say("Quit imagefeed", "Выйти из программы")
      case .feed, .favourites, .search, .gallery:
        say("Close what's open, or quit", "Закрыть или выйти")
      default: say("Close", "Закрыть")
      }
    case .yes: say("Answer yes", "Ответить «да»")
    case .no: say("Answer no", "Ответить «нет»")
    case .nextTab: tabDescription(place, say("next", "следующ"))
    case .previousTab: tabDescription(place, say("previous", "предыдущ"))
    case .feedTab: say("Show the feed", "Показать ленту")
    case .profileTab: say("Show your profile", "Показать профиль")
    case .searchTab: say("Show search", "Показать поиск")
    case .galleryTab: say("Show the gallery", "Показать галерею")
    case .find: say("Search for photos", "Искать фотографии")
    case .orientation:
      say("Filter by orientation", "Отфильтровать по ориентации")
    case .color: say("Filter by colour", "Отфильтровать по цвету")
    case .sort: say("Sort by relevance or date", "Отсортировать по релевантности или дате")
    case .scope: say("Search featured or all photos", "Искать среди избранных или всех фото")
    case .removeQuery: say("Remove from search history", "Удалить из истории поиска")
    case .menu: say("Open the photo's menu", "Открыть меню фото")
    case .smaller: say("Make photos smaller", "Уменьшить фотографии")
    case .larger: say("Make photos larger", "Увеличить фотографии")
    case .format:
      topical(
        say("Show rows, two columns or one column", "Показать рядами, в две колонки или в одну"),
        albums: say("Show two columns or one column", "Показать в две колонки или в одну")
      )
    case .download: say("Download the photo to the gallery", "Скачать фото в галерею")
    case .downloads: say("Show downloads", "Показать загрузки")
    case .pause: say("Pause or resume the download", "Приостановить или продолжить загрузку")
    case .cancelDownload: say("Cancel the download", "Отменить загрузку")
    case .undo: say("Undo the last unlike", "Вернуть последний снятый лайк")
    case .mark: say("Mark or unmark, and move on", "Отметить или снять отметку и перейти дальше")
    case .markAll:
      place.map(Set.lists.contains) ?? false
        ? say("Mark all loaded photos", "Отметить все загруженные фото")
        : say("Mark all", "Отметить все")
    case .compare: say("Compare two marked photos", "Сравнить два отмеченных фото")
    case .markGroup: say("Mark the group", "Отметить группу")
    case .delete: say("Delete from this computer", "Удалить с этого компьютера")
    case .like: say("Like or unlike", "Поставить или снять лайк")
    case .share: say("Share: copy the link, save", "Поделиться: скопировать ссылку, сохранить")
    case .author: say("Show the photographer", "Открыть страницу автора")
    case .random: say("Show a random photo", "Показать случайное фото")
    case .history: say("Show recently opened photos", "Показать недавно открытые фото")
    case .clearHistory: say("Clear the history", "Очистить историю")
    case .openAddress: say("Open a link or photo ID", "Открыть фото или страницу по ссылке")
    case .topics:
      topical(
        say("Choose a topic for the feed", "Выбрать тему для ленты"),
        albums: say("Choose an album", "Выбрать альбом")
      )
    case .collections:
      place == .profile || place == .favourites
        ? say("Show your collections", "Показать свои подборки")
        : say("Show the photographer's collections", "Показать подборки автора")
    case .collect: say("Add to or remove from a collection", "Добавить в подборку или убрать")
    case .details: say("Show or hide the details", "Показать или скрыть подробности")
    case .detailsUp: say("Scroll the details up", "Подробности: вверх")
    case .detailsDown: say("Scroll the details down", "Подробности: вниз")
    case .refresh: refreshDescription(at: place)
    case .zoomIn: say("Zoom in", "Увеличить")
    case .zoomOut: say("Zoom out", "Уменьшить")
    case .zoomFit: say("Fit to the screen", "Вписать в экран")
    case .zoomActual: say("Actual size (1:1)", "Исходный размер (1:1)")
    case .zoomToggle: say("Fill the screen or fit", "Заполнить экран или вписать")
    case .rotate: say("Rotate 90 degrees clockwise", "Повернуть на 90° по часовой стрелке")
    case .filmstrip: say("Show or hide the filmstrip", "Показать или скрыть миниатюры")
    case .slideshow:
      place == .slideshow
        ? say("Pause the slideshow", "Приостановить слайд-шоу")
        : say("Start a slideshow here", "Начать слайд-шоу с этого фото")
    case .showLonger: say("Show each photo longer", "Показывать каждое фото дольше")
    case .shuffle: say("Show photos shuffled, or as listed", "Фото вперемешку или по порядку")
    case .showShorter: say("Show each photo for less time", "Показывать каждое фото короче")
    case .browse: say("Browse photos without an account", "Смотреть фото без аккаунта")
    case .tryDemo: say("Explore the demo", "Посмотреть демо")
    case .copyAddress:
      place == .signIn
        ? say("Copy the link", "Скопировать ссылку")
        : say("Copy the sign-in link", "Скопировать ссылку для входа")
    case .copyRedirects: say("Copy the redirect URIs", "Скопировать адреса возврата")
    case .openAgain:
      place == .signIn
        ? signInOffer
        : say("Open the sign-in page again", "Открыть страницу входа ещё раз")
    case .paste:
      place == .signIn
        ? say("Paste the app's keys", "Вставить ключи приложения")
        : say("Paste the code or the final URL", "Вставить код или адрес последней страницы")
    case .otherMachine:
      say("Sign in on another device", "Войти на другом устройстве")
    case .signOut: say("Sign out", "Выйти из аккаунта")
    case .switchService: say("Switch service", "Сменить сервис")
    case .filter: say("Find a key", "Найти клавишу")
    case .palette: say("Find a command", "Найти команду")
    case .help: say("Show or hide help", "Показать или скрыть справку")
    case .redraw: say("Redraw", "Перерисовать экран")
    case .suspend: say("Suspend (fg to resume)", "Приостановить (вернуться: fg)")
    case .quit: say("Quit imagefeed", "Выйти из программы")
    }
  }

  private var previousPhoto: String {
    say("Show the previous photo", "Показать предыдущее фото")
  }

  private var nextPhoto: String { say("Show the next photo", "Показать следующее фото") }
}
