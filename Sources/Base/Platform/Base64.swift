/// Base64 encoding with padding (RFC 4648).
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
  )

  /// The two digits of every 12-bit number, in the order of bytes in memory.
  ///
  /// The table encodes two digits at a time. Images are megabytes, and encoding digit by digit
  /// would take longer than decoding the image.
  private static let pairs: [UInt16] = (0..<4096).map { bits in
    (UInt16(alphabet[bits >> 6]) | UInt16(alphabet[bits & 63]) << 8).littleEndian
  }

  /// Returns the encoded bytes, which are ASCII.
  package static func encode(_ bytes: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4) { result, written in
      bytes.withUnsafeBytes { input in
        written = encode(input, into: UnsafeMutableRawBufferPointer(result))
      }
    }
  }

  /// Returns the encoded bytes for use in URLs: with `-` for `+`, with `_` for `/`, and without
  /// padding (RFC 4648, 5).
  package static func urlText(_ bytes: [UInt8]) -> String {
    let digits = encode(bytes).prefix { $0 != UInt8(ascii: "=") }.map { digit in
      switch digit {
      case UInt8(ascii: "+"): UInt8(ascii: "-")
      case UInt8(ascii: "/"): UInt8(ascii: "_")
      default: digit
      }
    }
    return String(decoding: digits, as: UTF8.self)
  }

  /// Encodes into memory, which must have room for four bytes per group of three input bytes, even
  /// if the last group is shorter.
  ///
  /// - Returns: The number of bytes written.
  package static func encode(
    _ input: UnsafeRawBufferPointer,
    into output: UnsafeMutableRawBufferPointer
  ) -> Int {
    precondition(output.count >= (input.count + 2) / 3 * 4, "no room for Base64")
    let start = encodeTriples(input, output)
    let target = start / 3 * 4
    let rest = input.count - start
    guard rest > 0 else { return target }
    let value = Int(input[start]) << 16 | (rest == 2 ? Int(input[start + 1]) << 8 : 0)
    output[target] = alphabet[value >> 18]
    output[target + 1] = alphabet[value >> 12 & 63]
    output[target + 2] = rest == 2 ? alphabet[value >> 6 & 63] : UInt8(ascii: "=")
    output[target + 3] = UInt8(ascii: "=")
    return target + 4
  }

  /// Encodes all whole groups of three bytes.
  ///
  /// - Returns: The number of input bytes encoded.
  private static func encodeTriples(
    _ input: UnsafeRawBufferPointer,
    _ output: UnsafeMutableRawBufferPointer
  ) -> Int {
    let count = input.count
    guard let input = input.baseAddress, let output = output.baseAddress else { return 0 }
    return pairs.withUnsafeBufferPointer { pairs in
      var start = 0
      var target = 0
      // Eight bytes are read, and six of them become eight digits.
      while start + 8 <= count {
        let word = UInt64(bigEndian: input.loadUnaligned(fromByteOffset: start, as: UInt64.self))
        for pair in 0..<4 {
          let digits = pairs[Int(truncatingIfNeeded: word >> UInt64(52 - pair * 12)) & 4095]
          output.storeBytes(of: digits, toByteOffset: target + pair * 2, as: UInt16.self)
        }
        start += 6
        target += 8
      }
      while start + 3 <= count {
        let byte = { Int(input.load(fromByteOffset: start + $0, as: UInt8.self)) }
        let value = byte(0) << 16 | byte(1) << 8 | byte(2)
        output.storeBytes(of: pairs[value >> 12], toByteOffset: target, as: UInt16.self)
        output.storeBytes(of: pairs[value & 4095], toByteOffset: target + 2, as: UInt16.self)
        start += 3
        target += 4
      }
      return start
    }
  }
}
