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
    if interactive, output.isRecord || pictures {
      throw ValidationError("--interactive", without: "--json, --format, --pictures")
    }
    if pictures, output.isRecord {
      throw ValidationError("--pictures", without: "--json, --format")
    }
    try Self.check(limit: limit)
  }

  static func check(limit: Int?) throws {
    if let limit, !(1...10_000).contains(limit) {
      throw ValidationError(
        "--limit takes a number from 1 to 10000",
        "--limit: нужно число от 1 до 10000"
      )
    }
  }

  /// Prints a list and ends the process.
  ///
  /// - Parameters:
  ///   - page: The first page to request; `nil` for the beginning.
  ///   - isAlbum: Whether the list exists only if the service has albums.
  ///   - origin: Whether a cached copy may be printed.
  func run(
    _ list: ListID,
    page: Int? = nil,
    isAlbum: Bool = false,
    _ origin: Listing.Source
  ) -> Never {
    if interactive, !ThisProcess.isOnDumbTerminal {
      var options = screen.options(source)
      (options.beginning, options.limit) = (list, limit)
      ProgramRun(options: options, texts: source.texts(), opening: nil).run()
    }
    let count = limit ?? Self.usualLimit
    let style = pictures && output.isForPeople ? PictureStyle(source.values) : nil
    Listing(list, limit: count, firstPage: page, isAlbum: isAlbum, source: origin)
      .run(source, output.printer(source.texts()), style)
  }
}

/// The options of commands that print the pages of a list, which may be cached.
struct PagedListOptions: CheckedArguments {
  @OptionGroup var list: ListOptions

  @Option(help: .text("The page to begin with.", "С какой страницы начать.", value: "number"))
  var page: Int?

  @Flag(help: .text("Use cached photos only; don't connect.", "Только фото из кэша, без сети."))
  var offline = false

  @Flag(help: .text("Ignore the cache.", "Не использовать кэш."))
  var refresh = false

  func check() throws {
    if list.interactive, offline || refresh || page != nil {
      throw ValidationError("--interactive", without: "--offline, --refresh, --page")
    }
    if let page, !(1...1_000_000).contains(page) {
      throw ValidationError(
        "--page takes a number from 1 to 1000000",
        "--page: нужно число от 1 до 1000000"
      )
    }
    if offline, refresh || page != nil {
      throw ValidationError("--offline", without: refresh ? "--refresh" : "--page")
    }
  }

  /// Prints the list of a name or link and ends the process.
  func run(_ name: ListName, _ kind: ListID.Kind, isAlbum: Bool = false) -> Never {
    var options = self
    let list = options.list.source.list(name, kind)
    options.run(list, isAlbum: isAlbum)
  }

  /// Prints a list and ends the process.
  ///
  /// - Parameter isAlbum: Whether the list exists only if the service has albums.
  func run(_ id: ListID, isAlbum: Bool = false) -> Never {
    let origin = offline ? Listing.Source.cacheOnly : refresh ? .serviceOnly : .usual
    list.run(id, page: page, isAlbum: isAlbum, origin)
  }
}
