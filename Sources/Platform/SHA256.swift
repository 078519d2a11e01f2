import CGLib

/// A running SHA-256 (FIPS 180-4), computed by GLib.
package struct SHA256: ~Copyable {
  private let checksum: OpaquePointer?

  package init() { checksum = g_checksum_new(G_CHECKSUM_SHA256) }

  deinit { g_checksum_free(checksum) }

  /// Takes the next bytes.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.bindMemory(to: guchar.self).baseAddress else { return }
    g_checksum_update(checksum, start, bytes.count)
  }

  /// The hash of everything so far, in lower-case hexadecimal; nothing can be taken after it.
  package consuming func text() -> String {
    g_checksum_get_string(checksum).map { String(cString: $0) } ?? ""
  }

  /// The 32 bytes of the hash of everything so far; nothing can be taken after it.
  package consuming func bytes() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
      var size = gsize(buffer.count)
      g_checksum_get_digest(checksum, buffer.baseAddress, &size)
      count = Int(size)
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
