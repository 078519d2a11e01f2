import Harness
import Dispatch
import Glibc
import Platform
import Testing

@testable import Imaging

@Suite struct ImagingPoolTests {
  @Test func `work returns its value and its error`() async throws {
    let pool = ImagingPool(threads: 2)
    #expect(try await pool.run { 6 * 7 } == 42)
    await #expect(throws: ImagingError.badSize) {
      try await pool.run { throw ImagingError.badSize }
    }
  }

  @Test func `work with the highest priority runs first, and the newest within it`() async throws {
    let pool = ImagingPool(threads: 1)
    let order = Lock<[String]>([])
    let gate = Gate()
    async let first: Void = pool.run { gate.wait() }
    await gate.reached()
    var tasks: [Task<Void, any Error>] = []
    for (name, priority) in [("a", 0), ("b", 1), ("c", 0), ("d", 2), ("e", 1), ("f", -1)] {
      let queued = pool.queued
      tasks.append(
        Task {
          try await pool.run(priority: priority) { order.withLock { $0.append(name) } }
        }
      )
      while pool.queued == queued { await Task.yield() }
    }
    gate.open()
    try await first
    for task in tasks { try await task.value }
    #expect(order.withLock { $0 } == ["d", "e", "b", "c", "a", "f"])
  }

  @Test func `work cancelled while queued is dropped`() async throws {
    let pool = ImagingPool(threads: 1)
    let hasRun = Lock(false)
    let gate = Gate()
    async let first: Void = pool.run { gate.wait() }
    await gate.reached()
    let task = Task { try await pool.run { hasRun.withLock { $0 = true } } }
    while pool.queued == 0 { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(pool.queued == 0)
    gate.open()
    try await first
    #expect(try await pool.run { 1 } == 1)
    #expect(hasRun.withLock { $0 } == false)
  }

  @Test func `work of a cancelled task is never queued`() async throws {
    let pool = ImagingPool(threads: 1)
    let gate = Gate()
    let task = Task {
      await gate.reached()
      return try await pool.run { 1 }
    }
    task.cancel()
    gate.arrive()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `a stopped pool drops queued work and refuses more`() async throws {
    let pool = ImagingPool(threads: 1)
    let gate = Gate()
    async let first = pool.run {
      gate.wait()
      return "done"
    }
    await gate.reached()
    let waiting = Task { try await pool.run { "late" } }
    while pool.queued == 0 { await Task.yield() }
    pool.stop()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    await #expect(throws: CancellationError.self) { try await pool.run { "never" } }
    gate.open()
    #expect(try await first == "done")
  }

  @Test func `the pool's threads have a niceness ten steps higher`() async throws {
    let usual = getpriority(Int32(PRIO_PROCESS.rawValue), 0)
    let nice = try await ImagingPool(threads: 1).run {
      getpriority(Int32(PRIO_PROCESS.rawValue), 0)
    }
    #expect(nice == min(19, usual + 10))
  }

  @Test func `as much work runs at once as there are threads`() async throws {
    let pool = ImagingPool(threads: 3)
    let gates = [Gate(), Gate(), Gate()]
    let tasks = gates.map { gate in Task { try await pool.run { gate.wait() } } }
    for gate in gates { await gate.reached() }
    for gate in gates { gate.open() }
    for task in tasks { try await task.value }
  }

  @Test func `reserved memory never exceeds the limit, first come first served`()
    async throws
  {
    let pool = ImagingPool(threads: 4, memory: 100)
    let order = Lock<[String]>([])
    let inUse = Lock((now: 0, most: 0))
    let gates = ["a": Gate(), "b": Gate(), "c": Gate(), "d": Gate()]
    var tasks: [Task<Void, any Error>] = []
    // b needs more than a leaves. c would fit, but doesn't overtake it.
    for (name, bytes) in [("a", 60), ("b", 70), ("c", 30), ("d", 1000)] {
      let waiting = pool.waiting
      tasks.append(
        Task {
          try await pool.run { memory in
            try memory.reserve(bytes)
            inUse.withLock {
              $0 = ($0.now + min(bytes, 100), max($0.most, $0.now + min(bytes, 100)))
            }
            order.withLock { $0.append(name) }
            gates[name]?.wait()
            inUse.withLock { $0.now -= min(bytes, 100) }
          }
        }
      )
      while name == "a" ? order.withLock({ $0.isEmpty }) : pool.waiting == waiting {
        await Task.yield()
      }
    }
    #expect(order.withLock { $0 } == ["a"])
    for name in ["a", "b", "c", "d"] {
      await gates[name]?.reached()
      gates[name]?.open()
    }
    for task in tasks { try await task.value }
    // b and c fit together, and ran together.
    let began = order.withLock { $0 }
    #expect(began.sorted() == ["a", "b", "c", "d"] && began.last == "d")
    #expect(inUse.withLock { $0.most } == 100)
    #expect(pool.free == 100)
  }

  @Test func `work cancelled while waiting for memory gets none and lets others continue`()
    async throws
  {
    let pool = ImagingPool(threads: 3, memory: 100)
    let gate = Gate()
    async let holder: Void = pool.run { memory in
      try memory.reserve(60)
      gate.wait()
    }
    await gate.reached()
    let large = Task { try await pool.run { try $0.reserve(100) } }
    while pool.waiting == 0 { await Task.yield() }
    let small = Task { try await pool.run { try $0.reserve(40) } }
    while pool.waiting < 2 { await Task.yield() }
    large.cancel()
    await #expect(throws: CancellationError.self) { try await large.value }
    try await small.value
    gate.open()
    try await holder
    #expect(pool.free == 100)
  }

  @Test func `work cancelled before it reserves gets nothing`() async throws {
    let pool = ImagingPool(threads: 1, memory: 100)
    let gate = Gate()
    let task = Task {
      try await pool.run { memory in
        gate.wait()
        try memory.reserve(1)
      }
    }
    await gate.reached()
    task.cancel()
    gate.open()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(pool.free == 100)
  }

  @Test func `work that reserves again holds no memory while it waits`() async throws {
    let pool = ImagingPool(threads: 2, memory: 100)
    let gates = [Gate(), Gate()]
    let tasks = gates.map { gate in
      Task {
        try await pool.run { memory in
          try memory.reserve(50)
          gate.wait()
          try memory.reserve(100)
        }
      }
    }
    for gate in gates { await gate.reached() }
    for gate in gates { gate.open() }
    for task in tasks { try await task.value }
    #expect(pool.free == 100)
  }

  @Test func `failed work frees its memory`() async throws {
    let pool = ImagingPool(threads: 1, memory: 100)
    await #expect(throws: ImagingError.badSize) {
      try await pool.run { memory in
        try memory.reserve(100)
        throw ImagingError.badSize
      }
    }
    #expect(pool.free == 100)
  }

  @Test func `a stopped pool releases work that waits for memory`() async throws {
    let pool = ImagingPool(threads: 2, memory: 100)
    let gate = Gate()
    async let holder: Void = pool.run { memory in
      try memory.reserve(100)
      gate.wait()
    }
    await gate.reached()
    let waiting = Task { try await pool.run { try $0.reserve(1) } }
    while pool.waiting == 0 { await Task.yield() }
    pool.stop()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    gate.open()
    try await holder
  }
}

/// A gate that blocks a thread until it is opened, and reports when the thread has arrived.
private final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private let isReached = Lock(false)

  func wait() {
    arrive()
    semaphore.wait()
  }

  func arrive() { isReached.withLock { $0 = true } }
  func open() { semaphore.signal() }

  func reached() async {
    while !isReached.withLock({ $0 }) { await Task.yield() }
  }
}
