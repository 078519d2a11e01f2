import Canvas

/// The size of a terminal, limited to 1000 by 500 cells.
///
/// ncurses stops with an error or crashes beyond 32767 rows or columns, and needs much memory long
/// before. Cells beyond the limit stay blank.
package struct TerminalSize: Equatable, Sendable {
  /// The size assumed if the terminal reports none.
  package static let standard = TerminalSize(columns: 80, rows: 24)

  /// The maximum number of columns and rows.
  package static let maximum = Size(1000, 500)

  /// The number of columns, 1 to 1000.
  package let columns: Int
  /// The number of rows, 1 to 500.
  package let rows: Int
  /// The size of one cell in pixels, which may be fractional; `nil` if the terminal doesn't report
  /// it.
  package var cellPixels: CellPixels?

  /// The size of one cell in pixels.
  package struct CellPixels: Equatable, Sendable {
    package var width: Double
    package var height: Double

    package init(width: Double, height: Double) {
      self.width = width
      self.height = height
    }

    /// Creates a size of 1 to 1000 pixels in each direction; `nil` if another value is given.
    package init?(plausible width: Double, by height: Double) {
      guard (1...1000).contains(width), (1...1000).contains(height) else { return nil }
      self.init(width: width, height: height)
    }

    /// Whether a font could have cells of this size and these proportions.
    ///
    /// Some programs between imagefeed and the terminal report invented sizes. The error may be in
    /// one direction only.
    package var isUsual: Bool {
      width >= 4 && height >= 8 && (1.2...2.9).contains(height / width)
    }

    var isWhole: Bool { width == width.rounded() && height == height.rounded() }
  }

  package init(columns: Int, rows: Int, cellPixels: CellPixels? = nil) {
    self.columns = max(1, min(columns, Self.maximum.width))
    self.rows = max(1, min(rows, Self.maximum.height))
    self.cellPixels = cellPixels
  }

  /// Whether the reported size of a cell is credible.
  ///
  /// Windows' SSH server reports 640 by 480 pixels for every window
  /// (https://github.com/sxyazi/yazi/issues/2340).
  var hasUsualCell: Bool {
    guard let cellPixels, cellPixels.isUsual else { return false }
    return !Self.isMadeUp(
      width: (cellPixels.width * Double(columns)).rounded(),
      height: (cellPixels.height * Double(rows)).rounded()
    )
  }

  /// Whether a window's size in pixels is the one that Windows' SSH server reports for every
  /// window.
  static func isMadeUp(width: Double, height: Double) -> Bool { width == 640 && height == 480 }

  /// Returns this size with the cell size to assume before the terminal has replied.
  ///
  /// - Parameter cell: the size set by the user; `nil` to use the reported one if it is credible.
  package func assuming(cell: CellPixels?) -> TerminalSize {
    var size = self
    size.cellPixels = cell ?? (hasUsualCell ? cellPixels : nil)
    return size
  }
}

/// The byte stream, size and line discipline of a terminal.
///
/// The program uses `TerminalDevice`, tests use a terminal in memory.
package protocol Tty: AnyObject {
  /// The descriptor for `poll()` that is readable when input is available.
  var inputDescriptor: Int32 { get }
  /// The descriptor for `poll()` that is writable when the terminal accepts output.
  var outputDescriptor: Int32 { get }

  /// Writes as many bytes as the terminal accepts without blocking.
  ///
  /// - Returns: the number of bytes written, 0 if writing would block, -1 if the terminal has hung
  ///   up.
  func write(_ bytes: UnsafeRawBufferPointer) -> Int

  /// Reads the available bytes without blocking.
  ///
  /// - Returns: the number of bytes read, 0 if none are available, -1 if the terminal has hung up.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int

  /// Returns the current size; `nil` if the terminal doesn't know it.
  func size() -> TerminalSize?

  /// Waits until the terminal accepts output.
  ///
  /// - Returns: false if it doesn't within the time.
  func waitUntilWritable(milliseconds: Int) -> Bool

  /// Waits until input is available.
  ///
  /// - Returns: false if none arrives within the time.
  func waitUntilReadable(milliseconds: Int) -> Bool

  /// Discards input that hasn't been read.
  func discardInput()

  /// Whether the process may use the terminal without being stopped by job control.
  var isForeground: Bool { get }

  /// Switches to raw mode: bytes arrive unchanged and immediately.
  ///
  /// The previous attributes are saved for `restore()`.
  func enterRaw() throws(TerminalError)

  /// Restores the attributes saved by `enterRaw()`.
  func restore()

  /// Arms the crash guard, which writes `teardown` and restores the attributes if the process
  /// crashes.
  ///
  /// - Parameter teardown: the bytes to write; `nil` disarms the guard.
  func guardCrashes(teardown: [UInt8]?)
}

/// The reason why a terminal can't be used.
package enum TerminalError: Error, Equatable, Sendable {
  /// Standard input or output isn't a terminal.
  case notATerminal
  /// The terminal couldn't be opened or configured.
  case device(reason: String)
  /// No usable terminfo entry exists for this TERM.
  case unknownTerminal(String)
}
