import AppCore
import Files
import HTTP
import Harness
import Model
import Platform
import ServiceAPI
import Testing

@testable import EffectHandling

/// The revocation of a token after the user has signed out.
@Suite struct SignOutEffectTests {
  @Test func `quitting doesn't cancel the revocation of the token`() async throws {
    let client = RevokingClient()
    let demo = DemoBackend("http://127.0.0.1:1", StubTransport())
    var backend = demo.backend
    backend.oauth = client
    let key = backend.key
    let session = Session(service: key.service, baseURL: key.baseURL, token: Secret("t"))
    demo.session.current = session
    let effectHandler = LiveEffectHandler(
      environment: LiveEffectHandler.Environment(
        credentials: TestCredentialStore([session]),
        transport: StubTransport(),
        browser: Browser(environment: [:]),
        pictures: PictureFiles(folder: nil),
        galleryFolder: "/nowhere",
        wallpapers: WallpaperFolder(folder: "/nowhere"),
        callbackPages: .plain,
        now: { 0 },
        startDemo: { () throws(Problem) in throw Problem(.session, .notConfigured) },
        readConfiguration: { () throws(Problem) in throw Problem(.session, .notConfigured) },
        log: LogLines().logger
      ),
      backend: backend,
      session: demo.session
    )
    let effect = Task {
      await effectHandler.perform(.session(.remove), of: effectHandler.account) { _ in }
    }
    for await _ in client.started.stream.prefix(1) {}
    effect.cancel()
    client.released.continuation.finish()
    await effect.value
    #expect(client.outcome.withLock { $0 } == .revoked)
    #expect(demo.session.current == nil)
  }
}

/// A service whose revocation lasts until the test releases it.
private final class RevokingClient: SignOutSource {
  enum Outcome { case revoked, cancelled }

  let started = AsyncStream<Void>.makeStream()
  let released = AsyncStream<Void>.makeStream()
  let outcome = Lock<Outcome?>(nil)

  func exchange(port: Int) -> any SignInExchange { fatalError("nobody signs in") }

  func signOut(_ session: Session) async throws(Problem) {
    started.continuation.yield()
    for await _ in released.stream {}
    let isCancelled = Task.isCancelled
    outcome.withLock { $0 = isCancelled ? .cancelled : .revoked }
  }
}
