import Canvas
import JPEGBlockMeans

extension Bitmap {
  /// Decodes a JPEG at an eighth of its size, from the means of its blocks; `nil` if libjpeg-turbo
  /// must decide.
  ///
  /// - Parameter conversion: the conversion of the image's colours; `nil` if they are shown as they
  ///   are.
  init?(
    meansOf bytes: UnsafeRawBufferPointer,
    _ header: JPEGHeader,
    _ conversion: ColorConversion? = nil
  ) {
    guard let frame = header.frame, var means = JPEGMeans.decode(bytes, frame) else { return nil }
    if let conversion {
      let count = means.size.width * means.size.height
      means.pixels.withUnsafeMutableBufferPointer { pixels in
        guard let start = pixels.baseAddress else { return }
        conversion.convert(start, count: count)
      }
    }
    self.init(width: means.size.width, height: means.size.height, bytes: means.pixels)
  }
}

extension JPEGHeader {
  /// The frame; `nil` if the coding is arithmetic, which `JPEGMeans` doesn't support.
  fileprivate var frame: JPEGFrame? {
    guard !isArithmetic else { return nil }
    return JPEGFrame(
      size: Size(width, height),
      isProgressive: isProgressive,
      sampling: sampling
    )
  }
}
