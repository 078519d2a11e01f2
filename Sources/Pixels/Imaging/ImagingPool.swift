import Glibc
import Platform

/// Threads for work on pixels, so that it never delays tasks that only wait.
///
/// The threads run with a niceness that is 10 higher than that of the process. The highest priority
/// runs first. Within a priority, the newest work runs first, because it was requested for the
/// current screen. The threads share one memory budget, so that many cores don't multiply the
/// memory of an image.
package final class ImagingPool: Sendable {
  private let shared: JobQueue
  /// The number of threads.
  package let threads: Int

  /// Starts the threads.
  ///
  /// - Parameters:
  ///   - threads: the number of threads, at least 1; `nil` to start one less than there are cores.
  ///     The main thread and the terminal also have work for each key press while images are
  ///     decoded.
  ///   - memory: the number of bytes that all work may reserve together.
  package init(threads: Int? = nil, memory: Int = JPEGPlan.budget) {
    shared = JobQueue(memory: MemoryBudget(bytes: memory))
    self.threads = max(1, threads ?? Self.cores - 1)
    for _ in 0..<self.threads { Self.start(shared) }
  }

  deinit { shared.stop() }

  /// Runs work on one of the threads.
  ///
  /// - Parameter priority: higher priorities run first.
  /// - Throws: the error of `work`, or `CancellationError` if the task was cancelled or the pool
  ///   stopped before the work began. Work that has begun is finished, unless it is waiting for
  ///   memory.
  package func run<Value: Sendable>(
    priority: Int = 0,
    _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await run(priority: priority) { _ in try work() }
  }

  /// Runs work that needs much memory.
  ///
  /// The work reserves memory once it knows how much it needs.
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

  /// Cancels work that is queued or waiting for memory, and refuses new work.
  ///
  /// The threads exit after their current work.
  package func stop() { shared.stop() }

  /// The number of jobs that wait for a thread.
  package var queued: Int { shared.queued }

  /// The number of jobs that wait for memory.
  var waiting: Int { shared.memory.waiting }
  /// The number of free bytes in the memory budget.
  var free: Int { shared.memory.free }

  private static var cores: Int { sysconf(Int32(_SC_NPROCESSORS_ONLN)) }

  private static func start(_ shared: JobQueue) {
    var thread = pthread_t()
    let context = Unmanaged.passRetained(shared)
    let code = pthread_create(
      &thread,
      nil,
      { context in
        guard let context else { return nil }
        // In Linux each thread has its own niceness, and "process" 0 is the calling thread.
        setpriority(
          Int32(PRIO_PROCESS.rawValue),
          0,
          min(19, getpriority(Int32(PRIO_PROCESS.rawValue), 0) + 10)
        )
        Unmanaged<JobQueue>.fromOpaque(context).takeRetainedValue().serve()
        return nil
      },
      context.toOpaque()
    )
    guard code == 0 else {
      // Without its first thread, the program can't work. This error can't be recovered from.
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

/// The state shared by the pool and its threads.
///
/// The threads may outlive the pool.
///
/// Unchecked only because of the pointer to the semaphore. It never changes, and POSIX allows every
/// thread to post and wait. The other state is protected by the lock.
private final class JobQueue: @unchecked Sendable {  // threads may share a semaphore
  private struct State {
    /// The queued jobs by priority, then age.
    ///
    /// The last one runs next.
    var jobs: [Job] = []
    var lastID = 0
    var isStopped = false
  }

  private let state = Lock(State())
  /// A semaphore that counts new jobs and the stop.
  ///
  /// A thread may find its job already cancelled.
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

  /// Queues a job of the current task, or drops it if the task is already cancelled.
  func add(_ job: Job) {
    let isAdded = state.withLock { state in
      // The cancellation handler waits for the same lock. So either it finds the job, or this check
      // sees the cancellation.
      guard !state.isStopped, !Task.isCancelled else { return false }
      let index = state.jobs.lastIndex { $0.priority <= job.priority }.map { $0 + 1 } ?? 0
      state.jobs.insert(job, at: index)
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

  /// Runs jobs until the pool stops: the loop of one thread.
  func serve() {
    while true {
      while sem_wait(additions) != 0 {}
      let (job, isStopped) = state.withLock { state in
        let job = state.jobs.popLast()
        // This happens under the lock, so that a cancellation finds the job in the queue or in the
        // budget.
        if let job { memory.begin(job.id) }
        return (job, state.isStopped)
      }
      job?.run()
      if isStopped {
        // The stop is counted once, so each thread passes it on to the next.
        sem_post(additions)
        return
      }
    }
  }
}
