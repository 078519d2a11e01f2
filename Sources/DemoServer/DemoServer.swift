import Glibc
import Imaging
import Platform

/// The embedded demo service: an HTTP/1.1 server on 127.0.0.1 that behaves like the real services.
package actor DemoServer {
  private let service: DemoService
  private let port: UInt16
  private var listener: DemoListener?

  /// Prepares the service without listening yet.
  ///
  /// - Parameter pool: The pool for work on pixels, shared with the rest of the program.
  /// - Throws: `photos` if the folder has no photos with descriptions.
  package init(
    options: DemoServerOptions,
    pool: ImagingPool = ImagingPool()
  ) throws(DemoServerError) {
    service = try DemoService(options: options, pool: pool)
    port = options.port
  }

  /// Starts listening and returns the address.
  ///
  /// - Throws: `missingLibrary`, `port` if the port isn't available, or `alreadyStarted`.
  package func start() throws(DemoServerError) -> DemoAddress {
    guard listener == nil else { throw .alreadyStarted }
    if let reason = DemoListener.loadFailure() { throw .missingLibrary(reason: reason) }
    do throws(LoopbackSocket.Failure) {
      let socket = try LoopbackSocket.listenIP4(on: port)
      let address = DemoAddress(port: try LoopbackSocket.port(of: socket))
      service.open(at: address.baseURL)
      listener = DemoListener.start(socket, service)
      guard listener == nil else { return address }
      close(socket)
      throw .init(code: EAGAIN)
    } catch {
      throw .port(port, reason: error.reason)
    }
  }

  /// Closes every connection, including held ones.
  package func stop() async {
    let listener = listener
    self.listener = nil
    await listener?.stop()
  }

  // MARK: Control within the process, for tests

  /// Replaces the faults, as `POST /_demo/faults` does.
  package nonisolated func setFaults(_ faults: DemoFaults) { service.faults.set(faults) }

  package nonisolated var faults: DemoFaults { service.faults.current }

  /// Releases the responses that a `hold` fault holds back.
  package nonisolated func release() { service.faults.release() }

  package nonisolated func reset() { service.reset() }

  /// Returns the number of calls of a route.
  package nonisolated func calls(of route: DemoRoute) -> Int {
    service.state.withLock { $0.journal.counts[route] ?? 0 }
  }

  /// Returns the total number of bytes of a photo's whole file that were passed to connections.
  package nonisolated func served(_ photo: String) -> Int {
    service.state.withLock { $0.journal.served[photo] ?? 0 }
  }

  /// The IDs of the liked photos, the latest first.
  package nonisolated var likes: [String] {
    service.state.withLock { $0.likes }.map { service.content.item($0).id }
  }

  /// Waits until this many responses of a route are held back.
  package nonisolated func waitUntilHeld(_ route: DemoRoute, count: Int = 1) async throws {
    while true {
      let version = service.changes.version
      if (service.faults.held[route] ?? 0) >= count { return }
      try await service.changes.wait(after: version)
    }
  }

  /// Waits until a route has been called this many times in total.
  package nonisolated func waitUntilCalled(_ route: DemoRoute, count: Int) async throws {
    while true {
      let version = service.changes.version
      if calls(of: route) >= count { return }
      try await service.changes.wait(after: version)
    }
  }
}
