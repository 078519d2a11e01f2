// DEC's sixels: VT330/VT340 Programmer Reference Manual, volume 2, chapter 14.
extension PixelEncoder {
  /// A picture as a whole sixel sequence of exactly its pixels, in at most 256 colours of its own.
  ///
  /// Where the last band of six rows reaches beyond the picture, nothing is painted (`P2 = 1`).
  /// chafa has an encoder too; it takes three times as long, and 1.12 divides by
  /// zero where a picture is only a few pixels high.
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
