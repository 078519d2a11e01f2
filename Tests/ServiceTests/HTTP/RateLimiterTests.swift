import Dispatch
import Foundation
import HTTP
import Platform
import Testing

struct `The rate of requests` {
  private static let period = Duration.milliseconds(340)

  /// Returns VK's limiter.
  private func limiter(_ path: String? = nil) -> RateLimiter {
    RateLimiter(1, in: Self.period, path: path)
  }

  @Test func `calls are limited to three per second`() {
    let rateLimiter = limiter()
    let start = MonotonicTime(nanoseconds: 1_000_000_000)
    #expect(rateLimiter.reserve(at: start) == .zero)
    #expect(rateLimiter.reserve(at: start) == .milliseconds(340))
    #expect(rateLimiter.reserve(at: start + .milliseconds(100)) == .milliseconds(580))
    #expect(rateLimiter.reserve(at: start + .seconds(9)) == .zero)
  }

  @Test func `several requests may begin at once, and none after its deadline is counted`() throws {
    let folder = try TemporaryFolder()
    for path in [folder.path + "/rate", nil] {
      let limiter = RateLimiter(3, in: .seconds(60), path: path)
      let start = MonotonicTime(nanoseconds: 1_000_000_000)
      let turns = (0..<4).map { _ in limiter.reserve(at: start, until: start + .seconds(70)) }
      #expect(turns.dropLast().allSatisfy { $0 < .microseconds(1) })
      #expect(turns[3] == .seconds(60))
      for _ in 0..<9 {
        let rest = limiter.reserve(at: start, until: start + .seconds(60))
        #expect(rest == .seconds(60) + .nanoseconds(1))
      }
      #expect(limiter.reserve(at: start + .seconds(60) + .milliseconds(1)) == .zero)
    }
  }

  @Test func `a slot that is given back is free again`() throws {
    let folder = try TemporaryFolder()
    let start = MonotonicTime.now
    for path in [folder.path + "/rate", nil] {
      let limiter = limiter(path)
      #expect(limiter.reserve(at: start) == .zero)
      limiter.giveBack(start)
      #expect(limiter.reserve(at: start) == .zero)
      #expect(limiter.reserve(at: start) == Self.period)
    }
  }

  @Test func `a slot that another process gave back doesn't return through this one`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/rate"
    let (own, other) = (limiter(path), limiter(path))
    let start = MonotonicTime.now
    #expect(other.reserve(at: start) == .zero)
    #expect(own.reserve(at: start, until: start) == Self.period)
    other.giveBack(start)
    for limiter in [own, other] { #expect(limiter.reserve(at: start, until: start) == .zero) }
  }

  @Test func `the newest times count, whatever else the file has`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/rate"
    let start = MonotonicTime(nanoseconds: 5_000_000_000_000)
    // A process with a higher limit has written more times.
    let many = RateLimiter(9, in: .seconds(60), path: path)
    for second in 1...9 { _ = many.reserve(at: start + .seconds(second)) }
    let few = RateLimiter(2, in: .seconds(60), path: path)
    #expect(few.reserve(at: start + .seconds(10)) == .seconds(58))
    // After a restart of the computer, no old time stays behind the new ones.
    let early = MonotonicTime(nanoseconds: 1_000_000_000)
    #expect(many.reserve(at: early) == .zero)
    #expect(try Data(contentsOf: URL(filePath: path)).count == 8)
    for bytes in [[UInt8](repeating: 0x7F, count: 100), [UInt8](repeating: 0xFF, count: 4096)] {
      try Data(bytes).write(to: URL(filePath: path))
      let limiter = RateLimiter(3, in: .seconds(60), path: path)
      #expect(limiter.reserve(at: early) == .zero)
    }
  }

  @Test func `several sources in one program share the limit`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/state/imagefeed/pace"
    let windows = [limiter(path), limiter(path)]
    let start = MonotonicTime.now
    let turns = (0..<6).map { windows[$0 % 2].reserve(at: start) }
    #expect(turns == (0..<6).map { .milliseconds(340 * $0) })

    // All at once: each slot is reserved once.
    let later = start + .seconds(10)
    let taken = Lock<[Duration]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { number in
      let turn = windows[number % 2].reserve(at: later)
      taken.withLock { $0.append(turn) }
    }
    #expect(taken.withLock { $0.sorted() } == (0..<8).map { .milliseconds(340 * $0) })
  }

  @Test func `a time from before a reboot and an unusable file are ignored`()
    throws
  {
    let folder = try TemporaryFolder()
    let path = folder.path + "/pace"
    let now = MonotonicTime(nanoseconds: 5_000_000_000)
    _ = limiter(path).reserve(at: now + .seconds(3600))
    #expect(limiter(path).reserve(at: now) == .zero)
    for text in ["", "x", String(repeating: "\u{7f}", count: 64)] {
      try Data(text.utf8).write(to: URL(filePath: path))
      let rateLimiter = limiter(path)
      #expect(
        rateLimiter.reserve(at: now) == .zero && rateLimiter.reserve(at: now) == .milliseconds(340)
      )
    }
    let rateLimiter = limiter("/proc/nowhere/pace")
    #expect(
      rateLimiter.reserve(at: now) == .zero && rateLimiter.reserve(at: now) == .milliseconds(340)
    )
  }

  @Test(.timeLimit(.hang)) func `several programs share the limit`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/pace"
    let count = 40
    let turns = try await blocking {
      // Each reserves its slots as fast as it can, all at the same time.
      let takers = try (0..<3).map { _ in
        try StorageWriter(path, "\(count)", program: "pace-taker")
      }
      return takers.flatMap { $0.rest().compactMap { Int64($0) } }.sorted()
    }
    #expect(turns.count == 3 * count)
    let spacing = Int64(Self.period / .nanoseconds(1))
    // Durations are converted from fractions of milliseconds.
    #expect(zip(turns, turns.dropFirst()).allSatisfy { $1 - $0 >= spacing - 1_000 })
  }
}
