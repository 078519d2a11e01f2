/// A picture's pixels, encoded for the terminal's graphics protocol.
package struct PixelImage: Equatable, Sendable {
  /// The identity of an image's pixels.
  ///
  /// Images with equal keys have equal pixels, so an image that the terminal stores isn't sent
  /// again.
  package struct Key: Hashable, Sendable {
    /// The cache key of the file with the pixels, and their scale.
    package var source: String
    /// The image's size in pixels, after rotation.
    package var size: Size
    /// Clockwise rotation in steps of 90°.
    package var quarterTurns: Int
    /// The part of the picture that the image contains, in pixels of the scaled picture; `nil` for
    /// the whole picture.
    package var part: Rect?

    package init(source: String, size: Size, quarterTurns: Int = 0, part: Rect? = nil) {
      self.source = source
      self.size = size
      self.quarterTurns = quarterTurns
      self.part = part
    }
  }

  /// The format of the bytes.
  package enum Encoding: Hashable, Sendable {
    /// Raw pixels of three bytes each, for shared memory or a file that the terminal reads.
    case rgb
    /// Raw pixels of four bytes each, with the opacity at the end.
    case rgba
    /// Raw pixels in Base64 (kitty's `f=24`).
    case rgbBase64
    /// Raw pixels, deflated (RFC 1950), then in Base64 (kitty's `f=24,o=z`).
    case deflatedBase64
    /// A JPEG file in Base64 (iTerm2).
    case jpegBase64
    /// A whole sixel sequence, from `ESC P` to `ESC \`.
    case sixel
  }

  package var key: Key
  package var encoding: Encoding
  /// The encoded image; empty if only the terminal has it.
  ///
  /// The image can then be placed while the terminal stores it.
  package var bytes: [UInt8]

  package init(key: Key, encoding: Encoding, bytes: [UInt8]) {
    self.key = key
    self.encoding = encoding
    self.bytes = bytes
  }

  /// Compares keys and encodings: images with equal keys have equal pixels.
  package static func == (a: PixelImage, b: PixelImage) -> Bool {
    a.key == b.key && a.encoding == b.encoding
  }

  /// The bytes of the image in the terminal's memory: three per pixel, or four with opacity.
  package var footprint: Int { key.size.width * key.size.height * (encoding == .rgba ? 4 : 3) }
}

/// The drawn form of a picture, for the cells that a canvas reserves for it.
package struct ShownPicture: Equatable, Sendable {
  /// The symbols of the whole box, drawn in cells that pixels don't cover; `nil` leaves these cells
  /// blank.
  package var symbols: SymbolGrid?
  /// The pixels; `nil` if only symbols are available.
  package var pixels: Pixels?

  package enum Pixels: Equatable, Sendable {
    /// An image that is sent once (kitty), and its part that fills the box, in pixels of the image.
    ///
    /// - `isPanned`: Whether the image is placed by its source rectangle rather than by
    ///   placeholders, which always show all of an image. It can then be zoomed and panned without
    ///   sending another image.
    case placed(PixelImage, source: Rect, isPanned: Bool)
    /// Images for rectangles of the box (sixel, iTerm2); other cells show symbols.
    case pieces([Piece])
  }

  /// An image for a rectangle of a box.
  package struct Piece: Equatable, Sendable {
    /// The rectangle in cells of the box.
    package var rect: Rect
    package var image: PixelImage

    package init(rect: Rect, image: PixelImage) {
      self.rect = rect
      self.image = image
    }
  }

  package init(symbols: SymbolGrid?, pixels: Pixels? = nil) {
    self.symbols = symbols
    self.pixels = pixels
  }
}
