import AppCore
import Platform

/// A queue of actions for the loop.
///
/// Any thread can post; each post wakes the loop.
package final class Mailbox: Sendable {
  /// An action, and the run of the effect that produced it.
  struct Envelope: Sendable {
    /// The action; `nil` if the run has ended.
    var action: AppAction?
    /// The run of the effect; `nil` if no effect produced the action.
    var run: EffectRun?
  }

  private let queue = Lock<[Envelope]>([])
  private let wake: @Sendable () -> Void

  /// Creates an empty mailbox.
  ///
  /// - Parameter wake: Wakes the loop; called from any thread.
  package init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  /// Delivers an action that belongs to no effect.
  package func post(_ action: AppAction) { post(Envelope(action: action, run: nil)) }

  func post(_ envelope: Envelope) {
    queue.withLock { $0.append(envelope) }
    wake()
  }

  /// Reports to the loop that a run won't send anything else.
  func finished(_ run: EffectRun) { post(Envelope(action: nil, run: run)) }

  /// Wakes the loop to check for other changes.
  func nudge() { wake() }

  var isEmpty: Bool { queue.withLock { $0.isEmpty } }

  /// Removes and returns everything that has arrived, in order.
  func drain() -> [Envelope] {
    queue.withLock { queue in
      let all = queue
      queue.removeAll(keepingCapacity: true)
      return all
    }
  }
}

/// One run of an effect.
///
/// Results of an earlier run with the same ID are stale.
struct EffectRun: Hashable, Sendable {
  var id: Effect.ID
  var token: UInt64
}
