/// A picture's pixels, encoded for the terminal's graphics protocol.
package struct PixelImage: Equatable, Sendable {
  /// The same key stands for the same pixels: what the terminal holds under it is not sent again.
  package struct Key: Hashable, Sendable {
    /// The file the pixels are from.
    package var source: String
    /// Pixels across and down, upright and turned as it is shown.
    package var size: Size
    /// Clockwise.
    package var quarterTurns: Int
    /// Which part of the picture it is, in the unit of whoever names it; nil for all of it.
    package var part: Rect?

    package init(source: String, size: Size, quarterTurns: Int = 0, part: Rect? = nil) {
      self.source = source
      self.size = size
      self.quarterTurns = quarterTurns
      self.part = part
    }
  }

  /// What the bytes are.
  package enum Encoding: Hashable, Sendable {
    /// Three bytes a pixel, for memory or a file that the terminal reads itself.
    case rgb
    /// The same in Base64 (kitty's `f=24`).
    case rgbBase64
    /// The same, deflated (RFC 1950), then in Base64 (kitty's `f=24,o=z`).
    case deflatedBase64
    /// A JPEG file in Base64 (iTerm2).
    case jpegBase64
    /// A whole sixel sequence, from `ESC P` to `ESC \`.
    case sixel
  }

  package var key: Key
  package var encoding: Encoding
  /// Empty where only the key is at hand: it can be placed as long as the terminal holds it.
  package var bytes: [UInt8]

  package init(key: Key, encoding: Encoding, bytes: [UInt8]) {
    self.key = key
    self.encoding = encoding
    self.bytes = bytes
  }

  /// Equality by key: the same key stands for the same pixels.
  package static func == (a: PixelImage, b: PixelImage) -> Bool {
    a.key == b.key && a.encoding == b.encoding
  }

  /// The bytes a terminal keeps of it: three a pixel.
  package var footprint: Int { key.size.width * key.size.height * 3 }
}

/// What there is to show of a picture now, for the cells that a canvas gives it.
package struct ShownPicture: Equatable, Sendable {
  /// Covers the whole box; what no pixels cover is drawn with it.
  ///
  /// Nil leaves those cells blank.
  package var symbols: SymbolGrid?
  package var pixels: Pixels?

  package enum Pixels: Equatable, Sendable {
    /// An image that is sent once (kitty), and the part of it, in its pixels, that fills the box.
    /// - `isPanned`: it is placed by its source rectangle and not by placeholders, which always
    ///   show all of an image; so it can be zoomed and panned without another image.
    case placed(PixelImage, source: Rect, isPanned: Bool)
    /// Images ready for rectangles of the box (sixel, iTerm2); other cells stay symbols.
    case pieces([Piece])
  }

  /// An image for some cells of a box.
  package struct Piece: Equatable, Sendable {
    /// In cells of the box.
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
