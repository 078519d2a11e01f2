import Foundation
import Glibc
import Harness
import Platform

/// The program on a pseudo-terminal whose output is read continuously.
final class Screen {
  let trace: TraceFile
  /// The time just before the program was launched.
  let started: MonotonicTime
  let process: pid_t
  private let master: Int32

  /// Launches the program; a prefix such as strace runs it.
  ///
  /// - Parameter replies: the terminal's replies to the queries at launch; by default those of one
  ///   without graphics.
  init(
    _ bench: Bench,
    prefix: [String] = [],
    arguments extra: [String] = [],
    columns: UInt16 = 120,
    rows: UInt16 = 40,
    replies: String = Screen.plain
  ) throws {
    bench.traces += 1
    let trace = try TraceFile(creating: "\(bench.home.path)/trace-\(bench.traces)")
    let (master, name) = try Self.openTerminal()
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: columns * 10, ws_ypixel: rows * 20)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)

    // A session leader gets the first terminal that it opens as its controlling terminal.
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Self.newSession)

    var process: pid_t = 0
    let words = prefix + [bench.binary, "--trace", trace.path] + extra
    let variables = bench.appEnvironment.map { "\($0.key)=\($0.value)" }
    let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    let environment: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0) } + [nil]
    defer { for pointer in arguments + environment { free(pointer) } }
    let started = MonotonicTime.now
    let code = posix_spawnp(&process, words[0], &actions, &attributes, arguments, environment)
    guard code == 0 else { throw Failure("\(words[0]): errno \(code)") }
    self.trace = trace
    self.started = started
    self.process = process
    self.master = master
    Thread {
      Self.read(master, replies)
    }.start()
  }

  /// Reads the program's output with little work, since the program waits for it.
  private static func read(_ master: Int32, _ replies: String) {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var isAsked = false
    while true {
      let count = Glibc.read(master, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      // Replies once, during startup.
      guard !isAsked, buffer[..<count].contains(question) else { continue }
      isAsked = true
      let answer = Array(replies.utf8)
      _ = write(master, answer, answer.count)
    }
  }

  /// The query that terminals receive last and reply to immediately: primary device attributes.
  private static let question = Array("\u{1b}[c".utf8)

  static let plain = "\u{1b}[?62;22c"
  /// The replies of a kitty that reads shared memory.
  static let kitty =
    "\u{1b}_Gi=4201;OK\u{1b}\\\u{1b}_Gi=4202;OK\u{1b}\\\u{1b}P>|kitty(0.32.2)\u{1b}\\"
    + "\u{1b}[6;20;10t\u{1b}[4;800;1200t\u{1b}[?2026;2$y" + plain

  // Glibc's module lacks posix_openpt(), TIOCSPTLCK, TIOCGPTN and POSIX_SPAWN_SETSID.
  private static let unlock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430
  private static let newSession: Int16 = 0x80

  static func openTerminal() throws -> (master: Int32, name: String) {
    let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var lock: Int32 = 0
    var number: UInt32 = 0
    guard master >= 0, ioctl(master, unlock, &lock) == 0, ioctl(master, getNumber, &number) == 0
    else { throw Failure("no pseudo-terminal: errno \(errno)") }
    return (master, "/dev/pts/\(number)")
  }

  /// Waits until the program is idle and shows a screen.
  func settle(on place: String = "feed") throws {
    try trace.next("idle", "on \(place)") { $0.screen == place }
  }

  /// Sends keys without waiting.
  func type(_ keys: String) {
    let bytes = Array(keys.utf8)
    _ = write(master, bytes, bytes.count)
  }

  /// Returns the milliseconds from the launch of the process to an event of its trace.
  func milliseconds(to line: TraceLine) throws -> Double {
    try began().milliseconds(since: started) + line.t
  }

  /// Returns the time when `main` began.
  func began() throws -> MonotonicTime {
    guard let line = try trace.all("start").first, let time = line.monotonicNs else {
      throw Failure("the trace has no start")
    }
    return MonotonicTime(nanoseconds: time)
  }

  /// Returns the resident memory in MiB.
  func memory() throws -> Double {
    let text = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
    return (line.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0) / 1024
  }

  /// Ends the program and its prefix: strace itself ignores signals.
  func close() {
    kill(-process, SIGTERM)
    Subprocess.wait(for: process)
    Glibc.close(master)
  }
}
