import Canvas
import Platform

extension Terminal {
  /// The default limit for pixels that a terminal stores at the same time, in bytes.
  package static let pixelBudget = 64 << 20

  /// Sets the graphics protocol for the next frame.
  ///
  /// Frees the images of the previous protocol. Without UTF-8, pictures are drawn with symbols,
  /// because the cells below pixels contain a non-ASCII character.
  ///
  /// - Parameters:
  ///   - medium: the medium for pixels if the protocol is kitty's.
  ///   - budget: the maximum number of bytes of pixels (three each) that such a terminal stores.
  ///   - envelope: wraps each graphics command for a multiplexer; `nil` if there is none.
  ///   - largestImage: the largest image that the terminal draws, in pixels; larger ones are drawn
  ///     in pieces. `nil` if there is no limit.
  ///   - erasesBeside: whether the terminal erases the cells to the right of an image of iTerm2's
  ///     protocol.
  ///   - seed: the source of the random part of image IDs.
  package func select(
    graphics: GraphicsProtocol,
    medium: GraphicsMedium = .direct,
    budget: Int = Terminal.pixelBudget,
    envelope: (([UInt8]) -> [UInt8])? = nil,
    largestImage: Size? = nil,
    erasesBeside: Bool = false,
    seed: UInt32 = .random(in: 0 ... .max)
  ) {
    if pixels.driver != nil { needsRepaint = true }
    releasePixels()
    pixels.envelope = envelope
    pixels.largestImage = largestImage
    let wrap = envelope ?? { $0 }
    let hasColors = colors.hasShades
    let driver: (any PixelDriver)?
    switch graphics {
    case _ where !isUTF8: driver = nil
    case .kitty, .kittyDirect:
      driver = KittyDriver(
        hasVirtualPlacements: graphics == .kitty,
        hasColors: hasColors,
        images: KittyImages(
          budget: budget,
          keepsIDs: graphics != .kitty,
          isDirectColor: colors != .palette256,
          seed: seed
        ),
        medium: medium,
        envelope: envelope
      )
    case .iterm2:
      driver = ImmediateDriver(style: .iterm2, erasesBeside: erasesBeside, envelope: wrap)
    case .sixel: driver = ImmediateDriver(style: .sixel, envelope: wrap)
    case .symbols, .off: driver = nil
    }
    pixels.driver = driver
  }

  /// The images that the terminal stores.
  ///
  /// Stored images can be shown by their keys, without bytes.
  package var storedImages: Set<PixelImage.Key> { pixels.driver?.storedImages ?? [] }

  /// Whether another frame would show more pixels.
  ///
  /// For example, the terminal has received an image since the last frame, or the frame's limit of
  /// bytes was reached.
  package var needsFrame: Bool { pixels.driver?.needsFrame ?? false }

  /// The next time that `updatePixels(at:)` must be called; `nil` if it need not be.
  package var pixelDeadline: MonotonicTime? { pixels.driver?.deadline }

  /// Checks whether the terminal has fetched the images sent through tmux, and ends a pause of
  /// sending that is over.
  package func updatePixels(at now: MonotonicTime) { pixels.driver?.update(at: now) }

  /// Whether there is output: the rest of a frame, or images between frames.
  ///
  /// For `poll()`: call `flushOutput()` when the terminal is writable.
  package var needsOutput: Bool { hasPendingOutput || pixels.driver?.hasUploads ?? false }

  /// Whether stored images can be moved and scaled over the cells, smoothly and without their
  /// bytes.
  package var movesImages: Bool {
    (pixels.driver?.movesImages ?? false) && findings.scalesSmoothly && findings.medium != .direct
  }

  /// Whether pixels on the screen wouldn't scroll with its cells.
  var hasPixelsOutsideCells: Bool { pixels.driver?.hasPixelsOutsideCells ?? false }

  /// Returns the visible parts of a canvas' pictures that pixels may be drawn on.
  ///
  /// Protocols that draw images in pieces need a piece for each of these rectangles.
  package func pictureParts(of canvas: Canvas) -> [Canvas.VisiblePart] {
    canvas.visibleParts(on: drawableArea, atMost: largestPart)
  }

  /// The largest rectangle that one image may cover, in cells; `nil` if there is no limit.
  private var largestPart: Size? {
    guard let largestImage = pixels.largestImage else { return nil }
    let cell = size.cellPixels ?? TerminalSize.CellPixels(width: 10, height: 20)
    return Size(
      max(1, Int(Double(largestImage.width) / cell.width)),
      max(1, Int(Double(largestImage.height) / cell.height))
    )
  }

  /// The number of rows at the bottom that images may not cover.
  package var reservedRows: Int { pixels.driver?.reservedRows ?? 0 }

  /// The cells that images may cover: all except the reserved rows at the bottom.
  private var drawableArea: Rect {
    let rows = max(0, size.rows - reservedRows)
    return Rect(x: 0, y: 0, width: size.columns, height: rows)
  }

  // MARK: Frames

  /// Decides which cells are covered by pixels.
  ///
  /// - Returns: the covered cells, and the bytes to send before the cells. The cover is `nil` if no
  ///   graphics protocol is in use.
  func planPixels(
    _ canvas: Canvas,
    _ pictures: [ShownPicture],
    _ moved: [MovedImage]
  ) -> (PixelCover?, [UInt8]) {
    guard let driver = pixels.driver else { return (nil, []) }
    var frame = PictureFrame(pictureParts(of: canvas), pictures: pictures, size: size)
    frame.moved = moved
    var cover = PixelCover(columns: size.columns, rows: size.rows)
    let bytes = driver.plan(frame, cover: &cover)
    pixels.bytes += bytes.count
    return (cover, bytes)
  }

  /// Replaces the command that clears the whole screen by one that clears it from the cursor at the
  /// top to the end.
  ///
  /// With `CSI 2 J` kitty frees the images on the screen and those without a placement. With `CSI
  /// J` it doesn't.
  func spareImages(in content: inout [UInt8]) {
    guard pixels.driver?.losesImagesWhenCleared ?? false else { return }
    let clear = Array("\u{1B}[H\u{1B}[2J".utf8)
    var index = content.startIndex
    while let start = content[index...].firstIndex(of: 0x1B) {
      if content[start...].starts(with: clear) { content.remove(at: start + 5) }
      index = start + 1
    }
  }

  /// Appends the next graphics command between frames to the output, if there is one.
  func appendUpload() {
    guard let code = pixels.driver?.nextCode() else { return }
    guardPixels()
    output += code
    pixels.bytes += code.count
  }

  // MARK: Teardown

  /// The bytes that remove all images from the terminal, even if a command was interrupted.
  var pixelTeardown: [UInt8] {
    guard let teardown = pixels.driver?.teardown, !teardown.isEmpty else { return [] }
    let end = Array("\u{1B}\\".utf8)
    return end + (pixels.envelope?(end) ?? []) + teardown
  }

  /// Frees all images and removes the pixels from the screen.
  ///
  /// The next frame sends them again.
  func releasePixels() {
    output += pixelTeardown
    pixels.driver?.removeAll()
  }
}

/// The pictures in pixels on the terminal, and how they get there.
struct PixelOutput {
  /// The driver that draws the pictures; `nil` if pictures are symbols.
  var driver: (any PixelDriver)?
  /// Wraps graphics commands for a multiplexer; `nil` if there is none.
  var envelope: (([UInt8]) -> [UInt8])?
  /// The largest image that may be drawn in one piece, in pixels; `nil` if there is no limit.
  var largestImage: Size?
  /// The number of bytes of images since the last frame.
  var bytes = 0
  /// The revision of the driver's teardown that the crash guard has.
  var guardedRevision = 0
}
