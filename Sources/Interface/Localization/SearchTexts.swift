import AppCore
import Model

extension Texts {
  /// Returns the name of an order of search results.
  package func sort(_ sort: SearchQuery.Sort) -> String {
    switch sort {
    case .relevant: say("relevant", "по релевантности")
    case .latest: say("newest", "сначала новые")
    }
  }

  /// Returns the name of the photos that are searched.
  package func scope(_ scope: SearchQuery.Scope) -> String {
    switch scope {
    case .featured: say("featured", "избранные")
    case .all: say("all photos", "все фото")
    }
  }

  /// Returns the name of a format of search results.
  package func format(_ format: RowSize.Format) -> String {
    switch format {
    case .rows: say("rows", "ряды")
    case .twoColumns: say("two columns", "две колонки")
    case .oneColumn: say("one column", "одна колонка")
    }
  }

  /// Returns the name of the orientation that results are filtered by; `nil` stands for any.
  package func orientation(_ orientation: SearchQuery.Orientation?) -> String {
    switch orientation {
    case nil: say("any orientation", "любая ориентация")
    case .landscape: say("landscape", "горизонтальные")
    case .portrait: say("portrait", "вертикальные")
    case .squarish: say("square", "квадратные")
    }
  }

  /// Returns the name of the colour that results are filtered by; `nil` stands for any.
  package func color(_ color: SearchQuery.Color?) -> String {
    switch color {
    case nil: say("any colour", "любой цвет")
    case .blackAndWhite: say("black and white", "чёрно-белый")
    case .black: say("black", "чёрный")
    case .white: say("white", "белый")
    case .yellow: say("yellow", "жёлтый")
    case .orange: say("orange", "оранжевый")
    case .red: say("red", "красный")
    case .purple: say("purple", "фиолетовый")
    case .magenta: say("magenta", "пурпурный")
    case .green: say("green", "зелёный")
    case .teal: say("teal", "бирюзовый")
    case .blue: say("blue", "синий")
    }
  }

  /// The name of the key that moves through the topics' covers, if there are no recent searches.
  package var topicsHint: String { say("topics", "темы") }

  /// The name of the key that moves through the suggested queries, if there are no recent searches.
  package var ideasHint: String { say("ideas", "идеи") }

  /// The name of the key that moves through the suggestions below the search line.
  package var suggestionsHint: String { say("suggestions", "подсказки") }

  /// Twelve suggested queries, as a user would type them.
  package var searchIdeas: [String] {
    [
      say("mountains", "горы"), say("ocean", "океан"), say("animals", "животные"),
      say("birds", "птицы"), say("flowers", "цветы"), say("architecture", "архитектура"),
      say("travel", "путешествия"), say("food", "еда"), say("music", "музыка"),
      say("people", "люди"), say("evening", "вечер"), say("space", "космос"),
    ]
  }

  /// Returns the title of a search without results.
  package func nothingFound(_ text: String) -> String {
    say("Nothing found for \(quote(text))", "По запросу \(quote(text)) ничего не найдено")
  }

  /// Returns the reason why the results end before their total.
  package func searchDepth(_ depth: Int, of total: Int) -> String {
    say(
      "Only the first \(number(depth)) of \(photos(total)) are available",
      "Доступны только первые \(number(depth)) из \(number(total)) фото"
    )
  }

  /// Returns the end of a list whose photos the program has chosen from others.
  package func looked(at count: Int) -> String {
    say("\(photos(count)) looked at", "Просмотрено \(photos(count))")
  }

  /// Returns a row of a photo's menu.
  ///
  /// - Parameters:
  ///   - item: The photo's unfinished download; `nil` if there is none.
  ///   - isKept: Whether the photo is in the gallery.
  ///   - isLiked: Whether the user likes the photo.
  package func menu(
    _ row: MenuState.Row,
    _ item: DownloadItem?,
    isKept: Bool,
    isLiked: Bool
  ) -> String {
    switch row {
    case .preview: say("Preview", "Просмотр")
    case .download:
      switch item?.phase {
      case .queued, .running: self[.pauseDownload]
      case .paused: self[.resumeDownload]
      case .failed: button(.retry)
      case .finished, nil:
        isKept ? say("Show in the gallery", "Показать в галерее") : say("Download", "Скачать")
      }
    case .cancelDownload: say("Cancel the download", "Отменить загрузку")
    case .like: isLiked ? say("Unlike", "Снять лайк") : say("Like", "Поставить лайк")
    case .share: self[.share]
    case .collect: say("Add to a collection", "Добавить в подборку")
    case .author: say("Photographer's page", "Страница автора")
    }
  }
}
