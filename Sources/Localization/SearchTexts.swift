import AppCore
import Library
import Model

extension Texts {
  /// What comes first among what is found.
  package func sort(_ sort: SearchQuery.Sort) -> String {
    switch sort {
    case .relevant: say("relevant", "по релевантности")
    case .latest: say("newest", "сначала новые")
    }
  }

  package func format(_ format: RowSize.Format) -> String {
    switch format {
    case .rows: say("rows", "ряды")
    case .twoColumns: say("two columns", "две колонки")
    case .oneColumn: say("one column", "одна колонка")
    }
  }

  /// The shape of the photographs that are searched for; nil is any.
  package func orientation(_ orientation: SearchQuery.Orientation?) -> String {
    switch orientation {
    case nil: say("any orientation", "любая ориентация")
    case .landscape: say("landscape", "горизонтальные")
    case .portrait: say("portrait", "вертикальные")
    case .squarish: say("square", "квадратные")
    }
  }

  /// The colour of the photographs that are searched for; nil is any.
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

  /// The name of the key that goes through the topics, where there are no recent searches.
  package var topicsHint: String { say("topics", "темы") }

  /// The name of the key that goes through the suggestions below the search line.
  package var suggestionsHint: String { say("suggestions", "подсказки") }

  /// A dozen things to search for, as they are typed.
  package var topics: [String] {
    [
      say("mountains", "горы"), say("ocean", "океан"), say("animals", "животные"),
      say("birds", "птицы"), say("flowers", "цветы"), say("architecture", "архитектура"),
      say("travel", "путешествия"), say("food", "еда"), say("music", "музыка"),
      say("people", "люди"), say("evening", "вечер"), say("space", "космос"),
    ]
  }

  /// The title of results without a photograph.
  package func nothingFound(_ text: String) -> String {
    say("Nothing found for \(quote(text))", "По запросу \(quote(text)) ничего не найдено")
  }

  /// Why results end before their total.
  package func searchDepth(_ depth: Int, of total: Int) -> String {
    say(
      "Only the first \(number(depth)) of \(photos(total)) are available",
      "Доступны только первые \(number(depth)) из \(number(total)) фото"
    )
  }

  /// A row of a photograph's menu.
  ///
  /// - Parameters:
  ///   - isKept: whether it is in the gallery.
  ///   - isLiked: whether the person likes it.
  package func menu(_ row: MenuState.Row, isKept: Bool, isLiked: Bool) -> String {
    switch row {
    case .preview: say("Preview", "Просмотр")
    case .download:
      isKept ? say("Show in the gallery", "Показать в галерее") : say("Download", "Скачать")
    case .like: isLiked ? say("Unlike", "Снять лайк") : say("Like", "Поставить лайк")
    case .share: self[.share]
    case .collect: say("Add to a collection", "Добавить в подборку")
    case .author: say("Photographer's page", "Страница автора")
    case .copyLink: say("Copy link", "Скопировать ссылку")
    }
  }
}
