import Platform

/// Spaces calls: VK answers three a second.
final class VKPace: Sendable {
  /// A third of a second, and a little for the way.
  static let spacing = Duration.milliseconds(340)

  private let next = Lock<MonotonicTime?>(nil)

  /// Takes the next turn, and says how long it is until then.
  func turn(at now: MonotonicTime) -> Duration {
    next.withLock { next in
      let turn = next.map { $0 < now ? now : $0 } ?? now
      next = turn + Self.spacing
      return .milliseconds(turn.milliseconds(since: now))
    }
  }
}
