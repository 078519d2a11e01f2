import ArgumentParser
import Catalogue
import Localization
import Model
import Runtime
import ServiceAPI

/// The options for the configuration and the language.
struct BasicOptions: ParsableArguments {
  @Option(
    help: .text(
      "The language. Default: from the environment.",
      "Язык. По умолчанию — из окружения."
    )
  )
  var lang: Language?

  @Option(
    help: .text(
      "Use this configuration file.",
      "Взять настройки из этого файла.",
      value: "file"
    ),
    completion: .file(),
    transform: PathArgument.path
  )
  var config: String?

  var texts: Texts {
    var texts = Texts(lang ?? Language(environment: ThisProcess.environment))
    texts.hasArrows = Output.isUnicode
    return texts
  }
}

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
    help: .text(
      "The service: \(ServiceCatalogue.names.joined(separator: ", ")).",
      "Сервис: \(ServiceCatalogue.names.joined(separator: ", "))."
    ),
    completion: .list(ServiceCatalogue.names),
    transform: ServiceCatalogue.named
  )
  var service: ServiceID?

  @OptionGroup var basic: BasicOptions

  /// The options as plain values.
  var values: Program.Options {
    var values = Program.Options()
    values.isDemo = demo
    values.service = service
    values.language = basic.lang
    values.configurationPath = basic.config
    return values
  }

  func texts() -> Texts {
    var texts = basic.texts
    if demo { texts.loginCommand += " --demo" }
    if let service { texts.loginCommand += " --service \(service.name)" }
    if let config = basic.config { texts.loginCommand += " --config \(ShellWord.quoted(config))" }
    return texts
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
    require(needsService: needsService, loadsFiles: loadsFiles)
    let (options, texts) = (values, texts())
    CommandRun.finish {
      await Self.run(
        options,
        texts,
        needsService ? .service : .nothing,
        connections,
        keepsSession,
        body
      )
    }
  }

  /// Runs a command for the photos of each service, and ends the process with the worst status.
  ///
  /// The parameters are those of the other function.
  func run(
    for photos: PhotoIDList,
    usesStored: Bool = false,
    loadsFiles: Bool = false,
    connections: Int? = nil,
    _ body:
      @escaping @Sendable (CommandContext, [String]) async throws(ShellMessage) ->
      CommandStatus
  ) -> Never {
    run(
      in: photos.groups.map(\.service),
      usesStored: usesStored,
      loadsFiles: loadsFiles,
      connections: connections
    ) { context, index throws(ShellMessage) in
      let (ids, status) = await context.resolved(photos.groups[index].ids)
      let all = status.and(photos.status)
      return ids.isEmpty ? all : try await body(context, ids).and(all)
    }
  }

  /// Runs a command in the context of each service, and ends the process with the worst status.
  ///
  /// - Parameters:
  ///   - services: `nil` for the service in use.
  ///   - usesStored: Whether stored photos suffice if the service isn't configured.
  ///   - body: The command, for the service at an index.
  ///   - finally: What follows for all services, with the worst status.
  func run(
    in services: [ServiceID?],
    usesStored: Bool = false,
    loadsFiles: Bool = false,
    connections: Int? = nil,
    _ body: @escaping @Sendable (CommandContext, Int) async throws(ShellMessage) -> CommandStatus,
    finally: @escaping @Sendable (CommandStatus) throws(ShellMessage) -> CommandStatus = { $0 }
  ) -> Never {
    require(needsService: true, loadsFiles: loadsFiles)
    let (options, texts) = (values, texts())
    let need = usesStored ? CommandContext.Need.stored : .service
    CommandRun.finish {
      var status = CommandStatus.done
      for (index, service) in services.enumerated() {
        var options = options
        options.service = service ?? options.service
        let one = await Self.run(options, texts, need, connections, false) {
          context throws(ShellMessage) in
          try await body(context, index)
        }
        status = one.and(status)
      }
      do throws(ShellMessage) { return try finally(status) } catch {
        Output.printError(error, texts)
        return error.status.and(status)
      }
    }
  }

  private func require(needsService: Bool, loadsFiles: Bool) {
    let needed = loadsFiles ? Limits.files : Limits.request
    Limits.require(needsService ? needed : Limits.command, texts())
  }

  private static func run(
    _ options: Program.Options,
    _ texts: Texts,
    _ need: CommandContext.Need,
    _ connections: Int?,
    _ keepsSession: Bool,
    _ body: (CommandContext) async throws(ShellMessage) -> CommandStatus
  ) async -> CommandStatus {
    guard !Task.isCancelled else { return .interrupted }
    var failureTexts = texts
    do throws(ShellMessage) {
      let context = try await CommandContext.open(
        options,
        texts,
        environment: ThisProcess.environment,
        need: need,
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
