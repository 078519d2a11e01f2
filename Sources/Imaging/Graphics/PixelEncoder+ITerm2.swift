import Canvas
import Platform

// Whole files, which the terminal decodes: https://iterm2.com/documentation-images.html
extension PixelEncoder {
  /// Whether a file may go to the terminal as it came.
  ///
  /// It must need no turning (not every terminal reads EXIF) and no conversion of inks, and must
  /// not be longer than the plain pixels that it is shown with.
  /// - Parameters:
  ///   - count: the file's bytes.
  ///   - size: of the box in pixels.
  package static func passes(_ header: JPEGHeader, count: Int, size: Size) -> Bool {
    header.orientation == 1 && header.components != 4 && count <= size.width * size.height * 3
  }

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
