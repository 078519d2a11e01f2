/// RFC 4648, with padding.
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
  )

  /// The encoded bytes, which are ASCII.
  package static func encode(_ bytes: [UInt8]) -> [UInt8] {
    let count = (bytes.count + 2) / 3 * 4
    return [UInt8](unsafeUninitializedCapacity: count) { result, written in
      bytes.withUnsafeBufferPointer { input in
        alphabet.withUnsafeBufferPointer { digits in
          var target = 0
          var start = 0
          while start + 3 <= input.count {
            let value = Int(input[start]) << 16 | Int(input[start + 1]) << 8 | Int(input[start + 2])
            result[target] = digits[value >> 18]
            result[target + 1] = digits[value >> 12 & 63]
            result[target + 2] = digits[value >> 6 & 63]
            result[target + 3] = digits[value & 63]
            target += 4
            start += 3
          }
          let rest = input.count - start
          guard rest > 0 else { return }
          let value = Int(input[start]) << 16 | (rest == 2 ? Int(input[start + 1]) << 8 : 0)
          result[target] = digits[value >> 18]
          result[target + 1] = digits[value >> 12 & 63]
          result[target + 2] = rest == 2 ? digits[value >> 6 & 63] : UInt8(ascii: "=")
          result[target + 3] = UInt8(ascii: "=")
        }
      }
      written = count
    }
  }
}
