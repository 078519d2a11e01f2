import CMessageDigest

/// A running SHA-256 (FIPS 180-4), computed by libmd.
package struct SHA256: ~Copyable {
  private var context = SHA2_CTX()

  package init() { SHA256Init(&context) }

  /// Takes the next bytes.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
    SHA256Update(&context, start, bytes.count)
  }

  /// The hash of everything so far, in lower-case hexadecimal; nothing can be taken after it.
  package consuming func text() -> String {
    let digits = Array("0123456789abcdef".utf8)
    let text = bytes().flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }

  /// The 32 bytes of the hash of everything so far; nothing can be taken after it.
  package consuming func bytes() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
      SHA256Final(buffer.baseAddress, &context)
      count = 32
    }
  }

  /// The hash of bytes that are all there, in lower-case hexadecimal.
  package static func text(of bytes: [UInt8]) -> String {
    var hash = SHA256()
    bytes.withUnsafeBytes { hash.update($0) }
    return hash.text()
  }

  /// The hash of bytes that are all there.
  package static func bytes(of bytes: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    bytes.withUnsafeBytes { hash.update($0) }
    return hash.bytes()
  }
}
