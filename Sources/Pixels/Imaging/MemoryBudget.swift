import Dispatch
import Platform

/// A job's access to the memory budget that the jobs of an imaging pool share.
package struct ImagingMemory: Sendable {
  fileprivate let budget: MemoryBudget
  fileprivate let id: Int

  init(budget: MemoryBudget, id: Int) {
    self.budget = budget
    self.id = id
  }

  /// Waits until a number of bytes is free, and reserves them.
  ///
  /// Jobs are served in order of arrival.
  ///
  /// The bytes are released when the job ends or reserves again. A waiting job holds no memory, so
  /// two jobs never wait for each other.
  ///
  /// - Parameter bytes: the number of bytes; larger numbers than the whole budget count as the
  ///   whole budget.
  /// - Throws: `CancellationError` if the job's task is cancelled or the pool stops before the
  ///   memory is free.
  package func reserve(_ bytes: Int) throws(CancellationError) {
    try budget.reserve(bytes, for: id)
  }

  /// Releases the bytes of the job when it has ended.
  func release() { budget.end(id) }
}

/// A number of bytes that jobs reserve and release.
final class MemoryBudget: Sendable {
  private struct Waiter {
    let id: Int
    let bytes: Int
    let turn = DispatchSemaphore(value: 0)
  }

  private struct Work {
    var bytes = 0
    var isCancelled = false
  }

  private struct State {
    var free: Int
    /// The jobs that have begun and not ended.
    var work: [Int: Work] = [:]
    /// The waiting jobs, the oldest first.
    ///
    /// No job overtakes another.
    var waiting: [Waiter] = []
    var isStopped = false
  }

  private let bytes: Int
  private let state: Lock<State>

  init(bytes: Int) {
    self.bytes = max(0, bytes)
    state = Lock(State(free: self.bytes))
  }

  /// The number of waiting jobs.
  var waiting: Int { state.withLock { $0.waiting.count } }
  var free: Int { state.withLock { $0.free } }

  func begin(_ id: Int) { state.withLock { $0.work[id] = Work() } }

  func reserve(_ wanted: Int, for id: Int) throws(CancellationError) {
    let turn = state.withLock { state -> DispatchSemaphore? in
      Self.release(&state, id)
      guard state.work[id]?.isCancelled == false, !state.isStopped else { return nil }
      let waiting = Waiter(id: id, bytes: min(max(0, wanted), bytes))
      state.waiting.append(waiting)
      Self.grant(&state)
      return waiting.turn
    }
    // The semaphore has already been signalled if the memory was granted immediately.
    turn?.wait()
    let isGranted = state.withLock { $0.work[id]?.isCancelled == false && !$0.isStopped }
    guard turn != nil, isGranted else { throw CancellationError() }
  }

  func end(_ id: Int) {
    state.withLock { state in
      Self.release(&state, id)
      state.work[id] = nil
    }
  }

  /// Cancels a job that waits for memory.
  ///
  /// A job that has its memory continues, but can't reserve again.
  func cancel(_ id: Int) {
    state.withLock { state in
      state.work[id]?.isCancelled = true
      guard let index = state.waiting.firstIndex(where: { $0.id == id }) else { return }
      state.waiting.remove(at: index).turn.signal()
      Self.grant(&state)
    }
  }

  func stop() {
    state.withLock { state in
      state.isStopped = true
      for waiting in state.waiting { waiting.turn.signal() }
      state.waiting = []
    }
  }

  private static func release(_ state: inout State, _ id: Int) {
    state.free += state.work[id]?.bytes ?? 0
    state.work[id]?.bytes = 0
    grant(&state)
  }

  private static func grant(_ state: inout State) {
    while let next = state.waiting.first, next.bytes <= state.free {
      state.free -= next.bytes
      state.work[next.id]?.bytes = next.bytes
      state.waiting.removeFirst().turn.signal()
    }
  }
}
