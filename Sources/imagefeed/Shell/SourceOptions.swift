import ArgumentParser
import Library
import Localization
import Logging
import Model
import Runtime
import Shell
import Catalogue
import Settings
import ServiceAPI

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

  var texts: Texts { Texts(lang ?? Language(environment: Imagefeed.environment)) }

  /// The size of a cell in the configuration; `nil` as well if the configuration has a mistake,
  /// which is reported when the command begins.
  var configuredCell: Configuration.CellSize? {
    let environment = Imagefeed.environment
    let xdg = XDG(environment: environment)
    let configuration = try? Configuration.load(
      path: config,
      xdg: xdg,
      environment: environment,
      services: ServiceCatalogue.all
    )
    return configuration?.cell
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
    _ body: @escaping @Sendable (Workplace) async throws(CommandFailure) -> CommandStatus
  ) -> Never {
    let texts = texts
    Limits.require(Limits.command, texts)
    let file = LogFile(path: XDG(environment: Imagefeed.environment).logFile)
    let opening = WorkplaceOpening(
      isDemo: demo,
      service: service,
      configurationPath: config,
      environment: Imagefeed.environment,
      needsService: needsService,
      connections: connections,
      log: Logger(label: "imagefeed") { FileLogHandler(label: $0, file: file, level: logLevel) },
      onNotice: { notice in
        // Where sessions are kept is of interest when one is.
        if case .sessionInFile = notice, !keepsSession { return }
        Output.complain(texts.shell(notice.message))
      }
    )
    CommandRun.finish {
      var texts = texts
      do throws(CommandFailure) {
        let place = try await opening.open()
        texts.hasAlbums = place.service.description.hasAlbums
        return try await body(place)
      } catch {
        guard !Task.isCancelled else { return .interrupted }
        Output.complain(texts.shell(error.message()))
        return error.status
      }
    }
  }
}

extension WorkplaceNotice {
  fileprivate var message: ShellMessage {
    switch self {
    case .newDatabase(let oldPath): .newDatabase(oldPath: oldPath)
    case .sessionExposed(let path, let isLasting):
      .sessionExposed(path: path, isLasting: isLasting)
    case .sessionInFile(let trouble): .sessionInFile(trouble)
    }
  }
}
