import Canvas
import Glibc

@testable import Imaging

/// Test pictures that can be recognized by their corners.
enum Pictures {
  static let red = Color(0xD01010)
  static let green = Color(0x10C010)
  static let blue = Color(0x1010D0)
  static let yellow = Color(0xE0E010)

  /// Returns four blocks: red and green above blue and yellow.
  static func fourColors(width: Int = 64, height: Int = 48) -> Bitmap {
    draw(width, height) { x, y in
      y < height / 2 ? (x < width / 2 ? red : green) : (x < width / 2 ? blue : yellow)
    }
  }

  /// Returns smooth colours with texture, like a photo, determined by the seed.
  static func textured(width: Int, height: Int, seed: UInt64 = 7) -> Bitmap {
    var state = seed
    return draw(width, height) { x, y in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let noise = Int(state >> 59)
      return Color(
        red: UInt8(min(255, x * 200 / width + noise)),
        green: UInt8(min(255, y * 200 / height + noise)),
        blue: UInt8(min(255, (x + y) * 200 / (width + height) + noise))
      )
    }
  }

  static func draw(_ width: Int, _ height: Int, _ color: (Int, Int) -> Color) -> Bitmap {
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let color = color(x, y)
        bytes += [color.red, color.green, color.blue]
      }
    }
    return Bitmap(width: width, height: height, bytes: bytes)
  }

  /// Returns the names of the corners' colours: top left, top right, bottom left, bottom right.
  static func corners(_ bitmap: Bitmap) -> String {
    let points = [
      (bitmap.width / 8, bitmap.height / 8), (bitmap.width * 7 / 8, bitmap.height / 8),
      (bitmap.width / 8, bitmap.height * 7 / 8), (bitmap.width * 7 / 8, bitmap.height * 7 / 8),
    ]
    let names: [(String, Color)] = [("R", red), ("G", green), ("B", blue), ("Y", yellow)]
    return points.map { x, y in
      names.min { distance($0.1, bitmap[x, y]) < distance($1.1, bitmap[x, y]) }?.0 ?? "?"
    }
    .joined()
  }

  /// Returns the largest difference of a channel.
  static func distance(_ a: Color, _ b: Color) -> Int {
    max(
      abs(Int(a.red) - Int(b.red)),
      abs(Int(a.green) - Int(b.green)),
      abs(Int(a.blue) - Int(b.blue))
    )
  }

  /// Returns the largest difference of a byte between two pictures of the same size.
  static func distance(_ a: Bitmap, _ b: Bitmap) -> Int {
    zip(a.bytes, b.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 0
  }

  /// Returns the peak signal-to-noise ratio between two pictures of the same size, in dB.
  static func noise(_ a: Bitmap, _ b: Bitmap) -> Double {
    precondition(a.size == b.size)
    let squares = zip(a.bytes, b.bytes).reduce(0) { sum, pair in
      let difference = Int(pair.0) - Int(pair.1)
      return sum + difference * difference
    }
    return 10 * log10(255 * 255 * Double(a.bytes.count) / Double(max(1, squares)))
  }
}
