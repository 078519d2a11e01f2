import Canvas
import Imaging
import Terminal

/// The output format of a picture: lines of symbols, or a protocol for pixels.
enum PictureFormat: String, CaseIterable, Sendable {
  case symbols, kitty, iterm2, sixel

  /// The encoding that the protocol uses; `nil` for symbols.
  ///
  /// For kitty the pixels aren't compressed, because that takes longer than everything else and
  /// saves little.
  var encoding: PixelImage.Encoding? {
    switch self {
    case .symbols: nil
    case .kitty: .rgb
    case .iterm2: .jpegBase64
    case .sixel: .sixel
    }
  }

  /// Writes the bytes that show a picture at the cursor.
  func show(_ pixels: Render.Pixels, _ write: (UnsafeRawBufferPointer) -> Void) {
    func put(_ bytes: [UInt8]) { bytes.withUnsafeBytes(write) }
    switch self {
    case .symbols: break
    case .kitty:
      let display = "c=\(pixels.cells.width),r=\(pixels.cells.height),C=1"
      KittyCommands.stream(pixels.image, display: display, write: write)
    case .iterm2: put(ITerm2Commands.show(pixels.image, cells: pixels.cells))
    case .sixel: put(pixels.image.bytes)
    }
  }
}
