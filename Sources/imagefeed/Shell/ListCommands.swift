import ArgumentParser
import Localization
import Model
import Shell

/// The options of every command that prints a list.
struct ListOptions: ParsableArguments {
  @OptionGroup var source: SourceOptions
  @OptionGroup var output: OutputOptions

  @Option(help: "How many photos to print at most.")
  var limit = 30

  @Option(help: "The service's page to begin with.")
  var page: Int?

  @Flag(help: "Use cached photos alone; nothing is requested.")
  var offline = false

  @Flag(help: "Ask the service even when the cached photos are fresh.")
  var refresh = false

  func validate() throws {
    guard (1...10_000).contains(limit) else {
      throw ValidationError("--limit takes a number from 1 to 10000")
    }
    if let page, !(1...1_000_000).contains(page) {
      throw ValidationError("--page takes a number from 1 on")
    }
    if offline, refresh { throw ValidationError("--offline and --refresh exclude each other") }
    if offline, page != nil { throw ValidationError("--offline and --page exclude each other") }
  }

  /// Prints a list and ends the process.
  func run(_ list: ListID) -> Never {
    let texts = source.texts
    let printer = output.printer(texts)
    let listing = Listing(
      list,
      limit: limit,
      firstPage: page,
      source: offline ? .cacheOnly : refresh ? .serviceOnly : .usual
    )
    source.run(needsService: !offline) { place throws(CommandFailure) in
      let result = try await listing.result(at: place)
      let records = await place.records(result.photos)
      Output.write(Array(printer.text(of: records).utf8))
      if let problem = result.staleBecause { Output.complain(texts.shell(.stale(problem))) }
      return .done
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
    abstract: "List the photos found by a search."
  )

  @OptionGroup var options: ListOptions

  @Option(help: "Only these: landscape, portrait or squarish.")
  var orientation: SearchQuery.Orientation?

  @Option(help: "Only photos of this colour, or black_and_white.")
  var color: SearchQuery.Color?

  @Argument(help: "What to search for.")
  var query: [String]

  /// Characters of a query at most.
  private static let limit = 200

  private var text: String {
    query.joined(separator: " ").split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  func validate() throws {
    guard (1...Self.limit).contains(text.count) else {
      throw ValidationError("the query has to have 1 to \(Self.limit) characters")
    }
  }

  func run() { options.run(.search(SearchQuery(text, orientation: orientation, color: color))) }
}

struct FavouritesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "favourites",
    _superCommandName: "imagefeed",
    abstract: "List the photos that you like.",
    aliases: ["favorites"]
  )

  @OptionGroup var options: ListOptions

  func run() { options.run(.favourites) }
}

extension SearchQuery.Orientation: ExpressibleByArgument {}
extension SearchQuery.Color: ExpressibleByArgument {}
