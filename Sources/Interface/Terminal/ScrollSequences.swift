import CNcurses
import Canvas

/// The sequences for scrolling some rows of a terminal, from its terminfo entry.
struct ScrollSequences {
  private let saveCursor: [UInt8]
  private let restoreCursor: [UInt8]
  private let setRegion: [UInt8]
  private let moveCursor: [UInt8]
  private let up: Scroll
  private let down: Scroll

  private enum Scroll {
    /// A sequence with the number of rows as its parameter.
    case rows([UInt8])
    /// A sequence that scrolls by one row.
    case row([UInt8])
  }

  /// Reads the sequences.
  ///
  /// - Parameter capability: returns a string of the terminal's entry.
  /// - Returns: `nil` if the terminal can't scroll a region, or if its new rows may not be blank.
  init?(capability: (String) -> [UInt8]?) {
    // Sequences with a pause are refused. No terminal that shows pictures has any.
    func usable(_ name: String) -> [UInt8]? {
      capability(name).flatMap { $0.contains(UInt8(ascii: "$")) ? nil : $0 }
    }
    func scroll(_ many: String, _ one: String) -> Scroll? {
      usable(many).map(Scroll.rows) ?? usable(one).map(Scroll.row)
    }
    let refused: [String] = ["ndscr", "da", "db"]
    guard !refused.contains(where: { tigetflag($0) > 0 }),
      let saveCursor = usable("sc"), let restoreCursor = usable("rc"),
      let setRegion = usable("csr"), let moveCursor = usable("cup"),
      let up = scroll("indn", "ind"), let down = scroll("rin", "ri")
    else { return nil }
    self.saveCursor = saveCursor
    self.restoreCursor = restoreCursor
    self.setRegion = setRegion
    self.moveCursor = moveCursor
    self.up = up
    self.down = down
  }

  /// Returns the bytes that scroll a region.
  ///
  /// The cursor returns to its position.
  ///
  /// - Parameter rows: the number of rows of the whole terminal.
  func bytes(_ region: ScrolledRegion, rows: Int) -> [UInt8] {
    let last = region.rows.upperBound - 1
    let isUp = region.distance > 0
    var bytes = saveCursor + Self.instance(setRegion, region.rows.lowerBound, last)
    // A line feed scrolls only in the last row of the region, a reverse line feed only in the
    // first.
    bytes += Self.instance(moveCursor, isUp ? last : region.rows.lowerBound, 0)
    switch isUp ? up : down {
    case .rows(let sequence): bytes += Self.instance(sequence, abs(region.distance), 0)
    case .row(let sequence): for _ in 0..<abs(region.distance) { bytes += sequence }
    }
    return bytes + Self.instance(setRegion, 0, rows - 1) + restoreCursor
  }

  /// Inserts two parameters into a sequence.
  private static func instance(_ sequence: [UInt8], _ first: Int, _ second: Int) -> [UInt8] {
    let text = sequence.map { CChar(bitPattern: $0) } + [0]
    guard let bytes = nc_instance(text, Int32(first), Int32(second)) else { return [] }
    return Array(String(cString: bytes).utf8)
  }
}
