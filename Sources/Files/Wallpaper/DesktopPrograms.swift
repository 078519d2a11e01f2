/// Runs the programs of a desktop, each to its end.
struct DesktopPrograms: Sendable {
  let runner: ProgramRunner
  /// The time after which a program is ended.
  let limit: Duration
  /// The name of the desktop, for messages.
  let desktop: String

  /// Runs a program and returns what it prints.
  @discardableResult
  func run(_ command: [String]) async throws(WallpaperFailure) -> String {
    let program = command.first ?? ""
    guard let ending = await runner.finish(command, within: limit) else {
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
  func output(_ command: [String]) async -> String? {
    await runner.output(of: command, within: limit)
  }

  /// Returns the first line of a text that says something.
  static func message(_ text: String) -> String {
    let lines = text.split(whereSeparator: \.isNewline)
    return lines.first { !$0.allSatisfy(\.isWhitespace) }.map(String.init) ?? ""
  }
}
