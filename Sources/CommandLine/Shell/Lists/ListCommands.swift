import AppCore
import ArgumentParser
import Model

struct FeedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feed",
    _superCommandName: "imagefeed",
    abstract: localized("List the photos of the feed.", "Вывести список фото ленты.")
  )

  @OptionGroup var options: PagedListOptions

  func run() { options.run(.feed) }
}

struct SearchCommand: ParsableCommand, CheckedArguments {
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

  @Option(
    help: .text(
      "The order of the results. Default: relevant.",
      "Порядок результатов. По умолчанию — relevant."
    )
  )
  var sort: SearchQuery.Sort?

  @Option(
    help: .text(
      "Featured photos or all, where a service has both. Default: featured.",
      "Избранные фото или все, если сервис их различает. По умолчанию — featured."
    )
  )
  var scope: SearchQuery.Scope?

  @Argument(
    help: .text(
      "What to search for, or the link to a page of results.",
      "Что искать или ссылка на страницу результатов."
    )
  )
  var query: [String]

  @OptionGroup var options: PagedListOptions

  private var text: String {
    query.joined(separator: " ").split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Flag(
    help: .text(
      "Search for photographers; prints user names.",
      "Искать авторов; выводятся имена пользователей."
    )
  )
  var people = false

  /// The link to a page of results that stands for the query.
  private var link: ListName? {
    guard !text.contains(" "), text.contains("/"),
      text.contains("://") || Links(options.list.source.values).target(of: text) != nil
    else { return nil }
    return ListName(argument: text)
  }

  func check() throws {
    guard link != nil || (1...SearchQuery.maxLength).contains(text.count) else {
      throw ValidationError(
        "the query must have 1 to \(SearchQuery.maxLength) characters",
        "в запросе должно быть от 1 до \(SearchQuery.maxLength) символов"
      )
    }
    let list = options.list
    let isPlain =
      list.output.format == nil && !list.output.end.null && !list.pictures && !list.interactive
      && options.page == nil && !options.offline && !options.refresh
    if people, link != nil {
      throw ValidationError(
        "--people needs words, not a link",
        "--people: нужны слова, а не ссылка"
      )
    }
    if people, !isPlain || orientation != nil || color != nil || sort != nil || scope != nil {
      throw ValidationError(
        "--people can be used with --json, --limit and the options of the service only",
        "--people сочетается только с --json, --limit и параметрами сервиса"
      )
    }
  }

  func run() {
    var options = options
    if people {
      var found = OfferOptions()
      (found.json, found.limit, found.source) = (
        options.list.output.json, options.list.limit, options.list.source
      )
      found.run(.people(text))
    }
    var query = SearchQuery(text)
    if let link, case .search(let found) = options.list.source.list(link, .search) { query = found }
    query.orientation = orientation ?? query.orientation
    query.color = color ?? query.color
    query.sort = sort ?? query.sort
    query.scope = scope ?? query.scope
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

  @OptionGroup var options: PagedListOptions

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
    help: .text(
      "The user name, with or without @, or a link.",
      "Имя пользователя, с @ или без, или ссылка."
    ),
    completion: Completion.users
  )
  var name: ListName

  @OptionGroup var options: PagedListOptions

  func run() { options.run(name, likes ? .likes : .photographer) }
}

struct TopicCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "topic",
    _superCommandName: "imagefeed",
    abstract: localized("List the photos of a topic.", "Вывести список фото темы.")
  )

  @Argument(
    help: .text(
      "The topic's name in addresses, such as street-photography, or a link.",
      "Имя темы, как в адресе, например street-photography, или ссылка."
    ),
    completion: Completion.topics
  )
  var slug: ListName

  @OptionGroup var options: PagedListOptions

  func run() { options.run(slug, .topic) }
}

struct AlbumCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "album",
    _superCommandName: "imagefeed",
    abstract: localized("List the photos of an album.", "Вывести список фото альбома.")
  )

  @Argument(
    help: .text(
      "Album ID, such as album-1_2, or a link. Default: the configured one.",
      "ID альбома, например album-1_2, или ссылка. По умолчанию — из настроек."
    )
  )
  var id: ListName?

  @OptionGroup var options: PagedListOptions

  func run() {
    guard let id else { options.run(.feed, isAlbum: true) }
    let plain = PhotoArgument.afterWord("album", in: id.text).flatMap(ListName.init)
    options.run(plain ?? id, .topic, isAlbum: true)
  }
}

/// The command that lists the photos opened last, which are stored on this computer.
struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    _superCommandName: "imagefeed",
    abstract: localized(
      "List the photos opened last on this computer.",
      "Вывести список фото, открытых последними на этом компьютере."
    )
  )

  @OptionGroup var options: ListOptions

  func run() { options.run(.history, .cacheOnly) }
}

struct CollectionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "collection",
    _superCommandName: "imagefeed",
    abstract: localized("List the photos of a collection.", "Вывести список фото подборки.")
  )

  @Argument(
    help: .text(
      "The collection's ID, as in its address, or a link.",
      "ID подборки, как в адресе, или ссылка."
    ),
    completion: Completion.collections
  )
  var id: ListName

  @OptionGroup var options: PagedListOptions

  func run() { options.run(id, .collection) }
}

struct RandomCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "random",
    _superCommandName: "imagefeed",
    abstract: localized("List random photos.", "Вывести список случайных фото.")
  )

  @OptionGroup var choice: RandomOptions
  @OptionGroup var options: ListOptions

  func run() {
    var options = options
    let choice = choice.choice(&options.source)
    options.run(.random(choice), .serviceOnly)
  }
}

extension SearchQuery.Orientation: ExpressibleByArgument {}
extension SearchQuery.Color: ExpressibleByArgument {}
extension SearchQuery.Sort: ExpressibleByArgument {}
extension SearchQuery.Scope: ExpressibleByArgument {}
