/// The errors that parts of cells hand on to those around them: Floyd and Steinberg's weights, rows
/// of cells in alternating directions.
///
/// The parts of a cell are drawn one after the other before the next cell is: what would go back to
/// a cell that is drawn already is dropped.
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
  ///   - draw: takes a part's number and what it should be, and returns what it leaves.
  @inline(__always)
  func drawParts(
    _ cell: UnsafeMutablePointer<Light>,
    _ draw: (_ part: Int, _ target: Light) -> Light
  ) {
    let step = isForward ? 1 : -1
    let start = isForward ? 0 : Parts.width - 1
    let (ahead, behind, down, across) = (
      carried * (7 / 16), carried * (3 / 16), carried * (5 / 16), carried * (1 / 16)
    )
    // What comes to the parts of a row from the row above stays in registers.
    var (first, second) = (Light.zero, Light.zero)
    var place = cell + start
    for y in 0..<Parts.height {
      let below = place + stride
      let error = draw(y * Parts.width + start, place[0] + first)
      below[-step] += error * behind
      if Parts.width == 1 {
        first = error * down
        place[step] += error * ahead
        below[step] += error * across
      } else {
        let next = draw(y * Parts.width + 1 - start, place[step] + second + error * ahead)
        first = error * down + next * behind
        second = error * across + next * down
        place[2 * step] += next * ahead
        below[2 * step] += next * across
      }
      place = below
    }
    place[0] += first
    if Parts.width > 1 { place[step] += second }
  }
}
