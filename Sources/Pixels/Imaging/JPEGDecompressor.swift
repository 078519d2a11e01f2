import CImaging
import Canvas

/// The calls of libjpeg-turbo's decoder, and the interpretation of its results.
enum JPEGDecompressor {
  /// Decodes a whole image.
  ///
  /// - Parameters:
  ///   - conversion: the conversion of the image's colours; `nil` if they are shown as they are.
  ///   - isPartial: called with the flaw of an image that was decoded in part; `nil` to throw the
  ///     flaw instead.
  /// - Throws: `truncated` or `corrupt`.
  static func decompress(
    _ bytes: UnsafeRawBufferPointer,
    _ header: JPEGHeader,
    to size: Size,
    _ conversion: ColorConversion?,
    _ isPartial: ((ImagingError) -> Void)?
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
      let format = isCMYK ? TJPF_CMYK : TJPF_RGB
      let outcome = decompress(handle, bytes, header, size, format, target)
      if let flaw = outcome.flaw {
        guard outcome.hasPixels, let isPartial else { throw flaw }
        isPartial(flaw)
      }
      if let conversion { return conversion.convert(target, count: size.width * size.height) }
      guard isCMYK else { return }
      // Adobe stores CMYK inverted, and every four-component JPEG in practice is Adobe's.
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

  /// Checks that the decoder finds the same image that its memory was computed for.
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
    // Other complaints about the header are irrelevant for decoding, such as that the sampling has
    // no name.
    guard width == 0 || Int(width) == header.width, height == 0 || Int(height) == header.height
    else { throw .corrupt("another frame than expected") }
  }

  /// The result of a call of the decoder.
  private struct Outcome {
    /// The reason why the image is incomplete; `nil` if it is complete.
    var flaw: ImagingError?
    /// Whether the decoder reached the last line, with whatever contents.
    var hasPixels = true
    var hasWarning = false
  }

  private static func decompress(
    _ handle: tjhandle,
    _ bytes: UnsafeRawBufferPointer,
    _ header: JPEGHeader,
    _ size: Size,
    _ format: TJPF,
    _ target: UnsafeMutablePointer<UInt8>
  ) -> Outcome {
    let outcome = attempt(handle, bytes, size, format, target)
    guard outcome.flaw != nil || outcome.hasWarning, !JPEG.hasEnd(bytes, header) else {
      return outcome
    }
    // libjpeg fills missing parts with grey and reports a warning. Only the first warning can be
    // read, and the missing end hides all others. Therefore the end is added.
    guard outcome.hasPixels, JPEGScans.areComplete(bytes, header),
      bytes.count * 2 + header.decoderMemory(eighths: 8) <= JPEGPlan.budget
    else { return Outcome(flaw: .truncated, hasPixels: outcome.hasPixels) }
    var ended: [UInt8] = []
    ended.reserveCapacity(bytes.count + 2)
    ended.append(contentsOf: bytes)
    ended += [0xFF, 0xD9]
    var second = ended.withUnsafeBytes { attempt(handle, $0, size, format, target) }
    // A harmless warning hides later ones.
    if second.flaw == nil, second.hasWarning { second.flaw = .truncated }
    return second
  }

  private static func attempt(
    _ handle: tjhandle,
    _ bytes: UnsafeRawBufferPointer,
    _ size: Size,
    _ format: TJPF,
    _ target: UnsafeMutablePointer<UInt8>
  ) -> Outcome {
    let status = tjDecompress2(
      handle,
      bytes.bindMemory(to: UInt8.self).baseAddress,
      UInt(bytes.count),
      target,
      Int32(size.width),
      0,
      Int32(size.height),
      Int32(format.rawValue),
      // Hundreds of scans are an attack on the reader's time, not a photo.
      TJFLAG_LIMITSCANS
    )
    guard status != 0 else { return Outcome() }
    let message = String(cString: tjGetErrorStr2(handle))
    let isWarning = tjGetErrorCode(handle) == Int32(TJERR_WARNING.rawValue)
    if isWarning, harmless.contains(where: { message.contains($0) }) {
      return Outcome(hasWarning: true)
    }
    let flaw: ImagingError =
      message.contains("remature end") ? .truncated : .corrupt(message)
    return Outcome(flaw: flaw, hasPixels: isWarning, hasWarning: isWarning)
  }

  /// The warnings that libjpeg also reports for intact images.
  private static let harmless = [
    "extraneous bytes before marker", "Invalid SOS parameters", "unknown JFIF revision",
    "Unknown Adobe color transform",
  ]
}
