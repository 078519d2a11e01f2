/// A format of image files that is recognized but can't be decoded.
package enum ImageFormat: String, CaseIterable, Sendable {
  case png = "PNG"
  case gif = "GIF"
  case webP = "WebP"
  case avif = "AVIF"
  case heic = "HEIC"
  case tiff = "TIFF"
  case bmp = "BMP"
  case jpegXL = "JPEG XL"
  case jpeg2000 = "JPEG 2000"
  case twelveBit = "12-bit JPEG"
  case lossless = "lossless JPEG"
  case hierarchical = "hierarchical JPEG"

  /// Recognizes a file by its first bytes.
  init?(_ bytes: UnsafeRawBufferPointer) {
    func has(_ text: String, at offset: Int = 0) -> Bool {
      bytes.dropFirst(offset).starts(with: text.utf8)
    }
    func has(_ signature: [UInt8]) -> Bool { bytes.starts(with: signature) }
    if has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if has("GIF87a") || has("GIF89a") {
      self = .gif
    } else if has("RIFF"), has("WEBP", at: 8) {
      self = .webP
    } else if has("ftyp", at: 4) {
      guard let format = Self.brand(bytes) else { return nil }
      self = format
    } else if has([0x49, 0x49, 0x2A, 0]) || has([0x4D, 0x4D, 0, 0x2A]) {
      self = .tiff
    } else if has("BM"), bytes.count >= 26, bytes[6..<10].allSatisfy({ $0 == 0 }) {
      self = .bmp
    } else if has([0xFF, 0x0A]) || has([0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20]) {
      self = .jpegXL
    } else if has([0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20]) || has([0xFF, 0x4F, 0xFF, 0x51]) {
      self = .jpeg2000
    } else {
      return nil
    }
  }

  /// Returns the format of an ISO base media file by its brands (ISO/IEC 23008-12, 10.2).
  private static func brand(_ bytes: UnsafeRawBufferPointer) -> ImageFormat? {
    let length = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    let box = bytes[..<min(bytes.count, length, 256)]
    let brands = stride(from: 8, to: box.count - 3, by: 4).map {
      String(decoding: box[$0..<($0 + 4)], as: UTF8.self)
    }
    if brands.contains(where: { ["avif", "avis"].contains($0) }) { return .avif }
    let names: Set = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]
    return brands.contains(where: names.contains) ? .heic : nil
  }
}
