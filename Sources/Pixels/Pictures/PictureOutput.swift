import Canvas
import Imaging
import Model

/// The kind of output that pictures are made for; changes as the terminal's replies arrive.
package struct PictureOutput: Equatable, Sendable {
  /// The characters and colours that symbols may use.
  package var symbols: SymbolOptions
  /// The graphics protocol; `nil` until it is known.
  ///
  /// Pictures consist of symbols until then.
  package var graphics: GraphicsProtocol?
  /// The size of a cell in pixels, which may be fractional.
  package var cellWidth: Double
  package var cellHeight: Double
  /// The encoding for kitty: `rgb` if kitty reads shared memory or files, else `deflatedBase64`.
  package var encoding: PixelImage.Encoding
  /// Whether kitty can place a part of an image at a position of its screen.
  ///
  /// Inside tmux it can't: only placeholders follow the position that tmux gives them.
  package var placesDirectly = true
  /// Whether kitty's protocol may be sent smaller images, which the terminal then interpolates.
  package var scalesSmoothly = false

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

  /// The maximum number of pixels of a window with pictures in pixels: those of a screen of 7680 by
  /// 4320.
  package static let maxWindowPixels = 7_680.0 * 4_320

  /// Returns the graphics protocol for a window: symbols if a terminal or a setting claims cells
  /// that would make the window larger than any screen.
  package static func graphics(
    _ found: GraphicsProtocol?,
    columns: Int,
    rows: Int,
    cell: (width: Double, height: Double)
  ) -> GraphicsProtocol? {
    let pixels = Double(columns) * cell.width * Double(rows) * cell.height
    return found?.hasPixels == true && pixels > maxWindowPixels ? .symbols : found
  }

  /// Whether the terminal is sent the visible pixels each time they are drawn.
  package var drawsParts: Bool { hasPixels && !isRetained }

  /// Whether pictures are sent as pixels.
  var hasPixels: Bool { graphics?.hasPixels ?? false }
  /// Whether the terminal stores images, so that they can be placed again without their bytes.
  var isRetained: Bool { graphics?.isRetained ?? false }
  /// Whether pictures are switched off, so that only their colours are shown.
  var isOff: Bool { graphics == GraphicsProtocol.off }

  /// Whether the terminal can show a part of a stored image, in a picture with this use.
  ///
  /// Placeholders always show the whole image.
  func cutsImages(for use: PictureKey.Use) -> Bool {
    switch graphics {
    case .kittyDirect: placesDirectly
    case .kitty: placesDirectly && use == .full
    default: false
    }
  }

  /// The maximum size in bytes, at three per pixel, of an image that contains the whole picture.
  ///
  /// If a picture is larger, only its visible part and the surroundings are sent. Over a
  /// connection, the whole picture would take seconds; shared memory is fast.
  var largestImage: Int { encoding == .rgb ? 24 << 20 : 8 << 20 }
}
