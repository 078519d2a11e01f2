import AppCore
import ArgumentParser
import Canvas
import Catalogue
import Localization
import Logging
import Model
import Runtime
import ServiceAPI
import Settings

/// The options that the program and its commands have in common.
///
/// Two types declare them, because the parser prints options in the order of their declaration.
protocol SharedOptions: ParsableArguments {
  var demo: Bool { get }
  var service: ServiceID? { get }
  var lang: Language? { get }
  var config: String? { get }
  var logLevel: Logger.Level { get }
}

extension SharedOptions {
  /// The options as plain values.
  var values: Program.Options {
    var values = Program.Options()
    values.isDemo = demo
    values.service = service
    values.language = lang
    values.configurationPath = config
    values.logLevel = logLevel
    return values
  }

  func texts(_ environment: [String: String] = ThisProcess.environment) -> Texts {
    var texts = Texts(lang ?? Language(environment: environment))
    if demo { texts.loginCommand += " --demo" }
    if let service { texts.loginCommand += " --service \(service.name)" }
    if let config { texts.loginCommand += " --config \(ShellWord.quoted(config))" }
    return texts
  }
}

/// The options of every command that starts the program or inspects how it would start.
struct CommonOptions: SharedOptions {
  /// The options without a value.
  static let flags: Set = [ProgramRun.demoFlag, "--plain"]

  @Flag(help: .demo) var demo = false

  @Option(help: .text("The edition.", "Редакция программы."))
  var edition = Edition.extended

  @Option(
    help: .service,
    completion: .list(ServiceCatalogue.names),
    transform: ServiceCatalogue.named
  )
  var service: ServiceID?

  @Option(
    help: .text(
      "The language. Default: the configuration, or the environment.",
      "Язык. По умолчанию — из настроек или из окружения."
    )
  )
  var lang: Language?

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

  @Option(help: .config, completion: .file(), transform: PathArgument.path)
  var config: String?

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

  @Option(help: .logLevel) var logLevel = Logger.Level.warning

  var programOptions: Program.Options {
    var options = values
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
extension Logger.Level: @retroactive ExpressibleByArgument {}

extension ServiceCatalogue {
  static var names: [String] { all.map(\.description.id.name) }

  static func named(_ name: String) throws -> ServiceID {
    guard names.contains(name) else { throw ValidationError("") }
    return ServiceID(name)
  }
}
