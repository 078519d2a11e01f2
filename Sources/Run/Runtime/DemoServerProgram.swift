import DemoControl
import DemoServer
import Dispatch
import EffectHandling
import Glibc
import Model
import Platform

/// The demo service as a standalone program.
package enum DemoServerProgram {
  /// The reason why the server did not start.
  package enum Failure: Error {
    case dataNotFound([String])
    case server(DemoServerError)
  }

  /// Prints the base URL as the first line and serves until a signal ends the process.
  ///
  /// - Parameter faults: The faults active from the start, in the syntax of `Fault`.
  package static func runUntilSignalled(
    port: UInt16,
    faults: [String],
    hourlyLimit: Int,
    environment: [String: String],
    announce: (String) -> Void
  ) throws(Failure) {
    guard let folder = DataFolder.find(environment: environment) else {
      throw .dataNotFound(DataFolder.places(environment: environment))
    }
    let started = Lock<Result<DemoAddress, DemoServerError>?>(nil)
    let ready = DispatchSemaphore(value: 0)
    Task {
      let result: Result<DemoAddress, DemoServerError>
      do throws(DemoServerError) {
        var options = DemoServerOptions(photosDirectory: folder + "/demo")
        options.port = port
        options.hourlyLimit = hourlyLimit.clamped(to: SanityLimits.count)
        var parsed: [Fault] = []
        for text in faults { parsed.append(try Fault(text)) }
        options.observer = DemoControl(DemoFaults(parsed))
        let server = try DemoServer(options: options)
        result = .success(try await server.start())
        Self.running.withLock { $0 = server }
      } catch {
        result = .failure(error)
      }
      started.withLock { $0 = result }
      ready.signal()
    }
    ready.wait()
    switch started.withLock({ $0 }) {
    case .success(let address)?: announce(address.baseURL)
    case .failure(let error)?: throw .server(error)
    case nil: return
    }
    var signal: Int32 = 0
    var set = sigset_t()
    sigemptyset(&set)
    for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&set, number) }
    sigwait(&set, &signal)
  }

  /// The server, stored so that it stays alive while the main thread waits for a signal.
  private static let running = Lock<DemoServer?>(nil)
}
