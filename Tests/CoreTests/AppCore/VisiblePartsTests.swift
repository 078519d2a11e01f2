import Testing

@testable import Canvas

@Suite struct VisiblePartsTests {
  private func part(_ placement: Int, _ rect: Rect, inBox: Rect) -> Canvas.VisiblePart {
    Canvas.VisiblePart(placement: placement, rect: rect, inBox: inBox)
  }

  private func canvas(_ boxes: Rect..., visible: Rect? = nil) -> Canvas {
    var canvas = Canvas(columns: 20, rows: 10)
    for (index, box) in boxes.enumerated() {
      canvas.place(placement: index, box: box, visible: visible ?? canvas.bounds)
    }
    return canvas
  }

  @Test func `an uncovered picture is one part`() {
    let box = Rect(x: 3, y: 2, width: 8, height: 5)
    #expect(
      canvas(box).visibleParts == [
        part(0, box, inBox: Rect(x: 0, y: 0, width: 8, height: 5))
      ]
    )
    #expect(Canvas(columns: 20, rows: 10).visibleParts.isEmpty)
  }

  @Test func `a box in the middle leaves four parts`() {
    var canvas = canvas(Rect(x: 2, y: 1, width: 10, height: 8))
    canvas.fill(Rect(x: 5, y: 3, width: 4, height: 3), .blank)
    #expect(
      canvas.visibleParts == [
        part(
          0,
          Rect(x: 2, y: 1, width: 10, height: 2),
          inBox: Rect(x: 0, y: 0, width: 10, height: 2)
        ),
        part(
          0,
          Rect(x: 2, y: 3, width: 3, height: 3),
          inBox: Rect(x: 0, y: 2, width: 3, height: 3)
        ),
        part(
          0,
          Rect(x: 9, y: 3, width: 3, height: 3),
          inBox: Rect(x: 7, y: 2, width: 3, height: 3)
        ),
        part(
          0,
          Rect(x: 2, y: 6, width: 10, height: 3),
          inBox: Rect(x: 0, y: 5, width: 10, height: 3)
        ),
      ]
    )
  }

  @Test func `clipped cells count in the box but belong to no part`() {
    let clipped = canvas(
      Rect(x: -2, y: -3, width: 8, height: 9),
      visible: Rect(x: 1, y: 1, width: 4, height: 3)
    )
    #expect(
      clipped.visibleParts == [
        part(0, Rect(x: 1, y: 1, width: 4, height: 3), inBox: Rect(x: 3, y: 4, width: 4, height: 3))
      ]
    )
  }

  @Test func `adjacent pictures are separate parts`() {
    let left = Rect(x: 0, y: 0, width: 6, height: 4)
    let right = Rect(x: 6, y: 0, width: 6, height: 4)
    let below = Rect(x: 0, y: 4, width: 6, height: 4)
    let whole = Rect(x: 0, y: 0, width: 6, height: 4)
    #expect(
      canvas(left, right, below).visibleParts == [
        part(0, left, inBox: whole), part(1, right, inBox: whole), part(2, below, inBox: whole),
      ]
    )
  }

  @Test func `the same picture twice is two parts`() {
    var canvas = Canvas(columns: 20, rows: 10)
    let box = Rect(x: 0, y: 0, width: 5, height: 3)
    canvas.place(placement: 4, box: box, visible: canvas.bounds)
    let moved = Rect(x: 5, y: 0, width: 5, height: 3)
    canvas.place(placement: 4, box: moved, visible: canvas.bounds)
    #expect(
      canvas.visibleParts == [part(4, box, inBox: box), part(4, moved, inBox: box)]
    )
  }

  @Test func `text over a picture splits its row into a left and a right part`() {
    var canvas = canvas(Rect(x: 0, y: 0, width: 12, height: 3))
    canvas.draw("abc", at: Point(4, 1))
    #expect(
      canvas.visibleParts.map(\.rect) == [
        Rect(x: 0, y: 0, width: 12, height: 1), Rect(x: 0, y: 1, width: 4, height: 1),
        Rect(x: 7, y: 1, width: 5, height: 1), Rect(x: 0, y: 2, width: 12, height: 1),
      ]
    )
  }

  @Test func `the parts are exactly the picture's cells, each once`() {
    var dice = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      var canvas = Canvas(columns: 20, rows: 10)
      for index in 0..<3 {
        let box = Rect(
          x: .random(in: -4..<18, using: &dice),
          y: .random(in: -4..<9, using: &dice),
          width: .random(in: 1..<15, using: &dice),
          height: .random(in: 1..<9, using: &dice)
        )
        canvas.place(placement: index, box: box, visible: canvas.bounds)
      }
      canvas.fill(Rect(x: .random(in: 0..<15, using: &dice), y: 3, width: 4, height: 3), .blank)
      var covered: [Point: Cell.Content] = [:]
      for part in canvas.visibleParts {
        #expect(part.rect.size == part.inBox.size)
        for y in 0..<part.rect.height {
          for x in 0..<part.rect.width {
            let point = Point(part.rect.x + x, part.rect.y + y)
            #expect(covered[point] == nil)
            covered[point] = .picture(
              placement: UInt16(part.placement),
              row: UInt16(part.inBox.y + y),
              column: UInt16(part.inBox.x + x)
            )
          }
        }
      }
      for y in 0..<canvas.rows {
        for x in 0..<canvas.columns {
          let content = canvas[x, y].content
          if case .picture = content {
            #expect(covered[Point(x, y)] == content)
          } else {
            #expect(covered[Point(x, y)] == nil)
          }
        }
      }
    }
  }
}
