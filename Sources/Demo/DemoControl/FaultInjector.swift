import DemoServer
import Platform

/// The active faults, the number of calls that each still affects, and the responses held back.
package final class FaultInjector: Sendable {
  private struct ActiveFault: Sendable {
    let fault: Fault
    /// The remaining number of affected calls; `nil` for no limit.
    var remaining: Int?
    /// The number of calls seen, for faults that begin after some calls.
    var calls = 0
  }

  private struct State: Sendable {
    var active: [ActiveFault]
    var releases = 0
    var held: [DemoRoute: Int] = [:]
  }

  private let state: Lock<State>
  private let changes: Changes

  init(_ faults: DemoFaults, changes: Changes) {
    state = Lock(State(active: faults.faults.map { ActiveFault(fault: $0, remaining: $0.count) }))
    self.changes = changes
  }

  /// The active faults, with their remaining counts.
  package var current: DemoFaults {
    state.withLock { state in
      DemoFaults(
        state.active.compactMap { active in
          guard active.remaining != 0 else { return nil }
          return Fault(active.fault.kind, routes: active.fault.routes, count: active.remaining)
        }
      )
    }
  }

  /// Replaces all faults and releases the responses that no fault holds any more.
  package func set(_ faults: DemoFaults) {
    state.withLock { state in
      state.active = faults.faults.map { ActiveFault(fault: $0, remaining: $0.count) }
    }
    changes.announce()
  }

  /// Returns the faults that affect one call of a route, and decrements those with a count.
  func consumeFaults(for route: DemoRoute) -> [Fault.Kind] {
    state.withLock { state in
      var faults: [Fault.Kind] = []
      for index in state.active.indices where state.active[index].fault.covers(route) {
        guard state.active[index].remaining != 0 else { continue }
        state.active[index].calls += 1
        if case .rateLimit(let after, let status) = state.active[index].fault.kind {
          let left = after - state.active[index].calls
          faults.append(.rateLimit(after: left, status: status))
          if left >= 0 { continue }
        } else {
          faults.append(state.active[index].fault.kind)
        }
        state.active[index].remaining = state.active[index].remaining.map { $0 - 1 }
      }
      return faults
    }
  }

  // MARK: Holding

  /// The number of responses of each route that are held back now.
  var held: [DemoRoute: Int] { state.withLock { $0.held } }

  /// Releases all responses that are held back now.
  package func release() {
    state.withLock { $0.releases += 1 }
    changes.announce()
  }

  /// Waits until the response is released, or no fault holds the route any more.
  func hold(_ route: DemoRoute) async throws {
    let releases = state.withLock { state in
      state.held[route, default: 0] += 1
      return state.releases
    }
    changes.announce()
    defer {
      state.withLock { state in
        let left = (state.held[route] ?? 1) - 1
        state.held[route] = left > 0 ? left : nil
      }
      changes.announce()
    }
    while true {
      let version = changes.version
      let isHeld = state.withLock { state in
        state.releases == releases
          && state.active.contains { $0.fault.kind == .hold && $0.fault.covers(route) }
      }
      guard isHeld else { return }
      try await changes.wait(after: version)
    }
  }

  /// Waits until the task is cancelled.
  func wait() async throws {
    while true { try await changes.wait(after: changes.version) }
  }
}

extension Fault {
  func covers(_ route: DemoRoute) -> Bool {
    guard !routes.isEmpty else { return kind.makesSense(on: route) }
    // A refusal's code has another meaning on these routes, so they must be named explicitly.
    if case .refusal = kind, [.authorize, .token].contains(route) { return routes.contains(route) }
    return routes.contains(route) && kind.makesSense(on: route)
  }
}

extension CallFault {
  func makesSense(on route: DemoRoute) -> Bool {
    switch self {
    case .latency, .bandwidth, .status, .cut, .never, .hold, .html: true
    case .truncated, .tagChange, .withoutRanges: route.isPicture
    case .invalidJSON: route.isAPI || route == .token
    case .hostileLinks: route.isAPI
    case .brokenItem, .empty, .duplicates:
      [.photos, .likes, .search, .userPhotos].contains(route)
    case .feedShift: route == .photos
    case .deleted: route == .photo || route == .download || route == .like
    case .revoked, .rateLimit, .staleBudget, .refusal: route.isAPI
    case .likesGone: route == .like || route == .likes
    case .emptyLikes: route == .like
    case .bareToken: route == .token
    }
  }
}
