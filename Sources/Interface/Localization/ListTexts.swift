import AppCore
import Model

extension Texts {
  /// Returns the size that the terminal needs, below the message that it is too small.
  package func needed(columns: Int, rows: Int) -> String {
    say("needed: \(columns)×\(rows)", "нужно \(columns)×\(rows)")
  }

  /// Returns the message that the terminal is too small for a QR code.
  ///
  /// - Parameters:
  ///   - columns: The columns that the code needs.
  ///   - rows: The rows that the code needs.
  package func codeTooLarge(columns: Int, rows: Int) -> String {
    say(
      "The QR code needs \(columns) columns and \(rows) rows. Enlarge the terminal "
        + "or use a smaller font.",
      "QR-код не помещается: нужно окно \(columns)×\(rows). Увеличьте окно или уменьшите шрифт."
    )
  }

  /// Returns the program's name for a list, such as the heading of a gallery group.
  package func origin(_ origin: ListID) -> String {
    switch origin {
    case .feed: self[.feedTab]
    case .favourites: self[.favourites]
    case .search(let query): quote(query.text)
    case .photographer(let name): "@" + name
    case .likes(of: let name): say("Liked by @\(name)", "Лайки @\(name)")
    case .topic(let slug):
      topical(
        Self.words(of: slug),
        albums: slug.hasSuffix("_all")
          ? say("All photos", "Все фотографии") : say("Album \(slug)", "Альбом \(slug)")
      )
    case .collection(let id): say("Collection \(id)", "Подборка \(id)")
    case .random: say("Random", "Случайные")
    case .history: say("History", "История")
    }
  }

  /// Returns a topic's slug as a name, if the name isn't known: "street-photography" becomes
  /// "Street photography".
  package static func words(of slug: String) -> String {
    let words = slug.split(separator: "-").joined(separator: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  /// The name of the service's own feed in the list of topics.
  package var editorial: String {
    topical(
      say("Editorial feed", "Редакционная лента"),
      albums: say("Album", "Альбом")
    )
  }

  /// Returns the heading of a list to choose from.
  package func chooser(_ subject: OfferSubject) -> String {
    switch subject {
    case .topics: self[.topics]
    case .people(let words): say("Photographers: \(words)", "Авторы: \(words)")
    case .collectionsFound(let words): say("Collections: \(words)", "Подборки: \(words)")
    case .collections(let name): say("Collections of @\(name)", "Подборки @\(name)")
    }
  }

  /// Returns the prompt in the empty line of such a list.
  package func chooserPrompt(_ subject: OfferSubject) -> String {
    if case .people = subject { return say("Filter by name", "Фильтр по имени") }
    return say("Filter by name", "Фильтр по названию")
  }

  /// Returns the title of the list that adds photos to collections.
  package func collectionEdit(_ count: Int) -> String {
    count == 1
      ? say("Add to a collection", "Добавить в подборку")
      : say("Add \(photos(count)) to a collection", "Добавить в подборку: \(photos(count))")
  }

  /// The prompt in the empty line of the list that adds photos to collections.
  package var collectionEditPrompt: String {
    say("Find or create a collection", "Найти или создать подборку")
  }

  /// The prompt while the name of a new collection is typed.
  package var collectionNamePrompt: String {
    say("Name of the new collection", "Название новой подборки")
  }

  /// The row that starts a new collection.
  package var newCollection: String { say("New collection", "Новая подборка") }

  /// Returns the row that creates a collection with a title.
  package func make(_ new: NewCollection) -> String {
    new.isPrivate
      ? say("Create private \(quote(new.title))", "Создать личную подборку \(quote(new.title))")
      : say("Create \(quote(new.title))", "Создать подборку \(quote(new.title))")
  }

  /// Returns how many of the photos are in a collection: "2 of 3".
  package func part(_ count: Int, of all: Int) -> String {
    say("\(number(count)) of \(number(all))", "\(number(count)) из \(number(all))")
  }

  /// Returns the message of an empty list to choose from.
  package func nothingToChoose(_ subject: OfferSubject, isFiltered: Bool) -> String {
    guard !isFiltered else { return say("Nothing found", "Ничего не найдено") }
    return switch subject {
    case .topics: topical(say("No topics", "Тем нет"), albums: say("No albums", "Альбомов нет"))
    case .collections: say("No collections yet", "Подборок пока нет")
    case .people, .collectionsFound: say("Nothing found", "Ничего не найдено")
    }
  }

  /// Returns the name of a section of a photographer.
  package func section(_ section: PersonSection) -> String {
    switch section {
    case .photos: say("Photos", "Фото")
    case .likes: say("Likes", "Лайки")
    }
  }

  /// The prompt in the empty line for a link.
  package var addressPrompt: String {
    topical(
      say(
        "A link or the ID of a photo",
        "Ссылка или ID фото"
      ),
      albums: say("A link to a photo or an album", "Ссылка на фото или альбом")
    )
  }

  /// Returns the message that the typed text is neither a link nor an ID.
  package func unknownAddress(of service: String) -> String {
    say("Not a photo ID or \(service) link", "Не ссылка на \(service) и не ID")
  }

  /// Returns the owner of a collection: "by Ann".
  package func collected(by name: String) -> String { say("by \(name)", "автор: \(name)") }

  /// Returns the title of the sheet to share several photos.
  package func sharing(_ count: Int) -> String {
    say("Share \(photos(count))", "Поделиться: \(photos(count))")
  }

  /// Returns the title of the sheet to share a photo.
  ///
  /// - Parameter description: its description; may be empty.
  package func sharing(_ description: String, by author: String) -> String {
    description.isEmpty
      ? say("Share a photo by \(author)", "Поделиться: фото, автор \(author)")
      : say("Share \(quote(description))", "Поделиться: \(quote(description))")
  }

  /// Returns a row of the sheet to share photos.
  ///
  /// The user's own commands have their own names.
  ///
  /// - Parameters:
  ///   - isOfSeveral: whether the sheet is for several photos.
  ///   - isKept: whether the photo is in the gallery with an intact file; `nil` if its file is
  ///     unusable.
  package func share(_ row: ShareState.Row, isOfSeveral: Bool, isKept: Bool?) -> String {
    switch row {
    case .copyLink where isOfSeveral: say("Copy links", "Скопировать ссылки")
    case .copyLink: say("Copy link", "Скопировать ссылку")
    case .save: say("Save to Pictures", "Сохранить в «Изображения»")
    case .download:
      switch isKept {
      case true?: say("Show in the gallery", "Показать в галерее")
      case false?: say("Download to the gallery", "Скачать в галерею")
      case nil: say("Download again", "Скачать заново")
      }
    case .copyImage: say("Copy image", "Скопировать изображение")
    case .view: say("Open in viewer", "Открыть в просмотрщике")
    case .wallpaper: say("Set as wallpaper", "Сделать обоями")
    case .mail: say("Send by email", "Отправить по почте")
    case .command: say("Own command", "Своя команда")
    case .copyPath where isOfSeveral: say("Copy file paths", "Скопировать пути к файлам")
    case .copyPath: say("Copy file path", "Скопировать путь к файлу")
    case .showCode: say("Show QR code", "Показать QR-код")
    case .copyCredit where isOfSeveral: say("Copy credits", "Скопировать подписи")
    case .copyCredit: say("Copy credit", "Скопировать подпись")
    case .credit(.markdown): "Markdown"
    case .credit(.html): "HTML"
    case .credit(.text): say("Text", "Текст")
    case .openInBrowser: say("Open in browser", "Открыть в браузере")
    case .openAuthor: say("Photographer's page", "Страница автора")
    }
  }
}
