/// What a key of a TOML document stands for, as far as settings have it.
struct TOMLValue {
  enum Kind {
    case string(String)
    case integer(Int)
    case boolean(Bool)
    /// A number with a fraction, a date or a time.
    case other
    case array([TOMLValue])
    case table(TOMLTable)
    /// Tables whose headers have double brackets.
    case tables(TOMLTableList)
  }

  let kind: Kind
  /// The line of its key, or its own in an array; from 1.
  let line: Int

  init(_ kind: Kind, line: Int) {
    self.kind = kind
    self.line = line
  }

  var string: String? { if case .string(let text) = kind { text } else { nil } }
  var table: TOMLTable? { if case .table(let table) = kind { table } else { nil } }

  /// The elements of either kind of list.
  var array: [TOMLValue]? {
    switch kind {
    case .array(let values): values
    case .tables(let list): list.tables.map { TOMLValue(.table($0), line: $0.line) }
    case .string, .integer, .boolean, .other, .table: nil
    }
  }
}

/// The tables of one header with double brackets, in the order of the document.
///
/// A class, so that adding a table copies none of those before it.
final class TOMLTableList {
  fileprivate(set) var tables: [TOMLTable]

  fileprivate init(_ tables: [TOMLTable]) { self.tables = tables }
}

/// A table of a TOML document.
final class TOMLTable {
  /// What a table was made by, which decides what may be added to it.
  enum Origin { case header, longerHeader, dottedKey, braces }

  private(set) var entries: [String: TOMLValue] = [:]
  private var origin: Origin
  /// Where it is first named, from 1.
  let line: Int

  init(_ origin: Origin, line: Int) {
    self.origin = origin
    self.line = line
  }

  /// The table that a header stands for, seen from the root.
  ///
  /// - Parameter isListed: whether the header has double brackets, and the table is a new one.
  /// - Returns: nil where the keys stand for something else, or have been defined before.
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

  /// Takes a value in; false where its keys stand for something already.
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
