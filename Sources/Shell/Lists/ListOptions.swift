import ArgumentParser
import Localization
import Model
import Runtime

/// The options of every command that prints a list.
struct ListOptions: CheckedArguments {
  @OptionGroup var output: OutputOptions

  @Option(
    help: .text(
      "Maximum number of photos, up to 10000. Default: 30, or no limit with --interactive.",
      "Наибольшее число фото, до 10000. По умолчанию — 30, с --interactive — без ограничения.",
      value: "count"
    )
  )
  var limit: Int?

  @Option(help: .text("The page to begin with.", "С какой страницы начать.", value: "number"))
  var page: Int?

  @Flag(help: .text("Use cached photos only; don't connect.", "Только фото из кэша, без сети."))
  var offline = false

  @Flag(help: .text("Ignore the cache.", "Не использовать кэш."))
  var refresh = false

  @Flag(
    help: .text(
      "On a terminal, show thumbnails beside the rows.",
      "В терминале: миниатюры рядом со строками."
    )
  )
  var pictures = false

  @Flag(
    help: .text(
      "Start the program at the list instead of printing it.",
      "Открыть список в программе, а не выводить его."
    )
  )
  var interactive = false

  @OptionGroup var source: SourceOptions

  @OptionGroup(title: localized("With --interactive", "Вместе с --interactive"))
  var screen: ScreenOptions

  /// The number of photos that commands print by default.
  static let usualLimit = 30

  func check() throws {
    if !screen.isEmpty, !interactive {
      throw ValidationError(
        "the options of the screen need --interactive",
        "параметры экрана работают только с --interactive"
      )
    }
    if interactive {
      guard !output.isRecord, !pictures, !offline, !refresh, page == nil else {
        let others = "--json, --format, --pictures, --offline, --refresh, --page"
        throw ValidationError(
          "--interactive can't be used with \(others)",
          "--interactive нельзя сочетать с \(others)"
        )
      }
    }
    if pictures, output.isRecord {
      throw ValidationError(
        "--pictures can't be used with --json or --format",
        "--pictures нельзя сочетать с --json и --format"
      )
    }
    try Self.check(limit: limit)
    if let page, !(1...1_000_000).contains(page) {
      throw ValidationError(
        "--page takes a number from 1 to 1000000",
        "--page: нужно число от 1 до 1000000"
      )
    }
    if offline, refresh {
      throw ValidationError(
        "--offline and --refresh can't be used together",
        "--offline и --refresh нельзя сочетать"
      )
    }
    if offline, page != nil {
      throw ValidationError(
        "--offline and --page can't be used together",
        "--offline и --page нельзя сочетать"
      )
    }
  }

  static func check(limit: Int?) throws {
    if let limit, !(1...10_000).contains(limit) {
      throw ValidationError(
        "--limit takes a number from 1 to 10000",
        "--limit: нужно число от 1 до 10000"
      )
    }
  }

  /// Prints the list of a name or link and ends the process.
  func run(_ name: ListName, _ kind: ListID.Kind, isAlbum: Bool = false) -> Never {
    var options = self
    let list = options.source.list(name, kind)
    options.run(list, isAlbum: isAlbum)
  }

  /// Prints a list and ends the process.
  ///
  /// - Parameters:
  ///   - isKept: Whether a cached copy may be printed instead.
  ///   - isAlbum: Whether the list exists only if the service has albums.
  func run(_ list: ListID, isKept: Bool = true, isAlbum: Bool = false) -> Never {
    if interactive {
      var options = screen.options(source)
      (options.beginning, options.limit) = (list, limit)
      ProgramRun(options: options, texts: source.texts(), opening: nil).run()
    }
    let printer = output.printer(source.texts())
    let listing = Listing(
      list,
      limit: limit ?? Self.usualLimit,
      firstPage: page,
      isAlbum: isAlbum,
      source: offline ? .cacheOnly : refresh || !isKept ? .serviceOnly : .usual
    )
    let style = pictures && output.isForPeople ? PictureStyle(source.values) : nil
    source.run(needsService: !offline, loadsFiles: style != nil) {
      [offline] context throws(ShellMessage) in
      let result = try await listing.result(in: context)
      if let style {
        await PictureTable(context, style: style, isOffline: offline).show(result.photos)
      } else {
        Output.write(printer.text(of: await context.records(result.photos)))
      }
      if result.photos.isEmpty { Output.printNothingFound(context.texts) }
      await listing.cache(result, in: context)
      if let problem = result.staleBecause { context.report(.stale(problem)) }
      return .done
    }
  }
}
