import AppCore
import ArgumentParser
import Canvas
import EffectHandling
import Localization
import Model
import ServiceAPI

struct TopicsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "topics",
    _superCommandName: "imagefeed",
    abstract: localized("List the service's topics.", "Вывести список тем сервиса.")
  )

  @OptionGroup var options: OfferOptions

  func run() { options.run(.topics) }
}

struct CollectionsCommand: ParsableCommand, CheckedArguments {
  static let configuration = CommandConfiguration(
    commandName: "collections",
    _superCommandName: "imagefeed",
    abstract: localized(
      "List a photographer's collections, or those found by a search.",
      "Вывести список подборок автора или найденных по запросу."
    )
  )

  @Argument(
    help: .text(
      "The user name or a link. Default: your own collections.",
      "Имя пользователя или ссылка. По умолчанию — ваши подборки."
    ),
    completion: Completion.users
  )
  var name: ListName?

  @Option(
    help: .text("Collections found by this search.", "Подборки по этому запросу.", value: "words")
  )
  var query: String?

  @OptionGroup var options: OfferOptions

  func check() throws {
    if name != nil, query != nil {
      throw ValidationError(
        "a user name can't be used with --query",
        "имя пользователя нельзя сочетать с --query"
      )
    }
  }

  func run() {
    var options = options
    if let query { options.run(.collectionsFound(query)) }
    let list = name.map { options.source.list($0, .photographer) }
    options.run(list?.name.map { .collections(of: $0) })
  }
}

/// The options of commands that print topics, collections or photographers.
struct OfferOptions: CheckedArguments {
  @Flag(
    help: .text(
      "Print JSON Lines: an object for each.",
      "Вывести JSON Lines: по объекту на каждую."
    )
  )
  var json = false

  @Option(
    help: .text(
      "Maximum number, up to 10000. Default: 30.",
      "Наибольшее число, до 10000. По умолчанию — 30.",
      value: "count"
    )
  )
  var limit: Int?

  @OptionGroup var source: SourceOptions

  func check() throws { try ListOptions.check(limit: limit) }

  /// Prints what there is and ends the process.
  ///
  /// - Parameter subject: `nil` for the user's own collections.
  func run(_ subject: OfferSubject?) -> Never {
    let limit = limit ?? ListOptions.usualLimit
    source.run { [json] context throws(ShellMessage) in
      var wanted = subject
      if wanted == nil { wanted = .collections(of: try await context.me().username) }
      let offers = try await context.offers(of: wanted ?? .topics, limit: limit)
      if offers.isEmpty { Output.printNothingFound(context.texts) }
      if json {
        for record in offers {
          Output.write(RecordPrinter.json(record.json(of: context.service.id)) + "\n")
        }
      } else {
        Output.write(LinePrinter.lines(of: offers.map(\.cells)))
      }
      return .done
    }
  }
}

extension CommandContext {
  /// Returns topics, collections or photographers without duplicates, page by page.
  fileprivate func offers(
    of subject: OfferSubject,
    limit: Int
  ) async throws(ShellMessage) -> [ListOffer] {
    var (offers, seen): ([ListOffer], Set<ListID>) = ([], [])
    var next = Optional(PageToken.first)
    while offers.count < limit, let number = next {
      let page = try await ask { () throws(Problem) in
        try await service.offers(of: subject, page: number)
      }
      // The feed, which may be among the topics, is none that a command could open.
      let fresh = page.offers.filter { $0.list.name != nil && seen.insert($0.list).inserted }
      offers += fresh
      next = fresh.isEmpty ? nil : page.next
    }
    return Array(offers.prefix(limit))
  }
}

extension ListOffer {
  /// The topic, collection or photographer in the output of commands; `name` is the argument of the
  /// command for it.
  func json(of service: ServiceID) -> JSONRecord {
    JSONRecord([
      ("service", service.name), ("name", list.name ?? ""), ("title", info.title),
      ("description", info.description), ("owner", info.owner), ("total_photos", info.total),
      ("links", JSONRecord.links(info.pageURL)),
    ])
  }

  /// The name, title, number of photos, and owner or description.
  var cells: [String] {
    [
      list.name ?? "", info.title, info.total.map { "\($0)" } ?? "",
      info.owner ?? info.description ?? "",
    ].map { TextSanitizer.line($0) }
  }
}
