import Foundation
import Glibc
import Harness
import Platform

/// Programs that do the same thing, run in turn on one core.
struct Contest {
  struct Entrant {
    let name: String
    let command: [String]
  }

  let entrants: [Entrant]
  let environment: [String: String]

  /// The median time of each in milliseconds, from start to end of the process.
  func times(runs: Int) throws -> [Double] {
    var times = entrants.map { _ in [Double]() }
    for run in 0...runs {
      for (index, entrant) in entrants.enumerated() {
        let start = MonotonicTime.now
        try check(
          entrant,
          Command.wait(for: Command.start(pinned(entrant), environment: environment))
        )
        // The first run only warms the page cache.
        if run > 0 { times[index].append(MonotonicTime.now.milliseconds(since: start)) }
      }
    }
    return times.map(\.median)
  }

  /// The most memory each had resident, in MiB.
  ///
  /// GNU time forks before it starts the program, so that our own size does not count.
  func peaks() throws -> [Double] {
    try entrants.map { entrant in
      let file = NSTemporaryDirectory() + "imagefeed-peak-\(getpid())"
      defer { unlink(file) }
      let command = ["time", "-f", "%M", "-o", file] + pinned(entrant)
      try check(entrant, Command.wait(for: Command.start(command, environment: environment)))
      let text = try String(contentsOfFile: file, encoding: .utf8)
      guard let kilobytes = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
        throw Failure("time printed: \(text)")
      }
      return kilobytes / 1024
    }
  }

  private func pinned(_ entrant: Entrant) -> [String] { ["taskset", "-c", "0"] + entrant.command }

  private func check(_ entrant: Entrant, _ status: Int32) throws {
    guard status == 0 else {
      throw Failure("status \(status) of: \(entrant.command.joined(separator: " "))")
    }
  }
}
