import ArgumentParser
import Catalogue
import Library
import Localization
import Logging
import Model
import Runtime
import ServiceAPI
import Settings
import Shell

/// Where the photographs of a command come from.
struct SourceOptions: ParsableArguments {
  @Flag(help: "Use the embedded demo service: no account, no network.")
  var demo = false

  @Option(
    help: "The service: \(ServiceCatalogue.names.joined(separator: " or ")).",
    completion: .list(ServiceCatalogue.names),
    transform: ServiceCatalogue.named
  )
  var service: ServiceID?

  @Option(help: "The language. Default: from the environment.")
  var lang: Language?

  @Option(
    help: ArgumentHelp("Use this configuration file.", valueName: "file"),
    completion: .file()
  )
  var config: String?

  @Option(help: "The lowest level written to the log file.")
  var logLevel = Logger.Level.warning

  var texts: Texts { Texts(lang ?? Language(environment: ThisProcess.environment)) }

  /// The size of a cell in the configuration; `nil` as well if the configuration has a mistake,
  /// which is reported when the command begins.
  var configuredCell: Configuration.CellSize? {
    Configuration.CellSize(
      configuredIn: config,
      environment: ThisProcess.environment,
      services: ServiceCatalogue.all
    )
  }

  /// Starts the program at a list, and ends the process as it ended.
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

  /// Opens what the command works with and runs it; ends the process with its status.
  ///
  /// - Parameters:
  ///   - needsService: false for what this machine alone can do.
  ///   - connections: to a host at a time, where more than usual.
  ///   - keepsSession: whether it signs in.
  func run(
    needsService: Bool = true,
    connections: Int? = nil,
    keepsSession: Bool = false,
    _ body: @escaping @Sendable (CommandContext) async throws(CommandFailure) -> CommandStatus
  ) -> Never {
    let texts = texts
    Limits.require(Limits.command, texts)
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
