// DEC's sixel graphics: VT330/VT340 Programmer Reference Manual, volume 2, chapter 14.
extension PixelEncoder {
  /// Encodes a bitmap as a complete sixel sequence of exactly its pixels, with an optimized palette
  /// of at most 256 colours.
  ///
  /// If the last band of six rows extends below the image, nothing is painted there (`P2 = 1`).
  /// chafa also has an encoder, but it takes three times as long. Version 1.12 divides by zero if
  /// an image is only a few pixels high.
  ///
  /// - Throws: `badSize` for a side of more than 9 999 pixels.
  package static func sixel(_ bitmap: Bitmap) throws(ImagingError) -> [UInt8] {
    guard bitmap.width <= 9_999, bitmap.height <= 9_999 else { throw .badSize }
    let palette = SixelPalette(of: bitmap)
    let indices = palette.indices(of: bitmap)
    var writer = SixelWriter(width: bitmap.width, colors: palette.colors.count)
    writer.begin(bitmap.size, palette)
    indices.withUnsafeBufferPointer { indices in
      for top in stride(from: 0, to: bitmap.height, by: 6) {
        let rows = min(6, bitmap.height - top)
        let band = indices[(top * bitmap.width)..<((top + rows) * bitmap.width)]
        if top > 0 { writer.nextBand() }
        writer.write(UnsafeBufferPointer(rebasing: band), rows: rows)
      }
    }
    return writer.finish()
  }
}
