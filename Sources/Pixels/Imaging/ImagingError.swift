/// The reason why an image can't be read, written or drawn.
package enum ImagingError: Error, Equatable, Sendable {
  /// The data doesn't begin like a JPEG file.
  case notAJPEG
  /// The data is an image of another format, or a kind of JPEG that can't be decoded.
  case unsupported(ImageFormat)
  /// The data ends before the image does.
  case truncated
  /// The header announces too many pixels.
  ///
  /// The number exceeds `JPEG.maximumPixels`, or the pixels can't be decoded within
  /// `JPEGPlan.budget`.
  case tooLarge(pixels: Int)
  /// The decoder or encoder failed.
  ///
  /// The text is the library's message, for logs.
  case corrupt(String)
  /// The text isn't a valid BlurHash.
  ///
  /// The associated text says why, for logs.
  case badBlurHash(String)
  /// A width or height that isn't positive, or is too large to draw.
  case badSize
  /// The file couldn't be opened or read.
  case file(path: String, errno: Int32)
}
