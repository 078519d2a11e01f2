import Model
import Platform

/// A runner of a desktop's programs, which waits for the end of each.
struct DesktopPrograms: Sendable {
  let runner: ProgramRunner
  /// The time for all programs together.
  ///
  /// After that the running one is ended, and no other is started.
  let limit: Duration
  /// The name of the desktop, for messages.
  let desktop: String
  private let used = Lock(Duration.zero)

  /// Creates a runner whose time hasn't begun.
  init(runner: ProgramRunner, limit: Duration, desktop: String) {
    self.runner = runner
    self.limit = limit
    self.desktop = desktop
  }

  /// Runs a program and returns what it prints.
  @discardableResult
  func run(_ command: [String]) async throws(WallpaperFailure) -> String {
    let program = command.first ?? ""
    guard let ending = await finish(command, within: limit) else {
      throw .noProgram(program, desktop: desktop)
    }
    switch ending.status {
    case 0: return ending.output
    case nil: throw .timedOut(program: program)
    default:
      let texts = [ending.errors, ending.output].map(Self.message)
      throw .failed(program: program, message: texts.first { !$0.isEmpty } ?? "")
    }
  }

  /// Returns what a program prints; `nil` if it fails.
  ///
  /// - Parameter limit: the time after which the program is ended; `nil` for all that remains.
  func output(_ command: [String], within limit: Duration? = nil) async -> String? {
    guard let ending = await finish(command, within: limit ?? self.limit), ending.status == 0
    else { return nil }
    return ending.output
  }

  private func finish(
    _ command: [String],
    within limit: Duration
  ) async -> ProgramRunner.Completion? {
    let remaining = self.limit - used.withLock { $0 }
    guard remaining >= .milliseconds(1) else {
      return ProgramRunner.Completion(status: nil, output: "", errors: "")
    }
    let start = MonotonicTime.now
    let ending = await runner.finish(command, within: min(limit, remaining))
    let time = MonotonicTime.now.milliseconds(since: start)
    used.withLock { $0 += .milliseconds(time) }
    return ending
  }

  /// Returns the first line of a text that says something.
  static func message(_ text: String) -> String {
    let lines = text.split(whereSeparator: \.isNewline)
    return lines.first { !$0.allSatisfy(\.isWhitespace) }.map(String.init) ?? ""
  }
}
