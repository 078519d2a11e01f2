import ArgumentParser
import Catalogue
import Localization
import Logging
import Model
import Runtime
import ServiceAPI
import Settings

/// The options for the source of a command's photos.
struct SourceOptions: SharedOptions {
  @Flag(help: .demo) var demo = false

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

  @Option(help: .config, completion: .file(), transform: PathArgument.path)
  var config: String?

  @Option(help: .logLevel) var logLevel = Logger.Level.warning

  /// Starts the program at a list, and ends the process with its status.
  func show(_ list: ListID, tracePath: String?) -> Never {
    var options = values
    options.tracePath = tracePath
    options.beginning = list
    ProgramRun(options: options, texts: texts(), opening: nil).run()
  }

  /// Opens the context of the command and runs it; ends the process with its status.
  ///
  /// - Parameters:
  ///   - needsService: False for commands that need no request.
  ///   - loadsFiles: Whether the command may load files of photos from the service.
  ///   - connections: The maximum number of connections per host; `nil` for the default.
  ///   - keepsSession: Whether the command signs in. Only then the location of the session matters.
  func run(
    needsService: Bool = true,
    loadsFiles: Bool = false,
    connections: Int? = nil,
    keepsSession: Bool = false,
    _ body: @escaping @Sendable (CommandContext) async throws(ShellMessage) -> CommandStatus
  ) -> Never {
    let (options, texts) = (values, texts())
    let needed = loadsFiles ? Limits.files : Limits.request
    Limits.require(needsService ? needed : Limits.command, texts)
    CommandRun.finish {
      var failureTexts = texts
      do throws(ShellMessage) {
        let context = try await CommandContext.open(
          options,
          texts,
          environment: ThisProcess.environment,
          needsService: needsService,
          connections: connections
        ) { notice in
          if case .sessionInFile = notice, !keepsSession { return }
          Output.printError(notice, texts)
        }
        failureTexts.hasAlbums = context.service.description.hasAlbums
        return try await body(context)
      } catch {
        guard !Task.isCancelled else { return .interrupted }
        Output.printError(error, failureTexts)
        return error.status
      }
    }
  }
}
