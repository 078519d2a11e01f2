import Foundation
import Glibc
import Model
import Platform

/// Opens pages in the person's browser: `$BROWSER`, then `xdg-open`.
package struct Browser: Sendable {
  private let environment: [String: String]
  private let patience: Duration

  /// - Parameters:
  ///   - environment: what the browser gets, and where `BROWSER` is looked up.
  ///   - patience: how long a command is watched for a failure; one that still runs has not failed.
  package init(environment: [String: String], patience: Duration = .seconds(2)) {
    self.environment = environment
    self.patience = patience
  }

  /// Opens a page with the first command that does not fail at once.
  package func open(_ url: String) async throws(Problem) {
    var failure = Problem.Cause.noBrowser
    for command in commands(for: url) {
      switch await run(command) {
      case .missing: continue
      case .failed: failure = .commandFailed(command: command[0])
      case .works: return
      }
    }
    throw Problem(.browser, failure)
  }

  /// The commands to try in their order; no shell reads them.
  ///
  /// `BROWSER` is a list with colons between; in each, `%s` is the page, else it comes last.
  func commands(for url: String) -> [[String]] {
    let list = (environment["BROWSER"] ?? "").split(separator: ":").map(String.init)
    return (list + ["xdg-open"]).compactMap { entry in
      // A program's own path may have spaces; only a command line is taken apart.
      let isProgram = entry.hasPrefix("/") && access(entry, X_OK) == 0
      let words = isProgram ? [entry] : entry.split(separator: " ").map(String.init)
      guard !words.isEmpty else { return nil }
      guard words.contains(where: { $0.contains("%s") }) else { return words + [url] }
      return words.map { $0.replacing("%s", with: url) }
    }
  }

  private enum Outcome {
    case missing, failed, works
  }

  private func run(_ command: [String]) async -> Outcome {
    let child: pid_t
    do throws(Spawn.Failure) {
      child = try Spawn.start(command, environment: environment.map { $0.key + "=" + $0.value })
    } catch {
      return error.code == ENOENT ? .missing : .failed
    }
    let (exits, exit) = AsyncStream.makeStream(of: Int32.self)
    reap(child) { status in
      exit.yield(status)
      exit.finish()
    }
    return await withTaskGroup(of: Outcome.self) { group in
      group.addTask {
        for await status in exits { return status == 0 ? .works : .failed }
        return .works
      }
      group.addTask {
        try? await Task.sleep(for: patience)
        return .works
      }
      defer { group.cancelAll() }
      return await group.next() ?? .works
    }
  }
}

/// Waits for a child process, so that it does not stay behind as a zombie.
///
/// Calls back with the wait status, from a thread of its own that a browser may keep for hours.
private func reap(_ child: pid_t, _ ended: @escaping @Sendable (Int32) -> Void) {
  let thread = Thread {
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    ended(status)
  }
  thread.stackSize = 128 << 10
  thread.start()
}
