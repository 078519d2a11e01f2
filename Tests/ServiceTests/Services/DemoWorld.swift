import DemoServer
import FoundationEssentials
import HTTP
import Model
import Platform
import Testing

@testable import Services

/// A demo service of a test's own, and everything the program talks to it with.
struct DemoWorld {
  let server: DemoServer
  let transport = CurlTransport()
  let configuration: Configuration.Unsplash
  let session = Lock<Session?>(nil)
  let service: UnsplashService
  let log = LogLines()

  /// - Parameter photos: a feed of 65 has three pages.
  init(photos: Int = 65, signedIn: Bool = true) async throws {
    let photosDirectory = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Resources/demo").standardized.path()
    server = try DemoServer(
      options: DemoServerOptions(photoCount: photos, photosDirectory: photosDirectory)
    )
    configuration = .demo(baseURL: try await server.start().baseURL)
    service = UnsplashService(
      configuration,
      transport: transport,
      session: { [session] in session.withLock { $0 } },
      log: log.logger
    )
    if signedIn {
      let signedIn = try await client.signInWithoutBrowser()
      session.withLock { $0 = signedIn }
    }
  }

  var client: OAuthClient {
    get throws { try #require(OAuthClient(configuration, key: .demo, transport: transport)) }
  }

  func setFault(_ text: String) throws { server.setFaults(DemoFaults([try Fault(text)])) }

  /// Runs a test in a world and takes the world down.
  static func run(
    photos: Int = 65,
    signedIn: Bool = true,
    isolation: isolated (any Actor)? = #isolation,
    _ body: (DemoWorld) async throws -> Void
  ) async throws {
    let world = try await DemoWorld(photos: photos, signedIn: signedIn)
    do {
      try await body(world)
    } catch {
      await world.server.stop()
      throw error
    }
    await world.server.stop()
  }
}
