import Accounts
import Catalogue
import Disk
import Files
import FoundationEssentials
import Glibc
import HTTP
import Imaging
import Library
import Localization
import Logging
import Model
import EffectHandling
import Platform
import Runtime
import ServiceAPI
import Settings
import Storage

/// The composition of a command's context: configuration, session, database and service.
struct CommandContextOpener: Sendable {
  let options: Program.Options
  let texts: Texts
  let environment: [String: String]
  /// Whether requests may be sent.
  ///
  /// If not, the demo service isn't started and the real one needn't be configured.
  let needsService: Bool
  /// The maximum number of connections per host; `nil` for the default.
  let connections: Int?
  let log: Logger
  /// A function called on any thread with messages that don't stop the command.
  let onNotice: @Sendable (ShellMessage) -> Void

  /// The maximum wait for other programs that use the database.
  private static let lockTimeout = Duration.seconds(2)

  /// Opens the context.
  ///
  /// - Throws: `notConfigured` if requests may be sent and the service isn't configured.
  func open() async throws(ShellMessage) -> CommandContext {
    do throws(Problem) { return try await makeContext() } catch {
      guard error.cause == .notConfigured else { throw .problem(error) }
      let path = options.configurationPath ?? XDG(environment: environment).configFile
      throw .notConfigured(path: path)
    }
  }

  /// Creates the context, without a database if that can't be opened.
  private func makeContext() async throws(Problem) -> CommandContext {
    let xdg = XDG(environment: environment, isDemo: options.isDemo)
    let configuration = try options.configuration(environment, isConnecting: needsService)
    let authorities = CertificateAuthorities(configuration, environment: environment)
    var limits = CurlConfiguration(trusting: authorities)
    if let connections { limits.connectionsPerHost = connections }
    let opening = ServiceOpener(
      edition: .extended,
      service: options.service,
      location: configuration.credentials,
      configurationPath: options.configurationPath,
      environment: environment,
      xdg: xdg,
      transport: CurlTransport(configuration: limits, observer: nil),
      log: log,
      onExposure: { [onNotice] exposure in
        onNotice(.sessionExposed(path: xdg.credentialsFile, exposure))
      },
      onFallback: { [log, onNotice] trouble in
        log.warning("a session is in the file", metadata: ["reason": "\(trouble)"])
        onNotice(.sessionInFile(trouble))
      }
    )
    let backend = try await backend(opening, configuration)
    let credentials = opening.credentials
    let now = { @Sendable in Date.now.timeIntervalSince1970 }
    let session = try backend.sessionWithoutKeyring(in: credentials)
    if session == nil { await credentials.moveToConfiguredStore(backend.key) }
    opening.session.current = session.flatMap { $0.isValid(at: now()) ? $0 : nil }
    opening.session.isStored = backend.standingSession == nil
    let (store, storeProblem) = openStore(xdg.databaseFile, now())
    return CommandContext(
      downloads: DownloadCoordinator(
        backend: backend,
        transport: opening.transport,
        store: store,
        gallery: xdg.galleryFolder,
        pictures: PictureFiles(folder: nil, style: FileStyle(configuration)),
        now: now,
        log: log
      ),
      isDemo: options.isDemo,
      session: opening.session,
      credentials: credentials,
      storeProblem: storeProblem,
      hasUnreadStore: store == nil && Self.mayBeThere(xdg.databaseFile),
      pictureCache: xdg.pictureCacheFolder,
      wallpapers: WallpaperFolder(folder: xdg.wallpaperFolder) { [log, onNotice] path in
        log.warning("set aside damaged records of wallpapers", metadata: ["path": "\(path)"])
        onNotice(.wallpapersSetAside(path: path))
      },
      environment: environment,
      browser: Browser(environment: environment),
      hasBrowser: opening.hasBrowser,
      revoke: { [log] session in await backend.revoke(session, log) },
      texts: texts
    )
  }

  /// Returns the real service or the demo, with its sign-in.
  ///
  /// If no requests are sent, the demo service isn't started. The result is then the real service
  /// with the session key and the account of the demo.
  private func backend(
    _ opening: ServiceOpener,
    _ configuration: Configuration
  ) async throws(Problem) -> Backend {
    let (real, launch) = opening.real(configuration)
    guard options.isDemo else {
      guard !needsService || launch.setup == .ready else {
        throw Problem(.configuration, .notConfigured)
      }
      return real
    }
    guard needsService else {
      let demo = configuration.entry.demo("", configuration.sections)
      var backend = real
      (backend.key, backend.account) = (demo.key, demo.account)
      return backend
    }
    return try await opening.demo(configuration, pool: ImagingPool()).0
  }

  /// Whether a file exists at a path, or may exist because its folder isn't accessible.
  private static func mayBeThere(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 || (errno != ENOENT && errno != ENOTDIR)
  }

  /// Opens the database; returns the problem if that fails.
  private func openStore(_ path: String, _ now: Double) -> (Store?, Problem?) {
    let onSetAside = { @Sendable [log, onNotice] (path: String) in
      log.warning("set aside a damaged database", metadata: ["path": "\(path)"])
      onNotice(.newDatabase(oldPath: path))
    }
    do throws(StorageError) {
      let opening = try Store.open(
        path: path,
        now: now,
        lockTimeout: Self.lockTimeout,
        onSetAside: onSetAside
      )
      if let path = opening.setAside { onSetAside(path) }
      return (opening.store, nil)
    } catch {
      return (nil, Problem(.storage, error.cause))
    }
  }
}
