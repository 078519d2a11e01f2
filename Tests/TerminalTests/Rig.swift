import Canvas
import Foundation
import Platform
@testable import Terminal

let rigEnvironment = ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent"]
let plain = TerminalModes(mouse: false, bracketedPaste: false)

/// One folder for all tests, since ncurses remembers the first one it has looked in.
private let terminfoCache: String = {
  let path = FileManager.default.temporaryDirectory.path + "/imagefeed-terminfo-\(getpid())"
  atexit { _ = try? FileManager.default.removeItem(atPath: terminfoCache) }
  return path
}()

/// A random generator (SplitMix64) with the same numbers in every run.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}

/// A terminal in memory, the driver, and an emulator that shows the driver's output.
final class Rig {
  let tty: MemoryTty
  let terminal: Terminal
  var screen: TestScreen

  init(
    columns: Int = 20,
    rows: Int = 6,
    term: String = "xterm-256color",
    colors: ColorDepth = .trueColor,
    isUTF8: Bool = true,
    hasVariant: Bool = true,
    hasPlainInterface: Bool = false,
    environment: [String: String] = [:]
  ) throws {
    tty = try MemoryTty(columns: columns, rows: rows)
    terminal = try Terminal(
      tty: tty,
      traits: TerminalTraits(
        term: term,
        colors: colors,
        isUTF8: isUTF8,
        isLinuxConsole: term == "linux",
        hasPlainInterface: hasPlainInterface
      ),
      environment: rigEnvironment.merging(environment) { $1 },
      cacheDirectory: hasVariant ? terminfoCache : nil
    )
    screen = TestScreen(columns: columns, rows: rows)
  }

  deinit { terminal.close() }

  @discardableResult
  func present(
    _ canvas: Canvas,
    pictures: [SymbolGrid?] = [],
    modes: TerminalModes = plain,
    scrolled: ScrolledRegion? = nil,
    fullRepaint: Bool = false
  ) -> FrameStatistics {
    let statistics = terminal.present(
      canvas,
      pictures: pictures.map { ShownPicture(symbols: $0) },
      modes: modes,
      scrolled: scrolled,
      fullRepaint: fullRepaint
    )
    screen.feed(tty.drainOutput())
    return statistics
  }

  func canvas(_ draw: (inout Canvas) -> Void = { _ in }) -> Canvas {
    var canvas = Canvas(columns: terminal.size.columns, rows: terminal.size.rows)
    draw(&canvas)
    return canvas
  }
}
