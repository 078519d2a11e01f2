import CImaging
import Canvas

/// The JPEG decoder and encoder, with libjpeg-turbo.
package enum JPEG {
  /// The maximum number of stored pixels in an image.
  ///
  /// Larger ones would take too long to decode.
  package static let maximumPixels = 200_000_000

  /// Reads size, orientation and kind, without decoding.
  ///
  /// - Throws: the errors of `JPEGHeader.init`.
  package static func header(of bytes: [UInt8]) throws(ImagingError) -> JPEGHeader {
    try bytes.withUnsafeBufferPointer { (buffer) throws(ImagingError) in
      try JPEGHeader(UnsafeRawBufferPointer(buffer))
    }
  }

  /// Decodes an image, converts its colours to sRGB and turns it upright.
  ///
  /// - Parameter box: the size in pixels that the result should at least have, as shown; `nil` to
  ///   decode at full size. The decoder's smallest sufficient scale is used, so the result may be
  ///   larger. It is smaller if the image would take more memory than `JPEGPlan.budget`.
  /// - Throws: `truncated` (never half an image), `corrupt`, `tooLarge`, or the errors of `header`.
  package static func decode(
    _ bytes: [UInt8],
    covering box: Size? = nil,
    isPartial: ((ImagingError) -> Void)? = nil
  ) throws(ImagingError) -> Bitmap {
    try bytes.withUnsafeBufferPointer { (buffer) throws(ImagingError) in
      try decode(UnsafeRawBufferPointer(buffer), covering: box, isPartial: isPartial)
    }
  }

  /// Decodes an image from memory without copying it.
  package static func decode(
    _ bytes: UnsafeRawBufferPointer,
    covering box: Size? = nil,
    isPartial: ((ImagingError) -> Void)? = nil
  ) throws(ImagingError) -> Bitmap {
    let plan = try JPEGPlan(JPEGHeader(bytes), count: bytes.count, covering: box)
    return try decode(bytes, plan, isPartial: isPartial)
  }

  /// Decodes an image as planned.
  ///
  /// - Parameter isPartial: called with the flaw of a damaged image that is partly visible; `nil`
  ///   to throw the flaw instead.
  /// - Throws: `truncated`, or `corrupt`, also if the plan is for another file.
  package static func decode(
    _ bytes: UnsafeRawBufferPointer,
    _ plan: JPEGPlan,
    isPartial: ((ImagingError) -> Void)? = nil
  ) throws(ImagingError) -> Bitmap {
    let header = plan.header
    guard header.isPlausible(count: bytes.count) else {
      throw hasEnd(bytes, header) ? .corrupt("fewer bytes than blocks need") : .truncated
    }
    guard !header.hasTooManyScans(bytes) else {
      throw .corrupt("more than \(header.scanLimit) scans")
    }
    let conversion = header.conversion
    if plan.eighths == 1, let means = Bitmap(meansOf: bytes, header, conversion) {
      return means.oriented(header.orientation)
    }
    return try JPEGDecompressor.decompress(bytes, header, to: plan.size, conversion, isPartial)
      .oriented(header.orientation)
  }

  /// Decodes an image in memory as planned.
  package static func decode(
    _ bytes: [UInt8],
    _ plan: JPEGPlan,
    isPartial: ((ImagingError) -> Void)? = nil
  ) throws(ImagingError) -> Bitmap {
    try bytes.withUnsafeBufferPointer { (buffer) throws(ImagingError) in
      try decode(UnsafeRawBufferPointer(buffer), plan, isPartial: isPartial)
    }
  }

  /// Encodes a bitmap.
  ///
  /// Below quality 90 chroma is subsampled, as in cameras and on the web.
  ///
  /// - Parameter quality: 1…100, clamped.
  /// - Throws: `corrupt` with the encoder's message if it fails.
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
