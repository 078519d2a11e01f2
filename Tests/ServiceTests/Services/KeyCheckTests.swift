import AppCore
import Files
import HTTP
import Harness
@testable import Model
import Platform
import ServiceAPI
import Testing

@testable import EffectHandling

/// Keys typed into the form, which are tested with the service before the browser opens.
@Suite struct `Newly saved keys` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Returns the actions after saving keys, with a service that answers the first page.
  private func save(answering status: Int?) async -> [AppAction] {
    let transport = StubTransport()
    let demo = DemoBackend("http://127.0.0.1:1", transport)
    let page = "http://127.0.0.1:1/photos?page=1&per_page=30"
    if let status {
      transport.answer(page, status: status, body: Array("[]".utf8))
    } else {
      transport.fail(page, .connectionRefused(host: "127.0.0.1"))
    }
    let launch = Launch(service: demo.backend.service.description, picturesFolder: nil)
    let reload = LiveEffectHandler.Reload(
      backend: demo.backend,
      launch: launch,
      keys: KeyMap(),
      pictures: PictureFiles(folder: nil, style: FileStyle())
    )
    let effectHandler = LiveEffectHandler(
      environment: LiveEffectHandler.Environment(
        credentials: TestCredentialStore([]),
        store: nil,
        transport: transport,
        browser: Browser(environment: [:]),
        pictures: PictureFiles(folder: nil),
        galleryFolder: "/nowhere",
        wallpapers: WallpaperFolder(folder: "/nowhere"),
        callbackPages: .plain,
        now: { 0 },
        startDemo: { () throws(Problem) in throw Problem(.session, .notConfigured) },
        readConfiguration: { () throws(Problem) in reload },
        log: LogLines().logger
      ),
      backend: demo.backend,
      session: demo.session
    )
    let (actions, sink) = AsyncStream.makeStream(of: AppAction.self)
    let path = folder.path + "/config.toml"
    await effectHandler.perform(
      .signIn(.saveKeys(access: "a", secret: "b", path: path)),
      of: effectHandler.account
    ) {
      sink.yield($0)
    }
    sink.finish()
    return await actions.reduce(into: []) { $0.append($1) }
  }

  @Test func `keys unknown to the service are refused`() async {
    let refused = AppAction.signIn(.keysSaved(.failure(Problem(.signIn, .invalidClient))))
    #expect(await save(answering: 401).last == refused)
  }

  @Test(arguments: [200, 403, 500, nil])
  func `keys stay after any other response, or none`(_ status: Int?) async {
    guard case .signIn(.keysSaved(.success))? = await save(answering: status).last else {
      Issue.record("\(String(describing: status))")
      return
    }
  }
}
