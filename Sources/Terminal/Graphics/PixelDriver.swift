import Canvas
import Platform

/// How pictures get to one kind of terminal: there is one for each graphics protocol.
///
/// A frame goes `plan`, then the cells are written, then `commands`; `nextCode` is asked between
/// frames. The terminal calls `forgetScreen` before it clears the screen.
protocol PixelDriver: AnyObject {
  /// Rows at the bottom of the screen that pixels must not touch.
  var reservedRows: Int { get }
  /// What the terminal holds: it can be shown without being sent again.
  var storedImages: Set<PixelImage.Key> { get }
  /// Whether pixels lie on the screen that do not belong to its cells and would not scroll with
  /// them.
  var hasPixelsOutsideCells: Bool { get }
  /// Whether the terminal forgets what it holds when its screen is cleared at once.
  var losesImagesWhenCleared: Bool { get }
  /// Whether a frame would show more now than the last one did.
  var needsFrame: Bool { get }
  /// Whether `nextCode` has something to send.
  var hasUploads: Bool { get }
  /// Counts the changes of `teardown`.
  var teardownRevision: Int { get }
  /// What frees everything the terminal holds and takes all pixels off the screen, whatever was
  /// being sent.
  var teardown: [UInt8] { get }

  /// Decides which cells of a frame pixels cover.
  ///
  /// - Returns: what has to be sent before the cells.
  func plan(_ frame: PictureFrame, cover: inout PixelCover) -> [UInt8]

  /// What has to be sent after the cells.
  func commands(after damage: PixelDamage) -> [UInt8]

  /// The cells of text that the terminal erases when it draws the last commands: a column beside
  /// each image.
  var erasedColumns: [[Point]] { get }

  /// The next escape code of a picture that is being sent, nil when there is none.
  ///
  /// It is one that may stand between frames, and small: a key press may have to wait for it.
  func nextCode() -> [UInt8]?

  /// When `settle` has something to do; nil for never.
  var deadline: MonotonicTime? { get }
  /// Sees whether what was sent has come to the terminal, where that is not certain.
  func settle(at now: MonotonicTime)

  /// The terminal is about to be cleared or resized: nothing on the screen is to be relied on.
  func forgetScreen()

  /// The terminal was given `teardown`, or lost everything by itself.
  func forgetAll()
}

extension PixelDriver {
  var erasedColumns: [[Point]] { [] }
  var deadline: MonotonicTime? { nil }
  func settle(at now: MonotonicTime) {}
}

/// The pictures of a frame and where they are seen.
struct PictureFrame {
  /// A rectangle of cells that shows a part of a picture.
  struct Part {
    var picture: ShownPicture
    /// The size of the picture's box, in cells.
    var box: Size
    /// On the screen.
    var rect: Rect
    /// The same cells, counted from the box.
    var inBox: Rect
    /// Which of the frame's pictures it is a part of.
    var placement: Int
  }

  /// Row by row from the top left.
  var parts: [Part]
  var columns: Int
  var rows: Int

  /// - Parameter visible: what is seen of the pictures, where pixels may be drawn.
  init(_ visible: [Canvas.VisiblePart], pictures: [ShownPicture], size: TerminalSize) {
    columns = size.columns
    rows = size.rows
    parts = visible.compactMap { part in
      guard part.placement < pictures.count else { return nil }
      let picture = pictures[part.placement]
      guard picture.pixels != nil, let symbols = picture.symbols else { return nil }
      let box = Size(symbols.columns, symbols.rows)
      guard part.inBox.maxX <= box.width, part.inBox.maxY <= box.height else { return nil }
      return Part(
        picture: picture,
        box: box,
        rect: part.rect,
        inBox: part.inBox,
        placement: part.placement
      )
    }
  }
}

extension Canvas {
  /// The visible parts as far as they lie in an area, cut into parts of at most so many cells.
  func visibleParts(on area: Rect, atMost largest: Size?) -> [VisiblePart] {
    let parts = visibleParts.compactMap { part -> VisiblePart? in
      let rect = part.rect.intersection(area)
      guard !rect.isEmpty else { return nil }
      var part = part
      part.inBox.x += rect.x - part.rect.x
      part.inBox.y += rect.y - part.rect.y
      part.inBox.width = rect.width
      part.inBox.height = rect.height
      part.rect = rect
      return part
    }
    guard let largest else { return parts }
    return parts.flatMap { $0.cut(atMost: largest) }
  }
}

extension Canvas.VisiblePart {
  /// The same cells in parts of about the same size, none of them larger than this.
  fileprivate func cut(atMost largest: Size) -> [Self] {
    func edges(_ length: Int, _ most: Int) -> [Range<Int>] {
      let count = max(1, (length + most - 1) / most)
      return (0..<count).map { $0 * length / count..<($0 + 1) * length / count }
    }
    return edges(rect.height, largest.height).flatMap { rows in
      edges(rect.width, largest.width).map { columns in
        func part(of rect: Rect) -> Rect {
          Rect(
            x: rect.x + columns.lowerBound,
            y: rect.y + rows.lowerBound,
            width: columns.count,
            height: rows.count
          )
        }
        var piece = self
        piece.rect = part(of: rect)
        piece.inBox = part(of: inBox)
        return piece
      }
    }
  }
}
