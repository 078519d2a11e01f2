import Foundation
import Glibc
import Harness

/// The benchmarks of the program's speed and memory; see Benchmarks/README.md.
@main
final class Bench {
  let binary: String
  let home: Home
  let demo: DemoProcess
  /// The environment that makes imagefeed use the demo service as if it were the real one.
  let appEnvironment: [String: String]
  var traces = 0

  init(binary: String) throws {
    self.binary = binary
    home = try Home()
    demo = try DemoProcess(binary, environment: home.environment)
    appEnvironment = try home.environment(for: demo)
      .merging(["TERM": "xterm-256color"]) { $1 }
  }

  private enum Group: String, CaseIterable {
    case start, kept, keys, rows, scroll, placement, motion, idle, memory, network, cancel, gallery,
      scale
    case shell, render, graphics, likeness, paint, symbols
  }

  private func measure(_ group: Group) throws -> [Figure] {
    switch group {
    case .render: try render()
    case .likeness: try likeness()
    case .graphics: try graphics()
    case .paint: try firstPaint() + fullScreen()
    case .symbols: try symbols()
    case .start: try start()
    case .kept: try kept()
    case .keys: try keys()
    case .rows: try rows()
    case .scroll: try scroll()
    case .placement: try placement()
    case .motion: try motion()
    case .idle: try idle()
    case .memory: try memory()
    case .network: try network()
    case .gallery: try gallery()
    case .cancel: try cancel()
    case .shell: try shell()
    case .scale: try sizes() + largeGallery() + manyDownloads() + longConfiguration()
    }
  }

  static func main() {
    do {
      // Child processes have ended by then: exit() wouldn't wait for them.
      guard try run(Array(CommandLine.arguments.dropFirst())) else { exit(1) }
    } catch {
      FileHandle.standardError.write(Data("imagefeed-bench: \(error)\n".utf8))
      exit(1)
    }
  }

  /// Measures groups of figures and prints the report.
  ///
  /// - Parameter arguments: the program to measure, then the groups of figures; all groups if none
  ///   are named.
  /// - Returns: whether every figure is within its limit.
  private static func run(_ arguments: [String]) throws -> Bool {
    let chosen = arguments.dropFirst().map { Group(rawValue: $0) }
    guard let binary = arguments.first, !chosen.contains(nil) else {
      let names = Group.allCases.map(\.rawValue).joined(separator: "|")
      throw Failure("usage: imagefeed-bench PROGRAM [\(names)]…")
    }
    let bench = try Bench(binary: binary)
    defer {
      bench.demo.close()
      bench.home.remove()
    }
    try bench.signIn()
    var report = Report(
      date: Date.now.ISO8601Format(),
      commit: try bench.commit(),
      machine: try bench.machine()
    )
    for group in Group.allCases where chosen.isEmpty || chosen.contains(group) {
      FileHandle.standardError.write(Data("\(group) …\n".utf8))
      var figures: [Figure]
      do {
        figures = try bench.measure(group)
      } catch {
        // If one group fails, the others are still measured.
        FileHandle.standardError.write(Data("\(group): \(error)\n".utf8))
        figures = [Figure(name: group.rawValue, value: .infinity, unit: "failed", limit: 0)]
      }
      report.sections.append(.init(group: group.rawValue, figures: figures))
    }
    print(report.table)
    try bench.save(report, asPage: chosen.isEmpty)
    return report.holds
  }

  /// Signs in to the demo service; later launches use the saved session.
  func signIn() throws {
    let screen = try Screen(self)
    defer { screen.close() }
    try screen.trace.next("idle", "on the sign-in screen") { $0.screen == "signIn" }
    screen.type("\r")
    try screen.settle()
  }

  /// Writes a report as JSON.
  ///
  /// - Parameter asPage: Whether to replace the page of all figures, too.
  private func save(_ report: Report, asPage: Bool) throws {
    let folder = "Benchmarks/results"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "none",
      negativeInfinity: "none",
      nan: "none"
    )
    let path = "\(folder)/\(report.date.replacing(":", with: "")).json"
    try encoder.encode(report).write(to: URL(fileURLWithPath: path))
    print("\n" + path)
    guard asPage else { return }
    let page = "Benchmarks/figures.md"
    try report.page.write(toFile: page, atomically: true, encoding: .utf8)
    print(page)
  }

  private func commit() throws -> String {
    let text = try Subprocess.text(
      ["sh", "-c", "git describe --always --dirty --exclude '*' 2> /dev/null || true"],
      environment: home.environment
    )
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private func machine() throws -> Report.Machine {
    func value(_ key: String, in file: String, separator: Character) -> String {
      let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
      let line = text.split(separator: "\n").first { $0.hasPrefix(key) } ?? ""
      return line.split(separator: separator, maxSplits: 1).last.map {
        $0.trimmingCharacters(in: CharacterSet(charactersIn: " \""))
      } ?? ""
    }
    func version(_ program: String) throws -> String {
      let text = try Subprocess.text(
        ["sh", "-c", "\(program) --version 2>&1"],
        environment: home.environment
      )
      return String(text.prefix { $0 != "\n" })
    }
    return Report.Machine(
      processor: value("model name", in: "/proc/cpuinfo", separator: ":"),
      cores: ProcessInfo.processInfo.activeProcessorCount,
      system: value("PRETTY_NAME", in: "/etc/os-release", separator: "="),
      chafa: try version("chafa"),
      timg: try version("timg")
    )
  }
}
