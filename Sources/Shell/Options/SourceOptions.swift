import ArgumentParser
import Catalogue
import Library
import Localization
import Logging
import Model
import Runtime
import ServiceAPI
import Settings

/// The options for the source of a command's photos.
struct SourceOptions: ParsableArguments {
  @Flag(
    help: .text(
      "Use the built-in demo service: no account, no network.",
      "Встроенный демосервис: без аккаунта и без сети."
    )
  )
  var demo = false

  @Option(
    help: .service,
    completion: .list(ServiceCatalogue.names),
    transform: ServiceCatalogue.named
  )
  var service: ServiceID?

  @Option(
    help: .text(
      "The language. Default: from the environment.",
      "Язык. По умолчанию — из окружения."
    )
  )
  var lang: Language?

  @Option(
    help: .text("Use this configuration file.", "Взять настройки из этого файла.", value: "file"),
    completion: .file(),
    transform: PathArgument.path
  )
  var config: String?

  @Option(
    help: .text(
      "The lowest level written to the log file.",
      "С какого уровня сообщения пишутся в журнал."
    )
  )
  var logLevel = Logger.Level.warning

  var texts: Texts {
    var texts = Texts(lang ?? Language(environment: ThisProcess.environment))
    if demo { texts.loginCommand += " --demo" }
    if let service { texts.loginCommand += " --service \(service.name)" }
    if let config { texts.loginCommand += " --config \(ShellWord.quoted(config))" }
    return texts
  }

  /// The configured size of a cell; `nil` if it isn't set or the configuration is invalid.
  ///
  /// The command reports an invalid configuration when it begins.
  var configuredCell: Configuration.CellSize? {
    Configuration.CellSize(
      configuredIn: config,
      environment: ThisProcess.environment,
      services: ServiceCatalogue.all
    )
  }

  /// Starts the program at a list, and ends the process with its status.
  func show(_ list: ListID, tracePath: String?) -> Never {
    let options = Program.Options(
      isDemo: demo,
      edition: .extended,
      service: service,
      language: lang,
      theme: nil,
      colors: nil,
      graphics: nil,
      configurationPath: config,
      tracePath: tracePath,
      logLevel: logLevel,
      beginning: list
    )
    ProgramRun(options: options, texts: texts, opening: nil).run()
  }

  /// Opens the context of the command and runs it; ends the process with its status.
  ///
  /// - Parameters:
  ///   - needsService: False for commands that need no request.
  ///   - loadsFiles: Whether the command may load files of photos from the service.
  ///   - connections: The maximum number of connections per host; `nil` for the default.
  ///   - keepsSession: Whether the command signs in.
  func run(
    needsService: Bool = true,
    loadsFiles: Bool = false,
    connections: Int? = nil,
    keepsSession: Bool = false,
    _ body: @escaping @Sendable (CommandContext) async throws(CommandFailure) -> CommandStatus
  ) -> Never {
    let texts = texts
    let needed = loadsFiles ? Limits.files : Limits.request
    Limits.require(needsService ? needed : Limits.command, texts)
    let file = LogFile(path: XDG(environment: ThisProcess.environment).logFile)
    let opening = CommandContextOpener(
      isDemo: demo,
      service: service,
      configurationPath: config,
      environment: ThisProcess.environment,
      needsService: needsService,
      connections: connections,
      log: Logger(label: "imagefeed") { FileLogHandler(label: $0, file: file, level: logLevel) },
      onNotice: { $0.printMessage(texts, keepsSession: keepsSession) }
    )
    CommandRun.finish(opening, texts, body)
  }
}
