import CImaging

/// A running CRC-32 (RFC 1952, section 8), computed by zlib.
///
/// Detects damage, not forgery, in a small part of the time of a SHA-256.
package struct CRC32: Sendable {
  /// The checksum of all bytes so far.
  package private(set) var value: UInt32 = 0

  package init() {}

  /// Adds the next bytes.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    // For a null pointer, zlib returns the initial value of a checksum.
    guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
    value = UInt32(truncatingIfNeeded: crc32_z(uLong(value), start, bytes.count))
  }
}
