import Canvas

/// A terminal emulator with just the features that ncurses uses on an xterm.
///
/// The driver's tests use it as their oracle: it must show what was presented.
struct TestScreen {
  struct Cell: Equatable {
    var text = " "
    var foreground = "standard"
    var background = "standard"
    var attributes: Attributes = []
    /// The URL of the link (OSC 8) that the text was written with.
    var link: String?
    /// The pixels drawn over the cell by a graphics protocol since text was last written there.
    var pixels: String?
  }

  private(set) var cells: [[Cell]]
  private(set) var cursor = Point(0, 0)
  /// The private modes that are set.
  private(set) var modes: Set<Int> = []
  private(set) var title: String?
  private(set) var titleStack = 0
  private(set) var clipboard: String?
  /// Sequences that the emulator doesn't know; tests expect none.
  private(set) var unknown: [String] = []
  /// Whether there is an alternate screen, which is empty each time.
  var hasAlternateScreen = true
  private var pen = Cell()
  private var link: String?
  private var wrapsNext = false
  private var region: ClosedRange<Int>
  private var saved: (cursor: Point, pen: Cell, wrapsNext: Bool)?
  private var last = " "

  let columns: Int

  init(columns: Int, rows: Int) {
    self.columns = columns
    cells = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
    region = 0...rows - 1
  }

  var rows: Int { cells.count }
  var text: [String] { cells.map { $0.map(\.text).joined() } }

  mutating func feed(_ output: String) {
    var rest = Array(output.unicodeScalars)[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\u{1B}": escape(&rest)
      case "\r": (cursor.x, wrapsNext) = (0, false)
      case "\n": lineFeed()
      case "\u{8}": (cursor.x, wrapsNext) = (max(0, cursor.x - 1), false)
      case "\u{F}": break
      default: put(scalar)
      }
    }
  }

  /// Draws pixels over a cell without writing to it.
  mutating func paint(_ point: Point, _ pixels: String) { cells[point.y][point.x].pixels = pixels }

  /// Erases the text of a cell.
  mutating func erase(_ point: Point) {
    let pixels = cells[point.y][point.x].pixels
    cells[point.y][point.x] = Cell()
    cells[point.y][point.x].pixels = pixels
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    let width = TextWidth.of(Character(scalar))
    if width == 0 {
      let x = wrapsNext ? cursor.x : max(0, cursor.x - 1)
      let target = cells[cursor.y][x].text.isEmpty ? max(0, x - 1) : x
      cells[cursor.y][target].text.unicodeScalars.append(scalar)
      return
    }
    if wrapsNext {
      (cursor.x, wrapsNext) = (0, false)
      lineFeed()
    }
    last = String(scalar)
    for offset in 0..<width where cursor.x + offset < columns {
      var cell = pen
      cell.text = offset == 0 ? last : ""
      cell.link = link
      cells[cursor.y][cursor.x + offset] = cell
    }
    wrapsNext = cursor.x + width >= columns
    cursor.x = min(columns - 1, cursor.x + width)
  }

  private mutating func lineFeed() {
    if cursor.y == region.upperBound { scroll(1) } else { cursor.y = min(rows - 1, cursor.y + 1) }
  }

  private var erased: Cell {
    var cell = Cell()
    cell.background = pen.background
    return cell
  }

  private mutating func scroll(_ count: Int) {
    let hasPixels = region.contains { y in cells[y].contains { $0.pixels != nil } }
    if hasPixels { unknown.append("a scroll of pixels") }
    for _ in 0..<abs(count) {
      let from = count > 0 ? region.lowerBound : region.upperBound
      let to = count > 0 ? region.upperBound : region.lowerBound
      cells.remove(at: from)
      cells.insert(Array(repeating: erased, count: columns), at: to)
    }
  }

  private mutating func escape(_ rest: inout ArraySlice<Unicode.Scalar>) {
    guard let next = rest.popFirst() else { return }
    switch next {
    case "[":
      let body = rest.prefix { !(0x40..<0x7F).contains($0.value) }
      rest = rest.dropFirst(body.count)
      if let final = rest.popFirst() { control(String(String.UnicodeScalarView(body)), final) }
    case "]":
      let body = rest.prefix { $0 != "\u{1B}" && $0 != "\u{7}" }
      rest = rest.dropFirst(body.count)
      if rest.popFirst() == "\u{1B}" { rest = rest.dropFirst() }
      let command = String(String.UnicodeScalarView(body))
      if command.hasPrefix("2;") { title = String(command.dropFirst(2)) }
      if command.hasPrefix("8;;") { link = command.count > 3 ? String(command.dropFirst(3)) : nil }
      if command.hasPrefix("52;c;") { clipboard = String(command.dropFirst(5)) }
    case "(": rest = rest.dropFirst()
    case "M": if cursor.y == region.lowerBound { scroll(-1) } else { cursor.y -= 1 }
    case "7": saved = (cursor, pen, wrapsNext)
    case "8": (cursor, pen, wrapsNext) = saved ?? (Point(0, 0), Cell(), false)
    case "\\": break
    case "=": modes.insert(66)
    case ">": modes.remove(66)
    default: unknown.append("ESC \(next)")
    }
  }

  private mutating func control(_ body: String, _ final: Unicode.Scalar) {
    if body.hasPrefix("?") {
      for number in body.dropFirst().split(separator: ";").compactMap({ Int($0) }) {
        if final == "h" { modes.insert(number) } else { modes.remove(number) }
        if number == 1049, hasAlternateScreen { cells = cells.map { $0.map { _ in Cell() } } }
      }
      return
    }
    let numbers = body.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    let count = max(1, numbers[0])
    if !"mb".unicodeScalars.contains(final) { wrapsNext = false }
    switch final {
    case "m": select(numbers)
    case "H":
      let column = max(1, numbers.count > 1 ? numbers[1] : 1)
      cursor = Point(min(columns, column) - 1, min(rows, count) - 1)
    case "A": cursor.y = max(0, cursor.y - count)
    case "B": cursor.y = min(rows - 1, cursor.y + count)
    case "C": cursor.x = min(columns - 1, cursor.x + count)
    case "D": cursor.x = max(0, cursor.x - count)
    case "G": cursor.x = count - 1
    case "d": cursor.y = count - 1
    case "J", "K", "X": erase(final, numbers[0])
    case "P" where shiftsPixels, "@" where shiftsPixels: unknown.append("a shift of pixels")
    case "P":
      cells[cursor.y].removeSubrange(cursor.x..<min(columns, cursor.x + count))
      while cells[cursor.y].count < columns { cells[cursor.y].append(erased) }
    case "@":
      for _ in 0..<count { cells[cursor.y].insert(erased, at: cursor.x) }
      cells[cursor.y].removeLast(count)
    case "L", "M":
      let saved = region
      region = cursor.y...region.upperBound
      scroll(final == "M" ? count : -count)
      region = saved
    case "S": scroll(count)
    case "T": scroll(-count)
    case "r":
      region = count - 1...(numbers.count > 1 ? numbers[1] : rows) - 1
      cursor = Point(0, 0)
    case "b": for _ in 0..<count { put(last.unicodeScalars.first ?? " ") }
    case "t" where numbers == [22, 2]: titleStack += 1
    case "t" where numbers == [23, 2]: (titleStack, title) = (titleStack - 1, nil)
    default: unknown.append("CSI \(body) \(final)")
    }
  }

  private var shiftsPixels: Bool { cells[cursor.y][cursor.x...].contains { $0.pixels != nil } }

  private mutating func erase(_ final: Unicode.Scalar, _ number: Int) {
    let range: Range<Int> =
      switch (final, number) {
      case ("X", _): cursor.x..<min(columns, cursor.x + max(1, number))
      case (_, 0): cursor.x..<columns
      case (_, 1): 0..<cursor.x + 1
      default: 0..<columns
      }
    for x in range { cells[cursor.y][x] = erased }
    guard final == "J" else { return }
    for y in 0..<rows where number == 2 || (number == 0 && y > cursor.y) {
      cells[y] = Array(repeating: erased, count: columns)
    }
  }

  private mutating func select(_ numbers: [Int]) {
    var rest = numbers[...]
    while let number = rest.popFirst() {
      switch number {
      case 0: pen = Cell()
      case 1: pen.attributes.insert(.bold)
      case 2: pen.attributes.insert(.dim)
      case 4: pen.attributes.insert(.underline)
      case 7: pen.attributes.insert(.reverse)
      case 24: pen.attributes.remove(.underline)
      case 27: pen.attributes.remove(.reverse)
      case 39: pen.foreground = "standard"
      case 49: pen.background = "standard"
      case 30...37, 90...97: pen.foreground = "\(number < 90 ? number - 30 : number - 82)"
      case 40...47, 100...107: pen.background = "\(number < 100 ? number - 40 : number - 92)"
      case 38, 48:
        let count = rest.popFirst() == 5 ? 1 : 3
        let color = rest.prefix(count).map(String.init).joined(separator: ",")
        rest = rest.dropFirst(count)
        if number == 38 { pen.foreground = color } else { pen.background = color }
      default: unknown.append("SGR \(number)")
      }
    }
  }
}
