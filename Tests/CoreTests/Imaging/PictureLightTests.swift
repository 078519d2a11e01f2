import Canvas
import Imaging
import Testing

@Suite("The light around a picture") struct PictureLightTests {
  private static let texts = [Color(0xB4_B9C2), Color(0xFF_8FA0)]
  private static let plain = Color(0x11_1214)

  private func grid(_ columns: Int, _ rows: Int, _ color: (Int, Int) -> UInt32) -> SymbolGrid {
    let symbols = (0..<rows).flatMap { y in
      (0..<columns).map { x in
        let color = Color(color(x, y))
        return SymbolGrid.Symbol(scalar: 0x2584, foreground: color, background: color)
      }
    }
    return SymbolGrid(columns: columns, rows: rows, symbols: symbols)
  }

  @Test(arguments: [0xFF_FFFF, 0xFF_0000, 0x00_FF00, 0x00_00FF, 0xFF_FF00, 0x80_8080, 0x01_0101, 0])
  func `texts keep their contrast on the light of any colour`(color: UInt32) {
    let light = PictureLight(of: grid(7, 5) { _, _ in color }, under: Self.texts)
    for y in 0..<5 {
      for x in 0..<7 {
        for text in Self.texts { #expect(contrast(light.color(at: Point(x, y)), text) >= 4.5) }
      }
    }
  }

  @Test func `noise keeps the contrast too`() {
    var random = UInt32(7)
    let noise = grid(40, 20) { _, _ in
      random = random &* 1_664_525 &+ 1_013_904_223
      return random >> 8
    }
    let light = PictureLight(of: noise, under: Self.texts)
    for y in 0..<20 {
      for x in 0..<40 {
        for text in Self.texts { #expect(contrast(light.color(at: Point(x, y)), text) >= 4.5) }
      }
    }
  }

  @Test func `each side has the hue of its edge`() {
    let light = PictureLight(of: grid(40, 10) { x, _ in x < 20 ? 0xE0_2010 : 0x10_20E0 }, under: [])
    let (left, right) = (light.color(at: Point(0, 5)), light.color(at: Point(39, 5)))
    #expect(left.red > left.blue && right.blue > right.red)
  }

  @Test func `only plain cells outside of the box and in the area are lit, and texts stay`() {
    var canvas = Canvas(
      columns: 9,
      rows: 5,
      filledWith: Cell(.text(" "), Style(background: Self.plain))
    )
    canvas.draw("日本", at: Point(0, 0), style: Style(foreground: Color(1), background: Self.plain))
    canvas[8, 0] = Cell(.text("s"), Style(background: Color(0x22_252B)))
    let before = canvas
    let box = Rect(x: 3, y: 1, width: 3, height: 3)
    let light = PictureLight(of: grid(3, 3) { _, _ in 0xFF_FFFF }, under: Self.texts)
    canvas.show(light, around: box, in: Rect(x: 0, y: 0, width: 9, height: 4), on: Self.plain)
    for y in 0..<5 {
      for x in 0..<9 {
        let (old, new) = (before[x, y], canvas[x, y])
        #expect(new.content == old.content && new.style.foreground == old.style.foreground)
        let isPlain = box.contains(Point(x, y)) || y == 4 || (x, y) == (8, 0)
        #expect((new.style.background == old.style.background) == isPlain)
      }
    }
  }
}
