import AppCore
import Files
import Foundation
import HTTP
import Harness
@testable import Model
import Platform
import ServiceAPI
import Testing

@testable import EffectHandling

/// The configuration that is read again while the program runs.
@Suite struct ReloadTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `files are then saved in the new pictures folder`() async throws {
    let demo = DemoBackend("http://127.0.0.1:1", StubTransport())
    let launch = Launch(service: demo.backend.service.description, picturesFolder: nil)
    let reload = LiveEffectHandler.Reload(
      backend: demo.backend,
      launch: launch,
      keys: .standard,
      pictures: PictureFiles(folder: folder.path + "/new", style: FileStyle())
    )
    let effectHandler = LiveEffectHandler(
      environment: LiveEffectHandler.Environment(
        credentials: TestCredentialStore([]),
        transport: ScriptedTransport { request in
          HTTPResponse(status: 200, url: request.url, body: CreditSamples.file())
        },
        browser: Browser(environment: [:]),
        pictures: PictureFiles(folder: folder.path + "/old"),
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
    let save = Effect.downloads(
      .run(CreditSamples.photo, to: .pictures, from: .feed, position: 1)
    )
    await effectHandler.perform(save, of: effectHandler.account) { _ in }
    await effectHandler.perform(.signIn(.rereadConfiguration), of: effectHandler.account) { _ in }
    await effectHandler.perform(save, of: effectHandler.account) { _ in }
    let files = FileManager.default
    #expect(try files.contentsOfDirectory(atPath: folder.path + "/old").count == 1)
    #expect(try files.contentsOfDirectory(atPath: folder.path + "/new").count == 1)
  }
}
