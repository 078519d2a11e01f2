import Canvas

/// How big a terminal is, as far as it is used: at most 1000 by 500 cells.
///
/// ncurses stops with an error or crashes beyond 32767 rows or columns, and needs much memory long
/// before. What lies beyond the limit stays blank.
package struct TerminalSize: Equatable, Sendable {
  /// What is assumed of a terminal that does not say.
  package static let standard = TerminalSize(columns: 80, rows: 24)

  /// The most cells that are used.
  package static let limit = Size(1000, 500)

  /// 1 to 1000.
  package let columns: Int
  /// 1 to 500.
  package let rows: Int
  /// One cell in pixels, fractional; nil when the terminal does not say.
  package var cellPixels: CellPixels?

  package struct CellPixels: Equatable, Sendable {
    package var width: Double
    package var height: Double

    package init(width: Double, height: Double) {
      self.width = width
      self.height = height
    }

    /// A size that a cell can have, 1 to 1000 pixels each way; nil for any other.
    package init?(plausible width: Double, by height: Double) {
      guard (1...1000).contains(width), (1...1000).contains(height) else { return nil }
      self.init(width: width, height: height)
    }

    /// Whether fonts have cells of this size and of these proportions.
    ///
    /// Some programs in between make sizes up, which may be wrong in one direction only.
    package var isUsual: Bool {
      width >= 4 && height >= 8 && (1.2...2.9).contains(height / width)
    }

    var isWhole: Bool { width == width.rounded() && height == height.rounded() }
  }

  package init(columns: Int, rows: Int, cellPixels: CellPixels? = nil) {
    self.columns = max(1, min(columns, Self.limit.width))
    self.rows = max(1, min(rows, Self.limit.height))
    self.cellPixels = cellPixels
  }

  /// Whether the size of a cell may be true.
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

  /// Whether pixels of all cells are those that are reported for every window.
  static func isMadeUp(width: Double, height: Double) -> Bool { width == 640 && height == 480 }

  /// Returns this size with what is known of a cell before the terminal has answered.
  ///
  /// - Parameter cell: the size that the user has set.
  package func assuming(cell: CellPixels?) -> TerminalSize {
    var size = self
    size.cellPixels = cell ?? (hasUsualCell ? cellPixels : nil)
    return size
  }

  /// Height of a cell divided by its width; 2 when unknown or absurd.
  package var cellAspect: Double {
    guard let cellPixels else { return 2 }
    let aspect = cellPixels.height / cellPixels.width
    return (0.5...8).contains(aspect) ? aspect : 2
  }
}

/// The byte stream, size and line discipline of a terminal.
///
/// `TerminalDevice` is the real one, `MemoryTty` the one for tests.
package protocol Tty: AnyObject {
  /// For `poll()`: readable when there is input.
  var inputDescriptor: Int32 { get }
  /// For `poll()`: writable when output is taken again.
  var outputDescriptor: Int32 { get }

  /// Writes what fits right now.
  ///
  /// - Returns: the number of bytes taken, 0 when it would block, -1 when the terminal is gone.
  func write(_ bytes: UnsafeRawBufferPointer) -> Int

  /// Reads what is there right now.
  ///
  /// - Returns: the number of bytes, 0 when there is nothing, -1 when the terminal is gone.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int

  /// Asks for the size; nil when the terminal does not know it.
  func size() -> TerminalSize?

  /// Waits until output is taken again.
  ///
  /// - Returns: false when it is not within the time.
  func waitUntilWritable(milliseconds: Int) -> Bool

  /// Waits until there is input.
  ///
  /// - Returns: false when there is none within the time.
  func waitUntilReadable(milliseconds: Int) -> Bool

  /// Throws away input that nobody has read.
  func discardInput()

  /// Whether the process may speak with the terminal without being stopped for it.
  var isForeground: Bool { get }

  /// Bytes come unchanged and at once from now on; keeps what was set before.
  func enterRaw() throws(TerminalError)

  /// Sets what was set before `enterRaw()`.
  func restore()

  /// Arms (or, with nil, disarms) what gives the terminal back when the process crashes.
  func guardCrashes(teardown: [UInt8]?)
}

/// Why a terminal cannot be used.
package enum TerminalError: Error, Equatable, Sendable {
  /// Standard input or output is not a terminal.
  case notATerminal
  /// The terminal could not be opened or configured.
  case device(reason: String)
  /// There is no usable terminfo entry for this TERM.
  case unknownTerminal(String)
}
