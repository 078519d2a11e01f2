import GRDB
import Model

// Single photos, and completions for the shell.
extension Store {
  /// Returns a photo with the data last saved; `nil` if the database doesn't have it.
  package func photo(_ id: Photo.ID) async throws(StorageError) -> Photo? {
    try await photos([id]).first
  }

  /// Returns the photos that the database has, with the data last saved, in the order of `ids`.
  package func photos(_ ids: [Photo.ID]) async throws(StorageError) -> [Photo] {
    try await read { database in try Self.photos(ids, database) }
  }

  static func photos(_ ids: [Photo.ID], _ database: Database) throws -> [Photo] {
    try ids.flatMap { id in
      try database.values(
        "SELECT \(PhotoRow.selection) FROM photo WHERE service = ? AND value = ?",
        [id.service.name, id.value],
        PhotoRow.read
      )
    }
  }

  /// Saves a photo's data, with its details, if the database has the photo.
  package func save(details photo: Photo) async throws(StorageError) {
    try await write { database in
      let isStored = try Bool.fetchOne(
        database,
        sql: "SELECT EXISTS (SELECT 1 FROM photo WHERE service = ? AND value = ?)",
        arguments: [photo.id.service.name, photo.id.value]
      )
      if isStored == true { _ = try PhotoRow.write(photo, to: database) }
    }
  }

  /// Saves the measured colours of photos that the service sent without a colour.
  package func save(colors: [Photo.ID: UInt32]) async throws(StorageError) {
    try await write { database in
      for (id, color) in colors {
        try database.execute(
          sql: "UPDATE photo SET color = ? WHERE service = ? AND value = ? AND color IS NULL",
          arguments: [Int64(color), id.service.name, id.value]
        )
      }
    }
  }

  /// Returns the IDs that begin with `prefix`, of photos in the account's cached lists and in the
  /// gallery.
  ///
  /// Reads on the calling thread.
  package func photoIDs(
    beginningWith prefix: String,
    of account: String,
    service: ServiceID,
    limit: Int
  ) throws(StorageError) -> [String] {
    try texts(
      """
      SELECT DISTINCT value FROM photo
      WHERE service = ? AND substr(value, 1, length(?)) = ? AND (
        EXISTS (SELECT 1 FROM gallery WHERE gallery.photo = photo.id)
        OR EXISTS (
          SELECT 1 FROM kept_photo JOIN kept_list ON kept_list.id = kept_photo.list
          WHERE kept_photo.photo = photo.id AND kept_list.account = ?
        )
      ) ORDER BY value LIMIT ?
      """,
      [service.name, prefix, prefix, account, limit]
    )
  }

  /// Returns the user names of the photographers in the account's cached lists.
  ///
  /// Reads on the calling thread.
  package func usernames(of account: String, limit: Int) throws(StorageError) -> [String] {
    try texts(
      """
      SELECT DISTINCT author_username FROM photo
      JOIN kept_photo ON kept_photo.photo = photo.id
      JOIN kept_list ON kept_list.id = kept_photo.list
      WHERE account = ? ORDER BY author_username LIMIT ?
      """,
      [account, limit]
    )
  }

  /// Returns the names of an account's lists of a kind whose photos or titles are cached.
  ///
  /// Reads on the calling thread.
  package func names(
    of kind: ListID.Kind,
    account: String,
    limit: Int
  ) throws(StorageError) -> [String] {
    try texts(
      """
      SELECT text FROM kept_list WHERE account = ? AND kind = ?
      UNION SELECT name FROM list_info WHERE account = ? AND kind = ? ORDER BY 1 LIMIT ?
      """,
      [account, kind.rawValue, account, kind.rawValue, limit]
    )
  }

  private func texts(
    _ sql: String,
    _ values: StatementArguments
  ) throws(StorageError) -> [String] {
    try readNow { database in try database.values(sql, values) { reader in reader.text() } }
  }
}
