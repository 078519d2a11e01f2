import Canvas
import Glibc
import Platform

/// The terminal that the program was started in.
///
/// The device is opened a second time, because O_NONBLOCK on descriptors 0–2 would also affect the
/// shell.
package final class TerminalDevice: Tty {
  private let descriptor: Int32
  private let chainsCrashes: Bool
  private var saved: termios?

  package var inputDescriptor: Int32 { descriptor }
  package var outputDescriptor: Int32 { descriptor }

  /// Opens the terminal of standard input and output.
  ///
  /// - Parameter environment: if it contains `SWIFT_BACKTRACE`, Swift's crash report follows a
  ///   crash.
  /// - Throws: `notATerminal` or `device`.
  package init(environment: [String: String]) throws(TerminalError) {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
      throw .notATerminal
    }
    descriptor = try Self.open([Self.name(of: STDOUT_FILENO), "/dev/tty"])
    chainsCrashes = environment["SWIFT_BACKTRACE"] != nil
  }

  /// Opens a terminal by its path, for tests on a pseudo-terminal.
  package init(path: String, chainsCrashes: Bool = false) throws(TerminalError) {
    descriptor = try Self.open([path])
    self.chainsCrashes = chainsCrashes
  }

  deinit { close(descriptor) }

  private static func name(of descriptor: Int32) -> String? {
    var buffer = [CChar](repeating: 0, count: 256)
    guard ttyname_r(descriptor, &buffer, buffer.count) == 0 else { return nil }
    return buffer.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
  }

  private static func open(_ paths: [String?]) throws(TerminalError) -> Int32 {
    for case let path? in paths {
      let descriptor = Glibc.open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
      if descriptor >= 0 { return descriptor }
    }
    throw .device(reason: String(cString: strerror(errno)))
  }

  package func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    while true {
      let count = Glibc.write(descriptor, bytes.baseAddress, bytes.count)
      if count >= 0 { return count }
      if errno == EAGAIN { return 0 }
      if errno != EINTR { return -1 }
    }
  }

  package func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count > 0 { return count }
      // After a hang-up, reads report the end of the file.
      if count == 0 { return -1 }
      if errno == EAGAIN { return 0 }
      if errno != EINTR { return -1 }
    }
  }

  package func size() -> TerminalSize? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return nil
    }
    var result = TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    // Some programs report nonsense in one direction or in both. telnet through tmux reports
    // 32000×0, PuTTY reports 14×46 pixels for 120×40 cells.
    result.cellPixels = TerminalSize.CellPixels(
      plausible: Double(size.ws_xpixel) / Double(size.ws_col),
      by: Double(size.ws_ypixel) / Double(size.ws_row)
    )
    return result
  }

  package func waitUntilWritable(milliseconds: Int) -> Bool {
    var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&wait, 1, Int32(milliseconds)) > 0 && wait.revents & Int16(POLLOUT) != 0
  }

  package func waitUntilReadable(milliseconds: Int) -> Bool {
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&wait, 1, Int32(milliseconds)) > 0
  }

  package func discardInput() { tcflush(descriptor, TCIFLUSH) }

  package var isForeground: Bool {
    let group = tcgetpgrp(descriptor)
    // The call fails unless this is the session's controlling terminal. Other terminals never stop
    // the process.
    return group < 0 || group == getpgrp()
  }

  package func enterRaw() throws(TerminalError) {
    var attributes = termios()
    guard tcgetattr(descriptor, &attributes) == 0 else {
      throw .device(reason: String(cString: strerror(errno)))
    }
    saved = attributes
    cfmakeraw(&attributes)
    // With VMIN 0, a read without input would look like a hang-up.
    withUnsafeMutableBytes(of: &attributes.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }
    guard tcsetattr(descriptor, TCSANOW, &attributes) == 0 else {
      throw .device(reason: String(cString: strerror(errno)))
    }
  }

  package func restore() {
    guard var attributes = saved else { return }
    tcsetattr(descriptor, TCSANOW, &attributes)
    saved = nil
  }

  package func guardCrashes(teardown: [UInt8]?) {
    guard let teardown, let saved else { return CrashGuard.disarm() }
    CrashGuard.arm(
      descriptor,
      attributes: saved,
      teardown: teardown,
      chain: chainsCrashes
    )
  }
}
