/// The errors that cells pass on to their neighbours.
///
/// The weights are those of Floyd and Steinberg; rows alternate in direction.
struct CellErrors<Value: ErrorValue> {
  /// The errors received by the current row, with a spare cell on both sides.
  private var errors: [Value]
  private let columns: Int

  /// The share of an error that is passed on.
  ///
  /// The whole error would leave specks in plain areas.
  private let carried: Float

  /// Creates the errors of a grid.
  ///
  /// - Parameter dithering: the degree of dithering, from 0 to 1.
  init(columns: Int, dithering: Float) {
    self.columns = columns
    carried = 0.8 * dithering
    errors = Array(repeating: .zero, count: columns + 2)
  }

  /// Visits the cells of a row.
  ///
  /// Rows must be visited from top to bottom.
  ///
  /// - Parameter body: draws the cell of a column that has received an error, and returns the
  ///   remaining error.
  mutating func walk(_ row: Int, _ body: (_ column: Int, _ error: Value) -> Value) {
    var below = [Value](repeating: .zero, count: columns + 2)
    let isForward = row.isMultiple(of: 2)
    let step = isForward ? 1 : -1
    for index in 0..<columns {
      let column = isForward ? index : columns - 1 - index
      let error = body(column, errors[column + 1]).scaled(by: carried)
      let index = column + 1
      errors[index + step].add(error.scaled(by: 7 / 16))
      below[index - step].add(error.scaled(by: 3 / 16))
      below[index].add(error.scaled(by: 5 / 16))
      below[index + step].add(error.scaled(by: 1 / 16))
    }
    errors = below
  }
}

/// A value that can be divided among cells.
protocol ErrorValue {
  static var zero: Self { get }
  func scaled(by share: Float) -> Self
  mutating func add(_ other: Self)
}

extension Float: ErrorValue {
  func scaled(by share: Float) -> Float { self * share }
  mutating func add(_ other: Float) { self += other }
}

extension SIMD4<Float>: ErrorValue {
  func scaled(by share: Float) -> SIMD4<Float> { self * share }
  mutating func add(_ other: SIMD4<Float>) { self += other }
}
