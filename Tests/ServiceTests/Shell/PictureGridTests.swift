import Canvas
import Testing

@testable import Shell

/// The grid that `imagefeed show` draws into.
@Suite struct PictureGridTests {
  private func box(_ size: String?, in window: Size?, count: Int = 1) -> Size {
    PictureShow.grid(count: count, box: size.flatMap(PictureShow.box), window, 80, 0.5).box
  }

  @Test func `without a size one picture fills the window except for caption and prompt`() {
    #expect(box(nil, in: Size(120, 40)) == Size(120, 37))
    #expect(box(nil, in: Size(9, 1)) == Size(9, 1))
    #expect(box(nil, in: nil) == Size(80, 21))
    #expect(box("30x10", in: Size(120, 40)) == Size(30, 10))
    for text in ["big", "0x1", "1x", "1x2x3", "-1x2"] { #expect(PictureShow.box(text) == nil) }
    #expect(PictureShow.box("99999x99999") == Size(1000, 500))
  }

  @Test func `several pictures share the width of the window`() {
    let grid = PictureShow.grid(count: 9, box: nil, Size(96, 40), 80, 0.5)
    #expect(grid.columns == 3)
    #expect(grid.box.width == 30)
    #expect(PictureShow.grid(count: 2, box: Size(20, 5), Size(80, 24), 80, 0.5).columns == 2)
  }
}
