/// The value of a key in a TOML document, with the types that settings need.
struct TOMLValue {
  enum Kind {
    case string(String)
    case integer(Int)
    case boolean(Bool)
    /// A floating-point number, a date or a time.
    case other
    case array([TOMLValue])
    case table(TOMLTable)
    /// The tables of headers with double brackets.
    case tables(TOMLTableList)
  }

  let kind: Kind
  /// The line of the value's key, or of the element in an array; counted from 1.
  let line: Int

  init(_ kind: Kind, line: Int) {
    self.kind = kind
    self.line = line
  }

  var string: String? { if case .string(let text) = kind { text } else { nil } }
  var table: TOMLTable? { if case .table(let table) = kind { table } else { nil } }

  /// The elements of an array, or of headers with double brackets.
  var array: [TOMLValue]? {
    switch kind {
    case .array(let values): values
    case .tables(let list): list.tables.map { TOMLValue(.table($0), line: $0.line) }
    case .string, .integer, .boolean, .other, .table: nil
    }
  }
}

/// The tables of one header with double brackets, in document order.
///
/// A class, so that adding a table doesn't copy the previous ones.
final class TOMLTableList {
  fileprivate(set) var tables: [TOMLTable]

  fileprivate init(_ tables: [TOMLTable]) { self.tables = tables }
}

/// A table of a TOML document.
final class TOMLTable {
  /// The syntax that created a table, which determines what may be added.
  ///
  /// `longerHeader` is for implicit tables: `a`, if the document has only the header `[a.b]`.
  enum Origin { case header, longerHeader, dottedKey, braces }

  private(set) var entries: [String: TOMLValue] = [:]
  private var origin: Origin
  /// The line of the first mention, counted from 1.
  let line: Int

  init(_ origin: Origin, line: Int) {
    self.origin = origin
    self.line = line
  }

  /// Returns the table that a header opens, starting from the root.
  ///
  /// - Parameter isListed: Whether the header has double brackets, so that the table is a new one.
  /// - Returns: `nil` if the keys belong to another value, or were defined before.
  func opened(by keys: [String], isListed: Bool, line: Int) -> TOMLTable? {
    var table = self
    for key in keys.dropLast() {
      switch table.entries[key]?.kind {
      case nil: table = table.added(key, .longerHeader, line: line)
      case .table(let inner)? where inner.origin != .braces: table = inner
      case .tables(let list)?: table = list.tables.last ?? table
      default: return nil
      }
    }
    guard let key = keys.last else { return nil }
    switch table.entries[key]?.kind {
    case nil where !isListed: return table.added(key, .header, line: line)
    case nil:
      let new = TOMLTable(.header, line: line)
      table.entries[key] = TOMLValue(.tables(TOMLTableList([new])), line: line)
      return new
    case .tables(let list)? where isListed:
      let new = TOMLTable(.header, line: line)
      list.tables.append(new)
      return new
    case .table(let inner)? where !isListed && inner.origin == .longerHeader:
      inner.origin = .header
      return inner
    default: return nil
    }
  }

  /// Adds a value.
  ///
  /// - Parameter keys: The path of the value's key, starting from this table.
  /// - Returns: False if the keys are already in use.
  func insert(_ kind: TOMLValue.Kind, at keys: [String], line: Int) -> Bool {
    var table = self
    for key in keys.dropLast() {
      switch table.entries[key]?.kind {
      case nil: table = table.added(key, .dottedKey, line: line)
      case .table(let inner)? where inner.origin == .dottedKey: table = inner
      default: return false
      }
    }
    guard let key = keys.last, table.entries[key] == nil else { return false }
    table.entries[key] = TOMLValue(kind, line: line)
    return true
  }

  private func added(_ key: String, _ origin: Origin, line: Int) -> TOMLTable {
    let new = TOMLTable(origin, line: line)
    entries[key] = TOMLValue(.table(new), line: line)
    return new
  }
}
