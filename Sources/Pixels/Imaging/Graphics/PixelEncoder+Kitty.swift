import CImaging
import Platform

// Unencoded pixels: https://sw.kovidgoyal.net/kitty/graphics-protocol/#rgb-and-rgba-data
extension PixelEncoder {
  /// Returns the red, green and blue of every pixel, row by row.
  package static func rgb(_ bitmap: Bitmap) -> [UInt8] { bitmap.bytes }

  /// Returns the pixels in Base64 (kitty's `f=24`).
  package static func rgbBase64(_ bitmap: Bitmap) -> [UInt8] { Base64.encode(bitmap.bytes) }

  /// Returns the pixels deflated (RFC 1950) and then in Base64 (kitty's `f=24,o=z`), for slow
  /// lines.
  ///
  /// - Throws: `corrupt` with zlib's status if it fails, for example without memory.
  package static func deflatedBase64(_ bitmap: Bitmap) throws(ImagingError) -> [UInt8] {
    Base64.encode(try deflate(bitmap.bytes))
  }

  /// Deflates at the fastest level.
  ///
  /// No level makes the noise of photos smaller.
  static func deflate(_ bytes: [UInt8]) throws(ImagingError) -> [UInt8] {
    var status = Z_OK
    let result = [UInt8](unsafeUninitializedCapacity: Int(compressBound(UInt(bytes.count)))) {
      buffer,
      written in
      var count = UInt(buffer.count)
      status = compress2(
        buffer.baseAddress,
        &count,
        bytes,
        UInt(bytes.count),
        Z_BEST_SPEED
      )
      written = status == Z_OK ? Int(count) : 0
    }
    guard status == Z_OK else { throw .corrupt("zlib: \(status)") }
    return result
  }
}
