import Foundation
import Glibc
import Harness
import Model
import Platform

// Shell commands, from the launch of the process to its exit.
extension Bench {
  private static let runs = 21
  private static let files = 20

  func shell() throws -> [Figure] {
    _ = try Subprocess.text([binary, "feed", "--limit", "30"], environment: appEnvironment)
    return try [
      timed("feed --json --offline, 30 cached photos", ["feed", "--json", "--offline"], limit: 25),
      keptList(),
    ].flatMap(\.self) + downloads()
  }

  private func keptList() throws -> [Figure] {
    try home.keepPhotographs(10_000) { _ in .feed }
    defer { try? FileManager.default.removeItem(atPath: home.gallery) }
    return try timed("gallery list, 10,000 photos", ["gallery", "list"], limit: 60)
  }

  /// Measures a command's time and peak memory.
  func timed(
    _ name: String,
    _ arguments: [String],
    limit: Double,
    memory: Double = 40
  ) throws -> [Figure] {
    let times = try (0..<Self.runs).map { _ in try milliseconds([binary] + arguments) }
    return [
      Figure(
        name: "\(name): launch to exit, median",
        value: times.median,
        unit: "ms",
        limit: limit,
        details: ["least ms": times.min() ?? 0, "most ms": times.max() ?? 0]
      ),
      try peak(name, [binary] + arguments, limit: memory),
    ]
  }

  private func peak(_ name: String, _ command: [String], limit: Double = 40) throws -> Figure {
    let (status, mebibytes) = try Subprocess.peak(command, environment: appEnvironment)
    guard status == 0 else { throw Failure("\(name): status \(status)") }
    return Figure(name: "\(name): peak memory", value: mebibytes, unit: "MiB", limit: limit)
  }

  /// Compares downloads by the program and by curl, from a service with 100 ms latency.
  private func downloads() throws -> [Figure] {
    let lines = try Subprocess.text(
      [binary, "feed", "--limit", "60", "--format", "{width} {id} {image}"],
      environment: appEnvironment
    ).split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    // The demo service renders very large photos on request, which takes too long.
    let photos = lines.filter { $0.count == 3 && Int($0[0]).map { $0 < 3000 } ?? false }
      .prefix(Self.files)
    guard photos.count == Self.files else { throw Failure("too few photos") }
    try demo.fault("latency=100")
    defer { try? demo.fault([]) }
    let folder = home.path + "/downloads"
    let program = [binary, "download", "--to", folder, "--"] + photos.map { $0[1] }
    let curl =
      ["curl", "-sS", "--parallel", "--create-dirs"]
      + photos.flatMap { ["-o", "\(folder)/\($0[1]).jpg", $0[2]] }
    func fresh(_ command: [String]) throws -> Double {
      try? FileManager.default.removeItem(atPath: folder)
      return try milliseconds(command)
    }
    // The first run makes the service render the files for all further runs.
    _ = try fresh(curl)
    var ours: [Double] = []
    var theirs: [Double] = []
    for _ in 0..<9 {
      ours.append(try fresh(program))
      theirs.append(try fresh(curl))
    }
    try? FileManager.default.removeItem(atPath: folder)
    let name = "download of \(Self.files) files with 100 ms of latency"
    let figure = Figure(
      name: "\(name): time to curl --parallel's, medians",
      value: ours.median / theirs.median,
      unit: "×",
      limit: 1.1,
      details: [
        "ms": ours.median, "curl ms": theirs.median, "least ms": ours.min() ?? 0,
        "curl least ms": theirs.min() ?? 0,
      ]
    )
    let memory = try peak(name, program)
    try? FileManager.default.removeItem(atPath: folder)
    return [figure, memory]
  }

  private func milliseconds(_ command: [String]) throws -> Double {
    let output = open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer { close(output) }
    let start = MonotonicTime.now
    let process = try Subprocess.start(command, environment: appEnvironment, output: output)
    let status = Subprocess.wait(for: process)
    let time = MonotonicTime.now.milliseconds(since: start)
    guard status == 0 else { throw Failure("status \(status) of: \(command.prefix(3))") }
    return time
  }
}
