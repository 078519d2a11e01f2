import Canvas
import JPEGBlockMeans

extension Bitmap {
  /// Decodes a JPEG at an eighth of its size, from the means of its blocks; `nil` if libjpeg-turbo
  /// must decide.
  ///
  /// - Parameter isDone: called with an offset; all bytes before it were read, but must stay
  ///   readable.
  init?(
    meansOf bytes: UnsafeRawBufferPointer,
    _ header: JPEGHeader,
    isDone: ((Int) -> Void)? = nil
  ) {
    guard let frame = header.frame,
      let (size, pixels) = JPEGMeans.decode(bytes, frame, isDone: isDone)
    else { return nil }
    self.init(width: size.width, height: size.height, bytes: pixels)
  }
}

extension JPEGHeader {
  /// The frame; `nil` if the coding is arithmetic, which `JPEGMeans` doesn't support.
  fileprivate var frame: JPEGFrame? {
    guard !isArithmetic else { return nil }
    return JPEGFrame(
      size: Size(width, height),
      isProgressive: isProgressive,
      sampling: sampling.map { .init(horizontal: $0.horizontal, vertical: $0.vertical) }
    )
  }
}
