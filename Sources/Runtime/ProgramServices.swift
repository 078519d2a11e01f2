import AppCore
import DemoServer
import FoundationEssentials
import Glibc
import HTTP
import Imaging
import Library
import Localization
import Logging
import Model
import Pictures
import Platform
import Services
import Storage

/// Puts the services together, for the demo and for the real one.
struct ProgramServices: Sendable {
  let edition: Edition
  let configurationPath: String?
  let environment: [String: String]
  let xdg: XDG
  let transport: any HTTPTransport
  let log: Logger
  let session = SessionHolder()
  /// Told that others had permissions for the file with the sessions.
  let onExposure: @Sendable (Exposure) -> Void

  init(
    options: Program.Options,
    environment: [String: String],
    xdg: XDG,
    transport: any HTTPTransport,
    log: Logger,
    onExposure: @escaping @Sendable (Exposure) -> Void = { _ in }
  ) {
    edition = options.edition
    configurationPath = options.configurationPath
    self.environment = environment
    self.xdg = xdg
    self.transport = transport
    self.log = log
    self.onExposure = onExposure
  }

  /// The real service, as far as it is configured.
  func real(_ configuration: Configuration) -> (Backend, Launch) {
    let backend = backend(
      configuration.unsplash,
      configuration.unsplash.sessionKey,
      configuration.redirectPort
    )
    let setup: Launch.Setup =
      configuration.unsplash.isComplete
      ? .ready : .notConfigured(path: configurationPath ?? xdg.configFile)
    return (backend, launch(.real(name: "Unsplash"), setup, configuration))
  }

  /// What keeps pictures on disk; nil where the edition or the person wants none.
  func pictureCache(_ configuration: Configuration) -> PictureFileCache? {
    guard edition.capabilities.contains(.cache), configuration.pictureCache > 0 else { return nil }
    return PictureFileCache(
      folder: xdg.pictureCacheFolder,
      limit: configuration.pictureCache << 20,
      log: log
    )
  }

  func performer(
    backend: Backend,
    pool: ImagingPool,
    texts: [Texts],
    configuration: Configuration,
    store: Store?
  ) -> Performer {
    let picturesFolder = configuration.pictures ?? xdg.pictures
    let demo = DemoHost()
    return Performer(
      environment: Performer.Environment(
        credentials: FileCredentialStore(path: xdg.credentialsFile, onExposure: onExposure),
        store: store,
        transport: transport,
        browser: Browser(environment: environment),
        exporter: Exporter(environment: environment),
        picturesFolder: picturesFolder,
        galleryFolder: xdg.galleryFolder,
        callbackPages: CallbackPages(texts),
        now: { Date.now.timeIntervalSince1970 },
        startDemo: { [self] () throws(Problem) in
          let address = try await demo.start(environment: environment, pool: pool)
          return startedDemo(address, configuration)
        },
        readConfiguration: { [self] () throws(Problem) in
          real(
            try Configuration.load(
              path: configurationPath,
              xdg: xdg,
              environment: environment
            )
          )
        },
        log: log
      ),
      backend: backend,
      session: session,
      photos: PhotoLookup()
    )
  }

  private func startedDemo(
    _ address: DemoAddress,
    _ configuration: Configuration
  ) -> (Backend, Launch) {
    let unsplash = Configuration.Unsplash.demo(baseURL: address.baseURL)
    var backend = backend(unsplash, .demo, configuration.redirectPort)
    backend.demoOrigin = address.baseURL
    return (backend, launch(.demo, .ready, configuration))
  }

  private func backend(
    _ unsplash: Configuration.Unsplash,
    _ key: SessionKey,
    _ redirectPort: Int
  ) -> Backend {
    Backend(
      service: UnsplashService(
        unsplash,
        transport: transport,
        session: { [session] in session.current },
        log: log
      ),
      oauth: OAuthClient(unsplash, key: key, transport: transport),
      key: key,
      redirectPort: redirectPort
    )
  }

  private func launch(
    _ service: Launch.Service,
    _ setup: Launch.Setup,
    _ configuration: Configuration
  ) -> Launch {
    Launch(
      edition: edition,
      service: service,
      setup: setup,
      picturesFolder: configuration.pictures ?? xdg.pictures,
      hasBrowser: hasBrowser,
      galleryFolder: xdg.galleryFolder,
      desktop: Exporter(environment: environment).tools(for: configuration.shareCommands),
      shareCommands: configuration.shareCommands,
      downloadsAtOnce: configuration.downloads
    )
  }

  private var hasBrowser: Bool {
    if environment["BROWSER"]?.isEmpty == false { return true }
    let folders = environment["PATH"]?.split(separator: ":") ?? []
    return folders.contains { access("\($0)/xdg-open", X_OK) == 0 }
  }
}

/// The embedded demo service, started once and kept as long as the program lives.
private actor DemoHost {
  private var running: (server: DemoServer, address: DemoAddress)?

  func start(
    environment: [String: String],
    pool: ImagingPool
  ) async throws(Problem) -> DemoAddress {
    if let running { return running.address }
    guard let data = DataFolder.find(environment: environment) else {
      throw Problem(.demo, .disk(path: "demo/photos.json", reason: "not found"))
    }
    do {
      let options = DemoServerOptions(photosDirectory: data + "/demo")
      let server = try DemoServer(options: options, pool: pool)
      let address = try await server.start()
      running = (server, address)
      return address
    } catch {
      throw Problem(.demo, .disk(path: data, reason: "\(error)"))
    }
  }
}

extension CallbackPages {
  /// The pages in every language, the first one for whoever wants none of them.
  fileprivate init(_ languages: [Localization.Texts]) {
    let all = languages.map { texts in
      CallbackPages.Texts(language: texts.language.rawValue) { outcome in
        let page = texts.page(CallbackPage(outcome))
        return CallbackPages.Page(title: page.title, text: page.body)
      }
    }
    self.init(standard: all[0], others: Array(all.dropFirst()))
  }
}

extension CallbackPage {
  fileprivate init(_ outcome: CallbackPages.Outcome) {
    self =
      switch outcome {
      case .received: .received
      case .declined: .declined
      case .failed: .failed
      case .ignored: .ignored
      }
  }
}
