import Testing

@testable import Imaging

@Suite struct PartErrorsTests {
  /// Returns the error passed to the parts of three cells and to the row below.
  ///
  /// The values are 32nds of an error of 1 in a part of the middle cell.
  private func spread<Parts: PartCount>(
    _: Parts.Type,
    from part: Int,
    rows: Int,
    carried: Float
  ) -> [[Int]] {
    var errors = PartErrors<Parts>(columns: 3, carried: carried)
    for _ in 0..<rows { errors.beginRow() }
    let middle = errors.cell(1)
    middle[part / Parts.width * errors.stride + part % Parts.width] = SIMD4(1, 0, 0, 0)
    var drawn: [[Int]] = Array(
      repeating: Array(repeating: 0, count: Parts.width * 3),
      count: Parts.height + 1
    )
    for number in 0..<3 {
      let column = errors.column(number)
      errors.drawParts(errors.cell(column)) { part, target in
        drawn[part / Parts.width][column * Parts.width + part % Parts.width] = Int(target.x * 32)
        // All except the first are drawn exactly, and leave no error.
        return target.x == 1 ? target : .zero
      }
    }
    errors.beginRow()
    for x in 0..<Parts.width * 3 { drawn[Parts.height][x] = Int(errors.cell(0)[x].x * 32) }
    return drawn
  }

  @Test func `an error spreads with Floyd and Steinberg's weights, in both directions`() {
    // Error for a cell that is already drawn is dropped.
    let right = spread(FourParts.self, from: 0, rows: 1, carried: 1)
    #expect(right == [[0, 0, 32, 14, 0, 0], [0, 0, 10, 2, 0, 0], [0, 0, 0, 0, 0, 0]])
    let left = spread(FourParts.self, from: 1, rows: 2, carried: 1)
    #expect(left == [[0, 0, 14, 32, 0, 0], [0, 0, 2, 10, 0, 0], [0, 0, 0, 0, 0, 0]])
  }

  @Test func `an error spreads to the cells ahead and below, multiplied by the carried share`() {
    let right = spread(FourParts.self, from: 3, rows: 1, carried: 0.5)
    #expect(right == [[0, 0, 0, 0, 0, 0], [0, 0, 0, 32, 7, 0], [0, 0, 3, 5, 1, 0]])
    let left = spread(TwoParts.self, from: 1, rows: 2, carried: 1)
    #expect(left == [[0, 0, 0], [14, 32, 0], [2, 10, 6]])
  }
}
