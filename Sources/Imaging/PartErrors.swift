import Canvas

/// The errors that the parts of cells hand on to those around them: Floyd and Steinberg's weights,
/// rows of cells in alternating directions.
///
/// A cell's parts are chosen together, so within it an error only moves on to the parts behind which
/// something is still to come: what would go back to a cell that is drawn already is dropped.
struct PartErrors {
  typealias Light = SIMD3<Float>

  private let parts: Size
  private let columns: Int
  private let carried: Float
  /// From one row of parts to the next: there is a part to spare on both sides.
  private let stride: Int
  /// What has come to the parts of a row of cells, and to the row of parts below.
  private var errors: [Light]
  private var isForward = false

  /// - Parameter carried: the share of an error that leaves its cell.
  init(_ parts: Size, columns: Int, carried: Float) {
    self.parts = parts
    self.columns = columns
    self.carried = carried
    stride = columns * parts.width + 2
    errors = Array(repeating: .zero, count: stride * (parts.height + 1))
  }

  /// Visits the cells of the next row.
  ///
  /// - Parameter body: takes a column and what has come to the parts of its cell, and puts in place
  ///   of that what they leave.
  mutating func walk(_ body: (_ column: Int, _ errors: inout [Light]) -> Void) {
    isForward.toggle()
    var cell = [Light](repeating: .zero, count: parts.width * parts.height)
    for number in 0..<columns {
      let column = isForward ? number : columns - 1 - number
      for part in cell.indices { cell[part] = errors[place(column, part)] }
      body(column, &cell)
      handOn(&cell, column)
    }
    let start = stride * parts.height
    for index in errors.indices {
      errors[index] = index < stride ? errors[start + index] : .zero
    }
  }

  private func place(_ column: Int, _ part: Int) -> Int {
    part / parts.width * stride + column * parts.width + part % parts.width + 1
  }

  private mutating func handOn(_ cell: inout [Light], _ column: Int) {
    let step = isForward ? 1 : -1
    for y in 0..<parts.height {
      for number in 0..<parts.width {
        let x = isForward ? number : parts.width - 1 - number
        let part = y * parts.width + x
        let (error, index) = (cell[part], place(column, part))
        let (hasNext, hasBelow) = (number + 1 < parts.width, y + 1 < parts.height)
        if hasNext {
          cell[part + step] += error * (7 / 16)
        } else {
          errors[index + step] += error * (7 / 16 * carried)
        }
        let below = part + parts.width
        if hasBelow {
          cell[below] += error * (5 / 16)
        } else {
          errors[index + stride] += error * (5 / 16 * carried)
        }
        if hasBelow && hasNext {
          cell[below + step] += error * (1 / 16)
        } else {
          errors[index + stride + step] += error * (1 / 16 * carried)
        }
        if hasBelow {
          if number > 0 { cell[below - step] += error * (3 / 16) }
        } else {
          errors[index + stride - step] += error * (3 / 16 * carried)
        }
      }
    }
  }
}
