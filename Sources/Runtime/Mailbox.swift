import AppCore
import Library
import Platform

/// Actions on their way to the loop, from any thread; each one wakes it.
package final class Mailbox: Sendable {
  /// An action and the run of the effect it is a result of.
  struct Envelope: Sendable {
    /// Nil when the run has ended.
    var action: AppAction?
    /// Nil for what no effect asked for.
    var run: EffectRun?
  }

  private let queue = Lock<[Envelope]>([])
  private let wake: @Sendable () -> Void

  /// - Parameter wake: wakes the loop; called from any thread.
  package init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  /// Delivers an action that belongs to no effect.
  package func post(_ action: AppAction) { post(Envelope(action: action, run: nil)) }

  func post(_ envelope: Envelope) {
    queue.withLock { $0.append(envelope) }
    wake()
  }

  /// Tells the loop that a run will send nothing more.
  func finished(_ run: EffectRun) { post(Envelope(action: nil, run: run)) }

  /// Wakes the loop to see what else has changed.
  func nudge() { wake() }

  var isEmpty: Bool { queue.withLock { $0.isEmpty } }

  /// Everything that has arrived, in its order.
  func drain() -> [Envelope] {
    queue.withLock { queue in
      let all = queue
      queue.removeAll(keepingCapacity: true)
      return all
    }
  }
}

/// One run of an effect: results of an earlier one under the same id are stale.
struct EffectRun: Hashable, Sendable {
  var id: Effect.ID
  var token: UInt64
}
