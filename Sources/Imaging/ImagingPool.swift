import Glibc
import Platform

/// Threads for work on pixels, so that it never holds up tasks that only wait.
///
/// They run ten steps of niceness below the rest of the process. Of what is queued, the highest
/// priority goes first and within it the newest: what was asked for last is what is on the screen.
/// They share one budget of memory, so that many cores do not multiply what a picture may take.
package final class ImagingPool: Sendable {
  private let shared: Shared
  /// How many pieces of work run at a time.
  package let threads: Int

  /// Starts the threads.
  ///
  /// - Parameters:
  ///   - threads: how many, at least 1; nil for one a core but one: the main thread and the
  ///     terminal itself have work to do for each key press, also while pictures are decoded.
  ///   - memory: bytes that all work together may reserve.
  package init(threads: Int? = nil, memory: Int = JPEGPlan.budget) {
    shared = Shared(memory: MemoryBudget(bytes: memory))
    self.threads = max(1, threads ?? Self.cores - 1)
    for _ in 0..<self.threads { Self.start(shared) }
  }

  deinit { shared.stop() }

  /// Runs a piece of work on one of the threads.
  ///
  /// - Parameter priority: higher ones go first.
  /// - Throws: what the work throws, and `CancellationError` when the task was cancelled or the
  ///   pool stopped before the work began; once begun it is finished, unless it waits for memory.
  package func run<Value: Sendable>(
    priority: Int = 0,
    _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await run(priority: priority) { _ in try work() }
  }

  /// The same for work that needs much memory, which it reserves when it knows how much.
  package func run<Value: Sendable>(
    priority: Int = 0,
    _ work: @escaping @Sendable (ImagingMemory) throws -> Value
  ) async throws -> Value {
    let id = shared.nextID()
    let memory = ImagingMemory(budget: shared.memory, id: id)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let job = Job(
          id: id,
          priority: priority,
          run: {
            let result = Result { try work(memory) }
            memory.release()
            continuation.resume(with: result)
          },
          drop: { continuation.resume(throwing: CancellationError()) }
        )
        shared.add(job)
      }
    } onCancel: {
      shared.cancel(id)
    }
  }

  /// Drops what is queued or waits for memory, refuses more, and lets the threads end with what
  /// they are doing.
  package func stop() { shared.stop() }

  /// Pieces of work that wait for a thread.
  package var queued: Int { shared.queued }

  /// Pieces of work that wait for memory, and the bytes that are free.
  var waiting: Int { shared.memory.waiting }
  var free: Int { shared.memory.free }

  private static var cores: Int { sysconf(Int32(_SC_NPROCESSORS_ONLN)) }

  private static func start(_ shared: Shared) {
    var thread = pthread_t()
    let context = Unmanaged.passRetained(shared)
    let code = pthread_create(
      &thread,
      nil,
      { context in
        guard let context else { return nil }
        // "Process" 0 is the calling thread to Linux: niceness belongs to threads there.
        setpriority(
          Int32(PRIO_PROCESS.rawValue),
          0,
          min(19, getpriority(Int32(PRIO_PROCESS.rawValue), 0) + 10)
        )
        Unmanaged<Shared>.fromOpaque(context).takeRetainedValue().serve()
        return nil
      },
      context.toOpaque()
    )
    guard code == 0 else {
      // Nothing of the program works without its first thread; this is no error to recover from.
      preconditionFailure("no thread for pictures: \(String(cString: strerror(code)))")
    }
    pthread_detach(thread)
  }
}

private struct Job: Sendable {
  let id: Int
  let priority: Int
  let run: @Sendable () -> Void
  let drop: @Sendable () -> Void
}

/// What the pool and its threads have in common; the threads may outlive the pool.
///
/// Unchecked for the pointer to the semaphore alone, which never changes and which POSIX lets every
/// thread post and wait for; all else is behind the lock.
private final class Shared: @unchecked Sendable {  // the semaphore is made for many threads
  private struct State {
    /// By priority, then age: the last one is next.
    var jobs: [Job] = []
    var lastID = 0
    var isStopped = false
  }

  private let state = Lock(State())
  /// Counts additions and the stop; a thread may find the job of its count cancelled.
  private let additions = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  let memory: MemoryBudget

  init(memory: MemoryBudget) {
    self.memory = memory
    sem_init(additions, 0, 0)
  }

  deinit {
    sem_destroy(additions)
    additions.deallocate()
  }

  var queued: Int { state.withLock { $0.jobs.count } }

  func nextID() -> Int {
    state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
  }

  /// Queues a job of the current task, or drops it when that is cancelled already.
  func add(_ job: Job) {
    let isAdded = state.withLock { state in
      // Under the lock, since the handler of a cancellation waits for it: whichever comes second
      // sees the other.
      guard !state.isStopped, !Task.isCancelled else { return false }
      let place = state.jobs.lastIndex { $0.priority <= job.priority }.map { $0 + 1 } ?? 0
      state.jobs.insert(job, at: place)
      return true
    }
    guard isAdded else { return job.drop() }
    sem_post(additions)
  }

  func cancel(_ id: Int) {
    let job = state.withLock { state in
      state.jobs.firstIndex { $0.id == id }.map { state.jobs.remove(at: $0) }
    }
    if let job { job.drop() } else { memory.cancel(id) }
  }

  func stop() {
    let jobs = state.withLock { state in
      state.isStopped = true
      defer { state.jobs = [] }
      return state.jobs
    }
    for job in jobs { job.drop() }
    memory.stop()
    sem_post(additions)
  }

  /// The life of a thread.
  func serve() {
    while true {
      while sem_wait(additions) != 0 {}
      let (job, isStopped) = state.withLock { state in
        let job = state.jobs.popLast()
        // Under the lock, so that a cancellation finds it here or there.
        if let job { memory.begin(job.id) }
        return (job, state.isStopped)
      }
      job?.run()
      if isStopped {
        // Pass it on: there is one count for all threads.
        sem_post(additions)
        return
      }
    }
  }
}
