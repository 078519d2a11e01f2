import Canvas
import Platform

/// The driver of a graphics protocol.
///
/// For each frame, `Terminal` calls `plan`, writes the cells, then calls `commands`. It calls
/// `nextCode` between frames, and `invalidateScreen` before it clears the screen.
protocol PixelDriver: AnyObject {
  /// The number of rows at the bottom of the screen that images must not touch.
  var reservedRows: Int { get }
  /// The images that the terminal stores.
  ///
  /// Stored images can be shown without being sent again.
  var storedImages: Set<PixelImage.Key> { get }
  /// Whether pixels on the screen wouldn't scroll with its cells.
  var hasPixelsOutsideCells: Bool { get }
  /// Whether the driver draws `PictureFrame.moved`.
  var movesImages: Bool { get }
  /// Whether the terminal loses its images if the whole screen is cleared with one command.
  var losesImagesWhenCleared: Bool { get }
  /// Whether another frame would show more pixels than the last one.
  var needsFrame: Bool { get }
  /// Whether `nextCode` would return a code.
  var hasUploads: Bool { get }
  /// A counter of changes to `teardown`.
  var teardownRevision: Int { get }
  /// The bytes that free all images and remove all pixels from the screen, even during an upload.
  var teardown: [UInt8] { get }

  /// Decides which cells of a frame are covered by pixels.
  ///
  /// - Returns: the bytes to send before the cells.
  func plan(_ frame: PictureFrame, cover: inout PixelCover) -> [UInt8]

  /// Returns the bytes to send after the cells.
  func commands(after damage: PixelDamage) -> [UInt8]

  /// The cells that the terminal erases when it draws the last commands: one column beside each
  /// image.
  var erasedColumns: [[Point]] { get }

  /// Returns the next escape code of an upload; `nil` if there is none.
  ///
  /// The code is allowed between frames. It is small, because a key press may have to wait for it.
  func nextCode() -> [UInt8]?

  /// The next time that `update` must be called; `nil` if it need not be.
  var deadline: MonotonicTime? { get }
  /// Checks whether images have reached the terminal, if that is uncertain.
  func update(at now: MonotonicTime)

  /// Marks the whole screen as unknown: the terminal is about to be cleared or resized.
  func invalidateScreen()

  /// Removes all images: the terminal got `teardown` or has lost everything.
  func removeAll()
}

extension PixelDriver {
  var movesImages: Bool { false }
  var erasedColumns: [[Point]] { [] }
  var deadline: MonotonicTime? { nil }
  func update(at now: MonotonicTime) {}
}

/// An image that is drawn over the cells of a frame.
package struct MovedImage: Sendable {
  /// An image that the terminal stores, or one with opacity (`.rgba`), which only this frame shows.
  package var image: PixelImage
  /// The part of the image that is drawn, in pixels.
  package var source: Rect
  /// The cells that it covers.
  package var rect: Rect

  package init(_ image: PixelImage, source: Rect, rect: Rect) {
    (self.image, self.source, self.rect) = (image, source, rect)
  }
}

/// The pictures of a frame and their visible parts.
struct PictureFrame {
  /// A rectangle of cells that shows a part of a picture.
  struct Part {
    var picture: ShownPicture
    /// The size of the picture's box, in cells.
    var box: Size
    /// The cells of the part on the screen.
    var rect: Rect
    /// The cells of the part relative to the picture's box.
    var inBox: Rect
    /// The index of the picture among those of the frame.
    var placement: Int
  }

  /// The visible parts, row by row from the top left.
  var parts: [Part]
  var columns: Int
  var rows: Int
  /// The images to draw over the cells.
  var moved: [MovedImage] = []

  /// Creates a frame from the visible parts of pictures that pixels may be drawn on.
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
  /// Returns the visible parts within an area, cut into parts of at most `largest` cells each way.
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
  /// Cuts a part into parts of similar size that are at most `largest` cells each way.
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
