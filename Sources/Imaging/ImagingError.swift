/// Why a picture could not be read, written or drawn.
package enum ImagingError: Error, Equatable, Sendable {
  /// The data does not begin like a JPEG file.
  case notAJPEG
  /// The data is a picture of another format, or a kind of JPEG that can't be decoded.
  case unsupported(ImageFormat)
  /// The data ends before the picture does.
  case truncated
  /// The header announces more pixels than `JPEG.maximumPixels`, or than can be decoded within
  /// `JPEGPlan.budget`.
  case tooLarge(pixels: Int)
  /// The decoder or encoder refused; the text is the library's own, for logs.
  case corrupt(String)
  /// Not a BlurHash; the text says what is wrong with it, for logs.
  case badBlurHash(String)
  /// A width or height that is not positive, or too large to draw.
  case badSize
  /// The file could not be opened or mapped.
  case file(path: String, errno: Int32)
}
