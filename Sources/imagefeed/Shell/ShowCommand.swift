import ArgumentParser
import Canvas
import Localization
import Settings
import Shell

struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    _superCommandName: "imagefeed",
    abstract: "Print photos as pictures, several in a grid with captions, or write a web page.",
    discussion: """
      An argument with a slash or a dot is a JPEG file, any other a photo ID. Photos in the \
      gallery are read from there. In a pipe pictures are symbols, in $COLUMNS or 80 columns.

      --html writes index.html and its photos into a folder, and prints the path of the page. The \
      page has no script and loads nothing from other computers. A page written there before is \
      replaced.
      """
  )

  @OptionGroup var source: SourceOptions
  @OptionGroup var pictures: PictureOptions

  @Option(
    help: ArgumentHelp(
      "The size of each picture in cells. Default: what the terminal has room for.",
      valueName: "COLSxROWS"
    )
  )
  var size: String?

  @Option(
    help: ArgumentHelp(
      "Write a web page into this folder: a new one, an empty one or an earlier page's.",
      valueName: "folder"
    ),
    completion: .directory,
    transform: PathArgument.path
  )
  var html: String?

  @Option(
    help: ArgumentHelp(
      "With --html: show the photos of this list.",
      valueName: "list"
    )
  )
  var from: PageList?

  @Option(
    help: ArgumentHelp(
      "With --from: the maximum number of photos. Default: 30, or the whole gallery.",
      valueName: "count"
    )
  )
  var limit: Int?

  @Argument(
    help: ArgumentHelp(
      "Photo IDs or JPEG files; - reads IDs from standard input.",
      valueName: "id-or-file"
    ),
    completion: Completion.photos,
    transform: PathArgument.path
  )
  var items: [String] = []

  func validate() throws {
    if let html {
      if html.isEmpty { throw ValidationError("--html takes the name of a folder") }
      guard size == nil, pictures.isEmpty else {
        throw ValidationError(
          "--html can't be used with --size, --graphics, --colors, --symbols, --cell"
        )
      }
      guard items.isEmpty == (from != nil) else {
        throw ValidationError("--html needs either photo IDs or --from")
      }
    } else {
      guard from == nil else { throw ValidationError("--from needs --html") }
      guard !items.isEmpty else { throw ValidationError("show needs photo IDs or JPEG files") }
    }
    if limit != nil, from == nil { throw ValidationError("--limit needs --from") }
    if let limit, !(1...10_000).contains(limit) {
      throw ValidationError("--limit takes a number from 1 to 10000")
    }
  }

  func run() {
    if let html { writePage(to: html) }
    let show = PictureShow(items, size: size, style: pictures.style(source), source.texts)
    source.run(needsService: show.needsService) { context throws(CommandFailure) in
      await show.run(in: context)
    }
  }

  private func writePage(to folder: String) -> Never {
    let page = PageCommand(from, items, limit: limit, folder: folder, source.texts)
    let atOnce = Limits.downloads(20)
    // The report of each file needs a connection too.
    source.run(needsService: page.needsService, connections: 2 * atOnce) {
      context throws(CommandFailure) in
      try await page.run(in: context, atOnce: atOnce)
    }
  }
}

extension PageList: ExpressibleByArgument {}

/// The options for drawing pictures.
struct PictureOptions: ParsableArguments {
  @Option(
    help: "The output format. Default: the best the terminal supports."
  )
  var graphics: RenderJob.Graphics?

  @Option(help: "How many colours to use. Default: the terminal's.")
  var colors: ColorDepth?

  @Option(help: "The symbols to draw with.")
  var symbols: SymbolSet?

  @Option(help: .cellSize)
  var cell: Configuration.CellSize?

  /// Whether no option is set.
  var isEmpty: Bool { graphics == nil && colors == nil && symbols == nil && cell == nil }

  func style(_ source: SourceOptions) -> PictureStyle {
    PictureStyle(
      graphics,
      colors: colors,
      symbols: symbols,
      cell: cell ?? source.configuredCell,
      environment: ThisProcess.environment
    )
  }
}
