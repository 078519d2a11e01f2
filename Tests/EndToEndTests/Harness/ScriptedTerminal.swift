import Glibc
import Harness
import Platform

/// A terminal without a screen.
///
/// The test sends it replies and keys at chosen times.
final class ScriptedTerminal {
  /// Everything that was written to the terminal.
  private(set) var output: [UInt8] = []
  /// The shell, which is the session's leader.
  let shell: pid_t
  private var main: Int32
  /// The side that programs open.
  private let device: String
  /// The end of the text that was found last.
  private var found = 0
  private var marks = 0
  /// The time when each text was sent.
  private(set) var typed: [[UInt8]: (start: MonotonicTime, end: MonotonicTime)] = [:]
  private var sends: [(time: MonotonicTime, action: Action)] = []

  private enum Action {
    case type([UInt8])
    case perform(() -> Void)
  }

  /// Runs a shell script with this terminal as its input, output and controlling terminal.
  init(script: String, environment: [String: String]) throws {
    main = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    var number: Int32 = 0
    var lock: Int32 = 0
    // TIOCSPTLCK and TIOCGPTN. Glibc's module has neither them nor posix_openpt().
    guard main >= 0, ioctl(main, UInt(0x4004_5431), &lock) == 0,
      ioctl(main, UInt(0x8004_5430), &number) == 0
    else { throw Failure("no pseudo-terminal: errno \(errno)") }
    device = "/dev/pts/\(number)"
    var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 720, ws_ypixel: 480)
    _ = ioctl(main, UInt(TIOCSWINSZ), &size)
    shell = try Subprocess.start(
      ["sh", "-c", "exec 0<>\(device) 1>&0 2>&0\n\(script)"],
      environment: environment
    )
  }

  deinit {
    for process in Processes.family(of: shell) { kill(process, SIGKILL) }
    Subprocess.wait(for: shell)
    hangUp()
  }

  /// Closes the terminal.
  ///
  /// The session receives a signal.
  func hangUp() {
    if main >= 0 { close(main) }
    main = -1
  }

  /// Changes the window's size and notifies the session.
  func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(main, UInt(TIOCSWINSZ), &size)
  }

  /// Returns the terminal's settings, as `stty -a` prints them.
  func settings() throws -> String {
    try Subprocess.text(["stty", "-F", device, "-a"], environment: Stage.path)
  }

  /// Discards the output so far.
  func forget() { (output, found) = ([], 0) }

  /// Sends typed text or a reply at a given time.
  func type(_ bytes: some Sequence<UInt8>, at time: MonotonicTime) {
    schedule(.type(Array(bytes)), at: time)
  }

  /// Performs an action at a given time.
  func perform(at time: MonotonicTime, _ action: @escaping () -> Void) {
    schedule(.perform(action), at: time)
  }

  private func schedule(_ action: Action, at time: MonotonicTime) {
    // After everything that is due at the same time.
    let index = sends.firstIndex { time < $0.time } ?? sends.endIndex
    sends.insert((time, action), at: index)
  }

  /// Processes events until everything planned is done and a text follows the one found before.
  ///
  /// The empty text is always found.
  func run(until text: String) throws {
    let deadline = MonotonicTime.now + eventTimeout
    let wanted = Array(text.utf8)
    var searched = found
    var isThere = false
    // A large screen is many megabytes in small pieces; each is searched once.
    func look() {
      guard !isThere else { return }
      let start = max(found, searched - wanted.count)
      searched = output.count
      guard let range = output[start...].firstRange(of: wanted) else { return }
      found = range.upperBound
      isThere = true
    }
    look()
    while !isThere || !sends.isEmpty {
      guard .now < deadline else {
        throw Failure("no \(text) in: \(String(decoding: output, as: UTF8.self))")
      }
      let next = min(deadline, sends.first?.time ?? deadline)
      var wait = pollfd(fd: main, events: Int16(POLLIN), revents: 0)
      poll(&wait, 1, Int32(max(0, next.milliseconds(since: .now).rounded(.up))))
      readNew()
      look()
      while let first = sends.first, first.time <= .now {
        sends.removeFirst()
        switch first.action {
        case .type(let bytes):
          let start = MonotonicTime.now
          _ = write(main, bytes, bytes.count)
          typed[bytes] = (start, .now)
        case .perform(let action): action()
        }
      }
    }
  }

  /// Processes events until everything written so far has been read.
  func catchUp() throws {
    marks += 1
    let mark = Array("<mark \(marks)>".utf8)
    let descriptor = open(device, O_WRONLY | O_NOCTTY | O_CLOEXEC)
    defer { close(descriptor) }
    guard write(descriptor, mark, mark.count) == mark.count else {
      throw Failure("\(device): errno \(errno)")
    }
    try run(until: String(decoding: mark, as: UTF8.self))
  }

  private func readNew() {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(main, &buffer, buffer.count)
      guard count > 0 else { return }
      output += buffer.prefix(count)
    }
  }
}
