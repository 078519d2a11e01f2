import Foundation
import Testing

/// The trait of tests that run the real program: a condition, and threads of their own.
///
/// Such a test blocks its thread while it waits for the program. Swift's shared threads are as many
/// as the computer has processors, which would then be idle half of the time.
struct ProgramTrait: SuiteTrait, TestTrait, TestScoping {
  let condition: ConditionTrait

  var isRecursive: Bool { true }

  func prepare(for test: Test) async throws { try await condition.prepare(for: test) }

  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(WaitingThreads.shared) { try await function() }
  }
}

/// The threads of the tests that wait for programs.
private final class WaitingThreads: TaskExecutor {
  static let shared = WaitingThreads()

  private let queue = OperationQueue()

  private init() {
    queue.maxConcurrentOperationCount = 2 * ProcessInfo.processInfo.activeProcessorCount
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.addOperation { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
