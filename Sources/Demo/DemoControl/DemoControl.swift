import DemoServer
import FoundationEssentials
import Platform

/// The journal and the faults of a demo service, and their interface below `/_demo`.
///
/// Faults don't affect that interface.
package final class DemoControl: DemoObserver {
  /// The state of the service and of its control, as `/_demo/state` returns it.
  private struct Description: Encodable {
    let counts: [String: Int]
    let held: [String: Int]
    let likes: [String]
    let arrived: Int
    let downloads: [Journal.Download]
    let served: [String: Int]
    let faults: [String]
    let requests: [Journal.Entry]
  }

  private let initialFaults: DemoFaults
  package let journal = Lock(Journal())
  private let changes: Changes
  package let injector: FaultInjector

  /// - Parameter faults: The faults at the start, which a reset restores.
  package init(_ faults: DemoFaults = .none) {
    initialFaults = faults
    changes = Changes()
    injector = FaultInjector(faults, changes: changes)
  }

  // MARK: Observing

  package func faults(of request: DemoRequest, to route: DemoRoute) async throws -> CallFaults {
    journal.withLock { $0.record(request, route) }
    changes.announce()
    let faults = injector.consumeFaults(for: route)
    if faults.contains(.hold) { try await injector.hold(route) }
    if faults.contains(.never) { try await injector.wait() }
    for case .latency(let milliseconds) in faults where milliseconds > 0 {
      try await Task.sleep(for: .milliseconds(milliseconds))
    }
    return CallFaults(faults)
  }

  package func recordDownload(of photo: String, _ request: DemoRequest) {
    let download = Journal.Download(
      photo: photo,
      ixid: request.query["ixid"]?.isEmpty == false,
      authorized: request.authorization != nil
    )
    journal.withLock { $0.recordDownload(download) }
  }

  package func counter(of photo: String) -> @Sendable (Int) -> Void {
    let number = journal.withLock { $0.number }
    return { [self] count in
      journal.withLock { if $0.number == number { $0.recordServed(count, of: photo) } }
    }
  }

  // MARK: The interface

  package func answer(_ request: DemoRequest, of service: DemoService) async -> DemoResponse? {
    let path = request.path
    guard path.count > 1, path[0] == "_demo" else { return nil }
    switch request.method + " " + path.dropFirst().joined(separator: "/") {
    case "GET state": break
    case "GET faults": return .json(200, injector.current)
    case "POST faults", "PUT faults":
      guard let new = try? JSONDecoder().decode(DemoFaults.self, from: Data(request.body)) else {
        return .errors(422, "expected {\"faults\": [\"name[=value][@route,…][*count]\", …]}")
      }
      injector.set(new)
      return .json(200, injector.current)
    case "POST release": injector.release()
    case "POST revoke": service.revokeTokens()
    case "POST shift": service.arrive(request.query["count"].flatMap(Int.init) ?? 1)
    case "POST reset": reset(service)
    case "GET wait":
      let held = request.query["held"]
      guard let route = (request.query["route"] ?? held).flatMap(DemoRoute.init) else {
        return .errors(422, "route or held is missing")
      }
      let count = request.query["count"].flatMap(Int.init) ?? 1
      guard (try? await wait(for: count, of: route, areHeld: held != nil)) != nil else {
        return .errors(503, "stopped")
      }
    default: return .errors(404, "Unable to find endpoint")
    }
    return .json(200, description(of: service))
  }

  private func description(of service: DemoService) -> Description {
    let journal = journal.withLock { $0 }
    func counts(_ counts: [DemoRoute: Int]) -> [String: Int] {
      Dictionary(uniqueKeysWithValues: DemoRoute.allCases.map { ($0.rawValue, counts[$0] ?? 0) })
    }
    return Description(
      counts: counts(journal.counts),
      held: counts(injector.held),
      likes: service.likedPhotos,
      arrived: service.arrived,
      downloads: journal.downloads,
      served: journal.served,
      faults: injector.current.faults.map(\.description),
      requests: journal.entries
    )
  }

  /// Restores the initial state: no likes, counts or arrivals, and the initial faults.
  package func reset(_ service: DemoService) {
    service.reset()
    journal.withLock { $0 = $0.next }
    injector.set(initialFaults)
    injector.release()
  }

  /// Waits until a route has been called this many times in total, or this many of its responses
  /// are held back.
  package func wait(for count: Int, of route: DemoRoute, areHeld: Bool) async throws {
    while true {
      let version = changes.version
      let seen = areHeld ? injector.held[route] : journal.withLock { $0.counts[route] }
      if seen ?? 0 >= count { return }
      try await changes.wait(after: version)
    }
  }
}

extension DemoResponse {
  fileprivate static func json(_ status: Int, _ value: some Encodable) -> DemoResponse {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return .json(status, [UInt8]((try? encoder.encode(value)) ?? Data()))
  }
}
