import CImaging

/// A running CRC-32 (RFC 1952, section 8), computed by zlib: finds damage, not forgery, and takes a
/// small part of the time of a SHA-256.
package struct CRC32: Sendable {
  /// The checksum of everything so far.
  package private(set) var value: UInt32 = 0

  package init() {}

  /// Takes the next bytes.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    // zlib gives the first value of a checksum for no address, whatever it was handed.
    guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
    value = UInt32(truncatingIfNeeded: crc32_z(uLong(value), start, bytes.count))
  }
}
