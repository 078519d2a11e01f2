import CImaging
import Platform

// Unencoded pixels: https://sw.kovidgoyal.net/kitty/graphics-protocol/#rgb-and-rgba-data
extension PixelEncoder {
  /// Returns the red, green and blue of every pixel, row by row.
  package static func rgb(_ bitmap: Bitmap) -> [UInt8] { bitmap.bytes }

  /// Returns pixels of three bytes with an opacity (kitty's `f=32`).
  package static func rgba(_ rgb: [UInt8], opacity: UInt8) -> [UInt8] {
    let count = rgb.count / 3
    return [UInt8](unsafeUninitializedCapacity: count * 4) { target, size in
      rgb.withUnsafeBufferPointer { source in
        for index in 0..<count {
          target[index * 4] = source[index * 3]
          target[index * 4 + 1] = source[index * 3 + 1]
          target[index * 4 + 2] = source[index * 3 + 2]
          target[index * 4 + 3] = opacity
        }
      }
      size = count * 4
    }
  }

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
