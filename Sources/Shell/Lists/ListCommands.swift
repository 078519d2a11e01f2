import ArgumentParser
import Model

struct FeedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feed",
    _superCommandName: "imagefeed",
    abstract: localized("List the photos of the feed.", "Вывести список фото ленты.")
  )

  @OptionGroup var options: ListOptions

  func run() { options.run(.feed) }
}

struct SearchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    _superCommandName: "imagefeed",
    abstract: localized("Search for photos.", "Найти фото.")
  )

  @Option(
    help: .text(
      "Only landscape, portrait or squarish photos.",
      "Только горизонтальные, вертикальные или квадратные фото."
    )
  )
  var orientation: SearchQuery.Orientation?

  @Option(
    help: .text(
      "Only photos of this colour, or black_and_white.",
      "Только фото этого цвета или black_and_white — чёрно-белые."
    )
  )
  var color: SearchQuery.Color?

  @Option(help: .text("The order of the results.", "Порядок результатов."))
  var sort = SearchQuery.Sort.relevant

  @Argument(help: .text("What to search for.", "Что искать."))
  var query: [String]

  @OptionGroup var options: ListOptions

  /// The maximum length of a query in characters.
  private static let maxQueryLength = 200

  private var text: String {
    query.joined(separator: " ").split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  func validate() throws {
    guard (1...Self.maxQueryLength).contains(text.count) else {
      throw ValidationError(
        "the query must have 1 to \(Self.maxQueryLength) characters",
        "в запросе должно быть от 1 до \(Self.maxQueryLength) символов"
      )
    }
  }

  func run() {
    let query = SearchQuery(text, orientation: orientation, color: color, sort: sort)
    options.run(.search(query))
  }
}

struct FavouritesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "favourites",
    _superCommandName: "imagefeed",
    abstract: localized("List the photos you like.", "Вывести список понравившихся вам фото."),
    aliases: ["favorites"]
  )

  @OptionGroup var options: ListOptions

  func run() { options.run(.favourites) }
}

struct UserCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "user",
    _superCommandName: "imagefeed",
    abstract: localized("List the photos of a photographer.", "Вывести список фото автора.")
  )

  @Flag(
    help: .text(
      "List the photos the photographer likes instead.",
      "Вывести список фото, которые понравились автору."
    )
  )
  var likes = false

  @Argument(
    help: .text("The user name, with or without @.", "Имя пользователя, с @ или без."),
    completion: Completion.users
  )
  var name: ListName

  @OptionGroup var options: ListOptions

  func run() { options.run(likes ? .likes(of: name.text) : .photographer(name.text)) }
}

struct TopicCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "topic",
    _superCommandName: "imagefeed",
    abstract: localized("List the photos of a topic.", "Вывести список фото темы.")
  )

  @Argument(
    help: .text(
      "The topic's name in addresses, such as street-photography.",
      "Имя темы, как в адресе, например street-photography."
    ),
    completion: Completion.topics
  )
  var slug: ListName

  @OptionGroup var options: ListOptions

  func run() { options.run(.topic(slug.text)) }
}

struct AlbumCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "album",
    _superCommandName: "imagefeed",
    abstract: localized("List the photos of an album.", "Вывести список фото альбома.")
  )

  @Argument(
    help: .text(
      "Album ID from its URL, such as album-1_2. Default: the configured one.",
      "ID альбома из его адреса, например album-1_2. По умолчанию — из настроек."
    )
  )
  var id: ListName?

  @OptionGroup var options: ListOptions

  func run() {
    let name = id.map { PhotoArgument.afterWord("album", in: $0.text) ?? $0.text }
    options.run(name.map(ListID.topic) ?? .feed, isAlbum: true)
  }
}

struct CollectionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "collection",
    _superCommandName: "imagefeed",
    abstract: localized("List the photos of a collection.", "Вывести список фото подборки.")
  )

  @Argument(
    help: .text("The collection's ID, as in its address.", "ID подборки, как в адресе."),
    completion: Completion.collections
  )
  var id: ListName

  @OptionGroup var options: ListOptions

  func run() { options.run(.collection(id.text)) }
}

struct RandomCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "random",
    _superCommandName: "imagefeed",
    abstract: localized("List random photos.", "Вывести список случайных фото.")
  )

  @OptionGroup var choice: RandomOptions
  @OptionGroup var options: ListOptions

  func validate() throws {
    if options.offline {
      throw ValidationError(
        "random photos are not cached: leave out --offline",
        "случайных фото в кэше нет: уберите --offline"
      )
    }
    if options.page != nil {
      throw ValidationError("random photos have no pages", "у случайных фото нет страниц")
    }
  }

  func run() { options.run(.random(choice.choice), isKept: false) }
}

extension ListName: ExpressibleByArgument {}
extension SearchQuery.Orientation: ExpressibleByArgument {}
extension SearchQuery.Color: ExpressibleByArgument {}
extension SearchQuery.Sort: ExpressibleByArgument {}
