import Accounts
import AppCore
import Catalogue
import DemoServer
import Disk
import EffectHandling
import Files
import FoundationEssentials
import HTTP
import Imaging
import Localization
import Logging
import Model
import Pictures
import Platform
import ServiceAPI
import Settings
import Storage

/// The composition root of the program and of the commands: the parts that need no terminal.
///
/// The parts are opened in this order:
///
/// 1. `Program.Options.configuration` reads the configuration.
/// 2. `init` creates the paths, the log, the store of sessions and the connection.
/// 3. `real`, `demo` or `backend` opens the service.
/// 4. `Store.open` opens the database. The program does this first, on another thread.
/// 5. The program continues with `effectHandler`, a command with its `CommandContext`.
package struct Assembly: Sendable {
  package let options: Program.Options
  private var configuration: Configuration
  private let environment: [String: String]
  package let xdg: XDG
  package let log: Logger
  package let session = SessionHolder()
  package let credentials: any CredentialStore
  package let transport: any HTTPTransport
  private let host: DemoHost
  /// The queue of checks for the user; `nil` if no user is present.
  private let checks: ServiceCheckQueue?

  /// Creates the parts that don't depend on the service.
  ///
  /// - Parameters:
  ///   - host: The owner of the demo service, if the demo must outlive these parts.
  ///   - checks: The queue of checks for the user; `nil` if no user is present.
  ///   - onExposure: Called if other users had access to the credentials file.
  ///   - onFallback: Called if a session couldn't be saved in the keyring.
  ///   - connect: Returns the connection with these limits and certificates.
  package init(
    _ options: Program.Options,
    _ configuration: Configuration,
    environment: [String: String],
    host: DemoHost = DemoHost(),
    checks: ServiceCheckQueue? = nil,
    onExposure: @escaping @Sendable (_ path: String, Exposure) -> Void = { _, _ in },
    onFallback: @escaping @Sendable (KeyringError) -> Void = { _ in },
    connect: (CurlConfiguration) -> any HTTPTransport
  ) {
    let xdg = XDG(environment: environment, isDemo: options.isDemo)
    let file = LogFile(path: xdg.logFile)
    let level = Logger.Level(rawValue: configuration.logLevel.rawValue) ?? .warning
    log = Logger(label: "imagefeed") {
      FileLogHandler(label: $0, file: file, level: level)
    }
    credentials = SessionStore(
      file: FileCredentialStore(path: xdg.credentialsFile) { onExposure(xdg.credentialsFile, $0) },
      keyring: Keyring(environment: environment),
      location: configuration.credentials,
      lockPath: xdg.credentialsLock,
      onFallback: { [log] trouble in
        log.warning("a session is in the file", metadata: ["reason": "\(trouble)"])
        onFallback(trouble)
      },
      log: log
    )
    let authorities = CertificateAuthorities(configuration, environment: environment)
    var limits = CurlConfiguration(trusting: authorities)
    limits.hosts = configuration.services.flatMap { $0.limits(configuration.sections) }
    limits.limitsFolder = xdg.stateFolder
    transport = connect(limits)
    self.options = options
    self.configuration = configuration
    self.environment = environment
    self.xdg = xdg
    self.host = host
    self.checks = checks
  }

  // MARK: The service

  /// Returns the real service, as far as it is configured.
  package func real() -> (Backend, Launch) {
    let setup = configuration.entry.setup(configuration.sections)
    let readiness: Launch.Setup =
      setup.isComplete
      ? .ready : .notConfigured(path: options.configurationPath ?? xdg.configFile)
    var launch = launch(readiness, setup.description)
    // A service without accounts leads to the others, and these say what they need.
    launch.otherServices = configuration.otherEntries.map { $0.setup(configuration.sections) }
      .filter { $0.isComplete || !setup.description.hasAccounts }.map(\.description)
    launch.hasOwnAddresses = setup.hasOwnAddresses
    return (backend(setup), launch)
  }

  /// Starts the demo service unless it is running, and opens it.
  package func demo(pool: ImagingPool) async throws(Problem) -> (Backend, Launch) {
    let address = try await host.start(environment: environment, pool: pool)
    guard let setup = configuration.entry.demo?(address.baseURL, configuration.sections) else {
      throw Problem(.demo, .notOffered)
    }
    var launch = launch(.ready, setup.description)
    launch.otherServices = configuration.otherEntries
      .compactMap { $0.demo?(address.baseURL, configuration.sections).description }
    launch.isDemo = true
    return (backend(setup, demoOrigin: address.baseURL), launch)
  }

  /// Returns the real service or the demo for a command.
  ///
  /// If no requests are sent, the demo service isn't started. The result is then the real service
  /// with the session key and the account of the demo.
  ///
  /// - Throws: `notConfigured` if requests are sent and the real service isn't configured.
  package func backend(sendsRequests: Bool) async throws(Problem) -> Backend {
    if options.isDemo, sendsRequests { return try await demo(pool: ImagingPool()).0 }
    var (backend, launch) = real()
    if options.isDemo, let demo = configuration.entry.demo?("", configuration.sections) {
      (backend.key, backend.account) = (demo.key, demo.account)
    } else if sendsRequests, launch.setup != .ready {
      throw Problem(.configuration, .notConfigured)
    }
    return backend
  }

  private func backend(_ setup: ServiceSetup, demoOrigin: String? = nil) -> Backend {
    var connection = ServiceConnection(
      transport: transport,
      session: { [session, credentials] () async throws(Problem) in
        try session.adoptChanges(in: credentials)
        return try await session.complete(from: credentials)
      },
      log: log
    )
    let language = options.language ?? configuration.language.chosen
    connection.language = (language ?? Language(environment: environment)).rawValue
    if let checks {
      connection.check = { await checks.ask($0) }
      connection.longestPause = .seconds(20)
    }
    connection.adopt = { [session, credentials] new async throws(Problem) in
      session.current = new
      try await credentials.save(new)
    }
    // The demo service belongs to this process, so no other instance calls it.
    if demoOrigin == nil { connection.rateLimitFile = xdg.rateLimitFile }
    return Backend(
      setup,
      connection,
      credentials: credentials,
      session: session,
      lockPath: xdg.renewalLock,
      redirectPort: configuration.preferences.redirectPort,
      demoOrigin: demoOrigin
    )
  }

  private func launch(_ setup: Launch.Setup, _ description: ServiceDescription) -> Launch {
    var launch = Launch(edition: options.edition, service: description)
    launch.catalogue = configuration.services.map(\.description)
    launch.setup = setup
    launch.picturesFolder = configuration.pictures ?? xdg.pictures
    launch.hasBrowser = hasBrowser
    launch.galleryFolder = xdg.galleryFolder
    launch.configurationPath = options.configurationPath ?? xdg.configFile
    launch.preferences = configuration.preferences
    launch.desktop = PhotoSharer(environment: environment)
      .tools(for: configuration.preferences.shareCommands)
    return launch
  }

  /// Whether a browser seems to be installed.
  package var hasBrowser: Bool { Browser(environment: environment).name != nil }

  // MARK: Files

  /// The configured folder and style of files outside the gallery.
  package var pictureFiles: PictureFiles {
    PictureFiles(folder: configuration.pictures ?? xdg.pictures, style: FileStyle(configuration))
  }

  /// Returns the files that desktops show as wallpapers.
  ///
  /// - Parameter onSetAside: Called with the new path of damaged records.
  package func wallpapers(
    onSetAside: @escaping @Sendable (String) -> Void = { _ in }
  ) -> WallpaperFolder {
    WallpaperFolder(folder: xdg.wallpaperFolder) { [log] path in
      log.warning("set aside damaged records of wallpapers", metadata: ["path": "\(path)"])
      onSetAside(path)
    }
  }

  /// The cache for pictures on disk; `nil` if the edition has none or the user has turned it off.
  var pictureCache: PictureFileCache? {
    let limit = configuration.pictureCache
    guard options.edition.capabilities.contains(.cache), limit > 0 else { return nil }
    return PictureFileCache(folder: xdg.pictureCacheFolder, limit: limit << 20, log: log)
  }

  // MARK: Effects

  /// Returns the effect handler of the program for a service.
  func effectHandler(
    backend: Backend,
    pool: ImagingPool,
    store: Store?,
    storeProblem: Problem.Cause? = nil
  ) -> LiveEffectHandler {
    LiveEffectHandler(
      environment: LiveEffectHandler.Environment(
        credentials: credentials,
        store: store,
        storeProblem: storeProblem,
        transport: transport,
        browser: Browser(environment: environment),
        sharer: PhotoSharer(environment: environment),
        pictures: pictureFiles,
        galleryFolder: xdg.galleryFolder,
        wallpapers: wallpapers(),
        callbackPages: .localized,
        now: { Date.now.timeIntervalSince1970 },
        startDemo: { [self] () throws(Problem) in try await demo(pool: pool) },
        bundledPhotos: { [environment, log] in
          guard let folder = DataFolder.find(environment: environment) else { return [] }
          do throws(DemoServerError) { return try BundledPhoto.all(in: folder + "/demo") } catch {
            log.warning("could not read the photos", metadata: ["error": "\(error)"])
            return []
          }
        },
        readConfiguration: { [self] () throws(Problem) in
          var renewed = self
          renewed.configuration = try options.configuration(environment)
          let keys = try renewed.configuration.keys.keyMap()
          let (backend, launch) = renewed.real()
          return LiveEffectHandler.Reload(
            backend: backend,
            launch: launch,
            keys: keys,
            pictures: renewed.pictureFiles
          )
        },
        otherService: { [configuration, isDemo = options.isDemo] text in
          // The demo's other services have links to this computer alone.
          guard !isDemo, text.contains("/") else { return nil }
          let others = configuration.otherEntries.map { $0.setup(configuration.sections) }
          return others.first { $0.isComplete && $0.target(text) != nil }?.description.id
        },
        checks: checks,
        log: log
      ),
      backend: backend,
      session: session
    )
  }
}

extension Store {
  /// The maximum wait for other programs that use the database.
  private static let lockTimeout = Duration.seconds(2)

  /// Opens the user's database.
  ///
  /// - Parameter onSetAside: Called on any thread with the new path of a damaged database.
  package static func open(
    _ xdg: XDG,
    onSetAside: @escaping @Sendable (String) -> Void
  ) throws(StorageError) -> Store {
    let opening = try Store.open(
      path: xdg.databaseFile,
      now: Date.now.timeIntervalSince1970,
      lockTimeout: lockTimeout,
      onSetAside: onSetAside
    )
    if let path = opening.setAside { onSetAside(path) }
    return opening.store
  }
}

/// The embedded demo service, started once.
///
/// The service runs as long as this object exists.
package actor DemoHost {
  private typealias RunningDemo = (server: DemoServer, address: DemoAddress)

  /// The running or finished start.
  ///
  /// Concurrent callers wait for the same one.
  private var starting: Task<RunningDemo, any Error>?

  func start(
    environment: [String: String],
    pool: ImagingPool
  ) async throws(Problem) -> DemoAddress {
    guard let data = DataFolder.find(environment: environment) else {
      throw Problem(.demo, .disk(path: "demo/photos.json", reason: "no such file"))
    }
    let task =
      starting
      ?? Task {
        let options = DemoServerOptions(photosDirectory: data + "/demo")
        let server = try DemoServer(options: options, pool: pool)
        return (server, try await server.start())
      }
    starting = task
    do {
      return try await task.value.address
    } catch {
      starting = nil
      if case DemoServerError.missingLibrary(let reason) = error {
        throw Problem(.demo, .missingLibrary(name: "libmicrohttpd", reason: reason))
      }
      throw Problem(.demo, .disk(path: data, reason: "\(error)"))
    }
  }
}
