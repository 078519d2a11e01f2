import DemoControl
import DemoServer
import HTTP
import Model
import Platform
import Testing

@testable import Accounts
@testable import Unsplash

/// A demo service used by one test at a time, and the objects that call it.
struct DemoWorld {
  let server: DemoServer
  let transport = ImpatientTransport(CurlTransport(configuration: .forTests))
  let configuration: UnsplashConfiguration
  let session = Lock<Session?>(nil)
  let service: UnsplashService
  let log = LogLines()

  private init(_ lent: DemoServers.Lent, signedIn: Bool) async throws {
    server = lent.server
    configuration = .demo(baseURL: lent.address.baseURL)
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
    get throws {
      try #require(OAuthClient(configuration.application, key: .demo, transport: transport))
    }
  }

  func setFault(_ text: String) throws { server.setFaults(DemoFaults([try Fault(text)])) }

  /// Runs a test with a service whose feed has three pages.
  static func run(
    signedIn: Bool = true,
    _ body: (DemoWorld) async throws -> Void
  ) async throws {
    try await DemoServers.shared.lend { lent in
      let world = try await DemoWorld(lent, signedIn: signedIn)
      do {
        try await body(world)
      } catch {
        await world.transport.shutdown()
        throw error
      }
      await world.transport.shutdown()
    }
  }
}
