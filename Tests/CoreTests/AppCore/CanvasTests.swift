import Canvas
import Testing

@Suite struct CanvasTests {
  private func row(_ canvas: Canvas, _ y: Int = 0) -> String {
    (0..<canvas.columns).map { x in
      switch canvas[x, y].content {
      case .text(let character): String(character)
      case .continuation: "←"
      case .picture(let placement, let row, let column): "[\(placement):\(row),\(column)]"
      }
    }.joined()
  }

  @Test func `the mean of two colours is the mean of each component, rounded up`() {
    for (a, b) in [(0, 255), (1, 2), (3, 200), (254, 255), (7, 7)] as [(UInt8, UInt8)] {
      let mean = UInt8((Int(a) + Int(b) + 1) / 2)
      let first = Color(red: a, green: b, blue: a)
      let second = Color(red: b, green: a, blue: a)
      #expect(Color.mean(of: first, second) == Color(red: mean, green: mean, blue: a))
    }
  }

  @Test func `text is cut at the limit and at every edge`() {
    var canvas = Canvas(columns: 6, rows: 2)
    #expect(canvas.draw("abcdefgh", at: Point(2, 0)) == 4)
    #expect(row(canvas) == "  abcd")
    #expect(canvas.draw("xyz", at: Point(0, 1), limit: 2) == 2)
    #expect(row(canvas, 1) == "xy    ")
    #expect(canvas.draw("0123456", at: Point(-2, 0)) == 7)
    #expect(row(canvas) == "23456d")
    for point in [Point(0, -1), Point(0, 2)] { #expect(canvas.draw("zz", at: point) == 0) }
    #expect(canvas.draw("zz", at: Point(9, 0)) == 0)
    #expect(canvas.draw("zz", at: Point(0, 0), limit: -1) == 0)
    #expect(row(canvas) == "23456d")
  }

  @Test func `a wide cluster takes two cells or none`() {
    var canvas = Canvas(columns: 5, rows: 1)
    #expect(canvas.draw("a😀b", at: Point(0, 0)) == 4)
    #expect(row(canvas) == "a😀←b ")
    var edge = Canvas(columns: 5, rows: 1)
    #expect(edge.draw("😀😀😀", at: Point(0, 0)) == 4)
    #expect(row(edge) == "😀←😀← ")
    var left = Canvas(columns: 3, rows: 1, filledWith: Cell(.text("x")))
    left.draw("😀b", at: Point(-1, 0))
    #expect(row(left) == " bx")
  }

  @Test func `no half of a wide cluster remains after drawing over it`() {
    var left = Canvas(columns: 4, rows: 1)
    left.draw("😀😀", at: Point(0, 0))
    left.draw("a", at: Point(0, 0))
    #expect(row(left) == "a 😀←")
    var right = Canvas(columns: 4, rows: 1)
    right.draw("😀😀", at: Point(0, 0))
    right.draw("a", at: Point(1, 0))
    #expect(row(right) == " a😀←")
    var across = Canvas(columns: 4, rows: 1)
    across.draw("😀😀", at: Point(0, 0))
    across.draw("😎", at: Point(1, 0))
    #expect(row(across) == " 😎← ")
    var filled = Canvas(columns: 4, rows: 1)
    filled.draw("😀😀", at: Point(0, 0))
    filled.fill(Rect(x: 1, y: 0, width: 2, height: 1), Cell(.text(".")))
    #expect(row(filled) == " .. ")
    var placed = Canvas(columns: 4, rows: 1)
    placed.draw("😀😀", at: Point(0, 0))
    let box = Rect(x: 1, y: 0, width: 2, height: 1)
    placed.place(placement: 7, box: box, visible: box)
    #expect(row(placed) == " [7:0,0][7:0,1] ")
  }

  @Test func `control characters draw nothing`() {
    var canvas = Canvas(columns: 4, rows: 1)
    #expect(canvas.draw("a\u{1B}\u{7}\u{9B}b", at: Point(0, 0)) == 2)
    #expect(row(canvas) == "ab  ")
  }

  @Test func `the cells of a picture are numbered in its box, even if it is clipped`() {
    var canvas = Canvas(columns: 3, rows: 2)
    let box = Rect(x: -1, y: -2, width: 3, height: 4)
    canvas.place(placement: 1, box: box, visible: Rect(x: 0, y: 1, width: 9, height: 9))
    #expect(row(canvas, 0) == "   ")
    #expect(row(canvas, 1) == "[1:3,1][1:3,2] ")
    canvas.draw("x", at: Point(1, 1))
    #expect(row(canvas, 1) == "[1:3,1]x ")
  }

  @Test func `fill stays inside`() {
    var canvas = Canvas(columns: 3, rows: 2)
    canvas.fill(Rect(x: 1, y: 1, width: 99, height: 99), Cell(.text("#")))
    #expect(row(canvas, 0) == "   ")
    #expect(row(canvas, 1) == " ##")
    canvas.fill(Rect(x: 0, y: 0, width: 0, height: 2), Cell(.text("!")))
    canvas[9, 9] = Cell(.text("!"))
    canvas[-1, 0] = Cell(.text("!"))
    #expect(!canvas.cells.contains { $0.content == .text("!") })
    #expect(Canvas(columns: -3, rows: 5).cells.isEmpty)
  }

  @Test func `rectangles intersect, shrink and contain points`() {
    let rect = Rect(x: 2, y: 3, width: 4, height: 5)
    #expect(rect.maxX == 6 && rect.maxY == 8 && rect.size == Size(4, 5))
    #expect(rect.contains(Point(2, 3)) && rect.contains(Point(5, 7)))
    #expect(!rect.contains(Point(6, 3)) && !rect.contains(Point(2, 8)))
    #expect(
      rect.intersection(Rect(x: 0, y: 0, width: 3, height: 4))
        == Rect(x: 2, y: 3, width: 1, height: 1)
    )
    #expect(rect.intersection(Rect(x: 9, y: 9, width: 3, height: 4)).isEmpty)
    #expect(rect.inset(dx: 1, dy: 2) == Rect(x: 3, y: 5, width: 2, height: 1))
    #expect(rect.centered(Size(2, 1)) == Rect(x: 3, y: 5, width: 2, height: 1))
  }
}
