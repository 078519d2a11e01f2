import Accounts
import AppCore
import Catalogue
import DemoServer
import Disk
import Files
import FoundationEssentials
import HTTP
import Imaging
import Library
import Logging
import Model
import Platform
import ServiceAPI
import Settings
import Storage

/// The composition of a service, real or demo, with everything that effects need.
package struct ServiceOpener: Sendable {
  package let edition: Edition
  /// The service given on the command line; `nil` to use the configured one.
  let service: ServiceID?
  let configurationPath: String?
  let environment: [String: String]
  package let xdg: XDG
  package let transport: any HTTPTransport
  package let log: Logger
  package let session = SessionHolder()
  package let credentials: any CredentialStore
  private let host: DemoHost
  /// The queue of checks for the user; `nil` if no user is present.
  private let checks: ServiceCheckQueue?

  /// Creates the opener with its credential store.
  ///
  /// - Parameters:
  ///   - service: the service given on the command line; `nil` to use the configured one.
  ///   - location: the configured store for tokens.
  ///   - host: the owner of the demo service, if the demo must outlive the opener.
  ///   - checks: the queue of checks for the user; `nil` if no user is present.
  ///   - onExposure: called if other users had access to the credentials file.
  ///   - onFallback: called if a session couldn't be saved in the keyring.
  package init(
    edition: Edition,
    service: ServiceID? = nil,
    location: CredentialLocation = .auto,
    configurationPath: String?,
    environment: [String: String],
    xdg: XDG,
    transport: any HTTPTransport,
    log: Logger,
    host: DemoHost = DemoHost(),
    checks: ServiceCheckQueue? = nil,
    onExposure: @escaping @Sendable (Exposure) -> Void = { _ in },
    onFallback: @escaping @Sendable (KeyringError) -> Void = { _ in }
  ) {
    credentials = SessionStore(
      file: FileCredentialStore(path: xdg.credentialsFile, onExposure: onExposure),
      keyring: Keyring(environment: environment),
      location: location,
      lockPath: xdg.credentialsLock,
      onFallback: onFallback,
      log: log
    )
    self.edition = edition
    self.service = service
    self.configurationPath = configurationPath
    self.environment = environment
    self.xdg = xdg
    self.transport = transport
    self.log = log
    self.host = host
    self.checks = checks
  }

  /// Returns the real service, as far as it is configured.
  package func real(_ configuration: Configuration) -> (Backend, Launch) {
    let setup = configuration.entry.setup(configuration.sections)
    let backend = backend(setup, configuration)
    let readiness: Launch.Setup =
      setup.isComplete ? .ready : .notConfigured(path: configurationPath ?? xdg.configFile)
    var launch = launch(readiness, setup.description, configuration)
    launch.otherServices = configuration.otherEntries.map { $0.setup(configuration.sections) }
      .filter(\.isComplete).map(\.description)
    launch.hasOwnAddresses = setup.hasOwnAddresses
    return (backend, launch)
  }

  /// Returns the effect handler for a service.
  ///
  /// - Parameter keyMap: creates the key map when the configuration is reloaded.
  package func effectHandler(
    backend: Backend,
    pool: ImagingPool,
    pages: CallbackPages,
    configuration: Configuration,
    keyMap: @escaping @Sendable (KeySettings) throws(Problem) -> KeyMap,
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
        pictures: pictureFiles(configuration),
        galleryFolder: xdg.galleryFolder,
        wallpapers: WallpaperFolder(folder: xdg.wallpaperFolder) { [log] path in
          log.warning("set aside damaged records of wallpapers", metadata: ["path": "\(path)"])
        },
        callbackPages: pages,
        now: { Date.now.timeIntervalSince1970 },
        startDemo: { [self] () throws(Problem) in
          try await demo(configuration, pool: pool)
        },
        bundledPhotos: { [environment, log] in
          guard let folder = DataFolder.find(environment: environment) else { return [] }
          do throws(DemoServerError) { return try BundledPhoto.all(in: folder + "/demo") } catch {
            log.warning("could not read the photos", metadata: ["error": "\(error)"])
            return []
          }
        },
        readConfiguration: { [self] () throws(Problem) in
          var configuration = try Configuration.load(
            path: configurationPath,
            xdg: xdg,
            environment: environment,
            services: ServiceCatalogue.all
          )
          if let service { configuration.service = service }
          let keys = try keyMap(configuration.keys)
          let (backend, launch) = real(configuration)
          return LiveEffectHandler.Reload(
            backend: backend,
            launch: launch,
            keys: keys,
            pictures: pictureFiles(configuration)
          )
        },
        checks: checks,
        log: log
      ),
      backend: backend,
      session: session
    )
  }

  /// Starts the demo service unless it is running, and opens it.
  package func demo(
    _ configuration: Configuration,
    pool: ImagingPool
  ) async throws(Problem) -> (Backend, Launch) {
    let address = try await host.start(environment: environment, pool: pool)
    let setup = configuration.entry.demo(address.baseURL, configuration.sections)
    let backend = backend(setup, configuration, demoOrigin: address.baseURL)
    var launch = launch(.ready, setup.description, configuration)
    launch.otherServices = configuration.otherEntries
      .map { $0.demo(address.baseURL, configuration.sections).description }
    launch.isDemo = true
    return (backend, launch)
  }

  private func backend(
    _ setup: ServiceSetup,
    _ configuration: Configuration,
    demoOrigin: String? = nil
  ) -> Backend {
    var connection = ServiceConnection(
      transport: transport,
      session: { [session, credentials] () async throws(Problem) in
        try session.adoptChanges(in: credentials)
        return try await session.complete(from: credentials)
      },
      log: log
    )
    if let checks { connection.check = { await checks.ask($0) } }
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

  private func pictureFiles(_ configuration: Configuration) -> PictureFiles {
    PictureFiles(folder: configuration.pictures ?? xdg.pictures, style: FileStyle(configuration))
  }

  private func launch(
    _ setup: Launch.Setup,
    _ description: ServiceDescription,
    _ configuration: Configuration
  ) -> Launch {
    Launch(
      edition: edition,
      service: description,
      catalogue: configuration.services.map(\.description),
      setup: setup,
      picturesFolder: configuration.pictures ?? xdg.pictures,
      hasBrowser: hasBrowser,
      galleryFolder: xdg.galleryFolder,
      configurationPath: configurationPath ?? xdg.configFile,
      desktop: PhotoSharer(environment: environment)
        .tools(for: configuration.preferences.shareCommands),
      preferences: configuration.preferences
    )
  }

  /// Whether a browser seems to be installed.
  package var hasBrowser: Bool { Browser(environment: environment).name != nil }
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

  package init() {}

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
