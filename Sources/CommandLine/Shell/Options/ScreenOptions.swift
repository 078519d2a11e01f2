import AppCore
import ArgumentParser
import Canvas
import Catalogue
import Localization
import Model
import Runtime
import ServiceAPI
import Settings

/// The options of the program's screen, for every command that starts the program or inspects a
/// start.
struct ScreenOptions: ParsableArguments {
  @Option(help: .text("The edition.", "Редакция программы."))
  var edition = Edition.extended

  @Option(
    help: .text(
      "Colours for a dark or light terminal.",
      "Цвета для тёмного или светлого терминала."
    )
  )
  var theme: Configuration.Theme?

  @Option(
    help: .text(
      "How many colours to use. Default: the configuration, or as many as the terminal has.",
      "Сколько цветов использовать. По умолчанию — из настроек или сколько есть у терминала."
    )
  )
  var colors: ColorDepth?

  @Option(
    help: .text(
      "How to draw photos. Default: the configuration, or the best the terminal supports.",
      "Как рисовать фотографии. По умолчанию — из настроек или лучшее из доступного в терминале."
    )
  )
  var graphics: Configuration.Graphics?

  @Option(help: .text("The symbols to draw with.", "Символы для рисования."))
  var symbols: SymbolSet?

  @Option(help: .cellSize)
  var cell: Configuration.CellSize?

  @Flag(
    help: .text(
      "Plain text for screen readers and braille displays: one photo per line.",
      "Простой текст для программ чтения с экрана и брайлевских дисплеев: одно фото на строку."
    )
  )
  var plain = false

  @Option(
    help: .text(
      "Append a trace of events to a file, as JSON lines.",
      "Дописывать события в файл строками JSON.",
      value: "file"
    ),
    completion: .file(),
    transform: PathArgument.path
  )
  var trace: String?

  /// Whether no option of the screen is given.
  var isEmpty: Bool {
    edition == .extended && theme == nil && colors == nil && graphics == nil && symbols == nil
      && cell == nil && !plain && trace == nil
  }

  /// Returns the program's options.
  func options(_ source: SourceOptions) -> Program.Options {
    var options = source.values
    options.edition = edition
    options.theme = theme
    options.colors = colors
    options.graphics = graphics
    options.symbols = symbols
    options.cell = cell
    options.isPlain = plain
    options.tracePath = trace
    return options
  }
}

extension Edition: ExpressibleByArgument {}
extension Language: ExpressibleByArgument {}
extension Configuration.Theme: ExpressibleByArgument {}
extension Configuration.CellSize: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}
extension Configuration.Graphics: ExpressibleByArgument {}
extension ColorDepth: ExpressibleByArgument {}

extension ServiceCatalogue {
  static var names: [String] { all.map(\.description.id.name) }

  static func named(_ name: String) throws -> ServiceID {
    guard names.contains(name) else {
      throw ValidationError(names.joined(separator: localized(" or ", " или ")))
    }
    return ServiceID(name)
  }
}
