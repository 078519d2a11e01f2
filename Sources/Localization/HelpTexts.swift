import AppCore
import Library

/// Commands that belong together so closely that the help has one line for them.
package enum CommandGroup: CaseIterable, Sendable {
  case directions, pages, ends, tabs, neighbours, details, sizes, zoom, slides, answers

  /// In the order in which their keys are shown.
  package var commands: [Command] {
    switch self {
    case .directions: [.moveLeft, .moveDown, .moveUp, .moveRight]
    case .pages: [.pageUp, .pageDown]
    case .ends: [.first, .last]
    case .tabs: [.feedTab, .profileTab, .searchTab, .galleryTab]
    case .neighbours: [.previousTab, .nextTab]
    case .details: [.detailsDown, .detailsUp]
    case .sizes: [.smaller, .larger]
    case .zoom: [.zoomIn, .zoomOut]
    case .slides: [.showLonger, .showShorter]
    case .answers: [.yes, .no]
    }
  }
}

extension Texts {
  /// What the commands of a group do, those of them that mean something at a place.
  ///
  /// - Parameter commands: the ones that do, in the order of the group.
  /// - Returns: nil where they have too little in common for one line.
  package func group(_ group: CommandGroup, _ commands: [Command], at place: Place) -> String? {
    switch group {
    case .directions: directions(commands, at: place)
    case .pages:
      place == .photo
        ? say("Previous or next photo", "Предыдущее или следующее фото")
        : say("Page up or down", "На экран вверх или вниз")
    case .ends:
      Set.lists.contains(place)
        ? say("First or last loaded photo", "Первое или последнее загруженное фото")
        : say("Start or end", "В начало или в конец")
    case .tabs: tabNames(commands)
    case .neighbours:
      switch place {
      case .photo, .alert: say("Previous or next button", "Предыдущая или следующая кнопка")
      case .share, .palette: say("Previous or next row", "Предыдущая или следующая строка")
      case .visit: say("The photographer's photos or likes", "Фотографии или лайки автора")
      case .search, .chooser:
        say("Photographers and collections found", "Найденные авторы и подборки")
      default: say("Previous or next tab", "Предыдущая или следующая вкладка")
      }
    case .details: say("Scroll the details", "Прокрутить подробности")
    case .sizes: say("Smaller or larger photos", "Уменьшить или увеличить фотографии")
    case .zoom: say("Zoom in or out", "Увеличить или уменьшить")
    case .slides:
      say("Show each photo for longer or shorter", "Менять фото медленнее или быстрее")
    case .answers: say("Yes or no", "Да или нет")
    }
  }

  private func directions(_ commands: [Command], at place: Place) -> String? {
    switch place {
    case .photo where commands.count == 4:
      say(
        "Previous or next photo; move when zoomed",
        "Предыдущее или следующее фото; сдвиг при увеличении"
      )
    case .feed, .favourites, .visit, .search, .gallery: say("Choose a photo", "Выбрать фото")
    case .colors: say("Choose a colour", "Выбрать цвет")
    case .preview, .slideshow: say("Previous or next photo", "Предыдущее или следующее фото")
    case .alert, .profile: say("Choose a button", "Выбрать кнопку")
    case .help: say("Scroll", "Прокрутить")
    case .share, .menu, .export, .downloads, .searchInput, .palette, .chooser:
      say("Previous or next row", "Предыдущая или следующая строка")
    default: nil
    }
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

  /// What stands in the help's empty line.
  package var helpPrompt: String { say("Find a key", "Найти клавишу") }

  /// Where no key fits what was typed.
  package var noKey: String { say("No matching keys", "Ничего не найдено") }
}
