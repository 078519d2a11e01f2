import GRDB

/// A reader of a row's columns, one after another, in the order of the selection.
///
/// SQLite converts a value of another type, as in a damaged file. The optional functions return
/// `nil` for no value; the others return an empty text, 0 or `false`.
struct ColumnReader {
  private let row: Row
  private var index = 0

  init(_ row: Row) { self.row = row }

  mutating func skip(_ count: Int) { index += count }

  mutating func optionalText() -> String? {
    defer { index += 1 }
    return row[index]
  }

  mutating func optionalInteger() -> Int64? {
    defer { index += 1 }
    return row[index]
  }

  mutating func text() -> String { optionalText() ?? "" }
  mutating func integer() -> Int64 { optionalInteger() ?? 0 }
  mutating func flag() -> Bool { integer() != 0 }
  mutating func optionalInt() -> Int? { optionalInteger().map { Int($0) } }
  mutating func int() -> Int { Int(integer()) }

  mutating func number() -> Double {
    defer { index += 1 }
    return row[index] ?? 0
  }
}

extension Database {
  /// Runs a query and returns the value made from each row of the result.
  ///
  /// - Parameter count: The expected number of rows, if there are thousands.
  func values<Value>(
    _ sql: String,
    _ arguments: StatementArguments = [],
    count: Int = 0,
    _ make: (inout ColumnReader) -> Value
  ) throws -> [Value] {
    let rows = try Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
    var values: [Value] = []
    values.reserveCapacity(count)
    while let row = try rows.next() {
      var reader = ColumnReader(row)
      values.append(make(&reader))
    }
    return values
  }

  /// Runs a statement, and caches its prepared form for later calls.
  func run(_ sql: String, _ arguments: StatementArguments = []) throws {
    try cachedStatement(sql: sql).execute(arguments: arguments)
  }
}
