import Glibc
import Platform

/// The gate that requests to a class of hosts pass.
///
/// libcurl limits connections, but HTTP/2 sends many requests over one. So each request takes a
/// place here, in turn, and after a 429 all of them wait. All processes of a user share the places
/// and the pause by a file: place n is a lock of its byte n, which ends with its process.
package final class HostGate: Sendable {
  private struct State {
    var free: Int
    var waiting: [(id: UInt64, turn: CheckedContinuation<Bool, Never>)] = []
    var lastID: UInt64 = 0
    /// The requests that were cancelled before they could wait.
    var cancelled: Set<UInt64> = []
    var pauseEnd: MonotonicTime?
    /// The number of 429 in a row.
    var refusals = 0
  }

  /// The place of a request.
  struct Place {
    /// The file with the lock; `nil` without a file.
    fileprivate let descriptor: Int32?
  }

  /// The reason why a request doesn't pass.
  enum Refusal: Error {
    case cancelled
    /// The pause ends after the request's deadline.
    case paused(Duration)
  }

  /// The longest pause; a later time in the file is damaged, or from before a restart.
  static let horizon = Duration.seconds(3600)
  /// The pause after the first 429 without `Retry-After`; it doubles with each further one.
  static let usualPause = Duration.seconds(5)
  /// The time between two looks for a place that another process may have left.
  private static let look = Duration.milliseconds(25)

  let limits: HostLimits
  private let path: String?
  private let state: Lock<State>

  /// Creates a gate.
  ///
  /// - Parameter path: The file that processes share; `nil` to limit this process alone.
  package init(_ limits: HostLimits, path: String?) {
    self.limits = limits
    self.path = path
    state = Lock(State(free: limits.atOnce))
  }

  /// Waits for the end of a pause and for a place.
  func enter(until deadline: MonotonicTime) async throws(Refusal) -> Place {
    while true {
      try await waitForPause(until: deadline)
      guard await waitForTurn() else { throw .cancelled }
      guard let place = await lock() else {
        endTurn()
        throw .cancelled
      }
      // A pause may have begun while the request waited.
      if pause(at: .now) == nil { return place }
      leave(place)
    }
  }

  /// Frees a place, and begins a pause after a 429.
  ///
  /// - Parameter delay: The delay of `Retry-After`.
  func leave(_ place: Place, after status: Int? = nil, delay: Duration? = nil) {
    if let descriptor = place.descriptor { close(descriptor) }
    if let status {
      let end = state.withLock { state -> MonotonicTime? in
        guard status == 429 else {
          state.refusals = 0
          return nil
        }
        let usual = Self.usualPause * (1 << min(state.refusals, 4))
        state.refusals += 1
        let end = MonotonicTime.now + min(delay ?? usual, Self.horizon)
        state.pauseEnd = max(end, state.pauseEnd ?? end)
        return end
      }
      if let end { share(end) }
    }
    endTurn()
  }

  // MARK: Turns within this process

  private func waitForTurn() async -> Bool {
    let id = state.withLock { state -> UInt64 in
      state.lastID += 1
      return state.lastID
    }
    defer { state.withLock { _ = $0.cancelled.remove(id) } }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { turn in
        let now = state.withLock { state -> Bool? in
          if state.cancelled.remove(id) != nil { return false }
          guard state.free == 0 else {
            state.free -= 1
            return true
          }
          state.waiting.append((id, turn))
          return nil
        }
        if let now { turn.resume(returning: now) }
      }
    } onCancel: {
      let turn = state.withLock { state -> CheckedContinuation<Bool, Never>? in
        guard let index = state.waiting.firstIndex(where: { $0.id == id }) else {
          state.cancelled.insert(id)
          return nil
        }
        return state.waiting.remove(at: index).turn
      }
      turn?.resume(returning: false)
    }
  }

  private func endTurn() {
    let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
      guard !state.waiting.isEmpty else {
        state.free += 1
        return nil
      }
      return state.waiting.removeFirst().turn
    }
    next?.resume(returning: true)
  }

  // MARK: Places and pauses of all processes

  /// Locks a place, and waits while other processes have all; `nil` if the task is cancelled.
  ///
  /// If the file can't be used, only the requests of this process are limited.
  private func lock() async -> Place? {
    guard let file = open() else { return Place(descriptor: nil) }
    while true {
      for place in 0..<limits.atOnce {
        do throws(DescriptorError) {
          try RegularFile.lock(byte: MemoryLayout<Int64>.size + place, of: file)
          return Place(descriptor: file)
        } catch {
          guard error.code != EAGAIN else { continue }
          close(file)
          return Place(descriptor: nil)
        }
      }
      do { try await Task.sleep(for: Self.look) } catch {
        close(file)
        return nil
      }
    }
  }

  private func waitForPause(until deadline: MonotonicTime) async throws(Refusal) {
    while let rest = pause(at: .now) {
      guard MonotonicTime.now + rest < deadline else { throw .paused(rest) }
      do { try await Task.sleep(for: rest) } catch { throw .cancelled }
    }
  }

  /// Returns the rest of the pause; `nil` if there is none.
  private func pause(at now: MonotonicTime) -> Duration? {
    let own = state.withLock { $0.pauseEnd }
    var ends = [own].compactMap(\.self)
    if let file = open() {
      defer { close(file) }
      var time: Int64 = 0
      let size = MemoryLayout<Int64>.size
      if pread(file, &time, size, 0) == size { ends.append(MonotonicTime(nanoseconds: time)) }
    }
    let end = ends.filter { now < $0 && $0 < now + Self.horizon + .seconds(1) }.max()
    return end.map { $0.duration(since: now) }
  }

  private func open() -> Int32? {
    guard let path else { return nil }
    try? Folder.create(Folder.containing(path), mode: 0o700)
    return try? RegularFile.openOwn(path, O_RDWR)
  }

  private func share(_ end: MonotonicTime) {
    guard let file = open() else { return }
    defer { close(file) }
    var time = end.nanoseconds
    _ = pwrite(file, &time, MemoryLayout<Int64>.size, 0)
  }
}
