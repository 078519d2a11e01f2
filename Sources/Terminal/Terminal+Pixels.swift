import Canvas
import Platform

extension Terminal {
  /// Bytes of pixels that a terminal holds at the same time, unless configured otherwise.
  package static let pixelBudget = 64 << 20

  /// Has pictures drawn in a terminal's own way from the next frame on.
  ///
  /// What was drawn and kept in another way before is freed. Without UTF-8 pictures stay symbols:
  /// there is no character then for pixels to lie on.
  ///
  /// - Parameters:
  ///   - medium: how pixels get to a terminal with kitty's protocol.
  ///   - budget: bytes of pixels (three each) that such a terminal holds at the same time.
  ///   - envelope: what each graphics command is wrapped in, where the terminal stands behind
  ///     something that passes on only what it is asked to; nil for as it is.
  ///   - largestImage: in pixels; what is larger the terminal would not draw, so it is drawn in
  ///     pieces. Nil for any size.
  ///   - erasesBeside: whether the terminal erases the cells right of an image of iTerm2's
  ///     protocol.
  ///   - seed: what the ids of this process' images are made of.
  package func select(
    graphics: GraphicsProtocol,
    medium: GraphicsMedium = .direct,
    budget: Int = Terminal.pixelBudget,
    envelope: (([UInt8]) -> [UInt8])? = nil,
    largestImage: Size? = nil,
    erasesBeside: Bool = false,
    seed: UInt32 = .random(in: 0 ... .max)
  ) {
    if pixels != nil { needsRepaint = true }
    releasePixels()
    self.envelope = envelope
    self.largestImage = largestImage
    let wrap = envelope ?? { $0 }
    let hasColors = colors.hasShades
    switch graphics {
    case _ where !isUTF8: pixels = nil
    case .kitty, .kittyDirect:
      pixels = KittyDriver(
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
      pixels = ImmediateDriver(style: .iterm2, erasesBeside: erasesBeside, envelope: wrap)
    case .sixel: pixels = ImmediateDriver(style: .sixel, envelope: wrap)
    case .symbols, .off: pixels = nil
    }
  }

  /// The images that the terminal stores.
  ///
  /// They can be shown by their keys, without bytes.
  package var storedImages: Set<PixelImage.Key> { pixels?.storedImages ?? [] }

  /// Whether a frame would show more pixels than the last one did: a picture has been sent, or did
  /// not fit into that frame.
  package var needsFrame: Bool { pixels?.needsFrame ?? false }

  /// The next time that `updatePixels(at:)` must be called; `nil` for never.
  package var pixelDeadline: MonotonicTime? { pixels?.deadline }

  /// Checks whether images have arrived in the terminal, if that is uncertain.
  package func updatePixels(at now: MonotonicTime) { pixels?.update(at: now) }

  /// Whether there is output: the rest of a frame, or images between frames.
  ///
  /// For `poll()`: call `flushOutput()` when the terminal is writable.
  package var needsOutput: Bool { hasPendingOutput || pixels?.hasUploads ?? false }

  /// Whether pixels lie on the screen that would not scroll along with its cells.
  var hasPixelsOutsideCells: Bool { pixels?.hasPixelsOutsideCells ?? false }

  /// What is seen of a canvas' pictures, as far as pixels may be drawn there: pieces are wanted for
  /// these rectangles, and no others.
  package func pictureParts(of canvas: Canvas) -> [Canvas.VisiblePart] {
    canvas.visibleParts(on: drawableArea, atMost: largestPart)
  }

  /// The cells of the largest rectangle that one image may cover; nil for any.
  private var largestPart: Size? {
    guard let largestImage else { return nil }
    let cell = size.cellPixels ?? TerminalSize.CellPixels(width: 10, height: 20)
    return Size(
      max(1, Int(Double(largestImage.width) / cell.width)),
      max(1, Int(Double(largestImage.height) / cell.height))
    )
  }

  private var drawableArea: Rect {
    let rows = max(0, size.rows - (pixels?.reservedRows ?? 0))
    return Rect(x: 0, y: 0, width: size.columns, height: rows)
  }

  // MARK: Frames

  /// Decides which cells pixels cover.
  ///
  /// - Returns: nothing where there are none, and what has to be sent before the cells.
  func planPixels(_ canvas: Canvas, _ pictures: [ShownPicture]) -> (PixelCover?, [UInt8]) {
    guard let pixels else { return (nil, []) }
    let frame = PictureFrame(pictureParts(of: canvas), pictures: pictures, size: size)
    var cover = PixelCover(columns: size.columns, rows: size.rows)
    let bytes = pixels.plan(frame, cover: &cover)
    graphicsBytes += bytes.count
    return (cover, bytes)
  }

  /// Has the screen cleared from its top to its end instead of at once.
  ///
  /// kitty frees the images that lie on a screen which is cleared at once (`CSI 2 J`), and those
  /// that lie nowhere; it takes the other way (`CSI J`) for text that is erased.
  func spareImages(in content: inout [UInt8]) {
    guard pixels?.losesImagesWhenCleared ?? false else { return }
    let clear = Array("\u{1B}[H\u{1B}[2J".utf8)
    var index = content.startIndex
    while let start = content[index...].firstIndex(of: 0x1B) {
      if content[start...].starts(with: clear) { content.remove(at: start + 5) }
      index = start + 1
    }
  }

  /// Appends the next piece of a picture that is being sent, if there is one.
  func appendUpload() {
    guard let code = pixels?.nextCode() else { return }
    guardPixels()
    output += code
    graphicsBytes += code.count
  }

  // MARK: Leaving

  /// What takes all pictures off the terminal, even from the middle of a command.
  var pixelTeardown: [UInt8] {
    guard let teardown = pixels?.teardown, !teardown.isEmpty else { return [] }
    let end = Array("\u{1B}\\".utf8)
    return end + (envelope?(end) ?? []) + teardown
  }

  /// Frees what the terminal holds and takes the pixels off the screen; the next frame starts over.
  func releasePixels() {
    output += pixelTeardown
    pixels?.removeAll()
  }
}
