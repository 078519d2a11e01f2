import ArgumentParser
import Canvas
import Shell

/// The command that prints a picture on standard output.
///
/// The picture pipeline can be used and measured separately.
struct RenderCommand: ParsableCommand {
  static let name = "render"
  static let configuration = CommandConfiguration(
    commandName: name,
    _superCommandName: "imagefeed",
    abstract: "Print a JPEG file as symbols or pixels."
  )

  @Argument(help: "The JPEG file, or - for standard input.", transform: PathArgument.path)
  var file: String

  @Option(
    help: ArgumentHelp(
      "The size in cells, 1000x500 at most. Default: the terminal's, else 80 columns.",
      valueName: "COLSxROWS"
    )
  )
  var size: String?

  @Option(help: "How many colours to use.")
  var colors = ColorDepth.trueColor

  @Option(help: "The symbols to draw with.")
  var symbols = SymbolSet.quadrants

  @Option(help: "The output format.")
  var graphics = RenderJob.Graphics.symbols

  @Option(
    help: ArgumentHelp(
      "The size of a cell in pixels. Default: the terminal's, else 10x20.",
      valueName: "WxH"
    )
  )
  var cell: String?

  @Option(
    help: ArgumentHelp(
      "The strength of dithering in few colours; 0 for none.",
      valueName: "0…1"
    )
  )
  var dither = 1.0

  func validate() throws {
    guard (0...1).contains(dither) else {
      throw ValidationError("--dither takes a number from 0 to 1")
    }
  }

  func run() {
    RenderJob(
      file: file,
      size: size,
      colors: colors,
      symbols: symbols,
      graphics: graphics,
      cell: cell,
      dither: dither
    ).run()
  }
}

extension SymbolSet: ExpressibleByArgument {}
extension RenderJob.Graphics: ExpressibleByArgument {}
