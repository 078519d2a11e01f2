import Canvas
import Foundation
import Harness

/// Symbols in a program's output, parsed and drawn as a terminal draws them.
struct ShownSymbols {
  struct Cell {
    var scalar: UInt32 = 0x20
    var ink: [UInt8] = [255, 255, 255]
    var paper: [UInt8] = [0, 0, 0]
  }

  /// The size of a cell in pixels, which can be divided into halves, thirds and quarters.
  static let cell = (width: 6, height: 12)

  let columns: Int
  let rows: Int
  private var cells: [Cell] = []

  /// Parses the output.
  ///
  /// - Throws: if an escape sequence isn't a control sequence, if an SGR parameter is unknown, or
  ///   if lines have different lengths.
  init(_ output: [UInt8]) throws {
    var pen = Pen()
    var lines: [[Cell]] = []
    var line: [Cell] = []
    var rest = Substring(String(decoding: output, as: UTF8.self)).unicodeScalars
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\n":
        lines.append(line)
        line = []
      case "\u{1B}":
        guard rest.popFirst() == "[" else { throw Failure("no control sequence") }
        let text = String(String.UnicodeScalarView(rest.prefix { !("@"..."~").contains($0) }))
        rest = rest.dropFirst(text.unicodeScalars.count)
        let end = rest.popFirst()
        // chafa shows and hides the cursor.
        if end == "m" { try pen.take(text) }
      default: line.append(pen.cell(scalar.value))
      }
    }
    if !line.isEmpty { lines.append(line) }
    rows = lines.count
    columns = lines.first?.count ?? 0
    guard columns > 0, lines.allSatisfy({ $0.count == columns }) else {
      throw Failure("lines of \(Set(lines.map(\.count))) symbols")
    }
    cells = lines.flatMap { $0 }
  }

  /// Returns the cells as a grid.
  ///
  /// Cells become blanks if their colours differ by less than a limit.
  func grid(blankBelow limit: Int) -> SymbolGrid {
    func color(_ bytes: [UInt8]) -> Color {
      Color(red: bytes[0], green: bytes[1], blue: bytes[2])
    }
    let symbols = cells.map { cell -> SymbolGrid.Symbol in
      let pairs = zip(cell.ink, cell.paper)
      guard pairs.allSatisfy({ abs(Int($0) - Int($1)) < limit }) else {
        return .init(
          scalar: cell.scalar,
          foreground: color(cell.ink),
          background: color(cell.paper)
        )
      }
      let mean = color(pairs.map { UInt8((Int($0) + Int($1) + 1) / 2) })
      return .init(scalar: 0x20, foreground: mean, background: mean)
    }
    return SymbolGrid(columns: columns, rows: rows, symbols: symbols)
  }

  /// Returns the picture in pixels, with the shapes that Unicode's names give the block elements.
  func pixels() throws -> Pixels {
    let (width, height) = (columns * Self.cell.width, rows * Self.cell.height)
    var bytes = [UInt8](repeating: 0, count: width * height * 3)
    for (number, cell) in cells.enumerated() {
      guard let shape = Self.shapes[cell.scalar] else {
        throw Failure("no shape of U+\(String(cell.scalar, radix: 16))")
      }
      let origin = (x: number % columns * Self.cell.width, y: number / columns * Self.cell.height)
      for y in 0..<Self.cell.height {
        for x in 0..<Self.cell.width {
          let color = shape(x, y) ? cell.ink : cell.paper
          let index = ((origin.y + y) * width + origin.x + x) * 3
          for channel in 0..<3 { bytes[index + channel] = color[channel] }
        }
      }
    }
    return Pixels(width: width, height: height, bytes: bytes)
  }

  private typealias Shape = @Sendable (_ x: Int, _ y: Int) -> Bool

  private static let shapes: [UInt32: Shape] = {
    var shapes: [UInt32: Shape] = [0x20: { _, _ in false }, 0x2588: { _, _ in true }]
    let (width, height) = (cell.width, cell.height)
    for eighth in 1...7 {
      shapes[0x2580 + UInt32(eighth)] = { _, y in y * 8 >= (8 - eighth) * height }
      shapes[0x2590 - UInt32(eighth)] = { x, _ in x * 8 < eighth * width }
    }
    shapes[0x2580] = { _, y in y * 2 < height }
    shapes[0x2590] = { x, _ in x * 2 >= width }
    shapes[0x2594] = { _, y in y * 8 < height }
    shapes[0x2595] = { x, _ in x * 8 >= 7 * width }
    // Top left, top right, bottom left, bottom right.
    let quadrants = [0x4, 0x8, 0x1, 0xD, 0x9, 0x7, 0xB, 0x2, 0x6, 0xE]
    for (number, bits) in quadrants.enumerated() {
      shapes[0x2596 + UInt32(number)] = { x, y in
        bits >> (y * 2 / height * 2 + x * 2 / width) & 1 == 1
      }
    }
    for bits in 1...62 where bits != 21 && bits != 42 {
      let number = UInt32(bits - (bits > 42 ? 3 : bits > 21 ? 2 : 1))
      shapes[0x1FB00 + number] = { x, y in bits >> (y * 3 / height * 2 + x * 2 / width) & 1 == 1 }
    }
    for (scalar, rows) in letters {
      shapes[scalar] = { x, y in rows[y + 1] >> (7 - UInt8(x)) & 1 == 1 }
    }
    return shapes
  }()

  /// The rows of each printable ASCII character in misc-fixed 6x13, without the top row.
  private static let letters: [UInt32: [UInt8]] = {
    let font = (try? String(contentsOfFile: "scripts/6x13.bdf", encoding: .utf8)) ?? ""
    let pairs = font.components(separatedBy: "ENCODING ").dropFirst().map { glyph in
      let lines = glyph.split(separator: "\n")
      let rows = lines.drop { $0 != "BITMAP" }.dropFirst().prefix(13)
      return (UInt32(lines[0]) ?? 0, rows.compactMap { UInt8($0, radix: 16) })
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }()
}

/// The attributes set by SGR (ECMA-48, 8.3.117; `38;2` and `38;5` after xterm's ctlseqs).
private struct Pen {
  private static let (light, dark): ([UInt8], [UInt8]) = ([255, 255, 255], [0, 0, 0])
  private var ink = light
  private var paper = dark
  private var isReversed = false

  func cell(_ scalar: UInt32) -> ShownSymbols.Cell {
    let (ink, paper) = isReversed ? (paper, ink) : (ink, paper)
    return ShownSymbols.Cell(scalar: scalar, ink: ink, paper: paper)
  }

  mutating func take(_ text: String) throws {
    var numbers = text.split(separator: ";", omittingEmptySubsequences: false)
      .map { Int($0) ?? 0 }[...]
    while let number = numbers.popFirst() {
      switch number {
      case 0: self = Pen()
      case 7: isReversed = true
      case 27: isReversed = false
      case 30...37: ink = Self.palette(number - 30)
      case 40...47: paper = Self.palette(number - 40)
      case 90...97: ink = Self.palette(number - 82)
      case 100...107: paper = Self.palette(number - 92)
      case 39: ink = Self.light
      case 49: paper = Self.dark
      case 38: ink = try Self.color(&numbers)
      case 48: paper = try Self.color(&numbers)
      default: throw Failure("SGR \(number)")
      }
    }
  }

  private static func color(_ numbers: inout ArraySlice<Int>) throws -> [UInt8] {
    switch numbers.popFirst() {
    case 5: return palette(numbers.popFirst() ?? 0)
    case 2:
      let values = numbers.prefix(3).map { UInt8($0) }
      numbers = numbers.dropFirst(3)
      guard values.count == 3 else { throw Failure("half a colour") }
      return values
    default: throw Failure("an unknown kind of colour")
    }
  }

  /// Returns a colour of xterm's palette.
  private static func palette(_ index: Int) -> [UInt8] {
    switch index {
    case 7: return [192, 192, 192]
    case 8: return [128, 128, 128]
    case 0..<16:
      let level: UInt8 = index < 8 ? 128 : 255
      return (0..<3).map { index >> $0 & 1 == 1 ? level : 0 }
    case 16..<232:
      let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
      return [(index - 16) / 36, (index - 16) / 6 % 6, (index - 16) % 6].map { levels[$0] }
    default: return Array(repeating: UInt8(8 + 10 * (index - 232)), count: 3)
    }
  }
}
