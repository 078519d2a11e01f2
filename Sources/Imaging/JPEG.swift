import CImaging
import Canvas

/// Reading and writing JPEG files with libjpeg-turbo.
package enum JPEG {
  /// The largest picture that is decoded, in stored pixels: beyond that it takes too long.
  package static let maximumPixels = 200_000_000

  /// Reads size, orientation and kind, without decoding.
  ///
  /// - Throws: `notAJPEG`, `truncated` or `corrupt`.
  package static func header(of bytes: [UInt8]) throws(ImagingError) -> JPEGHeader {
    try bytes.withUnsafeBufferPointer { (buffer) throws(ImagingError) in
      try JPEGHeader(UnsafeRawBufferPointer(buffer))
    }
  }

  /// Whether a file goes on to its end; what lies between is not looked at.
  static func isWhole(_ bytes: UnsafeRawBufferPointer, _ header: JPEGHeader) -> Bool {
    Decompressor.hasEnd(bytes, after: header.scanStart)
  }

  /// Decodes a picture and turns it upright.
  ///
  /// - Parameter box: pixels the result should cover in both axes, as shown; the smallest scale of
  ///   the decoder that does is taken, so the result may be larger. Nil decodes at full size. It is
  ///   smaller where the picture would take more memory than `JPEGPlan.budget`.
  /// - Throws: `notAJPEG`, `truncated` (never half a picture), `corrupt` or `tooLarge`.
  package static func decode(
    _ bytes: [UInt8],
    covering box: Size? = nil
  ) throws(ImagingError) -> Bitmap {
    try bytes.withUnsafeBufferPointer { (buffer) throws(ImagingError) in
      try decode(UnsafeRawBufferPointer(buffer), covering: box)
    }
  }

  /// Decodes a picture from memory that is not copied, such as a mapped file.
  package static func decode(
    _ bytes: UnsafeRawBufferPointer,
    covering box: Size? = nil,
    isDone: ((Int) -> Void)? = nil
  ) throws(ImagingError) -> Bitmap {
    let plan = try JPEGPlan(JPEGHeader(bytes), count: bytes.count, covering: box)
    return try decode(bytes, plan, isDone: isDone)
  }

  /// Decodes a picture as planned.
  ///
  /// - Parameter isDone: called now and then with the offset before which no byte is needed soon.
  /// - Throws: `truncated`, `corrupt`, also where the plan is that of another file.
  package static func decode(
    _ bytes: UnsafeRawBufferPointer,
    _ plan: JPEGPlan,
    isDone: ((Int) -> Void)? = nil
  ) throws(ImagingError) -> Bitmap {
    let header = plan.header
    guard header.isPlausible(count: bytes.count) else {
      throw isWhole(bytes, header) ? .corrupt("fewer bytes than blocks need") : .truncated
    }
    guard !header.hasTooManyScans(bytes) else {
      throw .corrupt("more than \(header.scanLimit) scans")
    }
    if plan.eighths == 1, let means = JPEGMeans.decode(bytes, header, isDone: isDone) {
      return means.oriented(header.orientation)
    }
    return try Decompressor.decompress(bytes, header, to: plan.size).oriented(header.orientation)
  }

  /// The same for bytes in memory.
  package static func decode(_ bytes: [UInt8], _ plan: JPEGPlan) throws(ImagingError) -> Bitmap {
    try bytes.withUnsafeBufferPointer { (buffer) throws(ImagingError) in
      try decode(UnsafeRawBufferPointer(buffer), plan)
    }
  }

  /// Writes a picture; chroma is halved below quality 90, as cameras and the web do.
  ///
  /// - Parameter quality: 1…100, clamped.
  /// - Throws: `corrupt` with the encoder's words, when it refuses.
  package static func encode(
    _ bitmap: Bitmap,
    quality: Int,
    progressive: Bool = false
  ) throws(ImagingError) -> [UInt8] {
    guard let handle = tjInitCompress() else { throw .corrupt("no encoder") }
    defer { tjDestroy(handle) }
    let quality = Int32(min(max(quality, 1), 100))
    let subsampling = quality < 90 ? TJSAMP_420 : TJSAMP_444
    var output: UnsafeMutablePointer<UInt8>?
    var count: UInt = 0
    defer { tjFree(output) }
    let status = bitmap.bytes.withUnsafeBufferPointer { source in
      tjCompress2(
        handle,
        source.baseAddress,
        Int32(bitmap.width),
        Int32(bitmap.width * 3),
        Int32(bitmap.height),
        Int32(TJPF_RGB.rawValue),
        &output,
        &count,
        Int32(subsampling.rawValue),
        quality,
        progressive ? TJFLAG_PROGRESSIVE : 0
      )
    }
    guard status == 0, let output else { throw .corrupt(String(cString: tjGetErrorStr2(handle))) }
    return Array(UnsafeBufferPointer(start: output, count: Int(count)))
  }
}

/// One call of libjpeg-turbo's decoder and the judgement of its outcome.
private enum Decompressor {
  static func decompress(
    _ bytes: UnsafeRawBufferPointer,
    _ header: JPEGHeader,
    to size: Size
  ) throws(ImagingError) -> Bitmap {
    guard let handle = tjInitDecompress() else { throw .corrupt("no decoder") }
    defer { tjDestroy(handle) }
    try confirm(header, handle, bytes)
    let isCMYK = header.components == 4
    return try Bitmap(
      filling: size.width,
      size.height,
      channels: isCMYK ? 4 : 3
    ) { (target) throws(ImagingError) in
      try decompress(handle, bytes, header, size, isCMYK ? TJPF_CMYK : TJPF_RGB, target)
      guard isCMYK else { return }
      // Adobe stores inks inverted, and every four-component JPEG in the wild is Adobe's.
      for pixel in 0..<(size.width * size.height) {
        let black = UInt32(target[pixel * 4 + 3])
        for channel in 0..<3 {
          target[pixel * 3 + channel] = UInt8(
            (UInt32(target[pixel * 4 + channel]) * black + 127) / 255
          )
        }
      }
    }
  }

  /// Makes sure that the decoder sees the picture that its memory was judged by.
  private static func confirm(
    _ header: JPEGHeader,
    _ handle: tjhandle,
    _ bytes: UnsafeRawBufferPointer
  ) throws(ImagingError) {
    var (width, height): (Int32, Int32) = (0, 0)
    var (subsampling, colors): (Int32, Int32) = (0, 0)
    tjDecompressHeader3(
      handle,
      bytes.bindMemory(to: UInt8.self).baseAddress,
      UInt(bytes.count),
      &width,
      &height,
      &subsampling,
      &colors
    )
    // What else it says against the header, such as that the sampling has no name, says nothing
    // about decoding.
    guard width == 0 || Int(width) == header.width, height == 0 || Int(height) == header.height
    else { throw .corrupt("another frame than expected") }
  }

  private static func decompress(
    _ handle: tjhandle,
    _ bytes: UnsafeRawBufferPointer,
    _ header: JPEGHeader,
    _ size: Size,
    _ format: TJPF,
    _ target: UnsafeMutablePointer<UInt8>
  ) throws(ImagingError) {
    let status = tjDecompress2(
      handle,
      bytes.bindMemory(to: UInt8.self).baseAddress,
      UInt(bytes.count),
      target,
      Int32(size.width),
      0,
      Int32(size.height),
      Int32(format.rawValue),
      // Hundreds of scans are an attack on the reader's time, not a photograph.
      TJFLAG_LIMITSCANS
    )
    guard status != 0 else { return }
    // libjpeg fills what is missing with grey and calls that a warning, of which it keeps the first
    // only: a cut file shows by having no end, whatever was stumbled over before.
    guard hasEnd(bytes, after: header.scanStart) else { throw .truncated }
    let message = String(cString: tjGetErrorStr2(handle))
    let isWarning = tjGetErrorCode(handle) == Int32(TJERR_WARNING.rawValue)
    guard isWarning, harmless.contains(where: { message.contains($0) }) else {
      throw message.contains("premature end") ? .truncated : .corrupt(message)
    }
  }

  /// Warnings behind which the picture is whole.
  private static let harmless = [
    "extraneous bytes before marker", "Invalid SOS parameters", "unknown JFIF revision",
    "Unknown Adobe color transform",
  ]

  /// Whether there is an end-of-image marker; from the back, where it nearly always is.
  static func hasEnd(_ bytes: UnsafeRawBufferPointer, after start: Int) -> Bool {
    var position = bytes.count - 2
    while position >= start {
      if bytes[position] == 0xFF, bytes[position + 1] == 0xD9 { return true }
      position -= 1
    }
    return false
  }
}
