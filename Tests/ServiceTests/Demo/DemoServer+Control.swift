import DemoControl
import DemoServer
import Platform

/// The control within the process. A service without it has no faults and no journal.
extension DemoServer {
  private nonisolated var control: DemoControl? { service.options.observer as? DemoControl }

  /// Replaces the faults, as `POST /_demo/faults` does.
  nonisolated func setFaults(_ faults: DemoFaults) { control?.injector.set(faults) }

  nonisolated var faults: DemoFaults { control?.injector.current ?? .none }

  /// Releases the responses that a `hold` fault holds back.
  nonisolated func release() { control?.injector.release() }

  nonisolated func reset() { control?.reset(service) }

  /// Returns the number of calls of a route.
  nonisolated func calls(of route: DemoRoute) -> Int {
    control?.journal.withLock { $0.counts[route] } ?? 0
  }

  /// Returns the total number of bytes of a photo's whole file that were passed to connections.
  nonisolated func served(_ photo: String) -> Int {
    control?.journal.withLock { $0.served[photo] } ?? 0
  }

  /// The IDs of the liked photos, the latest first.
  nonisolated var likes: [String] { service.likedPhotos }

  /// Waits until this many responses of a route are held back.
  nonisolated func waitUntilHeld(_ route: DemoRoute, count: Int = 1) async throws {
    try await control?.wait(for: count, of: route, areHeld: true)
  }

  /// Waits until a route has been called this many times in total.
  nonisolated func waitUntilCalled(_ route: DemoRoute, count: Int) async throws {
    try await control?.wait(for: count, of: route, areHeld: false)
  }
}
