import CQRCode
import Canvas

/// Makes QR codes of texts.
package enum QREncoder {
  /// The library and its version.
  package static var qrencodeVersion: String {
    "qrencode " + (QRcode_APIVersionString().map { String(cString: $0) } ?? "?")
  }

  /// The smallest code that holds a text, with as much error correction as has room in it.
  ///
  /// - Returns: nil where no code can hold it: it is empty, has a NUL, or is longer than 2953
  ///   bytes.
  package static func encode(_ text: String) -> QRCode? {
    guard !text.isEmpty, !text.utf8.contains(0) else { return nil }
    guard var best = encode(text, version: 0, QR_ECLEVEL_L) else { return nil }
    for level in [QR_ECLEVEL_M, QR_ECLEVEL_Q, QR_ECLEVEL_H] {
      // Asked for a version that is too small, the library takes a larger one.
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
    // Bytes as they are: addresses are case-sensitive.
    guard let result = QRcode_encodeString(text, version, level, QR_MODE_8, 1) else { return nil }
    defer { QRcode_free(result) }
    let size = Int(result.pointee.width)
    // The lowest bit says dark; the others say what a module is for.
    let modules = UnsafeBufferPointer(start: result.pointee.data, count: size * size)
    return (QRCode(size: size, modules: modules.map { $0 & 1 == 1 }), result.pointee.version)
  }
}
