import Canvas

/// Pictures through a protocol that draws pixels at the cursor and keeps nothing: iTerm2's, sixel.
///
/// It remembers of every cell of the screen which pixels lie on it. Pixels that are still there are
/// left alone; text written over them wipes them out, in each cell for itself.
final class ImmediateDriver: PixelDriver {
  /// What one protocol does in its own way.
  struct Style: Sendable {
    var encoding: PixelImage.Encoding
    /// Rows at the bottom where drawing would scroll the screen.
    var reservedRows: Int
    /// The bytes that draw an image over so many cells from the cursor on.
    var draw: @Sendable (PixelImage, Size) -> [UInt8]
  }

  /// Bytes of pixels in one frame, unless a single picture has more.
  static let frameLimit = 256 * 1024
  /// ncurses writes unchanged cells again where that is shorter than moving the cursor over them;
  /// a part wider than this is safe (the longest way to move the cursor has fewer bytes).
  private static let safeWidth = 12

  /// Which pixels lie on a cell: an image, by number, and the cell of its box.
  private struct Pixel: Equatable {
    var image: Int32
    var row: UInt16
    var column: UInt16

    static let none = Pixel(image: 0, row: 0, column: 0)
  }

  private struct Drawing {
    var image: PixelImage
    var rect: Rect
    var inBox: Rect
  }

  private let style: Style
  /// Whether the terminal erases the cells right of an image.
  private let erasesBeside: Bool
  private(set) var erasedColumns: [[Point]] = []
  private let envelope: ([UInt8]) -> [UInt8]
  private var columns = 0
  private var rows = 0
  private var pixels: [Pixel] = []
  private var next: [Pixel] = []
  /// Which of the two kinds of hole each cell is.
  private var isFresh: [Bool] = []
  private var numbers: [PixelImage.Key: Int32] = [:]
  private var drawings: [Drawing] = []
  /// Narrow parts whose pixels were left as they are, with the image to draw them again.
  private var kept: [(drawing: Drawing, canDraw: Bool)] = []
  private var hasDrawn = false
  private(set) var needsFrame = false
  private(set) var teardownRevision = 0

  init(
    style: Style,
    erasesBeside: Bool = false,
    envelope: @escaping ([UInt8]) -> [UInt8]
  ) {
    self.style = style
    self.erasesBeside = erasesBeside
    self.envelope = envelope
  }

  var reservedRows: Int { style.reservedRows }
  let storedImages: Set<PixelImage.Key> = []
  private(set) var hasPixelsOutsideCells = false
  let hasUploads = false
  let losesImagesWhenCleared = false
  func nextCode() -> [UInt8]? { nil }

  /// Clears the screen: not every terminal forgets the pixels of a screen that is left.
  var teardown: [UInt8] { hasDrawn ? Array("\u{1B}[0m\u{1B}[2J".utf8) : [] }

  func plan(_ frame: PictureFrame, cover: inout PixelCover) -> [UInt8] {
    needsFrame = false
    drawings.removeAll(keepingCapacity: true)
    kept.removeAll(keepingCapacity: true)
    let count = frame.columns * frame.rows
    if frame.columns != columns || frame.rows != rows || numbers.count > 1000 {
      (columns, rows) = (frame.columns, frame.rows)
      numbers.removeAll()
      pixels = Array(repeating: .none, count: count)
      isFresh = Array(repeating: false, count: count)
    }
    next = Array(repeating: .none, count: count)
    var bytes = 0
    for part in frame.parts {
      guard case .pieces(let pieces)? = part.picture.pixels else { continue }
      if let piece = pieces.first(where: { shows($0, part) }) {
        keep(part, piece, exact: Self.piece(for: part, in: pieces), &cover)
        continue
      }
      guard let piece = Self.piece(for: part, in: pieces), piece.image.encoding == style.encoding,
        !piece.image.bytes.isEmpty
      else { continue }
      guard bytes == 0 || bytes + piece.image.bytes.count <= Self.frameLimit else {
        needsFrame = true
        continue
      }
      bytes += piece.image.bytes.count
      draw(part, piece.image, &cover)
    }
    if !drawings.isEmpty, !hasDrawn {
      hasDrawn = true
      teardownRevision += 1
    }
    swap(&pixels, &next)
    hasPixelsOutsideCells = !drawings.isEmpty || !kept.isEmpty || pixels.contains { $0 != .none }
    return []
  }

  private static func piece(
    for part: PictureFrame.Part,
    in pieces: [ShownPicture.Piece]
  ) -> ShownPicture.Piece? {
    pieces.first { $0.rect == part.inBox }
  }

  /// Whether all cells of a part still have the pixels that a piece would put there.
  private func shows(_ piece: ShownPicture.Piece, _ part: PictureFrame.Part) -> Bool {
    guard let number = numbers[piece.image.key] else { return false }
    return Self.cells(part, number).allSatisfy { pixels[$0.y * columns + $0.x] == $0.pixel }
  }

  private static func cells(
    _ part: PictureFrame.Part,
    _ number: Int32
  ) -> some Sequence<(x: Int, y: Int, pixel: Pixel)> {
    (0..<part.rect.height).lazy.flatMap { row in
      (0..<part.rect.width).lazy.map { column in
        (
          part.rect.x + column, part.rect.y + row,
          Pixel(
            image: number,
            row: UInt16(part.inBox.y + row),
            column: UInt16(part.inBox.x + column)
          )
        )
      }
    }
  }

  private func keep(
    _ part: PictureFrame.Part,
    _ piece: ShownPicture.Piece,
    exact: ShownPicture.Piece?,
    _ cover: inout PixelCover
  ) {
    mark(part, numbers[piece.image.key] ?? 0, &cover)
    guard part.rect.width <= Self.safeWidth else { return }
    let image = exact?.image ?? piece.image
    kept.append(
      (
        Drawing(image: image, rect: part.rect, inBox: part.inBox),
        exact != nil && !image.bytes.isEmpty && image.encoding == style.encoding
      )
    )
  }

  private func draw(_ part: PictureFrame.Part, _ image: PixelImage, _ cover: inout PixelCover) {
    drawings.append(Drawing(image: image, rect: part.rect, inBox: part.inBox))
    let rect = part.rect
    // An image may be a fraction of a cell smaller than its cells: what lay there before must not
    // be seen beside it.
    for y in rect.y..<rect.maxY {
      for x in rect.x..<rect.maxX where x == rect.maxX - 1 || y == rect.maxY - 1 {
        if pixels[y * columns + x] != .none { isFresh[y * columns + x].toggle() }
      }
    }
    mark(part, number(of: image.key), &cover)
  }

  private func number(of key: PixelImage.Key) -> Int32 {
    if let number = numbers[key] { return number }
    let number = Int32(numbers.count + 1)
    numbers[key] = number
    return number
  }

  private func mark(_ part: PictureFrame.Part, _ number: Int32, _ cover: inout PixelCover) {
    for (x, y, pixel) in Self.cells(part, number) {
      let index = y * columns + x
      next[index] = pixel
      cover[x, y] = isFresh[index] ? PixelCover.freshHole : PixelCover.hole
    }
  }

  /// Returns the cells right of a rectangle, without those that show pixels.
  private func cellsBeside(_ rect: Rect) -> [Point] {
    guard rect.maxX < columns else { return [] }
    return (rect.y..<rect.maxY).map { Point(rect.maxX, $0) }
      .filter { pixels[$0.y * columns + $0.x] == .none }
  }

  func commands(after damage: PixelDamage) -> [UInt8] {
    erasedColumns = []
    if damage.isCleared {
      // Rare enough for drawing everything in the next frame.
      needsFrame = hasPixelsOutsideCells
      forgetScreen()
    }
    for (drawing, canDraw) in kept where damage.spans(drawing.rect) {
      if canDraw { drawings.append(drawing) } else { lose(drawing.rect) }
    }
    kept.removeAll(keepingCapacity: true)
    guard !drawings.isEmpty else { return [] }
    var bytes = Array("\u{1B}7".utf8)
    for drawing in drawings {
      bytes += "\u{1B}[\(drawing.rect.y + 1);\(drawing.rect.x + 1)H".utf8
      bytes += envelope(style.draw(drawing.image, drawing.rect.size))
    }
    if erasesBeside { erasedColumns = drawings.map { cellsBeside($0.rect) } }
    drawings.removeAll(keepingCapacity: true)
    bytes += "\u{1B}8".utf8
    return bytes
  }

  /// Nobody knows whether the pixels are still there: the next frame draws the cells otherwise.
  private func lose(_ rect: Rect) {
    for y in rect.y..<rect.maxY {
      for x in rect.x..<rect.maxX { pixels[y * columns + x] = .none }
    }
    needsFrame = true
  }

  func forgetScreen() {
    for index in pixels.indices { pixels[index] = .none }
  }

  func forgetAll() {
    forgetScreen()
    numbers.removeAll()
    drawings.removeAll()
    kept.removeAll()
    needsFrame = false
    hasPixelsOutsideCells = false
    if hasDrawn {
      hasDrawn = false
      teardownRevision += 1
    }
  }
}
