import GRDB
import Model

extension Store {
  /// The maximum number of cached lists per kind and account; the oldest are evicted.
  static let cachedLists = 20

  /// Returns the cached copy of a list; `nil` if the list isn't cached.
  ///
  /// Reads on the calling thread, for the launch.
  ///
  /// - Parameter limit: The maximum number of photos, counted from the first. `next` and `total`
  ///   are always those of the whole list.
  package func list(
    _ list: ListID,
    of account: String,
    limit: Int = .max
  ) throws(StorageError) -> CachedList? {
    try readNow { database in
      let found = try database.values(
        "SELECT id, next_page, total, time FROM kept_list WHERE \(Self.isList)",
        StatementArguments(ListKey(list, of: account).values)
      ) { reader in
        (
          id: reader.integer(),
          list: CachedList(
            photos: [],
            next: reader.optionalText().map { PageToken($0) ?? .first },
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

  /// Replaces the cached copy of a list.
  ///
  /// - Parameter updatesTime: Whether to store the list's own time. If false, the time of the
  ///   replaced copy is kept.
  package func save(
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
        INSERT INTO kept_list
          (\(Self.key), next_page, total, time)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        StatementArguments(key + [kept.next?.text, kept.total, time])
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

  /// Puts a photo at the front of a cached list, or removes it.
  ///
  /// Does nothing if the list isn't cached.
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

  /// Removes a photo from every cached list of an account, and from the history.
  package func removeFromLists(_ photo: Photo.ID, of account: String) async throws(StorageError) {
    try await write { database in
      try database.run(
        """
        DELETE FROM kept_photo WHERE photo = \(Self.photoNumber)
          AND list IN (SELECT id FROM kept_list WHERE account = ?)
        """,
        [photo.service.name, photo.value, account]
      )
      try database.run(Schema.dropUnreferredPhotos)
    }
  }

  /// Returns the SQL expression for the position before a list's first photo.
  ///
  /// Positions count down at the front, so that no other row is rewritten.
  private static func front(of list: String) -> String {
    "(SELECT ifnull(min(position), 1) - 1 FROM kept_photo WHERE list = \(list))"
  }

  /// The maximum number of photos in the history; the oldest are evicted.
  static let historyLength = 500

  /// Puts a photo at the front of the history, and removes its earlier entry.
  ///
  /// - Parameter time: The time in seconds since 1970.
  package func noteOpened(
    _ photo: Photo,
    at time: Double,
    of account: String
  ) async throws(StorageError) {
    try await write { database in
      let key = StatementArguments(ListKey(.history, of: account).values)
      try database.run(
        """
        INSERT INTO kept_list (\(Self.key), time) VALUES (?, ?, ?, ?, ?, ?, ?, 0)
        ON CONFLICT DO NOTHING
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

  /// Returns the user's profile as last received, and the time of its receipt in seconds since
  /// 1970.
  ///
  /// Reads on the calling thread, for the launch.
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

  /// Saves the user's profile.
  ///
  /// - Parameter time: The time of the service's response, in seconds since 1970.
  package func save(
    _ person: Person,
    time: Double,
    of account: String
  ) async throws(StorageError) {
    try await write { database in
      try PersonRow.save(person, in: "profile", time: time, of: account, database)
    }
  }

  /// The columns that identify a list in its table.
  private static let key = "account, kind, text, orientation, color, sort, scope"
  private static let isList = "(\(key)) = (?, ?, ?, ?, ?, ?, ?)"

  private struct ListKey {
    let values: [(any DatabaseValueConvertible)?]

    init(_ list: ListID, of account: String) {
      let query = list.query
      values = [
        account, list.kind.rawValue, list.name ?? "", query?.orientation?.rawValue ?? "",
        query?.color?.rawValue ?? "",
        query?.sort == .latest ? SearchQuery.Sort.latest.rawValue : "",
        query?.scope == .all ? SearchQuery.Scope.all.rawValue : "",
      ]
    }
  }
}
