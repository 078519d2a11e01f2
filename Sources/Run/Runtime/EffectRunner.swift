import AppCore
import Dispatch
import EffectHandling
import Platform

/// A runner that starts, replaces and cancels effects, and drops stale results.
///
/// Must be used on the loop's thread only. An `EffectHandler` performs the effects.
final class EffectRunner {
  private struct RunningEffect {
    var token: UInt64
    var task: Task<Void, Never>
    var traits: Effect.Traits
  }

  private let mailbox: Mailbox
  private let effectHandler: any EffectHandler
  private var running: [Effect.ID: RunningEffect] = [:]
  private var lastToken: UInt64 = 0
  /// The writes in progress, including those queued after another run with the same ID.
  private var writes: [EffectRun: Effect.WriteKind] = [:]

  init(mailbox: Mailbox, effectHandler: any EffectHandler) {
    self.mailbox = mailbox
    self.effectHandler = effectHandler
  }

  /// Whether no effect is running, ignoring an effect that waits for user input.
  func isIdle(ignoring waiting: Effect.ID?) -> Bool { running.keys.allSatisfy { $0 == waiting } }

  /// Starts an effect as a task.
  ///
  /// A running effect with the same ID is replaced, or finishes first if the new effect is ordered.
  func start(_ effect: Effect, id: Effect.ID) {
    lastToken += 1
    let run = EffectRun(id: id, token: lastToken)
    let before = running[id]?.task
    let traits = effect.traits
    writes[run] = traits.writeKind
    let previous = traits.isOrdered ? before : nil
    if previous == nil { before?.cancel() }
    let task = Task { [mailbox, effectHandler, account = effectHandler.account] in
      await previous?.value
      await effectHandler.perform(effect, of: account) {
        mailbox.post(Mailbox.Envelope(action: $0, run: run))
      }
      mailbox.finished(run)
    }
    running[id] = RunningEffect(token: run.token, task: task, traits: traits)
  }

  func cancel(_ id: Effect.ID) { running.removeValue(forKey: id)?.task.cancel() }

  func cancelReads(of scope: Effect.Scope) {
    for (id, entry) in running where id.scope == scope && entry.traits.isRead { cancel(id) }
  }

  /// Whether a result of this run may still be delivered.
  func isLive(_ run: EffectRun) -> Bool { running[run.id]?.token == run.token }

  /// Records that a run has ended; called after its last result was delivered.
  func finish(_ run: EffectRun) {
    writes[run] = nil
    if isLive(run) { running[run.id] = nil }
  }

  /// Cancels all effects except those that save data (`Effect.Traits.writeKind`), then waits for
  /// all.
  ///
  /// Cancelled writes clean up their files.
  func shutdown() async { for task in end() { await task.value } }

  /// Blocks the calling thread until the shutdown is complete, at most for `timeout`.
  ///
  /// - Returns: The kinds of data that couldn't be written.
  func shutdown(within timeout: Duration) -> [Effect.WriteKind] {
    let tasks = end()
    if !tasks.isEmpty { wait(for: tasks, within: timeout) }
    var failed: Set<EffectRun> = []
    for envelope in mailbox.drain() {
      guard let run = envelope.run else { continue }
      switch envelope.action {
      case .dataFile(.databaseFailed), .dataFile(.noteFailed), .downloads(.noteFailed),
        .likes(.notKept):
        failed.insert(run)
      case nil where !failed.contains(run): writes[run] = nil
      default: break
      }
    }
    return Array(writes.values)
  }

  private func wait(for tasks: [Task<Void, Never>], within timeout: Duration) {
    let isDone = DispatchSemaphore(value: 0)
    Task {
      for task in tasks { await task.value }
      isDone.signal()
    }
    let (seconds, attoseconds) = timeout.components
    let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    _ = isDone.wait(timeout: .now() + .nanoseconds(nanoseconds))
  }

  /// Cancels the effects that needn't finish, and returns the tasks of all.
  private func end() -> [Task<Void, Never>] {
    let all = running.values
    running = [:]
    for entry in all where entry.traits.writeKind == nil { entry.task.cancel() }
    return all.map(\.task)
  }
}
