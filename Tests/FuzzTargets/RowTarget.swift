import FoundationEssentials
import GRDB
import Model
import Storage

/// Rows of the database, one value per line, such as `photo.width 3`.
///
/// Other columns have valid values.
///
/// A value is written as in SQL: `3`, `-0.5e9`, `'text'`, `x'0f'` (one digit per byte) or `null`.
/// The tables have neither types nor constraints, like those of a damaged file.
final class RowTarget: FuzzTarget {
  private static let account = "account"
  /// The values that rows need to be found, and one number for all columns that reference another
  /// row.
  private static let usual: [String: DatabaseValue] = [
    "account": account.databaseValue, "kind": "feed".databaseValue, "text": "".databaseValue,
    "orientation": "".databaseValue, "color": "".databaseValue, "service": "unsplash".databaseValue,
    "value": "x".databaseValue, "name": "view.feed".databaseValue,
  ]

  private let folder: String
  private let store: Store
  private let raw: DatabaseQueue
  private let tables: [(name: String, columns: [String])]

  init() throws {
    folder = FileManager.default.temporaryDirectory.path() + "imagefeed-fuzz-" + UUID().uuidString
    let path = folder + "/imagefeed.db"
    try Store.open(path: path, now: 0).store.close()
    var configuration = GRDB.Configuration()
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { database in
      try database.execute(sql: "PRAGMA synchronous = OFF; PRAGMA ignore_check_constraints = ON")
    }
    try Self.loosen(DatabaseQueue(path: path, configuration: configuration))
    raw = try DatabaseQueue(path: path, configuration: configuration)
    tables = try raw.read { database in
      try String.fetchAll(
        database,
        sql: """
          SELECT name FROM sqlite_schema
          WHERE type = 'table' AND name NOT LIKE 'grdb%' AND name NOT LIKE 'sqlite%'
          """
      ).map { name in (name, try database.columns(in: name).map(\.name)) }
    }
    store = try Store.open(path: path, now: 0).store
  }

  deinit {
    try? store.close()
    try? raw.close()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Removes types and constraints from the tables.
  private static func loosen(_ queue: DatabaseQueue) throws {
    try queue.writeWithoutTransaction { database in
      try database.execute(
        sql: """
          PRAGMA writable_schema = ON;
          UPDATE sqlite_schema SET sql = replace(replace(replace(sql,
            ') STRICT, WITHOUT ROWID', ') WITHOUT ROWID'), ') STRICT', ')'), ' NOT NULL', '')
            WHERE type = 'table' AND name NOT LIKE 'grdb%';
          PRAGMA writable_schema = OFF;
          """
      )
    }
    try queue.close()
  }

  func run(_ input: [UInt8]) async throws(Finding) {
    let list: CachedList?
    do {
      try write(Self.values(input))
      try await read()
      list = try store.list(.feed, of: Self.account)
      if let list { try await store.save(list, as: .feed, of: Self.account) }
    } catch let finding as Finding {
      throw finding
    } catch {
      throw Finding("what cannot be used is left out: \(error)")
    }
    guard let list else { return }
    try promise(list.next?.text.utf8.count ?? 0 <= PageToken.maxBytes, "a token is short")
    try Promises.check(list.total, "a total")
    for photo in list.photos { try Promises.check(photo) }
    let again = try? store.list(.feed, of: Self.account)
    try promise(again, equals: list, "what was read can be written")
  }

  /// Inserts one row into each table.
  private func write(_ values: [String: DatabaseValue]) throws {
    try raw.write { database in
      for (table, columns) in tables {
        let row = columns.map { column in
          values["\(table).\(column)"] ?? Self.usual[column] ?? 1.databaseValue
        }
        try database.execute(sql: "DELETE FROM \(table)")
        try database.execute(
          sql: """
            INSERT OR REPLACE INTO \(table) (\(columns.joined(separator: ", ")))
            VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
            """,
          arguments: StatementArguments(row)
        )
      }
    }
  }

  /// Reads everything that the database stores.
  private func read() async throws {
    if let (person, _) = try store.profile(of: Self.account) { try Promises.check(person) }
    _ = try store.setting("view.feed")
    _ = try await store.recentSearches(of: Self.account)
    for (photo, _) in try await store.pendingLikes(of: Self.account) { try Promises.check(photo) }
    for download in try await store.downloads() {
      try Promises.check(download.photo)
      try Promises.check(size: download.expected, "a download")
    }
    for entry in try await store.gallery() {
      try Promises.check(entry.photo)
      try Promises.check(size: entry.size, "a file")
      try promise(try await store.galleryEntry(of: entry.photo.id) != nil, "an entry is found")
    }
    for photo in try await store.pendingReports(of: "unsplash") { try Promises.check(photo) }
  }

  // MARK: The text

  private static func values(_ input: [UInt8]) -> [String: DatabaseValue] {
    var values: [String: DatabaseValue] = [:]
    for line in input.split(separator: UInt8(ascii: "\n")) {
      let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 1)
      guard parts.count == 2 else { continue }
      values[String(decoding: parts[0], as: UTF8.self)] = value(parts[1])
    }
    return values
  }

  private static func value(_ bytes: ArraySlice<UInt8>) -> DatabaseValue {
    let quote = UInt8(ascii: "'")
    if bytes.first == quote { return String(decoding: inner(bytes), as: UTF8.self).databaseValue }
    if bytes.starts(with: [UInt8(ascii: "x"), quote]) {
      let digits = inner(bytes.dropFirst()).map { String(UnicodeScalar($0)) }
      return Data(digits.compactMap { UInt8($0, radix: 16) }).databaseValue
    }
    let text = String(decoding: bytes, as: UTF8.self)
    return Int64(text)?.databaseValue ?? Double(text)?.databaseValue ?? .null
  }

  /// Returns the bytes between two quotes.
  private static func inner(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let rest = bytes.dropFirst()
    return rest.last == UInt8(ascii: "'") ? rest.dropLast() : rest
  }
}
