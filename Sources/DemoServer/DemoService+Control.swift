import FoundationEssentials
import Platform

// The control interface for tests, `/_demo/…`. Faults don't affect it.
extension DemoService {
  func control(_ name: String, _ request: DemoRequest) async -> DemoResponse {
    switch name {
    case "GET state": return .json(200, stateDescription)
    case "GET faults": return faultsAnswer
    case "POST faults", "PUT faults":
      guard let new = try? JSONDecoder().decode(DemoFaults.self, from: Data(request.body)) else {
        return .errors(422, "expected {\"faults\": [\"name[=value][@route,…][*count]\", …]}")
      }
      faults.set(new)
      return faultsAnswer
    case "POST release":
      faults.release()
      return .json(200, stateDescription)
    case "POST revoke":
      let now = options.now()
      state.withLock { $0.accounts.revokeAll(now: now) }
      return .json(200, stateDescription)
    case "POST shift":
      let count = request.query["count"].flatMap(Int.init) ?? 1
      state.withLock { $0.arrive(count) }
      return .json(200, stateDescription)
    case "POST reset":
      reset()
      return .json(200, stateDescription)
    case "GET wait": return await wait(request.query)
    default: return .errors(404, "Unable to find endpoint")
    }
  }

  /// Restores the initial state: no likes, counts or arrivals, and the initial faults.
  func reset() {
    state.withLock { $0 = State(resets: $0.resets + 1) }
    for part in parts { part.reset() }
    faults.set(options.faults)
    faults.release()
  }

  /// Responds once a route has been called `count` times in total, or that many responses of `held`
  /// are held.
  private func wait(_ query: FormFields) async -> DemoResponse {
    let route = (query["route"] ?? query["held"]).flatMap(DemoRoute.init(rawValue:))
    guard let route else { return .errors(422, "route or held is missing") }
    let wanted = query["count"].flatMap(Int.init) ?? 1
    while true {
      let version = changes.version
      let seen =
        query["held"] == nil
        ? state.withLock { $0.journal.counts[route] ?? 0 } : faults.held[route] ?? 0
      if seen >= wanted { return .json(200, stateDescription) }
      do {
        try await changes.wait(after: version)
      } catch {
        return .errors(503, "stopped")
      }
    }
  }

  private var faultsAnswer: DemoResponse {
    .json(200, ["faults": .array(faults.current.faults.map { .string($0.description) })])
  }

  private var stateDescription: JSON {
    let state = state.withLock { $0 }
    let held = faults.held
    func counts(_ counts: [DemoRoute: Int]) -> JSON {
      .object(DemoRoute.allCases.map { ($0.rawValue, .int(counts[$0] ?? 0)) })
    }
    return [
      "counts": counts(state.journal.counts),
      "held": counts(held),
      "likes": .array(state.likes.map { .string(content.item($0).id) }),
      "arrived": .int(state.arrived),
      "downloads": .array(
        state.journal.downloads.map {
          [
            "photo": .string($0.photo), "ixid": .bool($0.hasIxid),
            "authorized": .bool($0.isAuthorized),
          ]
        }
      ),
      "served": .object(state.journal.served.sorted { $0.key < $1.key }.map { ($0, .int($1)) }),
      "faults": .array(faults.current.faults.map { .string($0.description) }),
      "requests": .array(
        state.journal.entries.map {
          [
            "route": .string($0.route.rawValue), "method": .string($0.method),
            "target": .string($0.target), "authorization": .string($0.authorization),
          ]
        }
      ),
    ]
  }
}
