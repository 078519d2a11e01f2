import Canvas

/// The errors that the parts of cells hand on to those around them: Floyd and Steinberg's weights,
/// rows of cells in alternating directions.
///
/// A cell's parts are chosen together, so within it an error only moves on to the parts behind which
/// something is still to come: what would go back to a cell that is drawn already is dropped.
struct PartErrors: ~Copyable {
  typealias Light = SIMD4<Float>

  private let parts: Size
  private let columns: Int
  private let carried: Float
  /// From one row of parts to the next: there is a part to spare on both sides.
  private let stride: Int
  /// What has come to the parts of a row of cells, and to the row of parts below.
  private let errors: UnsafeMutablePointer<Light>
  private var isForward = false

  /// - Parameter carried: the share of an error that leaves its cell.
  init(_ parts: Size, columns: Int, carried: Float) {
    self.parts = parts
    self.columns = columns
    self.carried = carried
    stride = columns * parts.width + 2
    errors = .allocate(capacity: stride * (parts.height + 1))
    errors.initialize(repeating: .zero, count: stride * (parts.height + 1))
  }

  deinit { errors.deallocate() }

  /// Turns to the next row of cells; before the first as well.
  mutating func beginRow() {
    isForward.toggle()
    errors.update(from: errors + stride * parts.height, count: stride)
    (errors + stride).update(repeating: .zero, count: stride * parts.height)
  }

  /// The column of a cell, by its number in the order in which a row is walked.
  func column(_ number: Int) -> Int { isForward ? number : columns - 1 - number }

  /// Where errors have come to the first part of a cell, and how far below the next row of parts is.
  @inline(__always)
  func cell(_ column: Int) -> (first: UnsafePointer<Light>, stride: Int) {
    (UnsafePointer(errors + column * parts.width + 1), stride)
  }

  /// Hands on what the parts of a cell leave.
  ///
  /// - Parameter cell: their errors, which are changed.
  @inline(__always)
  func handOn(_ cell: UnsafeMutablePointer<Light>, _ column: Int) {
    let width = parts.width
    let step = isForward ? 1 : -1
    let start = isForward ? 0 : width - 1
    for y in 0..<parts.height {
      let hasBelow = y + 1 < parts.height
      for number in 0..<width {
        let x = start + step * number
        let hasNext = number + 1 < width
        let part = cell + y * width + x
        let place = errors + y * stride + column * width + x + 1
        let error = part[0]
        let leaving = error * carried
        if hasNext {
          part[step] += error * (7 / 16)
        } else {
          place[step] += leaving * (7 / 16)
        }
        if hasBelow {
          part[width] += error * (5 / 16)
          if hasNext {
            part[width + step] += error * (1 / 16)
          } else {
            place[stride + step] += leaving * (1 / 16)
          }
          if number > 0 { part[width - step] += error * (3 / 16) }
        } else {
          place[stride] += leaving * (5 / 16)
          place[stride + step] += leaving * (1 / 16)
          place[stride - step] += leaving * (3 / 16)
        }
      }
    }
  }
}
