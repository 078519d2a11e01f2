import ArgumentParser
import Canvas

/// The command that prints a picture on standard output.
///
/// The picture pipeline can be used and measured separately.
struct RenderCommand: ParsableCommand {
  static let name = "render"
  static let configuration = CommandConfiguration(
    commandName: name,
    _superCommandName: "imagefeed",
    abstract: localized(
      "Print a JPEG file as symbols or pixels.",
      "Вывести файл JPEG символами или пикселями."
    )
  )

  @Argument(
    help: .text(
      "The JPEG file, or - for standard input.",
      "Файл JPEG или - для стандартного ввода."
    ),
    transform: PathArgument.path
  )
  var file: String

  @Option(
    help: .text(
      "The size in cells, 1000x500 at most. Default: the terminal's, else 80 columns.",
      "Размер в ячейках, не больше 1000x500. По умолчанию — размер терминала или 80 столбцов.",
      value: "COLSxROWS"
    )
  )
  var size: String?

  @Option(help: .text("How many colours to use.", "Сколько цветов использовать."))
  var colors = ColorDepth.trueColor

  @Option(help: .text("The symbols to draw with.", "Символы для рисования."))
  var symbols = SymbolSet.quadrants

  @Option(help: .text("The output format.", "Формат вывода."))
  var graphics = RenderJob.Graphics.symbols

  @Option(
    help: .text(
      "The size of a cell in pixels. Default: the terminal's, else 10x20.",
      "Размер ячейки в пикселях. По умолчанию — как у терминала или 10x20.",
      value: "WxH"
    )
  )
  var cell: String?

  @Option(
    help: .text(
      "The strength of dithering in few colours; 0 for none.",
      "Сила дизеринга при малом числе цветов; 0 — без него.",
      value: "0…1"
    )
  )
  var dither = 1.0

  func validate() throws {
    guard (0...1).contains(dither) else {
      throw ValidationError(
        "--dither takes a number from 0 to 1",
        "--dither: нужно число от 0 до 1"
      )
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
