import Canvas
import Testing

@testable import Imaging

struct FocalPointTests {
  /// Returns a picture from the colour of each pixel.
  private func picture(_ width: Int, _ height: Int, _ color: (Int, Int) -> Color) -> Bitmap {
    let bytes = (0..<width * height).flatMap { index in
      let color = color(index % width, index / width)
      return [color.red, color.green, color.blue]
    }
    return Bitmap(width: width, height: height, bytes: bytes)
  }

  private let sky = Color(red: 120, green: 160, blue: 220)
  private let dark = Color(red: 10, green: 10, blue: 10)
  private let green = Color(red: 60, green: 180, blue: 90)

  @Test(arguments: [20, 110, 200])
  func `a tall picture is cropped around its subject`(top: Int) {
    let bitmap = picture(200, 300) { x, y in
      let isInside = (70..<130).contains(x) && (top..<top + 60).contains(y)
      return !isInside ? sky : (x / 6 + y / 6) % 2 == 0 ? green : dark
    }
    let focus = FocalProfile(of: bitmap).point(width: 1, height: 0.44)
    let window = (focus.y - 0.22) * 300...(focus.y + 0.22) * 300
    #expect(window.contains(Double(top)) && window.contains(Double(top + 60)), "\(focus)")
    #expect(focus.x == 0.5)
  }

  @Test(arguments: [10, 110, 230])
  func `a wide picture is cropped around its subject`(left: Int) {
    let bitmap = picture(300, 100) { x, y in
      let isInside = (left..<left + 50).contains(x) && y > 20
      return !isInside ? sky : (x / 5 + y / 5) % 2 == 0 ? green : dark
    }
    let focus = FocalProfile(of: bitmap).point(width: 0.5, height: 1)
    let window = (focus.x - 0.25) * 300...(focus.x + 0.25) * 300
    #expect(window.contains(Double(left)) && window.contains(Double(left + 50)), "\(focus)")
  }

  @Test func `a narrow subject outweighs the broad base below it`() {
    let stone = Color(red: 170, green: 130, blue: 90)
    let bitmap = picture(200, 300) { x, y in
      if (80..<120).contains(x), (20..<150).contains(y) {
        return (x / 8 + y / 10) % 2 == 0 ? green : dark
      }
      guard y >= 150, (60..<140).contains(x) || y > 250 else { return sky }
      return (x / 12 + y / 12) % 2 == 0 ? stone : Color(red: 150, green: 110, blue: 70)
    }
    let focus = FocalProfile(of: bitmap).point(width: 1, height: 0.44)
    #expect(focus.y - 0.22 < 0.25, "\(focus)")
  }

  @Test
  func `a picture without a subject is cropped to the middle, or slightly above if it is tall`() {
    let plain = Bitmap(width: 100, height: 150, color: sky)
    #expect((0.35...0.45).contains(FocalProfile(of: plain).point(width: 1, height: 0.44).y))
    let wide = Bitmap(width: 300, height: 100, color: dark)
    #expect((0.48...0.52).contains(FocalProfile(of: wide).point(width: 0.5, height: 1).x))
  }

  @Test(arguments: [Size(1, 1), Size(1, 5_000), Size(5_000, 1), Size(2, 3)])
  func `the smallest pictures have a focal point too`(size: Size) {
    let bitmap = Bitmap(width: size.width, height: size.height, color: green)
    for (width, height) in [(1.0, 0.001), (0.001, 1.0), (1, 1)] {
      let focus = FocalProfile(of: bitmap).point(width: width, height: height)
      #expect((0...1).contains(focus.x) && (0...1).contains(focus.y))
    }
  }
}
