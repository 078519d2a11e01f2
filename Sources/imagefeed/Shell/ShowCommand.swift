import ArgumentParser
import Canvas
import Localization
import Settings
import Shell

struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    _superCommandName: "imagefeed",
    abstract: "Print photos as pictures, several in a grid with captions.",
    discussion: """
      An argument with a slash or a dot is a JPEG file, any other a photo ID. Photos in the \
      gallery are read from there. In a pipe pictures are symbols, in $COLUMNS or 80 columns.
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

  @Argument(
    help: ArgumentHelp(
      "Photo IDs or JPEG files; - reads IDs from standard input.",
      valueName: "id-or-file"
    ),
    completion: Completion.photos
  )
  var items: [String]

  func run() {
    let show = PictureShow(items, size: size, style: pictures.style(source), source.texts)
    source.run(needsService: show.needsService) { context throws(CommandFailure) in
      await show.run(in: context)
    }
  }
}

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
