import GRDB
import Model

/// What stands above lists: what topics and collections are called, and photographers.
extension Store {
  /// Photographers kept of an account at most, and collections; the oldest go.
  static let maxListNames = 50

  /// The topics last offered, with the time they were fetched, in seconds since 1970.
  ///
  /// They are in the service's order, and include the feed where that is one of them. Nil where
  /// nothing was kept.
  package func topics(
    of account: String
  ) throws(StorageError) -> (topics: [ListOffer], time: Double)? {
    try readNow { database in
      let rows = try database.values(
        """
        SELECT kind, name, \(ListInfoRow.columns), time FROM list_info
        WHERE account = ? AND kind IN (?, ?) AND place IS NOT NULL ORDER BY place
        """,
        [account, ListID.Kind.topic.rawValue, ListID.Kind.feed.rawValue]
      ) { reader in
        let kind = ListID.Kind(rawValue: reader.text()) ?? .topic
        let list = ListID(kind, name: reader.text())
        return (offer: ListOffer(list, ListInfoRow.read(&reader)), time: reader.number())
      }
      return rows.first.map { (rows.map(\.offer), $0.time) }
    }
  }

  /// Keeps the topics on offer, in place of those that were.
  ///
  /// - Parameter time: seconds since 1970.
  package func keep(
    topics: [ListOffer],
    time: Double,
    of account: String
  ) async throws(StorageError) {
    try await write { database in
      try database.run(
        "DELETE FROM list_info WHERE account = ? AND kind IN (?, ?)",
        [account, ListID.Kind.topic.rawValue, ListID.Kind.feed.rawValue]
      )
      for (place, topic) in topics.enumerated() {
        try database.keep(topic, place: place, time: time, of: account)
      }
    }
  }

  /// What was kept of what a list is called; nil when nothing was.
  package func info(
    of list: ListID,
    account: String
  ) throws(StorageError) -> ListInfo? {
    try readNow { database in
      try database.values(
        """
        SELECT \(ListInfoRow.columns) FROM list_info WHERE account = ? AND kind = ? AND name = ?
        """,
        [account, list.kind.rawValue, list.name ?? ""],
        ListInfoRow.read
      ).first
    }
  }

  /// Keeps what a list is called; a topic stays in its place among the others.
  ///
  /// - Parameter time: seconds since 1970.
  package func keep(
    _ info: ListInfo,
    of list: ListID,
    time: Double,
    account: String
  ) async throws(StorageError) {
    try await write { database in
      try database.keep(ListOffer(list, info), place: nil, time: time, of: account)
      try database.run(
        """
        DELETE FROM list_info WHERE account = ? AND kind = ? AND place IS NULL AND name NOT IN (
          SELECT name FROM list_info WHERE account = ? AND kind = ?
          ORDER BY time DESC, rowid DESC LIMIT ?)
        """,
        [account, list.kind.rawValue, account, list.kind.rawValue, Self.maxListNames]
      )
    }
  }

  /// What was kept of a photographer; nil when nothing was.
  package func person(
    named username: String,
    of account: String
  ) throws(StorageError) -> Person? {
    try readNow { database in
      try database.values(
        """
        SELECT \(PersonRow.columns.joined(separator: ", ")) FROM person
        WHERE account = ? AND username = ?
        """,
        [account, username],
        PersonRow.read
      ).first
    }
  }

  /// Keeps a photographer.
  ///
  /// - Parameter time: seconds since 1970.
  package func keep(
    photographer: Person,
    time: Double,
    of account: String
  ) async throws(StorageError) {
    try await write { database in
      try database.run(
        """
        INSERT OR REPLACE INTO person (account, time, \(PersonRow.columns.joined(separator: ", ")))
        VALUES (?, ?, \(PersonRow.columns.map { _ in "?" }.joined(separator: ", ")))
        """,
        StatementArguments([account, time] + PersonRow.values(of: photographer))
      )
      try database.run(
        """
        DELETE FROM person WHERE account = ? AND username NOT IN (
          SELECT username FROM person WHERE account = ? ORDER BY time DESC, rowid DESC LIMIT ?)
        """,
        [account, account, Self.maxListNames]
      )
    }
  }
}

extension Database {
  fileprivate func keep(
    _ offer: ListOffer,
    place: Int?,
    time: Double,
    of account: String
  ) throws {
    try run(
      """
      INSERT INTO list_info (account, kind, name, place, \(ListInfoRow.columns), time)
      VALUES (?, ?, ?, ?, \(ListInfoRow.names.map { _ in "?" }.joined(separator: ", ")), ?)
      ON CONFLICT (account, kind, name) DO UPDATE SET place = ifnull(excluded.place, place),
        \(ListInfoRow.names.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")),
        time = excluded.time
      """,
      StatementArguments(
        [account, offer.list.kind.rawValue, offer.list.name ?? "", place]
          + ListInfoRow.values(of: offer.info) + [time]
      )
    )
  }
}

/// What a list is called, as columns.
private enum ListInfoRow {
  static let names = [
    "title", "description", "owner", "total", "page_url", "cover_width", "cover_height",
    "cover_color", "cover_hash", "cover_url", "cover_sizes",
  ]
  static let columns = names.joined(separator: ", ")

  static func values(of info: ListInfo) -> [(any DatabaseValueConvertible)?] {
    [info.title, info.description, info.owner, info.total, info.pageURL?.text ?? ""]
      + values(of: info.cover)
  }

  private static func values(of cover: Cover?) -> [(any DatabaseValueConvertible)?] {
    guard let cover else { return Array(repeating: nil, count: 6) }
    return [cover.width, cover.height, cover.color.map { Int64($0) }, cover.blurHash]
      + PictureRow.values(of: cover.picture)
  }

  static func read(_ reader: inout ColumnReader) -> ListInfo {
    ListInfo(
      title: reader.text(),
      description: reader.optionalText(),
      owner: reader.optionalText(),
      total: reader.optionalInt(),
      pageURL: WebPage(reader.text()),
      cover: readCover(&reader)
    )
  }

  private static func readCover(_ reader: inout ColumnReader) -> Cover? {
    let (width, height) = (reader.optionalInt(), reader.optionalInt())
    let color = reader.optionalInteger().flatMap { UInt32(exactly: $0) }
    let hash = reader.optionalText()
    let picture = PictureRow.read(&reader)
    guard let width, let height else { return nil }
    return Cover(picture, width: width, height: height, color: color, blurHash: hash)
  }
}
