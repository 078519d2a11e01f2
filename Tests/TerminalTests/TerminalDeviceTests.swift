import Canvas
import Foundation
import Platform
@testable import Terminal
import Testing

/// Both ends of a pseudo-terminal.
private final class PseudoTerminal {
  let main: Int32
  let path: String
  /// The second end, held open so that the line discipline survives the program under test.
  private let side: Int32

  init() throws {
    main = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    var number: Int32 = 0
    var lock: Int32 = 0
    try #require(main >= 0)
    // TIOCSPTLCK and TIOCGPTN. Glibc's module has neither them nor posix_openpt().
    try #require(ioctl(main, UInt(0x4004_5431), &lock) == 0)
    try #require(ioctl(main, UInt(0x8004_5430), &number) == 0)
    path = "/dev/pts/\(number)"
    side = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    try #require(side >= 0)
  }

  deinit {
    close(side)
    close(main)
  }

  /// The settings of the line discipline, as bytes to compare.
  var attributes: [UInt8] {
    var attributes = termios()
    tcgetattr(side, &attributes)
    return withUnsafeBytes(of: &attributes) { Array($0) }
  }

  func resize(columns: UInt16, rows: UInt16, width: UInt16 = 0, height: UInt16 = 0) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: width, ws_ypixel: height)
    _ = ioctl(main, UInt(TIOCSWINSZ), &size)
  }

  func write(_ text: String) { _ = Glibc.write(main, text, text.utf8.count) }

  func read() -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(main, &buffer, buffer.count)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer.prefix(count)
    }
  }
}

@Suite struct TerminalDeviceTests {
  @Test func `raw input is unchanged, and the line discipline is restored`() throws {
    let pty = try PseudoTerminal()
    let before = pty.attributes
    let device = try TerminalDevice(path: pty.path)
    try device.enterRaw()
    #expect(pty.attributes != before)
    pty.write("a\r\u{3}\u{1A}\u{11}")
    var buffer = [UInt8](repeating: 0, count: 16)
    let count = buffer.withUnsafeMutableBytes { device.read(into: $0) }
    #expect(buffer.prefix(max(0, count)) == [0x61, 0x0D, 0x03, 0x1A, 0x11])
    #expect(buffer.withUnsafeMutableBytes { device.read(into: $0) } == 0)
    device.restore()
    #expect(pty.attributes == before)
  }

  @Test func `size and pixels are those the terminal reports`() throws {
    let pty = try PseudoTerminal()
    let device = try TerminalDevice(path: pty.path)
    #expect(device.size() == nil)
    pty.resize(columns: 120, rows: 40)
    #expect(device.size() == TerminalSize(columns: 120, rows: 40))
    pty.resize(columns: 100, rows: 50, width: 950, height: 1000)
    #expect(device.size()?.cellPixels == .init(width: 9.5, height: 20))
    for (width, height) in [(32000, 0), (14, 46), (65535, 65535), (960, 20)] {
      pty.resize(columns: 60, rows: 24, width: UInt16(width), height: UInt16(height))
      #expect(device.size()?.cellPixels == nil, "\(width)x\(height)")
    }
  }

  @Test func `an absurd size becomes the largest supported one, and a missing size none`() throws {
    let pty = try PseudoTerminal()
    let device = try TerminalDevice(path: pty.path)
    for (columns, rows) in [(65_535, 65_535), (1001, 501), (32_767, 32_768)] {
      pty.resize(columns: UInt16(columns), rows: UInt16(rows))
      #expect(device.size() == TerminalSize(columns: 1000, rows: 500))
    }
    pty.resize(columns: 1000, rows: 1)
    #expect(device.size()?.columns == 1000)
    #expect(device.size()?.rows == 1)
    pty.resize(columns: 0, rows: 24)
    #expect(device.size() == nil)
    // Pixels are divided by the terminal's own cells, not by the supported ones.
    pty.resize(columns: 2000, rows: 1000, width: 20_000, height: 20_000)
    #expect(device.size()?.cellPixels == .init(width: 10, height: 20))
  }

  @Test func `a terminal that doesn't read blocks no one`() throws {
    let pty = try PseudoTerminal()
    let device = try TerminalDevice(path: pty.path)
    try device.enterRaw()
    let bytes = [UInt8](repeating: 0x61, count: 1 << 20)
    var (total, written) = (0, 0)
    // The kernel passes written bytes on a little later, and then has room for more.
    repeat {
      written = bytes.withUnsafeBytes { device.write($0) }
      total += max(0, written)
    } while (written > 0 || device.waitUntilWritable(milliseconds: 20)) && total < 1 << 20
    #expect(total < 1 << 20)
    #expect(written == 0)
    _ = pty.read()
    #expect(device.waitUntilWritable(milliseconds: 1000))
  }

  @Test func `a terminal that hung up is reported as closed`() throws {
    var pty: PseudoTerminal? = try PseudoTerminal()
    let device = try TerminalDevice(path: try #require(pty).path)
    pty = nil
    // A child that another test is starting may hold the other end until it executes.
    var hangUp = pollfd(fd: device.inputDescriptor, events: 0, revents: 0)
    try #require(poll(&hangUp, 1, 10_000) == 1)
    var buffer = [UInt8](repeating: 0, count: 16)
    #expect(buffer.withUnsafeMutableBytes { device.read(into: $0) } == -1)
    #expect([1, 2].withUnsafeBytes { device.write($0) } == -1)
  }

  @Test func `a device isn't created without a terminal`() {
    #expect(throws: TerminalError.self) { try TerminalDevice(path: "/nonexistent") }
  }

  /// Checks the state that a crashing program leaves, for each kind of crash.
  private func check(_ pty: PseudoTerminal, before: [UInt8]) {
    #expect(pty.attributes == before)
    var screen = TestScreen(columns: 80, rows: 24)
    let output = pty.read()
    #expect(output.contains("about to crash") && output.contains("\u{1B}[?1049h"))
    screen.feed(output)
    #expect(screen.modes == [25] && screen.titleStack == 0)
    #expect(screen.unknown == [])
  }

  @Test func `a trap restores the terminal`() async throws {
    let pty = try PseudoTerminal()
    pty.resize(columns: 80, rows: 24)
    let (before, path) = (pty.attributes, pty.path)
    await #expect(processExitsWith: .failure) { [path = path as String] in
      let terminal = try drawing(on: path)
      let numbers: [Int] = []
      _ = numbers[terminal.size.columns]
    }
    check(pty, before: before)
  }

  @Test func `an abort restores the terminal`() async throws {
    let pty = try PseudoTerminal()
    pty.resize(columns: 80, rows: 24)
    let (before, path) = (pty.attributes, pty.path)
    await #expect(processExitsWith: .signal(SIGABRT)) { [path = path as String] in
      let terminal = try drawing(on: path)
      if !terminal.isGone { abort() }
    }
    check(pty, before: before)
  }

  @Test func `a crash frees the images that the terminal stores`() async throws {
    let pty = try PseudoTerminal()
    pty.resize(columns: 80, rows: 24)
    let (before, path) = (pty.attributes, pty.path)
    await #expect(processExitsWith: .signal(SIGABRT)) { [path = path as String] in
      let terminal = try drawing(on: path)
      terminal.select(graphics: .kitty)
      let photos = (0..<30).map { TestPhoto("\($0)", Rect(x: $0, y: 2, width: 1, height: 1)) }
      var canvas = Canvas(columns: terminal.size.columns, rows: terminal.size.rows)
      canvas.draw("about to crash", at: Point(0, 0))
      for (index, photo) in photos.enumerated() {
        canvas.place(placement: index, box: photo.box, visible: canvas.bounds)
      }
      let pictures = photos.map { photo in
        let image = PixelImage(key: photo.key, encoding: .deflatedBase64, bytes: [0x41, 0x41])
        return ShownPicture(
          symbols: photo.symbols,
          pixels: .placed(image, source: photo.whole, isPanned: false)
        )
      }
      let modes = TerminalModes(focusReports: true, title: "crash")
      _ = terminal.present(canvas, pictures: pictures, modes: modes)
      while terminal.needsOutput { terminal.flushOutput() }
      if !terminal.isGone { abort() }
    }
    #expect(pty.attributes == before)
    let output = pty.read()
    #expect(output.components(separatedBy: "\u{1B}_Ga=t,").count == 31)
    var model = GraphicsModel(columns: 80, rows: 24)
    model.feed(Array(output.utf8))
    #expect(model.sent.count == 1 && model.images.isEmpty && model.violations == [])
    #expect(model.screen.modes == [25] && model.screen.titleStack == 0)
  }

  @Test func `a stack overflow restores the terminal`() async throws {
    let pty = try PseudoTerminal()
    pty.resize(columns: 80, rows: 24)
    let (before, path) = (pty.attributes, pty.path)
    await #expect(processExitsWith: .signal(SIGSEGV)) { [path = path as String] in
      let terminal = try drawing(on: path)
      _ = descend(terminal.size.columns)
    }
    check(pty, before: before)
  }
}

/// Takes over a terminal and draws a frame with every mode on.
private func drawing(on path: String) throws -> Terminal {
  let terminal = try Terminal(
    tty: try TerminalDevice(path: path),
    traits: TerminalTraits(term: "xterm-256color", colors: .palette256),
    environment: [:],
    cacheDirectory: nil
  )
  var canvas = Canvas(columns: terminal.size.columns, rows: terminal.size.rows)
  canvas.draw("about to crash", at: Point(0, 0))
  let modes = TerminalModes(focusReports: true, title: "crash")
  _ = terminal.present(canvas, pictures: [], modes: modes)
  return terminal
}

private func descend(_ depth: Int) -> Int { depth < 0 ? 0 : descend(depth + 1) + depth }

@Suite struct DescriptorTests {
  private func isReadable(_ descriptor: Int32) -> Bool {
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&wait, 1, 0) == 1
  }

  @Test func `waking makes a descriptor readable until it is drained`() throws {
    let wake = try WakeDescriptor()
    #expect(!isReadable(wake.descriptor))
    wake.wake()
    wake.wake()
    #expect(isReadable(wake.descriptor))
    wake.drain()
    #expect(!isReadable(wake.descriptor))
    wake.drain()
  }

  @Test func `blocked signals are read`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      let signals = try SignalDescriptor([SIGTERM, SIGWINCH])
      guard signals.next() == nil else { exit(1) }
      // Sent to this thread, since the test process's other threads don't block it.
      pthread_kill(pthread_self(), SIGTERM)
      guard signals.next() == SIGTERM, signals.next() == nil else { exit(2) }
      exit(7)
    }
  }

  @Test func `text that C code wrote to a memory file is read once`() throws {
    let file = try MemoryFile("test")
    var bytes: [UInt8] = [0]
    file.drain(into: &bytes)
    #expect(bytes == [0])
    _ = write(file.descriptor, "abc", 3)
    file.drain(into: &bytes)
    file.drain(into: &bytes)
    _ = write(file.descriptor, "d", 1)
    file.drain(into: &bytes)
    #expect(bytes == [0, 0x61, 0x62, 0x63, 0x64])
  }
}
