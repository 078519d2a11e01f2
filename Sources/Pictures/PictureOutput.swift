import Canvas
import Imaging
import Model

/// What pictures are made for; it changes as the terminal's answers arrive.
package struct PictureOutput: Equatable, Sendable {
  package var symbols: SymbolOptions
  /// Nil as long as it is not known: until then there are symbols.
  package var graphics: GraphicsProtocol?
  /// One cell in pixels, fractional.
  package var cellWidth: Double
  package var cellHeight: Double
  /// What kitty is given: `rgb` where it reads our memory or files, else `deflatedBase64`.
  package var encoding: PixelImage.Encoding
  /// Whether kitty can place a part of an image at a position on its screen.
  ///
  /// Inside tmux it cannot: only placeholders know where tmux puts them.
  package var placesDirectly = true

  package init(
    symbols: SymbolOptions,
    graphics: GraphicsProtocol? = .symbols,
    cellWidth: Double = 10,
    cellHeight: Double = 20,
    encoding: PixelImage.Encoding = .deflatedBase64
  ) {
    self.symbols = symbols
    self.graphics = graphics
    self.cellWidth = cellWidth
    self.cellHeight = cellHeight
    self.encoding = encoding
  }

  /// Whether the terminal is sent the pixels of what is seen, each time it is seen.
  package var drawsParts: Bool { hasPixels && !isRetained }

  /// Whether pictures are sent as pixels.
  var hasPixels: Bool { graphics?.hasPixels ?? false }
  var isRetained: Bool { graphics?.isRetained ?? false }
  var isOff: Bool { graphics == GraphicsProtocol.off }

  /// Whether the terminal can show a part of an image; placeholders always show all of theirs.
  func cutsImages(for use: PictureKey.Use) -> Bool {
    switch graphics {
    case .kittyDirect: placesDirectly
    case .kitty: placesDirectly && use == .full
    default: false
    }
  }

  /// Bytes of an image, three a pixel, beyond which only the surroundings of what is seen are
  /// sent: through a connection that takes seconds, out of the terminal's memory that is a blink.
  var largestImage: Int { encoding == .rgb ? 24 << 20 : 8 << 20 }
}
