import AppCore
import ArgumentParser
import Canvas
import Catalogue
import Glibc
import Library
import Localization
import Logging
import Model
import Platform
import Runtime
import ServiceAPI
import Settings
import Shell

/// A run of the interactive program, which starts without a subcommand.
struct ProgramRun {
  let options: Program.Options
  let texts: Texts
  /// The database, if it is already being opened.
  let opening: StoreOpener?

  /// The option that shows the demo.
  static let demoFlag = "--demo"

  /// Whether these arguments probably show the feed and its cached data.
  ///
  /// Parsing the arguments takes as long as opening the database. After a wrong guess, the database
  /// is opened later or unnecessarily, without other consequences.
  static func isLikely(_ arguments: [String]) -> Bool {
    let commands = Imagefeed.configuration.subcommands.map { $0._commandName }
    let others = ["-h", "--help", "--version", "--generate-completion-script"] + commands
    return isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
      && !arguments.contains { others.contains($0) || $0.hasSuffix(Edition.basic.rawValue) }
  }

  /// Shows the feed and ends the process with its status.
  func run() -> Never {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
      Output.fail(texts.cli(.notATerminal), status: 2)
    }
    Limits.require(Limits.program, texts)
    var program = Program(
      options: options,
      environment: ThisProcess.environment,
      start: Imagefeed.began,
      opening: opening
    )
    do throws(Program.Failure) {
      guard let signals = ThisProcess.signals else { _exit(1) }
      while true {
        let ending = try program.run(signals: signals)
        if !ending.unwritten.isEmpty {
          let message = CommandLineMessage.notWritten(ending.unwritten, path: ending.database)
          Output.printError(TextSanitizer.printed(texts.cli(message)))
        }
        switch ending.exit {
        case .quit: _exit(ending.unwritten.isEmpty ? 0 : 1)
        case .hangUp: _exit(1)
        case .signal(let number): CommandRun.end(by: number)
        case .service(let service): program = program.switched(to: service)
        case .demo(let service): program = program.enteringDemo(of: service)
        }
      }
    } catch {
      switch error {
      case .problem(let problem): Output.fail(texts.cli(.problem(problem)), status: 2)
      case .terminal(let error): Output.fail(texts.cli(error.message), status: 2)
      case .trace(let path, let reason):
        Output.fail(texts.cli(.fileNotWritable(path: path, reason: reason)), status: 2)
      }
    }
  }
}

/// The options of every command that starts the program or inspects how it would start.
struct CommonOptions: ParsableArguments {
  /// The options without a value.
  static let flags: Set = [ProgramRun.demoFlag, "--plain"]

  @Flag(
    help: .text(
      "Use the built-in demo service: no account, no network.",
      "Встроенный демосервис: без аккаунта и без сети."
    )
  )
  var demo = false

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

  @Option(
    help: .text("Use this configuration file.", "Взять настройки из этого файла.", value: "file"),
    completion: .file(),
    transform: PathArgument.path
  )
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

  @Option(
    help: .text(
      "The lowest level written to the log file.",
      "С какого уровня сообщения пишутся в журнал."
    )
  )
  var logLevel = Logger.Level.warning

  var programOptions: Program.Options {
    Program.Options(
      isDemo: demo,
      edition: edition,
      service: service,
      language: lang,
      theme: theme,
      colors: colors,
      graphics: graphics,
      symbols: symbols,
      cell: cell,
      isPlain: plain,
      configurationPath: config,
      tracePath: trace,
      logLevel: logLevel
    )
  }

  func texts(_ environment: [String: String]) -> Texts {
    Texts(lang ?? Language(environment: environment))
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

/// The command that starts the program at a photo, photographer, topic or collection.
struct OpenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open",
    _superCommandName: "imagefeed",
    abstract: localized(
      "Start at a photo, photographer, topic or collection.",
      "Открыть в программе фото, автора, тему или подборку."
    )
  )

  @Argument(
    help: .text(
      "A link to the service's site, a photographer's @NAME, or a photo's ID.",
      "Ссылка на сайт сервиса, @ИМЯ автора или ID фото."
    )
  )
  var address: String

  @OptionGroup var options: CommonOptions

  func run() {
    var all = options.programOptions
    all.address = address
    ProgramRun(options: all, texts: options.texts(ThisProcess.environment), opening: nil).run()
  }
}
