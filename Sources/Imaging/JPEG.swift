import CImaging
import Canvas

/// Reading and writing JPEG files with libjpeg-turbo.
package enum JPEG {
  /// The largest picture that is decoded, in stored pixels.
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
    Decompressor.hasEnd(bytes, after: header.frameEnd)
  }

  /// Decodes a picture and turns it upright.
  ///
  /// - Parameter box: pixels the result must cover in both axes, as shown; the smallest scale of
  ///   the decoder that does is taken, so the result may be larger. Nil decodes at full size.
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
    covering box: Size? = nil
  ) throws(ImagingError) -> Bitmap {
    let header = try JPEGHeader(bytes)
    let pixels = header.width * header.height
    guard pixels <= maximumPixels else { throw .tooLarge(pixels: pixels) }
    let size = header.decodedSize(eighths: header.eighths(covering: box))
    let stored = try Decompressor.decompress(bytes, header, to: size)
    return stored.oriented(header.orientation)
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

extension JPEGHeader {
  /// The smallest scale, in eighths, whose result covers a box of shown pixels in both axes.
  ///
  /// Only the powers of two: libjpeg-turbo has vector code for these alone, so that 3/8 takes
  /// longer than 1/2.
  package func eighths(covering box: Size?) -> Int {
    guard let box else { return 8 }
    let stored = orientation >= 5 ? Size(box.height, box.width) : box
    for eighths in [1, 2, 4] {
      let size = decodedSize(eighths: eighths)
      if size.width >= stored.width, size.height >= stored.height { return eighths }
    }
    return 8
  }

  /// The size as stored at a scale; libjpeg rounds up.
  func decodedSize(eighths: Int) -> Size {
    Size((width * eighths + 7) / 8, (height * eighths + 7) / 8)
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
    guard header.components == 4 else {
      return try Bitmap(filling: size.width, size.height) { (target) throws(ImagingError) in
        try decompress(handle, bytes, header, size, TJPF_RGB, target)
      }
    }
    let inks = UnsafeMutablePointer<UInt8>.allocate(capacity: size.width * size.height * 4)
    defer { inks.deallocate() }
    try decompress(handle, bytes, header, size, TJPF_CMYK, inks)
    return Bitmap(filling: size.width, size.height) { target in
      // Adobe stores inks inverted, and every four-component JPEG in the wild is Adobe's.
      for pixel in 0..<(size.width * size.height) {
        let black = UInt32(inks[pixel * 4 + 3])
        for channel in 0..<3 {
          target[pixel * 3 + channel] = UInt8(
            (UInt32(inks[pixel * 4 + channel]) * black + 127) / 255
          )
        }
      }
    }
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
    guard hasEnd(bytes, after: header.frameEnd) else { throw .truncated }
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
