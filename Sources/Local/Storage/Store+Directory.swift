import GRDB
import Model

/// Stored titles of topics and collections, and stored photographers.
extension Store {
  /// The maximum number of cached photographers, and of collections, per account; the oldest are
  /// evicted.
  static let maxListNames = 50

  /// Returns the topics last offered, and the time when they were fetched, in seconds since 1970.
  ///
  /// The topics are in the service's order, and include the feed if the service offers it as a
  /// topic. Returns `nil` if no topics are cached.
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

  /// Replaces the cached topics.
  ///
  /// - Parameter time: The time in seconds since 1970.
  package func save(
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
        try database.save(topic, place: place, time: time, of: account)
      }
    }
  }

  /// Returns the cached title and description of a list; `nil` if they aren't cached.
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

  /// Caches the title and description of a list.
  ///
  /// A topic keeps its position among the topics.
  ///
  /// - Parameter time: The time in seconds since 1970.
  package func save(
    _ info: ListInfo,
    of list: ListID,
    time: Double,
    account: String
  ) async throws(StorageError) {
    try await write { database in
      // If the clock was once ahead, older rows would outlast the newest.
      try database.run("UPDATE list_info SET time = ?1 - 1 WHERE time > ?1", [time])
      try database.save(ListOffer(list, info), place: nil, time: time, of: account)
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

  /// Returns a cached photographer; `nil` if the photographer isn't cached.
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

  /// Caches a photographer.
  ///
  /// - Parameter time: The time in seconds since 1970.
  package func save(
    photographer: Person,
    time: Double,
    of account: String
  ) async throws(StorageError) {
    try await write { database in
      try PersonRow.save(photographer, in: "person", time: time, of: account, database)
      try database.run(
        """
        DELETE FROM person WHERE account = ? AND username NOT IN (
          SELECT username FROM person WHERE account = ? ORDER BY rowid DESC LIMIT ?)
        """,
        [account, account, Self.maxListNames]
      )
    }
  }
}

extension Database {
  /// Saves a list's title and description.
  ///
  /// - Parameter place: The index among the topics on offer; `nil` leaves the saved index.
  fileprivate func save(
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

/// A list's title, description and cover, as columns.
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
