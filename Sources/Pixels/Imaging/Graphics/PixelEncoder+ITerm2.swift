import Canvas
import Platform

// Whole files, which the terminal decodes: https://iterm2.com/documentation-images.html
extension PixelEncoder {
  /// Whether a file may be sent to the terminal unchanged.
  ///
  /// The file must not need changes, nor be larger than the plain pixels of the box.
  ///
  /// - Parameters:
  ///   - count: the size of the file in bytes.
  ///   - size: the size of the box in pixels.
  package static func passes(_ header: JPEGHeader, count: Int, size: Size) -> Bool {
    header.isShownUnchanged && count <= size.width * size.height * 3
  }

  /// Returns an unchanged JPEG file in Base64.
  package static func jpegBase64(_ jpeg: [UInt8]) -> [UInt8] { Base64.encode(jpeg) }

  /// Returns a bitmap as a JPEG file in Base64, for files that can't be sent unchanged.
  ///
  /// - Parameter quality: as for `JPEG.encode`.
  /// - Throws: the errors of `JPEG.encode`.
  package static func jpegBase64(
    _ bitmap: Bitmap,
    quality: Int
  ) throws(ImagingError) -> [UInt8] {
    Base64.encode(try JPEG.encode(bitmap, quality: quality))
  }
}

extension JPEGHeader {
  /// Whether every terminal that decodes the file shows the right picture.
  ///
  /// Some terminals ignore EXIF, CMYK and colour profiles.
  package var isShownUnchanged: Bool { orientation == 1 && components != 4 && conversion == nil }
}
