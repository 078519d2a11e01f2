import GRDB
import Model

extension Store {
  /// Lists of a kind that are kept of an account at most; the oldest go.
  static let cachedLists = 20

  /// What was kept of a list; nil when nothing was.
  ///
  /// For the start: on the calling thread.
  ///
  /// - Parameter limit: photographs at most, from the first one on. `next` and `total` are always
  ///   those of the whole list.
  package func list(
    _ list: ListID,
    of account: String,
    limit: Int = .max
  ) throws(StorageError) -> CachedList? {
    try readNow { database in
      let found = try database.values(
        "SELECT id, next, total, time FROM kept_list WHERE \(Self.isList)",
        StatementArguments(ListKey(list, of: account).values)
      ) { reader in
        (
          id: reader.integer(),
          list: CachedList(
            photos: [],
            next: reader.optionalInt(),
            total: reader.optionalInt(),
            time: reader.number()
          )
        )
      }.first
      guard var found else { return nil }
      found.list.photos = try database.values(
        """
        SELECT \(PhotoRow.selection) FROM kept_photo JOIN photo ON photo.id = kept_photo.photo
        WHERE list = ? AND position < ? ORDER BY position
        """,
        [found.id, limit],
        PhotoRow.read
      )
      return found.list
    }
  }

  /// Keeps a list in place of what was kept of it.
  ///
  /// - Parameter updatesTime: whether it is as new as its time says; else that of what it takes the
  ///   place of stays, if there is any.
  package func keep(
    _ kept: CachedList,
    as list: ListID,
    of account: String,
    updatesTime: Bool = true
  ) async throws(StorageError) {
    try await write { database in
      let key = ListKey(list, of: account).values
      let old = try database.values(
        "SELECT time FROM kept_list WHERE \(Self.isList)",
        StatementArguments(key)
      ) { $0.number() }
      let time = updatesTime ? kept.time : old.first ?? kept.time
      try database.run("DELETE FROM kept_list WHERE \(Self.isList)", StatementArguments(key))
      try database.run(
        """
        INSERT INTO kept_list (account, kind, text, orientation, color, sort, next, total, time)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        StatementArguments(key + [kept.next, kept.total, time])
      )
      let id = database.lastInsertedRowID
      for (position, photo) in kept.photos.enumerated() {
        try database.run(
          "INSERT INTO kept_photo (list, position, photo) VALUES (?, ?, ?)",
          [id, position, try PhotoRow.write(photo, to: database)]
        )
      }
      try database.run(
        """
        DELETE FROM kept_list WHERE account = ? AND kind = ? AND id NOT IN (
          SELECT id FROM kept_list WHERE account = ? AND kind = ? ORDER BY id DESC LIMIT ?)
        """,
        [account, list.kind.rawValue, account, list.kind.rawValue, Self.cachedLists]
      )
      try database.run(Schema.dropUnreferredPhotos)
    }
  }

  /// Puts a photograph at the front of a cached list, or removes it.
  ///
  /// Does nothing for a list that is not cached.
  package func setMember(
    _ photo: Photo,
    of list: ListID,
    account: String,
    _ isIn: Bool
  ) async throws(StorageError) {
    try await write { database in
      let key = StatementArguments(ListKey(list, of: account).values)
      let found = try database.values("SELECT id FROM kept_list WHERE \(Self.isList)", key) {
        $0.integer()
      }
      guard let id = found.first else { return }
      let number = try PhotoRow.write(photo, to: database)
      let held = try database.values(
        "SELECT position FROM kept_photo WHERE list = ? AND photo = ?",
        [id, number]
      ) { $0.integer() }
      guard held.isEmpty == isIn else { return }
      try database.run(
        isIn
          ? "INSERT INTO kept_photo (list, position, photo) "
            + "VALUES (?1, \(Self.front(of: "?1")), ?2)"
          : "DELETE FROM kept_photo WHERE list = ?1 AND photo = ?2",
        [id, number]
      )
      try database.run(
        "UPDATE kept_list SET total = max(0, total + ?) WHERE id = ?",
        [isIn ? 1 : -1, id]
      )
      try database.run(Schema.dropUnreferredPhotos)
    }
  }

  /// The position in front of a list's first photograph: positions count down there, so that
  /// nothing else has to be rewritten.
  private static func front(of list: String) -> String {
    "(SELECT ifnull(min(position), 1) - 1 FROM kept_photo WHERE list = \(list))"
  }

  /// Photographs that the history holds; the oldest go.
  static let historyLength = 500

  /// Puts a photograph at the front of the history, where it stands once.
  ///
  /// - Parameter time: seconds since 1970.
  package func noteOpened(
    _ photo: Photo,
    at time: Double,
    of account: String
  ) async throws(StorageError) {
    try await write { database in
      let key = StatementArguments(ListKey(.history, of: account).values)
      try database.run(
        """
        INSERT INTO kept_list (account, kind, text, orientation, color, sort, time)
        VALUES (?, ?, ?, ?, ?, ?, 0) ON CONFLICT DO NOTHING
        """,
        key
      )
      try database.run("UPDATE kept_list SET time = ? WHERE \(Self.isList)", [time] + key)
      let list = "(SELECT id FROM kept_list WHERE \(Self.isList))"
      let number = try PhotoRow.write(photo, to: database)
      try database.run("DELETE FROM kept_photo WHERE list = \(list) AND photo = ?", key + [number])
      try database.run(
        """
        INSERT INTO kept_photo (list, position, photo)
        SELECT id, \(Self.front(of: "kept_list.id")), ? FROM kept_list WHERE \(Self.isList)
        """,
        [number] + key
      )
      try database.run(
        """
        DELETE FROM kept_photo WHERE list = \(list) AND position NOT IN (
          SELECT position FROM kept_photo WHERE list = \(list) ORDER BY position LIMIT ?)
        """,
        key + key + [Self.historyLength]
      )
      try database.run(Schema.dropUnreferredPhotos)
    }
  }

  package func clearHistory(of account: String) async throws(StorageError) {
    try await write { database in
      let key = StatementArguments(ListKey(.history, of: account).values)
      try database.run("DELETE FROM kept_list WHERE \(Self.isList)", key)
      try database.run(Schema.dropUnreferredPhotos)
    }
  }

  /// The person who was signed in, as the service sent them last, and when, in seconds since 1970.
  ///
  /// For the start: on the calling thread.
  package func profile(
    of account: String
  ) throws(StorageError) -> (person: Person, time: Double)? {
    try readNow { database in
      try database.values(
        "SELECT \(PersonRow.columns.joined(separator: ", ")), time FROM profile WHERE account = ?",
        [account]
      ) { reader in
        (person: PersonRow.read(&reader), time: reader.number())
      }.first
    }
  }

  /// Keeps the person who is signed in.
  ///
  /// - Parameter time: when the service answered, in seconds since 1970.
  package func keep(
    _ person: Person,
    time: Double,
    of account: String
  ) async throws(StorageError) {
    try await write { database in
      try database.run(
        """
        INSERT OR REPLACE INTO profile (account, time, \(PersonRow.columns.joined(separator: ", ")))
        VALUES (?, ?, \(PersonRow.columns.map { _ in "?" }.joined(separator: ", ")))
        """,
        StatementArguments([account, time] + PersonRow.values(of: person))
      )
    }
  }

  private static let isList =
    "account = ? AND kind = ? AND text = ? AND orientation = ? AND color = ? AND sort = ?"

  /// What names a list in its table.
  private struct ListKey {
    let values: [(any DatabaseValueConvertible)?]

    init(_ list: ListID, of account: String) {
      let query = list.query
      values = [
        account, list.kind.rawValue, list.name ?? "", query?.orientation?.rawValue ?? "",
        query?.color?.rawValue ?? "",
        query?.sort == .latest ? SearchQuery.Sort.latest.rawValue : "",
      ]
    }
  }
}
