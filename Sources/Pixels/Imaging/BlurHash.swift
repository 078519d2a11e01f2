import Canvas
import Glibc

/// BlurHashes: short texts that encode a blurred image.
///
/// The format is that of woltapp/blurhash@0a1f978, `Algorithm.md`: base 83, with a size digit, a
/// maximum digit, the average colour as 24 bits, and two digits for each further cosine component.
package enum BlurHash {
  /// Decodes a hash into an image.
  ///
  /// 32 pixels of width are enough; scale the result up.
  ///
  /// - Throws: `badBlurHash` for wrong lengths and foreign characters, or `badSize`.
  package static func decode(
    _ hash: String,
    width: Int,
    height: Int
  ) throws(ImagingError) -> Bitmap {
    guard width > 0, height > 0, width <= 4096, height <= 4096 else { throw .badSize }
    let parsed = try Components(hash)
    let columns = lanes(cosines(count: parsed.columns, length: width), length: width)
    let rows = cosines(count: parsed.rows, length: height).map { Float($0) }
    let values = parsed.values.map { SIMD4(Float($0.x), Float($0.y), Float($0.z), 0) }
    var line = [SIMD4<Float>](repeating: .zero, count: parsed.columns)
    return Bitmap(filling: width, height) { target in
      for y in 0..<height {
        for i in line.indices {
          line[i] = .zero
          for j in 0..<parsed.rows {
            line[i] += values[j * parsed.columns + i] * rows[j * height + y]
          }
        }
        fill(target + y * width * 3, width, line, columns)
      }
    }
  }

  /// Writes a row of pixels, four at a time.
  ///
  /// - Parameters:
  ///   - line: the components of the row.
  ///   - columns: the values of each component at four pixels: all components for the first four
  ///     pixels, then for the next four.
  private static func fill(
    _ target: UnsafeMutablePointer<UInt8>,
    _ width: Int,
    _ line: [SIMD4<Float>],
    _ columns: [SIMD4<Float>]
  ) {
    let encoder = SRGB.Encoder.shared
    line.withUnsafeBufferPointer { line in
      columns.withUnsafeBufferPointer { columns in
        var output = target
        var column = 0
        for x in stride(from: 0, to: width, by: 4) {
          var (red, green, blue) = (SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero)
          for component in line {
            red += columns[column] * component.x
            green += columns[column] * component.y
            blue += columns[column] * component.z
            column += 1
          }
          let units = (
            SRGB.Encoder.units(red), SRGB.Encoder.units(green), SRGB.Encoder.units(blue)
          )
          @inline(__always)
          func write(_ lane: Int) {
            output[0] = encoder.byte(units.0[lane])
            output[1] = encoder.byte(units.1[lane])
            output[2] = encoder.byte(units.2[lane])
            output += 3
          }
          write(0)
          if x + 1 < width { write(1) }
          if x + 2 < width { write(2) }
          if x + 3 < width { write(3) }
        }
      }
    }
  }

  /// Regroups rows of positions: each group contains four positions of every row.
  private static func lanes(_ cosines: [Double], length: Int) -> [SIMD4<Float>] {
    let count = cosines.count / length
    return (0..<(length + 3) / 4).flatMap { group in
      (0..<count).map { row in
        var four = SIMD4<Float>.zero
        for lane in 0..<min(4, length - group * 4) {
          four[lane] = Float(cosines[row * length + group * 4 + lane])
        }
        return four
      }
    }
  }

  /// Returns the mean colour in a hash, without decoding the rest.
  ///
  /// - Throws: `badBlurHash` for every hash that `decode` would refuse.
  package static func averageColor(of hash: String) throws(ImagingError) -> Color {
    try Components(hash).average
  }

  /// Returns the hash of an image; 4 × 3 components are usual.
  ///
  /// The time is proportional to pixels × components: hash a thumbnail, not the photo.
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

  /// Returns a step from 0 to 18.
  ///
  /// The steps are finer near zero.
  private static func quantized(_ value: Double) -> Int {
    let root = value < 0 ? -sqrt(-value) : sqrt(value)
    return min(max(Int((root * 9 + 9.5).rounded(.down)), 0), 18)
  }

  /// Returns the cosine components of an image in linear light, the average first.
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

  /// Returns cos(π · position · frequency / length), one row of all positions for each frequency.
  private static func cosines(count: Int, length: Int) -> [Double] {
    var table = [Double](repeating: 1, count: count * length)
    guard count > 1 else { return table }
    for position in 0..<length {
      let cosine = cos(.pi * Double(position) / Double(length))
      var (before, last) = (1.0, cosine)
      // The recurrence cos(n + 1)x = 2 cos x · cos nx − cos(n − 1)x.
      for frequency in 1..<count {
        table[frequency * length + position] = last
        (before, last) = (last, 2 * cosine * last - before)
      }
    }
    return table
  }
}

/// The contents of a hash, in linear light.
private struct Components {
  let columns: Int
  let rows: Int
  let average: Color
  /// The components row by row, the average first.
  let values: [SIMD3<Double>]

  /// The number of characters in a hash with nine by nine components.
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
    // Four digits can exceed 24 bits. The bits above are dropped, because they are no part of the
    // colour.
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
      // Two digits can reach 6888, but 19³ − 1 is the largest meaningful value.
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
