/// The errors that cells hand on to those around them: Floyd and Steinberg's weights, rows in
/// alternating directions.
struct CellErrors<Value: ErrorValue> {
  /// What reaches the row at hand, with a cell to spare on both sides.
  private var errors: [Value]
  private let columns: Int

  /// The share of an error that is carried on; all of it would leave specks in plain areas.
  private let carried: Float

  /// - Parameter dithering: the share of the error that is carried on, from 0 to 1.
  init(columns: Int, dithering: Float) {
    self.columns = columns
    carried = 0.8 * dithering
    errors = Array(repeating: .zero, count: columns + 2)
  }

  /// Visits the cells of a row, the rows from the top.
  ///
  /// - Parameter body: takes a column and what has come to it, and returns what it leaves.
  mutating func walk(_ row: Int, _ body: (_ column: Int, _ error: Value) -> Value) {
    var below = [Value](repeating: .zero, count: columns + 2)
    let isForward = row.isMultiple(of: 2)
    let step = isForward ? 1 : -1
    for index in 0..<columns {
      let column = isForward ? index : columns - 1 - index
      let error = body(column, errors[column + 1]).scaled(by: carried)
      let place = column + 1
      errors[place + step].add(error.scaled(by: 7 / 16))
      below[place - step].add(error.scaled(by: 3 / 16))
      below[place].add(error.scaled(by: 5 / 16))
      below[place + step].add(error.scaled(by: 1 / 16))
    }
    errors = below
  }
}

/// What can be shared out.
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
