import CQRCode
import Canvas

/// The encoder of texts as QR codes.
package enum QREncoder {
  /// The name and version of the QR code library.
  package static var qrencodeVersion: String {
    "qrencode " + (QRcode_APIVersionString().map { String(cString: $0) } ?? "?")
  }

  /// Returns the smallest code for a text, with the highest error correction that fits in it.
  ///
  /// - Returns: `nil` if the text is empty, contains a NUL, or is longer than 2953 bytes.
  package static func encode(_ text: String) -> QRCode? {
    guard !text.isEmpty, !text.utf8.contains(0) else { return nil }
    guard var best = encode(text, version: 0, QR_ECLEVEL_L) else { return nil }
    for level in [QR_ECLEVEL_M, QR_ECLEVEL_Q, QR_ECLEVEL_H] {
      // If the requested version is too small, the library uses a larger one.
      guard let better = encode(text, version: best.version, level),
        better.version == best.version
      else { break }
      best = better
    }
    return best.code
  }

  private static func encode(
    _ text: String,
    version: Int32,
    _ level: QRecLevel
  ) -> (code: QRCode, version: Int32)? {
    // Bytes are encoded unchanged, because URLs are case-sensitive.
    guard let result = QRcode_encodeString(text, version, level, QR_MODE_8, 1) else { return nil }
    defer { QRcode_free(result) }
    let size = Int(result.pointee.width)
    // The lowest bit is set for a dark module. The others describe the module's purpose.
    let modules = UnsafeBufferPointer(start: result.pointee.data, count: size * size)
    return (QRCode(size: size, modules: modules.map { $0 & 1 == 1 }), result.pointee.version)
  }
}
