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
    /// The slot in the rate; `nil` if that isn't limited.
    fileprivate var slot: MonotonicTime?
  }

  /// The reason why a request doesn't pass.
  enum Refusal: Error {
    case cancelled
    /// The pause, or the time until the next slot, is longer than the request waits.
    case paused(Duration)
  }

  /// The longest pause; a later time in the file is damaged.
  static let horizon = Duration.seconds(3600)
  /// The pause after the first 429 without `Retry-After`; it doubles with each further one.
  static let usualPause = Duration.seconds(5)
  /// The time between two looks for a place that another process may have left.
  private static let look = Duration.milliseconds(25)

  let limits: HostLimits
  private let path: String?
  private let rate: RateLimiter?
  private let state: Lock<State>

  /// Creates a gate.
  ///
  /// - Parameter path: The file that processes share; `nil` to limit this process alone.
  package init(_ limits: HostLimits, path: String?) {
    self.limits = limits
    self.path = path
    rate = limits.perMinute.map {
      RateLimiter($0, in: .seconds(60), path: path.map { $0 + "-rate" })
    }
    state = Lock(State(free: limits.atOnce))
  }

  /// Waits for the end of a pause, for a slot in the rate, and for a place.
  func enter(
    until deadline: MonotonicTime,
    longestPause: Duration
  ) async throws(Refusal) -> Place {
    while true {
      while let rest = pause(at: .now) {
        guard rest < longestPause, MonotonicTime.now + rest < deadline else { throw .paused(rest) }
        do { try await Task.sleep(for: rest) } catch { throw .cancelled }
      }
      guard await waitForTurn() else { throw .cancelled }
      guard var place = await lock(until: min(deadline, .now + longestPause)) else {
        endTurn()
        throw .cancelled
      }
      // A pause may have begun, and others may have the slot, while the request waited.
      let now = MonotonicTime.now
      if pause(at: now) == nil {
        guard let rate else { return place }
        let margin = Duration.milliseconds(1)
        let rest = rate.reserve(at: now, until: now + margin)
        place.slot = now + rest
        if rest < margin { return place }
        place.slot = nil
      }
      leave(place)
    }
  }

  /// Frees a place, and begins a pause after a 429.
  ///
  /// - Parameter result: The result of the request; `nil` if it wasn't sent.
  func leave(_ place: Place, after result: Result<HTTPResponse, HTTPError>? = nil) {
    if let descriptor = place.descriptor { close(descriptor) }
    switch result {
    case .success(let response): note(response)
    case nil, .failure(.unresolvedHost), .failure(.connectionRefused), .failure(.proxy),
      .failure(.certificate), .failure(.insecure), .failure(.timedOut(_, .connecting)):
      // The service doesn't know of the request.
      if let slot = place.slot { rate?.giveBack(slot) }
    case .failure: break
    }
    endTurn()
  }

  /// Begins a pause after a 429.
  private func note(_ response: HTTPResponse) {
    let end = state.withLock { state -> MonotonicTime? in
      guard response.status == 429 else {
        state.refusals = 0
        return nil
      }
      let now = MonotonicTime.now
      let usual = Self.usualPause * (1 << min(state.refusals, 4))
      // Several at once are one refusal.
      if state.pauseEnd ?? now <= now { state.refusals += 1 }
      let delay = response.retryAfter(now: Double(time(nil)))
      let end = now + min(delay ?? usual, Self.horizon)
      state.pauseEnd = max(end, state.pauseEnd ?? end)
      return state.pauseEnd
    }
    if let end { share(end.duration(since: .now)) }
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
  /// A waiting process holds the ticket, so that a busy one doesn't take each place that it leaves.
  /// If the file can't be used, only the requests of this process are limited. After `end` the
  /// request passes: a process that was stopped keeps its places.
  private func lock(until end: MonotonicTime) async -> Place? {
    guard let file = open() else { return Place(descriptor: nil) }
    guard let ticket = open() else {
      close(file)
      return Place(descriptor: nil)
    }
    defer { close(ticket) }
    let first = MemoryLayout<Int64>.size
    let places = first..<first + limits.atOnce
    for (bytes, descriptor) in [
      (places.upperBound..<places.upperBound + 1, ticket), (places, file),
    ] {
      let isLocked = await lock(one: bytes, of: descriptor, until: end)
      if isLocked == true { continue }
      close(file)
      return isLocked == nil ? nil : Place(descriptor: nil)
    }
    return Place(descriptor: file)
  }

  /// Locks one of several bytes of a file.
  ///
  /// - Returns: False after `end` or if the file can't be locked; `nil` if the task is cancelled.
  private func lock(
    one bytes: Range<Int>,
    of file: Int32,
    until end: MonotonicTime
  ) async -> Bool? {
    while true {
      for byte in bytes {
        do throws(DescriptorError) {
          try RegularFile.lock(byte: byte, of: file)
          return true
        } catch {
          guard error.code == EAGAIN else { return false }
        }
      }
      guard .now < end else { return false }
      do { try await Task.sleep(for: Self.look) } catch { return nil }
    }
  }

  /// Returns the rest of the pause, or the time until the next slot; `nil` if there is neither.
  private func pause(at now: MonotonicTime) -> Duration? {
    let file = open()
    defer { if let file { close(file) } }
    let own = state.withLock(\.pauseEnd)?.duration(since: now)
    let rests = [own, file.flatMap(Self.rest), rate?.reserve(at: now, until: now)]
    return rests.compactMap(\.self).filter { $0 > .zero }.max()
  }

  /// Returns the rest of the pause in a file, which has its end in nanoseconds since 1970.
  private static func rest(in file: Int32) -> Duration? {
    var end: Int64 = 0
    let size = MemoryLayout<Int64>.size
    guard pread(file, &end, size, 0) == size else { return nil }
    let (rest, isTooLarge) = end.subtractingReportingOverflow(wallTime)
    let duration = Duration.nanoseconds(rest)
    return isTooLarge || duration > horizon + .seconds(1) ? nil : duration
  }

  private static var wallTime: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  private func open() -> Int32? {
    guard let path else { return nil }
    try? Folder.create(Folder.containing(path), mode: 0o700)
    return try? RegularFile.openOwn(path, O_RDWR)
  }

  /// Writes the end of a pause for other processes, unless theirs ends later.
  private func share(_ rest: Duration) {
    guard let file = open() else { return }
    defer { close(file) }
    guard Self.rest(in: file) ?? .zero < rest else { return }
    var end = Self.wallTime + Int64(rest / .nanoseconds(1))
    _ = pwrite(file, &end, MemoryLayout<Int64>.size, 0)
  }
}
