import ArgumentParser
import Localization
import Model
import Shell

/// The options of every command that prints a list.
struct ListOptions: ParsableArguments {
  @OptionGroup var source: SourceOptions
  @OptionGroup var output: OutputOptions

  @Option(help: ArgumentHelp("Maximum number of photos.", valueName: "count"))
  var limit = 30

  @Option(help: ArgumentHelp("The page to begin with.", valueName: "number"))
  var page: Int?

  @Flag(help: "Use cached photos only; don't connect.")
  var offline = false

  @Flag(help: "Ignore the cache.")
  var refresh = false

  @Flag(help: "On a terminal, show thumbnails beside the rows.")
  var pictures = false

  @Flag(help: "Start the program at the list instead of printing it.")
  var interactive = false

  @Option(
    help: ArgumentHelp("The program's own option.", visibility: .private),
    transform: PathArgument.path
  )
  var trace: String?

  func validate() throws {
    if trace != nil, !interactive { throw ValidationError("--trace needs --interactive") }
    if interactive {
      let isPrinted = output.json || output.format != nil || pictures
      guard !isPrinted, !offline, !refresh, page == nil else {
        throw ValidationError(
          "--interactive can't be used with --json, --format, --pictures, --offline, --refresh, "
            + "--page"
        )
      }
    }
    if pictures, output.json || output.format != nil {
      throw ValidationError("--pictures can't be used with --json or --format")
    }
    guard (1...10_000).contains(limit) else {
      throw ValidationError("--limit takes a number from 1 to 10000")
    }
    if let page, !(1...1_000_000).contains(page) {
      throw ValidationError("--page takes a number, 1 or more")
    }
    if offline, refresh { throw ValidationError("--offline and --refresh can't be used together") }
    if offline, page != nil { throw ValidationError("--offline and --page can't be used together") }
  }

  /// Prints a list and ends the process.
  ///
  /// - Parameter isKept: Whether a cached copy may be printed instead.
  func run(_ list: ListID, isKept: Bool = true) -> Never {
    if interactive { source.show(list, tracePath: trace) }
    let texts = source.texts
    let printer = output.printer(texts)
    let listing = Listing(
      list,
      limit: limit,
      firstPage: page,
      source: offline ? .cacheOnly : refresh || !isKept ? .serviceOnly : .usual
    )
    let style =
      pictures && output.isForPeople
      ? PictureStyle(
        nil,
        colors: nil,
        symbols: nil,
        cell: source.configuredCell,
        environment: ThisProcess.environment
      ) : nil
    let isOffline = offline
    source.run(needsService: !offline) { context throws(CommandFailure) in
      try await listing.show(in: context, printer, pictures: style, isOffline: isOffline, texts)
    }
  }
}

struct FeedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feed",
    _superCommandName: "imagefeed",
    abstract: "List the photos of the feed."
  )

  @OptionGroup var options: ListOptions

  func run() { options.run(.feed) }
}

struct SearchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    _superCommandName: "imagefeed",
    abstract: "Search for photos."
  )

  @OptionGroup var options: ListOptions

  @Option(help: "Only landscape, portrait or squarish photos.")
  var orientation: SearchQuery.Orientation?

  @Option(help: "Only photos of this colour, or black_and_white.")
  var color: SearchQuery.Color?

  @Option(help: "The order of the results.")
  var sort = SearchQuery.Sort.relevant

  @Argument(help: "What to search for.")
  var query: [String]

  /// The maximum length of a query in characters.
  private static let limit = 200

  private var text: String {
    query.joined(separator: " ").split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  func validate() throws {
    guard (1...Self.limit).contains(text.count) else {
      throw ValidationError("the query must have 1 to \(Self.limit) characters")
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
    abstract: "List the photos you like.",
    aliases: ["favorites"]
  )

  @OptionGroup var options: ListOptions

  func run() { options.run(.favourites) }
}

struct UserCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "user",
    _superCommandName: "imagefeed",
    abstract: "List the photos of a photographer."
  )

  @OptionGroup var options: ListOptions

  @Flag(help: "List the photos the photographer likes instead.")
  var likes = false

  @Argument(help: "The user name, with or without @.", completion: Completion.users)
  var name: ListName

  func run() { options.run(likes ? .likes(of: name.text) : .photographer(name.text)) }
}

struct TopicCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "topic",
    _superCommandName: "imagefeed",
    abstract: "List the photos of a topic."
  )

  @OptionGroup var options: ListOptions

  @Argument(
    help: "The topic's name in addresses, such as street-photography.",
    completion: Completion.topics
  )
  var slug: ListName

  func run() { options.run(.topic(slug.text)) }
}

struct AlbumCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "album",
    _superCommandName: "imagefeed",
    abstract: "List the photos of an album."
  )

  @OptionGroup var options: ListOptions

  @Argument(help: "Album ID from its URL, such as album-1_2. Default: the configured one.")
  var id: ListName?

  func run() {
    let name = id.map { PhotoArgument.afterWord("album", in: $0.text) ?? $0.text }
    options.run(name.map(ListID.topic) ?? .feed)
  }
}

struct CollectionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "collection",
    _superCommandName: "imagefeed",
    abstract: "List the photos of a collection."
  )

  @OptionGroup var options: ListOptions

  @Argument(help: "The collection's ID, as in its address.", completion: Completion.collections)
  var id: ListName

  func run() { options.run(.collection(id.text)) }
}

struct RandomCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "random",
    _superCommandName: "imagefeed",
    abstract: "List random photos."
  )

  @OptionGroup var options: ListOptions

  @OptionGroup var choice: RandomOptions

  func validate() throws {
    if options.offline {
      throw ValidationError("random photos are not cached: leave out --offline")
    }
    if options.page != nil { throw ValidationError("random photos have no pages") }
  }

  func run() { options.run(.random(choice.choice), isKept: false) }
}

extension ListName: ExpressibleByArgument {}
extension SearchQuery.Orientation: ExpressibleByArgument {}
extension SearchQuery.Color: ExpressibleByArgument {}
extension SearchQuery.Sort: ExpressibleByArgument {}
