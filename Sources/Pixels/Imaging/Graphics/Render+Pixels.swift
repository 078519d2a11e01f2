import Canvas

// Images for terminals that show pixels, drawn outside the program's own screen.
extension Render {
  /// An image encoded for the terminal, and the number of cells that it covers.
  package struct Pixels: Sendable {
    package var image: PixelImage
    package var cells: Size
  }

  /// Renders a JPEG file in pixels, fitted into a box of cells.
  ///
  /// The image covers whole cells, so its aspect ratio is wrong by half a cell at most. It is
  /// smaller than the box if it would have more than 16 million pixels, as `extent` describes.
  ///
  /// - Parameters:
  ///   - cell: the size of a cell in pixels, which may be fractional.
  ///   - encoding: the encoding; a JPEG is sent unchanged if `PixelEncoder.passes` allows it.
  ///   - isPartial: as for `JPEG.decode`.
  /// - Throws: the errors of `file` and `PixelEncoder`.
  package static func pixels(
    file path: String,
    box: Size,
    cell: (width: Double, height: Double),
    as encoding: PixelImage.Encoding,
    isPartial: ((ImagingError) -> Void)? = nil
  ) throws(ImagingError) -> Pixels {
    let jpeg = try PhotoFile(path).contents()
    return try FittedImage(jpeg, box: box, cell: cell, encoding: encoding, isPartial)
      .encoded(as: encoding, source: path)
  }

  /// Renders a JPEG from memory in pixels, for example from a pipe.
  ///
  /// Parameters and errors are those of the function for files.
  package static func pixels(
    _ jpeg: consuming [UInt8],
    box: Size,
    cell: (width: Double, height: Double),
    as encoding: PixelImage.Encoding,
    isPartial: ((ImagingError) -> Void)? = nil
  ) throws(ImagingError) -> Pixels {
    try FittedImage(jpeg, box: box, cell: cell, encoding: encoding, isPartial)
      .encoded(as: encoding, source: "")
  }

  /// The maximum number of pixels of an image: more than a screen of 5120 by 2880 has.
  static let maxPixels = 16 << 20

  /// Returns the number of cells that an image covers, and of its pixels.
  ///
  /// A terminal draws sixels as they are, and scales other images to their cells. Sixels therefore
  /// cover fewer cells if they would have too many pixels.
  static func extent(
    of image: Size,
    box: Size,
    cell: (width: Double, height: Double),
    isSixel: Bool
  ) throws(ImagingError) -> (cells: Size, pixels: Size) {
    func pixels(_ cells: Size) -> Size {
      Size(
        max(1, Int(Double(cells.width) * cell.width)),
        max(1, Int(Double(cells.height) * cell.height))
      )
    }
    func share(of pixels: Size) -> Double {
      (Double(maxPixels) / Double(pixels.width * pixels.height)).squareRoot()
    }
    let aspect = cell.width / cell.height
    var cells = try fit(image, into: box, cellAspect: aspect)
    // A panorama has one row of cells at least, so it may have to shrink more than once.
    while isSixel, share(of: pixels(cells)) < 1 {
      cells = try fit(image, into: cells * share(of: pixels(cells)), cellAspect: aspect)
    }
    let whole = pixels(cells)
    return (cells, share(of: whole) < 1 ? whole * share(of: whole) : whole)
  }

  /// A decoded image for a box of cells, or a file that is sent unchanged.
  private struct FittedImage {
    enum Content {
      case bitmap(Bitmap)
      case jpeg([UInt8])
    }

    var content: Content
    var cells: Size
    var pixels: Size

    init(
      _ jpeg: consuming [UInt8],
      box: Size,
      cell: (width: Double, height: Double),
      encoding: PixelImage.Encoding,
      _ isPartial: ((ImagingError) -> Void)?
    ) throws(ImagingError) {
      let header = try JPEG.header(of: jpeg)
      (cells, pixels) = try Render.extent(
        of: header.orientedSize,
        box: box,
        cell: cell,
        isSixel: encoding == .sixel
      )
      if encoding == .jpegBase64,
        PixelEncoder.passes(header, count: jpeg.count, size: pixels),
        jpeg.withUnsafeBytes({ JPEG.hasEnd($0, header) })
      {
        content = .jpeg(jpeg)
        return
      }
      // Averages of only slightly more pixels than the box has would be blurred. In sixels, 256
      // colours hide more than that.
      let ample = encoding == .sixel ? pixels : Size(pixels.width * 2, pixels.height * 2)
      let plan = try JPEGPlan(
        header,
        count: jpeg.count,
        covering: ample,
        // The memory for scaling, sharpening, and two encodings.
        further: pixels.width * pixels.height * 3 * 4
      )
      let decoded = try JPEG.decode(jpeg, plan, isPartial: isPartial)
      // kitty scales the pixels to the cells, so they are sent unscaled if they are only slightly
      // more than those of the box. The limit is the size of the box with an opacity for each
      // pixel.
      let isEnough =
        encoding.isRGB && decoded.width * decoded.height * 3 <= pixels.width * pixels.height * 4
      if isEnough { pixels = decoded.size }
      content = .bitmap(
        encoding == .sixel ? decoded.scaled(to: pixels) : decoded.sharplyScaled(to: pixels)
      )
    }

    func encoded(
      as encoding: PixelImage.Encoding,
      source: String
    ) throws(ImagingError) -> Pixels {
      let bytes = try bytes(as: encoding)
      let key = PixelImage.Key(source: source, size: pixels)
      return Pixels(
        image: PixelImage(key: key, encoding: encoding, bytes: bytes),
        cells: cells
      )
    }

    private func bytes(as encoding: PixelImage.Encoding) throws(ImagingError) -> [UInt8] {
      switch (content, encoding) {
      case (.jpeg(let file), _): PixelEncoder.jpegBase64(file)
      case (.bitmap(let bitmap), .rgb): PixelEncoder.rgb(bitmap)
      case (.bitmap(let bitmap), .rgba): PixelEncoder.rgba(bitmap.bytes, opacity: 255)
      case (.bitmap(let bitmap), .rgbBase64): PixelEncoder.rgbBase64(bitmap)
      case (.bitmap(let bitmap), .deflatedBase64): try PixelEncoder.deflatedBase64(bitmap)
      case (.bitmap(let bitmap), .jpegBase64):
        // This takes a third of the bytes of plain pixels, with an error below that of scaling.
        try PixelEncoder.jpegBase64(bitmap, quality: 99)
      case (.bitmap(let bitmap), .sixel): try PixelEncoder.sixel(bitmap)
      }
    }
  }
}

extension Size {
  /// Returns the size with both sides multiplied by a factor, rounded down, at least 1.
  fileprivate static func * (size: Size, factor: Double) -> Size {
    Size(
      max(1, Int(Double(size.width) * factor)),
      max(1, Int(Double(size.height) * factor))
    )
  }
}

extension PixelImage.Encoding {
  /// Whether the encoding is one of kitty's.
  fileprivate var isRGB: Bool { self == .rgb || self == .rgbBase64 || self == .deflatedBase64 }
}
