import Foundation
import Glibc
import Harness
import Testing

/// Everything that one test starts: a home, the demo service and terminals.
///
/// Everything ends with the test.
final class Stage {
  /// The program under test.
  let binary: String
  let home: Home
  private var services: [DemoProcess] = []
  private var terminals: [TmuxSession] = []
  private var realTerminals: [RealTerminal] = []

  /// The program's path, from `IMAGEFEED_BINARY`; `nil` in a plain `swift test`.
  static let binary = ProcessInfo.processInfo.environment["IMAGEFEED_BINARY"]

  /// Whether the tools for real terminals and their screenshots are installed.
  static let hasDisplay = ["Xvfb", "xdotool", "djpeg", "cjpeg"].allSatisfy(hasTool)

  /// Whether a program is found through PATH.
  static func hasTool(_ name: String) -> Bool {
    (path["PATH"] ?? "").split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
  }

  /// The environment that the tests' tools need to be found.
  static let path = ProcessInfo.processInfo.environment.filter { $0.key == "PATH" }

  /// The path of the program with a service of the tests, which is built beside the tests.
  static let scripted = binary.map { URL(fileURLWithPath: $0) }.map { program in
    program.deletingLastPathComponent().appendingPathComponent("scripted-imagefeed").path
  }

  private init(_ binary: String?) throws {
    self.binary = try #require(binary)
    home = try Home()
  }

  /// Runs a test's body and cleans up afterwards, even if it throws.
  static func run(_ binary: String? = binary, _ body: (Stage) throws -> Void) throws {
    let stage = try Stage(binary)
    defer { stage.close() }
    try body(stage)
  }

  private func close() {
    for terminal in terminals { terminal.close() }
    for terminal in realTerminals { terminal.close() }
    for service in services { service.close() }
    home.remove()
  }

  // MARK: Services

  /// Starts a separate demo service, used as if it were the real one.
  func demo(_ arguments: String...) throws -> DemoProcess {
    let service = try DemoProcess(binary, environment: home.environment, arguments: arguments)
    services.append(service)
    return service
  }

  /// Runs the program without a terminal until it exits.
  func output(_ arguments: String..., environment: [String: String] = [:]) throws
    -> Subprocess.Result
  {
    try Subprocess.run(
      [binary] + arguments,
      environment: home.environment.merging(environment) { $1 }
    )
  }

  // MARK: Terminals

  /// Launches the program in a separate terminal.
  func app(
    _ arguments: [String] = [],
    columns: Int = 100,
    rows: Int = 30,
    environment: [String: String]? = nil
  ) throws -> App<TmuxSession> {
    let trace = try TraceFile(creating: "\(home.path)/trace-\(terminals.count)")
    let terminal = try open(
      [binary, "--trace", trace.path] + arguments,
      columns: columns,
      rows: rows,
      environment: environment ?? home.environment
    )
    return App(terminal: terminal, trace: trace)
  }

  /// Launches the program with a demo service and signs in through the browser.
  func signedInApp(
    _ demo: DemoProcess,
    _ arguments: [String] = [],
    columns: Int = 100,
    rows: Int = 30,
    environment: [String: String] = [:]
  ) throws -> App<TmuxSession> {
    let app = try app(
      arguments,
      columns: columns,
      rows: rows,
      environment: try home.environment(for: demo).merging(environment) { $1 }
    )
    try app.settles(on: .signIn)
    try app.press("Enter")
    try app.settles(on: .feed)
    return app
  }

  /// Returns a shell in a separate terminal.
  func shell(columns: Int = 100, rows: Int = 30) throws -> Shell {
    let terminal = try open(
      ["bash", "--norc", "--noprofile"],
      columns: columns,
      rows: rows,
      environment: home.environment.merging(["PS1": "ready$ "]) { $1 }
    )
    return try Shell(terminal: terminal, folder: home.path)
  }

  /// Runs a command in a separate terminal.
  func terminal(_ command: [String], environment: [String: String]) throws -> TmuxSession {
    try open(command, columns: 100, rows: 30, environment: environment)
  }

  /// Runs a command in a real terminal.
  ///
  /// - Parameter name: the name of its screenshots.
  func realTerminal(
    _ kind: RealTerminal.Kind,
    name: String,
    columns: Int = 100,
    rows: Int = 30,
    _ command: [String],
    environment: [String: String]
  ) throws -> RealTerminal {
    var environment = environment
    environment["IMAGEFEED_KITTY"] = RealTerminal.Kind.newKittyPath
    let terminal = try RealTerminal(
      kind,
      name: name,
      folder: home.path + "/display-\(realTerminals.count)",
      columns: columns,
      rows: rows,
      environment: environment,
      command: command
    )
    realTerminals.append(terminal)
    return terminal
  }

  /// Returns the first photos of the feed.
  ///
  /// - Parameter width: their width in pixels; `nil` for the original file.
  func photographs(of demo: DemoProcess, _ count: Int, width: Int? = nil) throws -> [Raster] {
    let query = width.map { "?w=\($0)&fit=max" } ?? ""
    struct Entry: Decodable { let id: String }
    let list = try demo.bytes(demo.url + "/photos?client_id=demo-access-key&per_page=\(count)")
    return try JSONDecoder().decode([Entry].self, from: Data(list)).map { entry in
      let file = "\(home.path)/\(entry.id).jpg"
      try Data(try demo.bytes("\(demo.url)/photo-\(entry.id)\(query)")).write(
        to: URL(fileURLWithPath: file)
      )
      return try Raster(jpeg: file)
    }
  }

  private func open(
    _ command: [String],
    columns: Int,
    rows: Int,
    environment: [String: String]
  ) throws -> TmuxSession {
    let terminal = try TmuxSession(
      folder: home.path,
      name: "terminal-\(terminals.count)",
      columns: columns,
      rows: rows,
      environment: environment,
      command: command
    )
    terminals.append(terminal)
    return terminal
  }
}

extension Stage {
  /// Whether the program uses Swift's libraries as shared libraries, like every debug build.
  static let usesSharedLibraries: Bool = {
    guard let binary, let result = try? Subprocess.run(["ldd", binary], environment: [:]) else {
      return false
    }
    return result.text.contains("libswiftCore.so")
  }()

  /// Whether the system permits users to mount disks.
  static let canMount: Bool = {
    let mount = "exec 2> /dev/null; mount -t tmpfs none /mnt"
    let environment = ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]
    let result = try? Subprocess.run(
      ["unshare", "-rm", "sh", "-c", mount],
      environment: environment
    )
    return result?.status == 0
  }()
}

extension Trait where Self == ProgramTrait {
  /// The trait of tests of the real program, which `make test` names.
  ///
  /// Without it they are skipped.
  static var endToEnd: Self {
    .program(if: Stage.binary != nil, "IMAGEFEED_BINARY names no program: run `make test`")
  }

  /// The trait of tests of the program with a service of the tests.
  ///
  /// A release build has no such program.
  static var scripted: Self {
    .program(
      if: Stage.scripted.map { access($0, X_OK) == 0 } ?? false,
      "there is no scripted-imagefeed beside IMAGEFEED_BINARY"
    )
  }

  /// The trait of tests in terminals on a display.
  ///
  /// Without their tools they are skipped.
  static var realTerminals: Self {
    .program(if: Stage.binary != nil && Stage.hasDisplay, "run scripts/dependencies screens")
  }

  /// The trait of tests that are skipped unless a condition is true.
  static func program(if condition: Bool, _ hint: Comment) -> Self {
    ProgramTrait(condition: .enabled(if: condition, hint))
  }
}
