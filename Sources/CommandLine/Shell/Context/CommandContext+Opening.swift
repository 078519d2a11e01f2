import Accounts
import Catalogue
import EffectHandling
import Files
import FoundationEssentials
import Glibc
import HTTP
import Localization
import Logging
import Model
import Platform
import Runtime
import ServiceAPI
import Settings
import Storage

extension CommandContext {
  /// Opens the parts that a command needs.
  ///
  /// - Parameters:
  ///   - connections: The maximum number of connections per host; `nil` for the default.
  ///   - onNotice: Called on any thread with messages that don't stop the command.
  /// - Throws: `notConfigured` if the service is needed and isn't configured.
  static func open(
    _ options: Program.Options,
    _ texts: Texts,
    environment: [String: String],
    need: Need,
    connections: Int? = nil,
    onNotice: @escaping @Sendable (ShellMessage) -> Void
  ) async throws(ShellMessage) -> CommandContext {
    do throws(Problem) {
      let configuration = try options.configuration(environment, isConnecting: need != .nothing)
      let assembly = Assembly(
        options,
        configuration,
        environment: environment,
        onExposure: { onNotice(.sessionExposed(path: $0, $1)) },
        onFallback: { onNotice(.sessionInFile($0)) },
        connect: { limits in
          var limits = limits
          if let connections { limits.connectionsPerHost = connections }
          return CurlTransport(configuration: limits)
        }
      )
      var unconfigured: ShellMessage?
      let backend: Backend
      do throws(Problem) {
        backend = try await assembly.backend(sendsRequests: need != .nothing)
      } catch {
        guard need == .stored, error.cause == .notConfigured else { throw error }
        unconfigured = notConfigured(options, environment)
        backend = try await assembly.backend(sendsRequests: false)
      }
      var context = try await CommandContext(assembly, backend, texts, environment, onNotice)
      context.unconfigured = unconfigured
      return context
    } catch {
      throw error.cause == .notConfigured ? notConfigured(options, environment) : .problem(error)
    }
  }

  private static func notConfigured(
    _ options: Program.Options,
    _ environment: [String: String]
  ) -> ShellMessage {
    let path = options.configurationPath ?? XDG(environment: environment).configFile
    let services = ServiceCatalogue.all.map(\.description)
    let service = services.first { $0.id == options.service }
    return .notConfigured(path: path, service: service?.name)
  }

  /// Creates the context, without a database if that can't be opened.
  private init(
    _ assembly: Assembly,
    _ backend: Backend,
    _ texts: Texts,
    _ environment: [String: String],
    _ onNotice: @escaping @Sendable (ShellMessage) -> Void
  ) async throws(Problem) {
    let (xdg, log) = (assembly.xdg, assembly.log)
    let now = { @Sendable in Date.now.timeIntervalSince1970 }
    let kept = try backend.sessionWithoutKeyring(in: assembly.credentials)
    if kept == nil { await assembly.credentials.moveToConfiguredStore(backend.key) }
    session = assembly.session
    session.current = kept.flatMap { $0.isValid(at: now()) ? $0 : nil }
    session.isStored = backend.standingSession == nil
    var store: Store?
    do throws(StorageError) {
      store = try Store.open(xdg) { path in
        log.warning("set aside a damaged database", metadata: ["path": "\(path)"])
        onNotice(.newDatabase(oldPath: path))
      }
    } catch {
      storeProblem = Problem(.storage, error.cause)
    }
    hasUnreadStore = store == nil && Self.mayBeThere(xdg.databaseFile)
    downloads = DownloadCoordinator(
      backend: backend,
      transport: assembly.transport,
      store: store,
      gallery: xdg.galleryFolder,
      pictures: PictureFiles(folder: nil, style: assembly.pictureFiles.style),
      now: now,
      log: log
    )
    isDemo = assembly.options.isDemo
    credentials = assembly.credentials
    pictureCache = xdg.pictureCacheFolder
    wallpapers = assembly.wallpapers { onNotice(.wallpapersSetAside(path: $0)) }
    self.environment = environment
    browser = Browser(environment: environment)
    hasBrowser = assembly.hasBrowser
    revoke = { session in await backend.revoke(session, log) }
    self.texts = texts
  }

  /// Whether a file exists at a path, or may exist because its folder isn't accessible.
  private static func mayBeThere(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 || (errno != ENOENT && errno != ENOTDIR)
  }
}
