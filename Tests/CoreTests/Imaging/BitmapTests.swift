import Canvas
import Testing

@testable import Imaging

@Suite struct BitmapTests {
  @Test func `cropping a quarter leaves one colour`() {
    let picture = Pictures.fourColors()
    let quarter = picture.cropped(Rect(x: 32, y: 0, width: 32, height: 24))
    #expect(quarter == Bitmap(width: 32, height: 24, color: Pictures.green))
  }

  @Test func `cropping clips to the picture`() {
    let picture = Pictures.fourColors()
    let corner = picture.cropped(Rect(x: 60, y: 40, width: 100, height: 100))
    #expect(corner.size == Size(4, 8))
    #expect(Pictures.corners(corner) == "YYYY")
    #expect(picture.cropped(Rect(x: 100, y: 0, width: 5, height: 5)) == picture)
  }

  @Test(arguments: [(0, "RGBY"), (1, "BRYG"), (2, "YBGR"), (3, "GYRB"), (-1, "GYRB"), (5, "BRYG")])
  func `quarter turns move the corners clockwise`(turns: Int, corners: String) {
    let turned = Pictures.fourColors().rotated(quarterTurns: turns)
    #expect(Pictures.corners(turned) == corners)
    #expect(turned.size == (turns & 1 == 0 ? Size(64, 48) : Size(48, 64)))
  }

  @Test func `four quarter turns and two mirrors are the identity`() {
    let picture = Pictures.textured(width: 37, height: 23)
    var turned = picture
    for _ in 0..<4 { turned = turned.rotated(quarterTurns: 1) }
    #expect(turned == picture)
    #expect(picture.mirrored() != picture)
    #expect(picture.mirrored().mirrored() == picture)
    #expect(Pictures.corners(Pictures.fourColors().mirrored()) == "GRYB")
  }

  @Test func `scaling by whole numbers averages blocks`() {
    let picture = Pictures.textured(width: 60, height: 40)
    let small = picture.scaled(to: Size(20, 10))
    for (x, y) in [(0, 0), (19, 9), (7, 3)] {
      var sum = 0
      for row in 0..<4 {
        for column in 0..<3 { sum += Int(picture[x * 3 + column, y * 4 + row].green) }
      }
      #expect(abs(Double(small[x, y].green) - Double(sum) / 12) <= 1)
    }
  }

  @Test(arguments: [Size(1, 1), Size(31, 7), Size(63, 300), Size(200, 11), Size(500, 400)])
  func `scaling preserves a colour exactly and the mean nearly`(size: Size) {
    let plain = Bitmap(width: 97, height: 53, color: Color(0xFF01_80))
    #expect(
      plain.scaled(to: size)
        == Bitmap(width: size.width, height: size.height, color: Color(0xFF0180))
    )
    let picture = Pictures.textured(width: 97, height: 53)
    let whole = picture.scaled(to: Size(1, 1))[0, 0]
    #expect(Pictures.distance(picture.scaled(to: size).scaled(to: Size(1, 1))[0, 0], whole) <= 2)
  }

  @Test func `shrinking by uneven ratios weights the pixels on the edge`() {
    let picture = Pictures.draw(3, 1) { x, _ in Color(red: [0, 120, 240][x], green: 0, blue: 0) }
    let half = picture.scaled(to: Size(2, 1))
    #expect(half[0, 0].red == 40)
    #expect(half[1, 0].red == 200)
  }

  @Test func `shrinking for terminals preserves plain colours and sharpens edges`() {
    let plain = Bitmap(width: 97, height: 53, color: Color(0xFF01_80))
    #expect(
      plain.sharplyScaled(to: Size(31, 7)) == Bitmap(width: 31, height: 7, color: Color(0xFF0180))
    )
    let picture = Pictures.draw(12, 4) { x, _ in Color(red: x < 6 ? 80 : 160, green: 0, blue: 255) }
    let small = picture.sharplyScaled(to: Size(6, 2))
    #expect((0..<6).map { small[$0, 1].red } == [80, 80, 75, 165, 160, 160])
    #expect(small[2, 0].green == 0 && small[2, 0].blue == 255)
    let large = picture.sharplyScaled(to: Size(24, 8))
    #expect(large == picture.scaled(to: Size(24, 8)))
  }

  @Test func `enlarging is smooth and ends with the outermost pixels`() {
    let picture = Pictures.draw(2, 1) { x, _ in Color(red: x == 0 ? 0 : 200, green: 0, blue: 0) }
    let reds = (0..<8).map { picture.scaled(to: Size(8, 1))[$0, 0].red }
    #expect(reds.first == 0 && reds.last == 200)
    #expect(reds == reds.sorted())
    #expect(Set(reds).count >= 5)
  }

  @Test func `a huge number of rows still averages correctly`() {
    let picture = Pictures.draw(2, 5000) { _, y in Color(red: y < 2500 ? 0 : 200, green: 9, blue: 9)
    }
    #expect(abs(Int(picture.scaled(to: Size(1, 1))[0, 0].red) - 100) <= 1)
  }

  @Test func `the average is computed in linear light`() {
    let picture = Pictures.draw(2, 1) { x, _ in x == 0 ? Color(0) : Color(0xFFFFFF) }
    #expect(picture.averageColor == Color(0xBCBCBC))
  }

  @Test func `tones change what their names say`() {
    let picture = Bitmap(width: 2, height: 2, color: Color(0xA06040))
    #expect(picture.toned() == picture)
    let grey = picture.toned(saturation: 0)[0, 0]
    #expect(grey.red == grey.green && grey.green == grey.blue)
    #expect(picture.toned(brightness: 1.5)[0, 0].green > 0x60)
    let warm = picture.toned(warmth: 0.5)[0, 0]
    #expect(warm.red > 0xA0 && warm.blue < 0x40)
  }
}
