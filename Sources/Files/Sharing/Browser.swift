import Foundation
import Glibc
import Model

/// Opens pages in the person's browser: `$BROWSER`, then `xdg-open`.
package struct Browser: Sendable {
  private let environment: [String: String]
  private let runner: ProgramRunner

  /// - Parameters:
  ///   - environment: what the browser gets, and where `BROWSER` is looked up.
  ///   - watchDuration: how long a command is watched for a failure; one that still runs has not failed.
  package init(environment: [String: String], watchDuration: Duration = .seconds(2)) {
    self.environment = environment
    runner = ProgramRunner(environment: environment, watchDuration: watchDuration)
  }

  /// Opens a page with the first command that does not fail at once.
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

  /// The commands to try in their order; no shell reads them.
  ///
  /// `BROWSER` is a list with colons between; in each, `%s` is the page, else it comes last.
  func commands(for page: WebPage) -> [[String]] {
    let list = (environment["BROWSER"] ?? "").split(separator: ":").map(String.init)
    return (list + ["xdg-open"]).compactMap { entry in
      // A program's own path may have spaces; only a command line is taken apart.
      let isProgram = entry.hasPrefix("/") && access(entry, X_OK) == 0
      let words = isProgram ? [entry] : entry.split(separator: " ").map(String.init)
      guard !words.isEmpty else { return nil }
      guard words.contains(where: { $0.contains("%s") }) else { return words + [page.text] }
      return words.map { $0.replacing("%s", with: page.text) }
    }
  }
}
