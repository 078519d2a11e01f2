import CImaging
import Canvas

/// Reading and writing JPEG files with libjpeg-turbo.
package enum JPEG {
  /// The largest picture that is decoded, in stored pixels: beyond that it takes too long.
  package static let maximumPixels = 200_000_000

  /// Reads size, orientation and kind, without decoding.
  ///
  /// - Throws: what `JPEGHeader.init` throws.
  package static func header(of bytes: [UInt8]) throws(ImagingError) -> JPEGHeader {
    try bytes.withUnsafeBufferPointer { (buffer) throws(ImagingError) in
      try JPEGHeader(UnsafeRawBufferPointer(buffer))
    }
  }

  /// Decodes a picture and turns it upright.
  ///
  /// - Parameter box: pixels the result should cover in both axes, as shown; the smallest scale of
  ///   the decoder that does is taken, so the result may be larger. Nil decodes at full size. It is
  ///   smaller where the picture would take more memory than `JPEGPlan.budget`.
  /// - Throws: `truncated` (never half a picture), `corrupt`, `tooLarge`, or what `header` throws.
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
    isDone: ((Int) -> Void)? = nil,
    isPartial: ((ImagingError) -> Void)? = nil
  ) throws(ImagingError) -> Bitmap {
    let plan = try JPEGPlan(JPEGHeader(bytes), count: bytes.count, covering: box)
    return try decode(bytes, plan, isDone: isDone, isPartial: isPartial)
  }

  /// Decodes a picture as planned.
  ///
  /// - Parameters:
  ///   - isDone: called now and then with the offset before which no byte is needed soon.
  ///   - isPartial: called with the flaw of a damaged picture that can be seen in part; without
  ///     it, such a picture is refused.
  /// - Throws: `truncated`, `corrupt`, also where the plan is that of another file.
  package static func decode(
    _ bytes: UnsafeRawBufferPointer,
    _ plan: JPEGPlan,
    isDone: ((Int) -> Void)? = nil,
    isPartial: ((ImagingError) -> Void)? = nil
  ) throws(ImagingError) -> Bitmap {
    let header = plan.header
    guard header.isPlausible(count: bytes.count) else {
      throw hasEnd(bytes, header) ? .corrupt("fewer bytes than blocks need") : .truncated
    }
    guard !header.hasTooManyScans(bytes) else {
      throw .corrupt("more than \(header.scanLimit) scans")
    }
    if plan.eighths == 1, let means = Bitmap(meansOf: bytes, header, isDone: isDone) {
      return means.oriented(header.orientation)
    }
    return try JPEGDecompressor.decompress(bytes, header, to: plan.size, isPartial)
      .oriented(header.orientation)
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
