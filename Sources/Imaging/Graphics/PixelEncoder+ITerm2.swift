import Platform

// Whole files, which the terminal decodes: https://iterm2.com/documentation-images.html
extension PixelEncoder {
  /// A JPEG file as it came, in Base64.
  package static func jpegBase64(_ jpeg: [UInt8]) -> [UInt8] { Base64.encode(jpeg) }

  /// A bitmap as a JPEG file in Base64, where a file cannot go as it came.
  ///
  /// - Parameter quality: as for `JPEG.encode`.
  /// - Throws: what `JPEG.encode` throws.
  package static func jpegBase64(
    _ bitmap: Bitmap,
    quality: Int
  ) throws(ImagingError) -> [UInt8] {
    Base64.encode(try JPEG.encode(bitmap, quality: quality))
  }
}
