import AppCore
import Canvas
import DemoControl
import DemoServer
import Files
import Imaging
import Localization
@testable import Model
import Pictures
import Platform
import Runtime
import Screens
import Storage

@testable import Files
@testable import HTTP
import Harness
@testable import ServiceAPI
@testable import Settings
@testable import Unsplash
@testable import VK
@testable import EffectHandling

/// The whole program without a terminal, with a demo service: keys as input, frames as output.
///
/// Nothing here waits for time. A test waits for a state, and timers fire when it says so.
final class HeadlessApp {
  let server: DemoServer
  let baseURL: String
  let transport: ImpatientTransport
  let credentials: TestCredentialStore
  let pictures: TemporaryFolder
  private let engine: Engine
  private let wakes: AsyncStream<Void>
  private var drawnRevision: Int?
  /// The code that the browser showed.
  var code = ""

  var state: AppState { engine.state }

  init(
    _ lent: DemoServers.Lent,
    edition: Edition,
    vk: VKConfiguration.SignIn? = nil,
    session: Session?,
    screen: Size,
    store: Store? = nil,
    gallery: String? = nil,
    holding writes: HeldWrites? = nil
  ) throws {
    server = lent.server
    baseURL = lent.address.baseURL
    transport = ImpatientTransport(CurlTransport(configuration: .forTests))
    credentials = TestCredentialStore(session.map { [$0] } ?? [])
    pictures = try TemporaryFolder()
    let (wakes, wake) = AsyncStream.makeStream(
      of: Void.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    self.wakes = wakes
    var configuration = Configuration()
    configuration.sections.vk.signIn = vk
    configuration.service = vk == nil ? .unsplash : .vk
    let demoSetup = configuration.entry.demo?(lent.address.baseURL, configuration.sections)
    guard let setup = demoSetup else { throw Failure("no demo") }
    let launch = Launch(
      edition: edition,
      service: setup.description,
      isDemo: true,
      picturesFolder: pictures.path,
      hasBrowser: false,
      galleryFolder: gallery
    )
    let mailbox = Mailbox { wake.yield() }
    let checks = ServiceCheckQueue { mailbox.post(.check(.asked($0))) }
    let demo =
      vk == nil
      ? DemoBackend(baseURL, transport)
      : DemoBackend(setup, baseURL, transport, credentials, checks)
    let reload = LiveEffectHandler.Reload(
      backend: demo.backend,
      launch: launch,
      keys: .standard,
      pictures: PictureFiles(folder: pictures.path, style: FileStyle())
    )
    let effectHandler = LiveEffectHandler(
      environment: LiveEffectHandler.Environment(
        credentials: credentials,
        store: store,
        transport: transport,
        browser: Browser(environment: [:]),
        pictures: PictureFiles(folder: pictures.path),
        galleryFolder: gallery ?? "/nowhere",
        wallpapers: WallpaperFolder(folder: pictures.path + "/wallpaper"),
        callbackPages: .plain,
        now: { 0 },
        startDemo: { () throws(Problem) in (demo.backend, launch) },
        readConfiguration: { () throws(Problem) in reload },
        checks: checks,
        log: LogLines().logger
      ),
      backend: demo.backend,
      session: demo.session
    )
    let output = PictureOutput(
      symbols: SymbolOptions(colors: .trueColor, symbols: .halfBlocks, background: Color(0))
    )
    engine = Engine(
      state: AppState(
        viewport: Viewport(columns: screen.width, rows: screen.height),
        launch: launch
      ),
      effectHandler: writes?.holding(effectHandler) ?? effectHandler,
      mailbox: mailbox,
      pictures: PictureStore(
        output: output,
        cache: nil,
        transport: transport,
        pool: DemoServers.pool,
        effectHandler: effectHandler,
        mailbox: mailbox,
        trace: nil
      ),
      output: output
    )
  }

  /// Runs a test with its own program and a demo service in its initial state.
  static func run(
    edition: Edition = .basic,
    hasSession: Bool = true,
    screen: Size = Size(80, 24),
    _ body: (HeadlessApp) async throws -> Void
  ) async throws {
    try await DemoServers.shared.lend { lent in
      let app = try HeadlessApp(
        lent,
        edition: edition,
        session: hasSession ? .demo() : nil,
        screen: screen
      )
      do {
        try await body(app)
      } catch {
        await app.shutdown()
        throw error
      }
      await app.shutdown()
    }
  }

  /// Runs the extended edition, one of several runs with the same service, database and gallery.
  static func run(
    on lent: DemoServers.Lent,
    database: String,
    vk: VKConfiguration.SignIn? = nil,
    hasSession: Bool = true,
    holding writes: HeldWrites? = nil,
    _ body: (HeadlessApp) async throws -> Void
  ) async throws {
    let app = try HeadlessApp(
      lent,
      edition: .extended,
      vk: vk,
      session: hasSession ? .demo() : nil,
      screen: Size(80, 24),
      store: try Store.open(path: database, now: 0).store,
      gallery: database + "-gallery",
      holding: writes
    )
    do {
      try await body(app)
    } catch {
      await app.shutdown()
      throw error
    }
    await app.shutdown()
  }

  private func shutdown() async {
    await engine.shutdown()
    await transport.shutdown()
  }

  /// Sets the service's faults.
  func set(_ faults: [Fault]) {
    transport.hurry(faults)
    server.setFaults(DemoFaults(faults))
  }

  // MARK: Input

  func start() { engine.deliver(.started) }

  /// Launches the program in the safe mode that follows a failed launch.
  func startCarefully() {
    engine.deliver(.dataFile(.lastStartFailed))
    start()
  }

  /// Presses a key, which must have a meaning in the current place.
  func press(_ key: Key) throws {
    engine.deliverMail()
    let action = KeyMap.action(for: key, in: state)
    guard action != .unknownKeyPressed else {
      throw Stuck("the key \(key.code) means nothing at \(state.place)", self)
    }
    engine.deliver(action)
    draw()
  }

  func press(_ keys: String) throws {
    for character in keys { try press(.character(character)) }
  }

  func paste(_ text: String) throws {
    guard let action = KeyMap.action(forPaste: text, in: state) else {
      throw Stuck("a paste means nothing at \(state.place)", self)
    }
    engine.deliver(action)
    draw()
  }

  func resize(_ size: Size) {
    engine.deliver(.resized(Viewport(columns: size.width, rows: size.height)))
    draw()
  }

  // MARK: Output

  /// Waits for a state.
  func until(_ what: String, _ condition: (HeadlessApp) throws -> Bool) async throws {
    var iterator = wakes.makeAsyncIterator()
    while true {
      engine.deliverMail()
      draw()
      if try condition(self) { return }
      // Ends when the test's time is up.
      guard await iterator.next() != nil else { throw Stuck("never came: \(what)", self) }
    }
  }

  /// Waits until no effect is running and none can follow.
  func settle() async throws {
    try await until("rest") { $0.engine.isIdle }
  }

  /// Fires the timers of some time, an hour by default.
  func passTime(_ time: Duration = .seconds(3600)) { engine.deliverDue(at: .now + time) }

  /// Continues as after a suspension of the computer.
  func resume(after suspension: Duration) { engine.resume(after: suspension) }

  private func draw() {
    guard drawnRevision != engine.revision else { return }
    drawnRevision = engine.revision
    _ = engine.pictures(for: Screens.render(state, .forTests(.english)))
    engine.requestPictures()
  }

  /// Returns the frame's text in a language, row by row; pictures are blanks.
  func screen(_ language: Language = .english) -> [String] {
    let canvas = Screens.render(state, .forTests(language)).canvas
    return (0..<canvas.rows).map { y in
      String(
        (0..<canvas.columns).compactMap { x in
          switch canvas[x, y].content {
          case .text(let character): character
          case .picture: " "
          case .continuation: nil
          }
        }
      )
    }
  }
}

extension RenderContext {
  fileprivate static func forTests(_ language: Language) -> RenderContext {
    RenderContext(texts: Texts(language), theme: .dark, glyphs: .unicode)
  }
}

/// The reason why a test can't continue, with the text on the screen.
struct Stuck: Error, CustomStringConvertible {
  let description: String

  init(_ what: String, _ app: HeadlessApp) {
    let alerts = app.state.alerts.map { "\($0.kind)" }.joined(separator: "\n")
    description = what + "\n" + app.screen().joined(separator: "\n") + "\n" + alerts
  }
}
