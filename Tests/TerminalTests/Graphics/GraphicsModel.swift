import Canvas
import Foundation
import Terminal

/// A model of a terminal with graphics, which interprets the program's bytes.
///
/// The model knows the stored images, their placements, and the pixels over each cell. It passes
/// text on to the emulator.
struct GraphicsModel {
  struct Image: Equatable {
    var size: Size
    /// The box of its virtual placement.
    var box: Size?
  }

  struct Name: Hashable {
    var id: Int
    var placement: Int
  }

  struct Placement: Equatable {
    var rect: Rect
    var source: Rect
  }

  private struct Loading {
    var id: Int
    var size: Size
    var isRaw: Bool
    var box: Size?
    var payload = 0
  }

  var screen: TestScreen
  private(set) var images: [Int: Image] = [:]
  private(set) var placements: [Name: Placement] = [:]
  /// Commands that a terminal would reject, or would show wrongly.
  private(set) var violations: [String] = []
  /// The number of images that were started but not finished.
  private(set) var aborted = 0
  /// The number of times each image was sent, by its size.
  private(set) var sent: [Size: Int] = [:]
  /// The number of bytes of graphics commands.
  private(set) var bytes = 0
  /// Images passed outside the terminal: the medium and the name.
  private(set) var handovers: [(medium: String, name: String)] = []
  /// The largest number of images and of pixel bytes that were stored at any time.
  private(set) var peak = (images: 0, bytes: 0)
  /// Whether the terminal is in tmux.
  ///
  /// Graphics must then not share a write with a switch of the screen.
  var isInTmux = false
  /// Whether the pane is hidden, so that tmux drops graphics.
  var isHidden = false
  /// Whether an image of iTerm2's protocol erases the cells to its right, as in Konsole.
  var erasesBesideImages = false
  private var isDropping = false
  private var loading: Loading?
  private var rest: ArraySlice<UInt8> = []

  init(columns: Int, rows: Int) { screen = TestScreen(columns: columns, rows: rows) }

  mutating func feed(_ output: [UInt8]) {
    rest = (Array(rest) + output)[...]
    isDropping =
      isHidden || (isInTmux && String(decoding: output, as: UTF8.self).contains("[?1049h"))
    var text: [UInt8] = []
    while let byte = rest.first {
      guard byte == 0x1B, rest.count > 1 else {
        text.append(byte)
        rest.removeFirst()
        continue
      }
      let kind = rest[rest.startIndex + 1]
      let isGraphics =
        kind == UInt8(ascii: "_") || kind == UInt8(ascii: "P")
        || rest.starts(with: "\u{1B}]1337;".utf8)
      guard isGraphics else {
        text.append(byte)
        rest.removeFirst()
        continue
      }
      let ending: [UInt8] = kind == UInt8(ascii: "]") ? [7] : [0x1B, 0x5C]
      guard let end = Self.range(of: ending, in: rest.dropFirst(2)) else { break }
      show(text)
      text = []
      let body = Array(rest[(rest.startIndex + 2)..<end.lowerBound])
      bytes += end.upperBound - rest.startIndex
      rest = rest[end.upperBound...]
      switch kind {
      case UInt8(ascii: "_") where isDropping: break
      case UInt8(ascii: "_"): kitty(body)
      case UInt8(ascii: "P"): sixel(body)
      default: iterm2(body)
      }
    }
    show(text)
  }

  private static func range(of ending: [UInt8], in bytes: ArraySlice<UInt8>) -> Range<Int>? {
    var index = bytes.startIndex
    while index + ending.count <= bytes.endIndex {
      if bytes[index] == ending[0], bytes[index..<index + ending.count].elementsEqual(ending) {
        return index..<index + ending.count
      }
      index += 1
    }
    return nil
  }

  // MARK: kitty

  /// Shows text.
  ///
  /// Like kitty, frees images without a virtual placement when the screen is cleared.
  private mutating func show(_ text: [UInt8]) {
    let text = String(decoding: text, as: UTF8.self)
    if text.contains("\u{1B}[2J") {
      placements.removeAll()
      images = images.filter { $0.value.box != nil }
    }
    screen.feed(text)
  }

  private mutating func kitty(_ body: [UInt8]) {
    guard body.first == UInt8(ascii: "G") else { return violations.append("APC") }
    let parts = body.dropFirst().split(separator: 0x3B, maxSplits: 1)
    let payload = parts.count > 1 ? Array(parts[1]) : []
    var keys: [String: String] = [:]
    for pair in String(decoding: parts[0], as: UTF8.self).split(separator: ",") {
      let sides = pair.split(separator: "=", maxSplits: 1).map(String.init)
      keys[sides[0]] = sides[1]
    }
    func number(_ key: String) -> Int { keys[key].flatMap { Int($0) } ?? 0 }
    if keys["q"] != "2" { violations.append("an answer is asked for: \(keys)") }
    if payload.count > 4096 { violations.append("a chunk of \(payload.count)") }
    if var load = loading {
      guard keys["a"] == nil || keys["a"] == "t" else {
        return violations.append("\(keys) while an image is being sent")
      }
      if number("m") == 0, payload.isEmpty {
        // Some pixels are missing.
        aborted += 1
        loading = nil
        return
      }
      load.payload += payload.count
      loading = load
      if number("m") == 0 { finish() }
      return
    }
    switch keys["a"] {
    // The end of an image that wasn't started.
    case nil where body == Array("Gm=0,q=2".utf8): break
    case "t", "T":
      if keys["a"] == "T", keys["U"] != "1" { violations.append("shown at the cursor: \(keys)") }
      loading = Loading(
        id: number("i"),
        size: Size(number("s"), number("v")),
        isRaw: keys["o"] == nil && keys["t"] == nil,
        box: keys["a"] == "T" ? Size(number("c"), number("r")) : nil,
        payload: payload.count
      )
      if let medium = keys["t"], let name = Data(base64Encoded: Data(payload)) {
        handovers.append((medium, String(decoding: name, as: UTF8.self)))
        if isInTmux, !fetch() { return }
      }
      if number("m") == 0 { finish() }
    case "p":
      guard let image = images[number("i")] else {
        return violations.append("placing an image that is not there: \(keys)")
      }
      let cells = Size(number("c"), number("r"))
      if keys["U"] == "1" {
        if image.box != nil { violations.append("two virtual placements") }
        images[number("i")]?.box = cells
      } else {
        if keys["C"] != "1" { violations.append("the cursor moves") }
        let source = Rect(x: number("x"), y: number("y"), width: number("w"), height: number("h"))
        let whole = Rect(x: 0, y: 0, width: image.size.width, height: image.size.height)
        if source.intersection(whole) != source || source.isEmpty {
          violations.append("\(source) of \(whole)")
        }
        let rect = Rect(
          x: screen.cursor.x,
          y: screen.cursor.y,
          width: cells.width,
          height: cells.height
        )
        placements[Name(id: number("i"), placement: number("p"))] =
          Placement(rect: rect, source: source)
      }
    case "d":
      let id = number("i")
      if keys["p"] != nil {
        placements[Name(id: id, placement: number("p"))] = nil
      } else {
        placements = placements.filter { $0.key.id != id }
        images[id]?.box = nil
        if keys["d"] == "I" {
          images[id] = nil
          // kitty 0.26.5 frees all images that aren't placed.
          let placed = Set(placements.keys.map(\.id))
          images = images.filter { $0.value.box != nil || placed.contains($0.key) }
        }
      }
    default: violations.append("\(keys)")
    }
  }

  /// Reads the last image that was passed outside the terminal, and deletes it; returns false if it
  /// doesn't exist.
  private mutating func fetch() -> Bool {
    guard let path = Self.path(handovers.last), unlink(path) == 0 else {
      if let id = loading?.id { images[id] = nil }
      loading = nil
      return false
    }
    return true
  }

  private static func path(_ handover: (medium: String, name: String)?) -> String? {
    handover.map { $0.medium == "s" ? "/dev/shm" + $0.name : $0.name }
  }

  /// The names of images outside the terminal that still exist.
  var leftovers: [String] {
    handovers.compactMap(Self.path).filter(FileManager.default.fileExists)
  }

  /// Simulates another terminal that shows the same text.
  mutating func loseImages() { images.removeAll() }

  private mutating func finish() {
    guard let load = loading else { return }
    loading = nil
    let pixels = load.size.width * load.size.height * 3
    if load.isRaw, load.payload != (pixels + 2) / 3 * 4 {
      violations.append("\(load.payload) bytes of base64 for \(load.size)")
    }
    // A new image with an old ID loses the old one's placements.
    placements = placements.filter { $0.key.id != load.id }
    images[load.id] = Image(size: load.size, box: load.box)
    if load.size != Size(1, 1) { sent[load.size, default: 0] += 1 }
    let held = images.values.reduce(0) { $0 + $1.size.width * $1.size.height * 3 }
    peak = (max(peak.images, images.count), max(peak.bytes, held))
  }

  // MARK: Immediate protocols

  /// Shows a sixel image.
  ///
  /// The tests' sixels name their cells and box: `name,x,y,width,height`.
  private mutating func sixel(_ body: [UInt8]) {
    let fields = String(decoding: body.dropFirst(), as: UTF8.self).split(separator: ",")
    let numbers = fields.dropFirst().compactMap { Int($0) }
    guard body.first == UInt8(ascii: "q"), numbers.count == 4 else {
      return violations.append("DCS")
    }
    if screen.cursor.y + numbers[3] >= screen.rows { violations.append("a sixel scrolls") }
    paint(
      String(fields[0]),
      Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    )
  }

  private mutating func iterm2(_ body: [UInt8]) {
    let sides = String(decoding: body, as: UTF8.self).split(separator: ":", maxSplits: 1)
    guard sides.count == 2, sides[0].contains("doNotMoveCursor=1"),
      let data = Data(base64Encoded: String(sides[1]))
    else { return violations.append("OSC 1337") }
    let fields = String(decoding: data, as: UTF8.self).split(separator: ",")
    let numbers = fields.dropFirst().compactMap { Int($0) }
    if !sides[0].contains(";width=\(numbers[2]);height=\(numbers[3]);") {
      violations.append("\(sides[0]) for \(numbers)")
    }
    paint(
      String(fields[0]),
      Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    )
    let (x, y) = (screen.cursor.x + numbers[2], screen.cursor.y)
    guard erasesBesideImages, x < screen.columns else { return }
    for y in y..<min(screen.rows, y + numbers[3]) { screen.erase(Point(x, y)) }
  }

  /// Draws the cells of a box from the cursor on.
  ///
  /// The last ones are slightly incomplete.
  private mutating func paint(_ name: String, _ part: Rect) {
    let origin = screen.cursor
    for y in 0..<part.height {
      for x in 0..<part.width where origin.x + x < screen.columns && origin.y + y < screen.rows {
        var label = "\(name) \(part.x + x),\(part.y + y)"
        let isEdge = x == part.width - 1 || y == part.height - 1
        let old = screen.cells[origin.y + y][origin.x + x].pixels
        if isEdge, let old, old != label { label += " beside \(old)" }
        screen.paint(Point(origin.x + x, origin.y + y), label)
      }
    }
  }
}
