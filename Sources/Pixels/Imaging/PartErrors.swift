/// Floyd–Steinberg dithering of the parts of cells.
///
/// The error of each part is distributed to its neighbours. Rows of cells alternate in direction.
/// Every part of a cell is drawn before the next cell. Errors for parts that are already drawn are
/// dropped.
struct PartErrors<Parts: PartCount>: ~Copyable {
  /// The distance between two rows of parts in the errors, in parts: their number in a row, and one
  /// more on both sides.
  let stride: Int
  private let columns: Int
  private let carried: Float
  /// The errors for the parts of the current row of cells, and for the row of parts below.
  private let errors: UnsafeMutablePointer<Light>
  private var isForward = false

  /// Creates the errors of a grid.
  ///
  /// - Parameter carried: the share of an error that is passed on.
  init(columns: Int, carried: Float) {
    self.columns = columns
    self.carried = carried
    stride = columns * Parts.width + 2
    errors = .allocate(capacity: stride * (Parts.height + 1))
    errors.initialize(repeating: .zero, count: stride * (Parts.height + 1))
  }

  deinit { errors.deallocate() }

  /// Begins the next row of cells.
  ///
  /// Must be called before the first row as well.
  mutating func beginRow() {
    isForward.toggle()
    errors.update(from: errors + stride * Parts.height, count: stride)
    (errors + stride).update(repeating: .zero, count: stride * Parts.height)
  }

  /// Returns the column of the cell that is visited as number `number` in its row.
  func column(_ number: Int) -> Int { isForward ? number : columns - 1 - number }

  /// Returns the errors for a cell, starting with its first part; rows are `stride` apart.
  @inline(__always)
  func cell(_ column: Int) -> UnsafeMutablePointer<Light> { errors + column * Parts.width + 1 }

  /// Draws the parts of a cell and passes on their errors.
  ///
  /// - Parameters:
  ///   - cell: the result of `cell(_:)`, after the caller has added each part's own value.
  ///   - draw: draws the part with this number and target value, and returns its error.
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
    // Errors passed on from row to row within the cell stay in registers.
    var (first, second) = (Light.zero, Light.zero)
    var pointer = cell + start
    for y in 0..<Parts.height {
      let below = pointer + stride
      let error = draw(y * Parts.width + start, pointer[0] + first)
      below[-step] += error * behind
      if Parts.width == 1 {
        first = error * down
        pointer[step] += error * ahead
        below[step] += error * across
      } else {
        let next = draw(y * Parts.width + 1 - start, pointer[step] + second + error * ahead)
        first = error * down + next * behind
        second = error * across + next * down
        pointer[2 * step] += next * ahead
        below[2 * step] += next * across
      }
      pointer = below
    }
    pointer[0] += first
    if Parts.width > 1 { pointer[step] += second }
  }
}
