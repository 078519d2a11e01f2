import Canvas
import Glibc

/// The short texts that stand for a blurred picture.
///
/// After woltapp/blurhash@0a1f978, `Algorithm.md`: base 83, a size digit, a maximum digit, the
/// average colour as 24 bits, and two digits for each further cosine component.
package enum BlurHash {
  /// The picture a hash stands for; 32 pixels of width are plenty, scale it up.
  ///
  /// - Throws: `badBlurHash` for wrong lengths and foreign characters, `badSize`.
  package static func decode(
    _ hash: String,
    width: Int,
    height: Int
  ) throws(ImagingError) -> Bitmap {
    guard width > 0, height > 0, width <= 4096, height <= 4096 else { throw .badSize }
    let parsed = try Components(hash)
    let columns = cosines(count: parsed.columns, length: width)
    let rows = cosines(count: parsed.rows, length: height)
    let values = parsed.values.map { SIMD4(Float($0.x), Float($0.y), Float($0.z), 0) }
    return Bitmap(filling: width, height) { target in
      var output = target
      var line = [SIMD4<Float>](repeating: .zero, count: parsed.columns)
      line.withUnsafeMutableBufferPointer { line in
        columns.withUnsafeBufferPointer { columns in
          for y in 0..<height {
            for i in line.indices {
              line[i] = .zero
              for j in 0..<parsed.rows {
                line[i] += values[j * parsed.columns + i] * Float(rows[j * height + y])
              }
            }
            for x in 0..<width {
              var sum = SIMD4<Float>.zero
              for i in line.indices { sum += line[i] * Float(columns[i * width + x]) }
              output[0] = SRGB.quickly(encode: sum.x)
              output[1] = SRGB.quickly(encode: sum.y)
              output[2] = SRGB.quickly(encode: sum.z)
              output += 3
            }
          }
        }
      }
    }
  }

  /// The mean colour a hash carries, read without decoding the rest.
  ///
  /// - Throws: `badBlurHash`, for everything `decode` would refuse.
  package static func averageColor(of hash: String) throws(ImagingError) -> Color {
    try Components(hash).average
  }

  /// The hash of a picture; 4 × 3 components are usual.
  ///
  /// Takes time in proportion to pixels × components: hash a thumbnail, not the photograph.
  ///
  /// - Parameters:
  ///   - componentsX: 1…9, clamped.
  ///   - componentsY: 1…9, clamped.
  package static func encode(_ bitmap: Bitmap, componentsX: Int, componentsY: Int) -> String {
    let columns = min(max(componentsX, 1), 9)
    let rows = min(max(componentsY, 1), 9)
    let factors = transform(bitmap, columns, rows)
    let largest = factors.dropFirst().map { max(abs($0.x), abs($0.y), abs($0.z)) }.max() ?? 0
    let maximum = min(max(Int(largest * 166 - 0.5), 0), 82)

    var digits = Base83.digits((columns - 1) + (rows - 1) * 9, count: 1)
    digits += Base83.digits(maximum, count: 1)
    let average = factors[0]
    let red = Int(SRGB.encode(average.x))
    let green = Int(SRGB.encode(average.y))
    let blue = Int(SRGB.encode(average.z))
    digits += Base83.digits(red << 16 | green << 8 | blue, count: 4)
    let scale = Double(maximum + 1) / 166
    for factor in factors.dropFirst() {
      let q = [factor.x, factor.y, factor.z].map { quantized($0 / scale) }
      digits += Base83.digits(q[0] * 361 + q[1] * 19 + q[2], count: 2)
    }
    return String(decoding: digits, as: UTF8.self)
  }

  /// One of 19 steps, finer near zero.
  private static func quantized(_ value: Double) -> Int {
    let root = value < 0 ? -sqrt(-value) : sqrt(value)
    return min(max(Int((root * 9 + 9.5).rounded(.down)), 0), 18)
  }

  /// The cosine components of a picture in linear light, the average first.
  private static func transform(_ bitmap: Bitmap, _ columns: Int, _ rows: Int) -> [SIMD3<Double>] {
    let across = cosines(count: columns, length: bitmap.width)
    let down = cosines(count: rows, length: bitmap.height)
    var factors = [SIMD3<Double>](repeating: .zero, count: columns * rows)
    var line = [SIMD3<Double>](repeating: .zero, count: columns)
    let linear = SRGB.linear
    bitmap.bytes.withUnsafeBufferPointer { bytes in
      var index = 0
      for y in 0..<bitmap.height {
        for i in 0..<columns { line[i] = .zero }
        for x in 0..<bitmap.width {
          let pixel = SIMD3(
            linear[Int(bytes[index])],
            linear[Int(bytes[index + 1])],
            linear[Int(bytes[index + 2])]
          )
          for i in 0..<columns { line[i] += pixel * across[i * bitmap.width + x] }
          index += 3
        }
        for j in 0..<rows {
          for i in 0..<columns { factors[j * columns + i] += line[i] * down[j * bitmap.height + y] }
        }
      }
    }
    let scale = 1 / Double(bitmap.width * bitmap.height)
    for index in factors.indices { factors[index] *= index == 0 ? scale : 2 * scale }
    return factors
  }

  /// cos(π · position · frequency / length), for each frequency one row of all positions.
  private static func cosines(count: Int, length: Int) -> [Double] {
    (0..<count).flatMap { frequency in
      (0..<length).map { cos(.pi * Double($0) * Double(frequency) / Double(length)) }
    }
  }
}

/// What a hash says, in linear light.
private struct Components {
  let columns: Int
  let rows: Int
  let average: Color
  /// Row by row, the average first.
  let values: [SIMD3<Double>]

  /// Characters of a hash with nine by nine components.
  private static let longest = 4 + 2 * 9 * 9

  init(_ hash: String) throws(ImagingError) {
    guard hash.utf8.count <= Self.longest else { throw .badBlurHash("longer than any") }
    let digits = try Base83.values(hash)
    guard digits.count >= 6 else { throw .badBlurHash("shorter than 6 characters") }
    columns = digits[0] % 9 + 1
    rows = digits[0] / 9 + 1
    guard rows <= 9 else { throw .badBlurHash("more than 9 rows of components") }
    guard digits.count == 4 + 2 * columns * rows else {
      throw .badBlurHash("\(digits.count) characters for \(columns)×\(rows) components")
    }
    // Four digits reach beyond 24 bits; what is above them is no colour and is dropped.
    average = Color(UInt32(digits[2...5].reduce(0) { $0 * 83 + $1 } & 0xFF_FFFF))
    let scale = Double(digits[1] + 1) / 166
    var values = [
      SIMD3(
        SRGB.linear[Int(average.red)],
        SRGB.linear[Int(average.green)],
        SRGB.linear[Int(average.blue)]
      )
    ]
    for index in stride(from: 6, to: digits.count, by: 2) {
      let value = digits[index] * 83 + digits[index + 1]
      // Two digits reach 6888 where 19³ − 1 is the largest that means something.
      let steps = SIMD3(min(value / 361, 18), value / 19 % 19, value % 19)
      values.append(
        SIMD3(Self.level(steps.x), Self.level(steps.y), Self.level(steps.z)) * scale
      )
    }
    self.values = values
  }

  private static func level(_ step: Int) -> Double {
    let root = Double(step - 9) / 9
    return root < 0 ? -root * root : root * root
  }
}

private enum Base83 {
  static let alphabet = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~".utf8
  )
  /// The value of each ASCII character, −1 for foreign ones.
  static let table: [Int] = {
    var table = [Int](repeating: -1, count: 256)
    for (value, character) in alphabet.enumerated() { table[Int(character)] = value }
    return table
  }()

  static func values(_ text: String) throws(ImagingError) -> [Int] {
    var values: [Int] = []
    for byte in text.utf8 {
      let value = table[Int(byte)]
      guard value >= 0 else { throw .badBlurHash("a character outside of the alphabet") }
      values.append(value)
    }
    return values
  }

  static func digits(_ value: Int, count: Int) -> [UInt8] {
    var value = value
    var digits = [UInt8](repeating: 0, count: count)
    for index in (0..<count).reversed() {
      digits[index] = alphabet[value % 83]
      value /= 83
    }
    return digits
  }
}
