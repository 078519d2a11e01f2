import AppCore

/// Commands that are so closely related that the help describes them in one line.
package enum CommandGroup: CaseIterable, Sendable {
  case directions, pages, ends, tabs, neighbours, details, marks, sizes, transfer, zoom, slides,
    answers

  /// The commands, in the order of their keys in the help.
  package var commands: [Command] {
    switch self {
    case .directions: [.moveLeft, .moveDown, .moveUp, .moveRight]
    case .pages: [.pageUp, .pageDown]
    case .ends: [.first, .last]
    case .tabs: [.feedTab, .profileTab, .searchTab, .galleryTab]
    case .neighbours: [.previousTab, .nextTab]
    case .details: [.detailsDown, .detailsUp]
    case .marks: [.mark, .markAll, .compare]
    case .sizes: [.larger, .smaller]
    case .transfer: [.pause, .cancelDownload]
    case .zoom: [.zoomIn, .zoomOut]
    case .slides: [.showLonger, .showShorter]
    case .answers: [.yes, .no]
    }
  }
}

extension Texts {
  /// Returns the description of a group's commands at a place.
  ///
  /// - Parameter commands: The commands of the group that are available at the place, in the
  ///   group's order.
  /// - Returns: `nil` if these commands have too little in common for one line.
  package func group(_ group: CommandGroup, _ commands: [Command], at place: Place) -> String? {
    switch group {
    case .directions: directions(commands, at: place)
    case .pages:
      Set.zooming.contains(place)
        ? previousOrNextPhoto
        : say("Page up or down", "Перейти на экран вверх или вниз")
    case .ends:
      Set.lists.contains(place)
        ? say(
          "Go to the first or last loaded photo",
          "Перейти к первому или последнему загруженному фото"
        )
        : say("Go to the start or end", "Перейти в начало или в конец")
    case .tabs: tabNames(commands)
    case .neighbours:
      switch place {
      case .photo, .alert, .signIn:
        say("Go to the previous or next button", "Перейти к предыдущей или следующей кнопке")
      case .signInInput:
        say("Go to the previous or next line", "Перейти к предыдущей или следующей строке")
      case .share, .palette: previousOrNextRow
      case .visit: photosOrLikes
      case .comparison: otherPhoto
      case .search, .chooser: peopleOrCollections
      default: say("Go to the previous or next tab", "Перейти на предыдущую или следующую вкладку")
      }
    case .details: say("Scroll the details", "Прокрутить подробности")
    case .marks: say("Mark a photo, or all; compare two", "Отметить фото или все; сравнить два")
    case .transfer: say("Pause or cancel the download", "Приостановить или отменить загрузку")
    case .sizes: say("Make photos larger or smaller", "Увеличить или уменьшить фотографии")
    case .zoom: say("Zoom in or out", "Увеличить или уменьшить")
    case .slides:
      say("Change the time per photo", "Изменить время показа фото")
    case .answers: say("Answer yes or no", "Ответить «да» или «нет»")
    }
  }

  /// Returns one or two words for a group's commands at a place.
  package func name(of group: CommandGroup, at place: Place) -> String {
    switch group {
    case .directions:
      Set.zooming.contains(place) ? say("next; move", "листать") : say("move", "движение")
    case .pages:
      Set.zooming.contains(place) ? say("next photo", "другое фото") : say("page", "страница")
    case .ends: say("start, end", "начало, конец")
    case .tabs: say("tabs", "вкладки")
    case .neighbours: command(.nextTab, at: place).name
    case .details: say("scroll details", "прокрутка")
    case .marks: say("marks", "отметки")
    case .transfer: say("pause, cancel", "пауза, отмена")
    case .sizes: command(.larger).name
    case .zoom: command(.zoomIn).name
    case .slides: say("time per photo", "время показа")
    case .answers: say("yes, no", "да, нет")
    }
  }

  private func directions(_ commands: [Command], at place: Place) -> String? {
    switch place {
    case .photo where commands.count == 4, .comparison where commands.count == 4:
      say(
        "Show the previous or next photo; move when zoomed",
        "Показать предыдущее или следующее фото; сместиться по увеличенному"
      )
    case .feed, .favourites, .visit, .search, .gallery: say("Choose a photo", "Выбрать фото")
    case .colors: say("Choose a colour", "Выбрать цвет")
    case .slideshow: previousOrNextPhoto
    case .alert, .profile: say("Choose a button", "Выбрать кнопку")
    case .help: say("Scroll", "Прокрутить")
    case .share, .menu, .downloads, .searchInput, .palette, .chooser: previousOrNextRow
    default: nil
    }
  }

  private var previousOrNextPhoto: String {
    say("Show the previous or next photo", "Показать предыдущее или следующее фото")
  }

  private var previousOrNextRow: String {
    say("Go to the previous or next row", "Перейти к предыдущей или следующей строке")
  }

  /// The description of the keys that switch between sections of a photographer's page.
  var photosOrLikes: String {
    say("Switch between photos and likes", "Переключиться между фото и лайками")
  }

  /// The description of the keys that move the frame of a comparison.
  var otherPhoto: String { say("Choose the other photo", "Выбрать другое фото") }

  /// The description of the keys that switch between the kinds of search results.
  var peopleOrCollections: String {
    say("Show matching photographers or collections", "Показать найденных авторов или подборки")
  }

  private func tabNames(_ commands: [Command]) -> String {
    commands.compactMap { command in
      switch command {
      case .feedTab: self[.feedTab]
      case .profileTab: self[.profileTab]
      case .searchTab: self[.searchTab]
      case .galleryTab: self[.galleryTab]
      default: nil
      }
    }.joined(separator: ", ")
  }

  /// The prompt in the filter line of the help while the line is empty.
  package var helpPrompt: String { say("Find a key", "Найти клавишу") }

  /// The message if no key matches the filter.
  package var noKey: String { say("No matching keys", "Ничего не найдено") }
}
