import Testing

/// The limit of tests that wait for events: ends a test whose event never arrives.
///
/// The limit counts the seconds in which tasks have threads. In a full run on a busy computer, a
/// test waits minutes for a thread, which a clock would count too.
struct HangLimit: SuiteTrait, TestTrait, TestScoping {
  /// Five minutes, which no passing test reaches.
  static let hang = HangLimit(ticks: 300, of: .seconds(1))

  private let ticks: Int
  private let tick: Duration

  init(ticks: Int, of tick: Duration) {
    self.ticks = ticks
    self.tick = tick
  }

  var isRecursive: Bool { true }

  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withoutActuallyEscaping(function) { function in
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await function() }
        group.addTask {
          // No test waits for this: it only ends one whose event never arrives.
          for _ in 0..<ticks { try await ContinuousClock().sleep(for: tick) }
          Issue.record("the test has waited for \(tick * ticks)")
        }
        try await group.next()
        group.cancelAll()
      }
    }
  }
}

extension Trait where Self == HangLimit {
  static func timeLimit(_ limit: HangLimit) -> Self { limit }
}

@Suite struct HangLimitTests {
  private func run(
    _ limit: HangLimit,
    _ function: @escaping @Sendable () async throws -> Void
  ) async throws {
    let test = try #require(Test.current)
    try await limit.provideScope(for: test, testCase: nil, performing: function)
  }

  @Test func `a test that waits forever fails and ends`() async {
    await withKnownIssue {
      try await run(HangLimit(ticks: 2, of: .milliseconds(1))) {
        for await _ in AsyncStream<Void>.makeStream().stream {}
      }
    }
  }

  @Test func `a test that ends in time has its own result`() async throws {
    try await run(.hang) {}
    try await withKnownIssue {
      try await run(.hang) { throw CancellationError() }
    } matching: {
      $0.error is CancellationError
    }
  }
}
