import Accounts
import Files
import FoundationEssentials
import HTTP
import Imaging
import Model
import Platform
import Runtime
import ServiceAPI
import Storage
import Unsplash

@testable import DemoControl
@testable import DemoServer
@testable import VK
@testable import EffectHandling

/// Demo services, each used by one test at a time.
///
/// A warm one responds a hundred times faster.
actor DemoServers {
  struct Lent: Sendable {
    let server: DemoServer
    let address: DemoAddress
  }

  static let shared = DemoServers()

  /// The imaging pool of these services and the programs that use them, with no other work queued.
  static let pool = ImagingPool(threads: 2)

  /// Services that don't listen, with cached pictures.
  private var free: [DemoServer] = []

  /// Runs a test with a service in its initial state.
  nonisolated func lend(_ body: (Lent) async throws -> Void) async throws {
    let lent = try await take()
    do {
      try await body(lent)
    } catch {
      await give(lent)
      throw error
    }
    await give(lent)
  }

  private func take() async throws -> Lent {
    let server =
      try free.popLast()
      ?? DemoServer(
        // Three pages.
        options: DemoServerOptions(
          photoCount: 65,
          photosDirectory: Demo.photos,
          observer: DemoControl()
        ),
        pool: Self.pool
      )
    return Lent(server: server, address: try await server.start())
  }

  /// Closes every connection first: a request still being sent would count in the next test.
  private func give(_ lent: Lent) async {
    await lent.server.stop()
    lent.server.reset()
    free.append(lent.server)
  }
}

extension Session {
  /// Returns a session that the demo service accepts.
  static func demo() -> Session {
    Session(
      service: "unsplash",
      baseURL: SessionKey.demo.baseURL,
      token: Secret(
        Accounts.token(
          scopes: ["public", "read_user", "write_likes"],
          now: DemoServerOptions.clock()
        )
      ),
      username: "demo"
    )
  }
}

/// A transport with short limits for requests that never receive a response.
///
/// Other requests may take as long as a busy computer needs.
final class ImpatientTransport: HTTPTransport {
  typealias Rewrite = @Sendable (HTTPResponse) -> HTTPResponse

  private let base: CurlTransport
  private let hurried = Lock<[Fault]>([])
  private let away = Lock(false)
  private let rewriting = Lock<Rewrite?>(nil)

  init(_ base: CurlTransport) { self.base = base }

  /// Gives up early on requests that these faults leave without a response.
  func hurry(_ faults: [Fault]) {
    hurried.withLock { $0 = faults.filter { $0.kind == .never } }
  }

  /// Whether the network is down: no request leaves this computer.
  var isAway: Bool {
    get { away.withLock { $0 } }
    set { away.withLock { $0 = newValue } }
  }

  /// Modifies responses that are loaded into memory.
  func rewrite(_ rewrite: Rewrite?) { rewriting.withLock { $0 = rewrite } }

  func shutdown() async { await base.shutdown() }

  func data(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    if isAway { throw .connectionRefused(host: "127.0.0.1") }
    let response = try await base.data(limited(request))
    return rewriting.withLock { $0 }?(response) ?? response
  }

  func download(
    _ request: HTTPRequest,
    to target: DownloadTarget,
    began: (@Sendable (DownloadStart) async -> Bool)?,
    progress: @escaping @Sendable (Int64, Int64?) -> Void
  ) async throws(HTTPError) -> HTTPResponse {
    try await base.download(limited(request), to: target, began: began, progress: progress)
  }

  private func limited(_ request: HTTPRequest) -> HTTPRequest {
    let path = WebAddress(request.url)?.path.split(separator: "/").map(String.init) ?? []
    let call = Call(method: request.method.rawValue, path: path)
    let isHurried = hurried.withLock { faults in
      faults.contains { fault in call.map { fault.covers($0.route) } ?? false }
    }
    var limited = request
    limited.deadline = isHurried ? .milliseconds(100) : .seconds(600)
    return limited
  }
}

extension CurlConfiguration {
  /// A configuration that retries as often as usual, but almost without pauses; only deadlines end
  /// a request.
  static var forTests: CurlConfiguration {
    var configuration = CurlConfiguration.patient
    configuration.retry.backOff = .milliseconds(1)
    return configuration
  }
}

/// A credential store that can be made to fail.
final class TestCredentialStore: CredentialStore {
  private let store: MemoryCredentialStore
  private let refusal = Lock<Problem.Cause?>(nil)
  private let changes = Lock(0)

  init(_ sessions: [Session]) { store = MemoryCredentialStore(sessions) }

  /// Sets the cause that every change of the store fails with; `nil` for none.
  func refuse(_ cause: Problem.Cause?) { refusal.withLock { $0 = cause } }

  var session: Session? { try? store.session(for: .demo) }

  /// The stored session of VK's demo.
  var vk: Session? { try? store.session(for: .demo(of: .vk)) }

  func version() -> String? { "\(changes.withLock { $0 })" }

  /// Signs out like another program.
  func signOutElsewhere() throws {
    changes.withLock { $0 += 1 }
    try store.remove(.demo)
  }

  func sessionWithoutKeyring(for key: SessionKey) throws(Problem) -> Session? {
    try store.session(for: key)
  }

  func session(for key: SessionKey) throws(Problem) -> Session? { try store.session(for: key) }

  func save(_ session: Session) throws(Problem) {
    changes.withLock { $0 += 1 }
    if let cause = refusal.withLock({ $0 }) { throw Problem(.session, cause) }
    try store.save(session)
  }

  func remove(_ key: SessionKey) throws(Problem) {
    if let cause = refusal.withLock({ $0 }) { throw Problem(.session, cause) }
    try store.remove(key)
  }
}

/// The program's interface to the demo service.
struct DemoBackend {
  let backend: Backend
  let session = SessionHolder()

  /// Creates the interface to the part of the demo service that speaks another service's API.
  init(
    _ setup: ServiceSetup,
    _ baseURL: String,
    _ transport: any HTTPTransport,
    _ credentials: any CredentialStore,
    _ checks: ServiceCheckQueue
  ) {
    var connection = ServiceConnection(
      transport: transport,
      session: { [session] in session.current },
      log: LogLines().logger
    )
    connection.check = { await checks.ask($0) }
    connection.adopt = { [session] new async throws(Problem) in
      session.current = new
      try await credentials.save(new)
    }
    backend = Backend(
      setup,
      connection,
      credentials: credentials,
      session: session,
      redirectPort: 0,
      demoOrigin: baseURL
    )
  }

  init(_ baseURL: String, _ transport: any HTTPTransport) {
    let configuration = UnsplashConfiguration.demo(baseURL: baseURL)
    var backend = Backend(
      service: UnsplashService(
        configuration,
        transport: transport,
        session: { [session] in session.current },
        log: LogLines().logger
      ),
      oauth: OAuthClient(configuration.application, key: .demo, transport: transport),
      key: .demo,
      redirectPort: 0,
      demoOrigin: baseURL
    )
    backend.target = { UnsplashService.target(of: $0, site: baseURL) }
    self.backend = backend
  }
}

extension LiveEffectHandler {
  /// Creates the effect handler of a demo that isn't running, for effects without a service.
  static func offline(_ store: Store?, at time: Double = 0) -> LiveEffectHandler {
    let transport = StubTransport()
    let demo = DemoBackend("http://127.0.0.1:1", transport)
    return LiveEffectHandler(
      environment: LiveEffectHandler.Environment(
        credentials: TestCredentialStore([]),
        store: store,
        transport: transport,
        browser: Browser(environment: [:]),
        pictures: PictureFiles(folder: nil),
        galleryFolder: "/nowhere",
        wallpapers: WallpaperFolder(folder: "/nowhere"),
        callbackPages: .plain,
        now: { time },
        startDemo: { () throws(Problem) in throw Problem(.session, .notConfigured) },
        readConfiguration: { () throws(Problem) in throw Problem(.session, .notConfigured) },
        log: LogLines().logger
      ),
      backend: demo.backend,
      session: demo.session
    )
  }
}
