/// The errors that parts of cells hand on to those around them: Floyd and Steinberg's weights, rows of
/// cells in alternating directions.
///
/// The parts of a cell are drawn one after the other before the next cell is: what would go back to a
/// cell that is drawn already is dropped.
struct PartErrors<Parts: PartCount>: ~Copyable {
  typealias Light = SIMD4<Float>

  /// From one row of parts to the next: there is a part to spare on both sides.
  let stride: Int
  private let columns: Int
  private let carried: Float
  /// What has come to the parts of a row of cells, and to the row of parts below.
  private let errors: UnsafeMutablePointer<Light>
  private var isForward = false

  /// - Parameter carried: the share of an error that is handed on.
  init(columns: Int, carried: Float) {
    self.columns = columns
    self.carried = carried
    stride = columns * Parts.width + 2
    errors = .allocate(capacity: stride * (Parts.height + 1))
    errors.initialize(repeating: .zero, count: stride * (Parts.height + 1))
  }

  deinit { errors.deallocate() }

  /// Turns to the next row of cells; before the first as well.
  mutating func beginRow() {
    isForward.toggle()
    errors.update(from: errors + stride * Parts.height, count: stride)
    (errors + stride).update(repeating: .zero, count: stride * Parts.height)
  }

  /// The column of a cell, by its number in the order in which a row is walked.
  func column(_ number: Int) -> Int { isForward ? number : columns - 1 - number }

  /// What has come to the first part of a cell.
  @inline(__always)
  func cell(_ column: Int) -> UnsafeMutablePointer<Light> { errors + column * Parts.width + 1 }

  /// Draws the parts of a cell, and hands on what each of them leaves.
  ///
  /// - Parameters:
  ///   - cell: what each part should be.
  ///   - draw: takes a part's number and what it should be, and returns what it is.
  @inline(__always)
  func drawParts(
    _ cell: UnsafeMutablePointer<Light>,
    _ draw: (_ part: Int, _ target: Light) -> Light
  ) {
    let step = isForward ? 1 : -1
    for y in 0..<Parts.height {
      for number in 0..<Parts.width {
        let x = isForward ? number : Parts.width - 1 - number
        let place = cell + y * stride + x
        let below = place + stride
        let error = (place[0] - draw(y * Parts.width + x, place[0])) * carried
        place[step] += error * (7 / 16)
        below[-step] += error * (3 / 16)
        below[0] += error * (5 / 16)
        below[step] += error * (1 / 16)
      }
    }
  }
}
