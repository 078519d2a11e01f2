import Foundation
import Glibc
import Model

/// The user's browser: `$BROWSER`, otherwise `xdg-open`.
package struct Browser: Sendable {
  private let environment: [String: String]
  private let runner: ProgramRunner

  /// Creates access to the browser.
  ///
  /// - Parameters:
  ///   - environment: The environment of the browser, which is also searched for `BROWSER`.
  ///   - watchDuration: The time within which a command may fail.
  package init(environment: [String: String], watchDuration: Duration = .seconds(2)) {
    self.environment = environment
    runner = ProgramRunner(environment: environment, watchDuration: watchDuration)
  }

  /// The value of `BROWSER`, otherwise `xdg-open`; `nil` if that isn't installed.
  package var name: String? {
    if let chosen = environment["BROWSER"], !chosen.isEmpty { return chosen }
    return runner.finds(Self.opener) ? Self.opener : nil
  }

  /// The program that opens links with the desktop's browser.
  private static let opener = "xdg-open"

  /// Opens a page with the first command that doesn't fail immediately.
  package func open(_ page: WebPage) async throws(Problem) {
    var failure = Problem.Cause.noBrowser
    for command in commands(for: page) {
      switch await runner.run(command) {
      case .missing: continue
      case .failed: failure = .commandFailed(command: command[0])
      case .works, .runs: return
      }
    }
    throw Problem(.browser, failure)
  }

  /// Returns the commands to try, in order.
  ///
  /// No shell interprets them. `BROWSER` is a list with colons. In each entry `%s` stands for the
  /// page, which is otherwise appended.
  func commands(for page: WebPage) -> [[String]] {
    let list = (environment["BROWSER"] ?? "").split(separator: ":").map(String.init)
    return (list + [Self.opener]).compactMap { entry in
      // The path of a program may contain spaces; only a command line is split.
      let isProgram = entry.hasPrefix("/") && access(entry, X_OK) == 0
      let words = isProgram ? [entry] : entry.split(separator: " ").map(String.init)
      guard !words.isEmpty else { return nil }
      guard words.contains(where: { $0.contains("%s") }) else { return words + [page.text] }
      return words.map { $0.replacing("%s", with: page.text) }
    }
  }
}
