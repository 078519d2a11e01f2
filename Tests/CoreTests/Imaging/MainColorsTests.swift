import Canvas
import Imaging
import Testing

/// Colours as they are perceived: their differences, and the main ones of an image.
@Suite struct `Perceived colours` {
  /// Pairs with their difference from the data of Sharma, Wu and Dalal.
  @Test(arguments: [
    ([50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425),
    ([50, 0, 0], [50, -1, 2], 2.3669),
    ([50, 2.49, -0.001], [50, -2.49, 0.0009], 7.1792),
    ([50, 2.5, 0], [73, 25, -18], 27.1492),
    ([50, 2.5, 0], [58, 24, 15], 19.4535),
    ([22.7233, 20.0904, -46.6940], [23.0331, 14.9730, -42.5619], 2.0373),
    ([2.0776, 0.0795, -1.1350], [0.9033, -0.0636, -0.5514], 0.9082),
    ([60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644),
  ]) func `differ as much as published`(_ one: [Double], _ other: [Double], _ expected: Double) {
    let a = Lab(lightness: one[0], a: one[1], b: one[2])
    let b = Lab(lightness: other[0], a: other[1], b: other[2])
    #expect(abs(a.difference(from: b) - expected) < 0.000_1)
    #expect(abs(b.difference(from: a) - expected) < 0.000_1)
  }

  @Test func `are measured from the white of sRGB`() {
    let white = Lab(Color(0xFF_FFFF))
    #expect(abs(white.lightness - 100) < 0.01 && abs(white.a) < 0.01 && abs(white.b) < 0.02)
    let blue = Lab(Color(0x00_00FF))
    #expect(abs(blue.lightness - 32.30) < 0.01 && abs(blue.b + 107.86) < 0.05)
    #expect(Lab(Color(0)) == Lab(lightness: 0, a: 0, b: 0))
  }

  /// Returns an image of vertical stripes.
  private func stripes(_ stripes: [(width: Int, color: UInt32)]) -> Bitmap {
    let row = stripes.flatMap { Array(repeating: $0.color, count: $0.width) }
    let pixels = Array(repeating: row, count: 20).joined()
    return Bitmap(
      width: row.count,
      height: 20,
      bytes: pixels.flatMap { [UInt8($0 >> 16 & 255), UInt8($0 >> 8 & 255), UInt8($0 & 255)] }
    )
  }

  @Test func `of an image are those of its parts, the largest first`() {
    let image = stripes([(30, 0x20_4A87), (6, 0xF0_8A24), (22, 0x10_1010), (12, 0xFF_FFFF)])
    #expect(
      image.mainColors(4) == [
        Color(0x20_4A87), Color(0x10_1010), Color(0xFF_FFFF), Color(0xF0_8A24),
      ]
    )
    #expect(image.mainColors(5).count == 4)
    #expect(Set(image.mainColors(5)) == Set(image.mainColors(4)))
    #expect(stripes([(1, 0x12_3456)]).mainColors(5) == [Color(0x12_3456)])
  }
}
