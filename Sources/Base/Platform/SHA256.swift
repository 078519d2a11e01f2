import CMessageDigest

/// An incremental SHA-256 (FIPS 180-4), computed by libmd.
package struct SHA256: ~Copyable {
  private var context = SHA2_CTX()

  package init() { SHA256Init(&context) }

  /// Adds bytes to the hash.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
    SHA256Update(&context, start, bytes.count)
  }

  /// Returns the hash in lower-case hexadecimal.
  ///
  /// Consumes the value, so no more bytes can be added.
  package consuming func text() -> String {
    let digits = Array("0123456789abcdef".utf8)
    let text = bytes().flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the 32 bytes of the hash.
  ///
  /// Consumes the value, so no more bytes can be added.
  package consuming func bytes() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
      SHA256Final(buffer.baseAddress, &context)
      count = 32
    }
  }

  /// Returns the hash of complete data in lower-case hexadecimal.
  package static func text(of bytes: [UInt8]) -> String {
    var hash = SHA256()
    bytes.withUnsafeBytes { hash.update($0) }
    return hash.text()
  }

  /// Returns the 32 bytes of the hash of complete data.
  package static func bytes(of bytes: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    bytes.withUnsafeBytes { hash.update($0) }
    return hash.bytes()
  }
}
