import Foundation
import Glibc
import Harness
import Platform

/// A comparison of programs that do the same work, run in turn on one core.
struct Contest {
  struct Entrant {
    let name: String
    let command: [String]
    /// The descriptor for standard input; -1 for none.
    var input: Int32 = -1
  }

  let entrants: [Entrant]
  let environment: [String: String]

  /// Returns each program's median time in milliseconds, from the launch to the exit.
  func times(runs: Int) throws -> [Double] {
    var times = entrants.map { _ in [Double]() }
    for run in 0...runs {
      for (index, entrant) in entrants.enumerated() {
        let began = MonotonicTime.now
        try check(entrant, Subprocess.wait(for: start(entrant)))
        // The first run only warms the page cache.
        if run > 0 { times[index].append(MonotonicTime.now.milliseconds(since: began)) }
      }
    }
    return times.map(\.median)
  }

  /// Returns each program's output.
  func outputs() throws -> [[UInt8]] {
    try entrants.map { entrant in
      let (reader, writer) = try Subprocess.pipe()
      defer { close(reader) }
      let child: pid_t
      do {
        defer { close(writer) }
        child = try start(entrant, output: writer)
      }
      var output: [UInt8] = []
      while let bytes = Subprocess.readSome(reader) { output += bytes }
      try check(entrant, Subprocess.wait(for: child))
      return output
    }
  }

  /// Returns each program's peak resident memory in MiB.
  func peaks() throws -> [Double] {
    try entrants.map { entrant in
      let (status, mebibytes) = try Subprocess.peak(pinned(entrant), environment: environment)
      try check(entrant, status)
      return mebibytes
    }
  }

  private func start(_ entrant: Entrant, output: Int32 = -1) throws -> pid_t {
    try Spawn.start(
      pinned(entrant),
      environment: environment.map { "\($0.key)=\($0.value)" },
      input: entrant.input,
      output: output,
      error: STDERR_FILENO
    )
  }

  private func pinned(_ entrant: Entrant) -> [String] { ["taskset", "-c", "0"] + entrant.command }

  private func check(_ entrant: Entrant, _ status: Int32) throws {
    guard status == 0 else {
      throw Failure("status \(status) of: \(entrant.command.joined(separator: " "))")
    }
  }
}
