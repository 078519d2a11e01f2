import Canvas

/// The driver of protocols that paint pixels at the cursor and store no images.
///
/// The protocols are iTerm2's and sixel. The driver records the pixels on each cell of the screen.
/// Pixels that are still there aren't sent again. Text erases the pixels of each cell that it is
/// written to.
final class ImmediateDriver: PixelDriver {
  /// The differences between the two protocols.
  struct Style: Sendable {
    var encoding: PixelImage.Encoding
    /// The number of rows at the bottom that can't be drawn on without scrolling the screen.
    var reservedRows: Int
    /// Returns the bytes that draw an image at the cursor, over a number of cells.
    var draw: @Sendable (PixelImage, Size) -> [UInt8]
  }

  /// The maximum number of bytes of images in one frame.
  ///
  /// A single image may have more.
  static let frameLimit = 256 * 1024
  /// The largest width of a part that ncurses may overwrite together with the cells around it.
  ///
  /// ncurses writes unchanged cells again if that is shorter than moving the cursor over them.
  /// Wider parts are safe, because the longest cursor movement has fewer bytes.
  private static let safeWidth = 12

  /// The pixels on a cell: an image, by number, and the cell's position in the picture's box.
  private struct Pixel: Equatable {
    var image: Int32
    var row: UInt16
    var column: UInt16

    static let none = Pixel(image: 0, row: 0, column: 0)
  }

  private struct DrawnPart {
    var image: PixelImage
    var rect: Rect
    var inBox: Rect
  }

  private let style: Style
  /// Whether the terminal erases the cells to the right of an image.
  private let erasesBeside: Bool
  private(set) var erasedColumns: [[Point]] = []
  private let envelope: ([UInt8]) -> [UInt8]
  private var columns = 0
  private var rows = 0
  private var pixels: [Pixel] = []
  private var next: [Pixel] = []
  /// Whether each cell was last marked as `freshHole` rather than `hole`.
  private var isFresh: [Bool] = []
  private var numbers: [PixelImage.Key: Int32] = [:]
  private var drawings: [DrawnPart] = []
  /// Parts at most `safeWidth` wide whose pixels stay on the screen, and whether they can be drawn
  /// again.
  private var retained: [(drawing: DrawnPart, canDraw: Bool)] = []
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

  /// The bytes that clear the screen.
  ///
  /// Some terminals keep the pixels of a screen that is left.
  var teardown: [UInt8] { hasDrawn ? Array("\u{1B}[0m\u{1B}[2J".utf8) : [] }

  func plan(_ frame: PictureFrame, cover: inout PixelCover) -> [UInt8] {
    needsFrame = false
    drawings.removeAll(keepingCapacity: true)
    retained.removeAll(keepingCapacity: true)
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
        collect(part, piece, exact: Self.piece(for: part, in: pieces), &cover)
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
    hasPixelsOutsideCells =
      !drawings.isEmpty || !retained.isEmpty || pixels.contains { $0 != .none }
    return []
  }

  private static func piece(
    for part: PictureFrame.Part,
    in pieces: [ShownPicture.Piece]
  ) -> ShownPicture.Piece? {
    pieces.first { $0.rect == part.inBox }
  }

  /// Whether every cell of a part still has the pixels that a piece would draw there.
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

  private func collect(
    _ part: PictureFrame.Part,
    _ piece: ShownPicture.Piece,
    exact: ShownPicture.Piece?,
    _ cover: inout PixelCover
  ) {
    mark(part, numbers[piece.image.key] ?? 0, &cover)
    guard part.rect.width <= Self.safeWidth else { return }
    let image = exact?.image ?? piece.image
    retained.append(
      (
        DrawnPart(image: image, rect: part.rect, inBox: part.inBox),
        exact != nil && !image.bytes.isEmpty && image.encoding == style.encoding
      )
    )
  }

  private func draw(_ part: PictureFrame.Part, _ image: PixelImage, _ cover: inout PixelCover) {
    drawings.append(DrawnPart(image: image, rect: part.rect, inBox: part.inBox))
    let rect = part.rect
    // The image may be a fraction of a cell smaller than the part. Rewriting the cells at its right
    // and lower edges erases older pixels there.
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

  /// Returns the cells to the right of a rectangle that show no pixels.
  private func cellsBeside(_ rect: Rect) -> [Point] {
    guard rect.maxX < columns else { return [] }
    return (rect.y..<rect.maxY).map { Point(rect.maxX, $0) }
      .filter { pixels[$0.y * columns + $0.x] == .none }
  }

  func commands(after damage: PixelDamage) -> [UInt8] {
    erasedColumns = []
    if damage.isCleared {
      // This is rare enough to draw everything again in the next frame.
      needsFrame = hasPixelsOutsideCells
      invalidateScreen()
    }
    for (drawing, canDraw) in retained where damage.spans(drawing.rect) {
      if canDraw { drawings.append(drawing) } else { lose(drawing.rect) }
    }
    retained.removeAll(keepingCapacity: true)
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

  /// Marks pixels as possibly erased, so that the next frame draws these cells again.
  private func lose(_ rect: Rect) {
    for y in rect.y..<rect.maxY {
      for x in rect.x..<rect.maxX { pixels[y * columns + x] = .none }
    }
    needsFrame = true
  }

  func invalidateScreen() {
    for index in pixels.indices { pixels[index] = .none }
  }

  func removeAll() {
    invalidateScreen()
    numbers.removeAll()
    drawings.removeAll()
    retained.removeAll()
    needsFrame = false
    hasPixelsOutsideCells = false
    if hasDrawn {
      hasDrawn = false
      teardownRevision += 1
    }
  }
}
