import GRDB
import Model

extension Store {
  /// Searches that are remembered for an account; the oldest go.
  static let rememberedSearches = 50

  /// What was searched for, the newest first, each text once.
  package func history(of account: String) async throws(StorageError) -> [String] {
    try await read { database in
      try database.values(
        "SELECT text FROM history WHERE account = ? ORDER BY time DESC, id DESC",
        [account]
      ) { $0.text() }
    }
  }

  /// Puts a search at the top of the history.
  ///
  /// - Parameter time: seconds since 1970.
  package func save(
    search: String,
    at time: Double,
    of account: String
  ) async throws(StorageError) {
    try await write { database in
      try database.run(
        "DELETE FROM history WHERE account = ? AND text = ?",
        [account, search]
      )
      try database.run(
        "INSERT INTO history (account, text, time) VALUES (?, ?, ?)",
        [account, search, time]
      )
      try database.run(
        """
        DELETE FROM history WHERE account = ? AND id NOT IN (
          SELECT id FROM history WHERE account = ? ORDER BY time DESC, id DESC LIMIT ?)
        """,
        [account, account, Self.rememberedSearches]
      )
    }
  }

  /// Takes a search out of the history.
  package func forget(search: String, of account: String) async throws(StorageError) {
    try await write { database in
      try database.run(
        "DELETE FROM history WHERE account = ? AND text = ?",
        [account, search]
      )
    }
  }

  /// The likes the service has not confirmed, the oldest first: the photographs as last seen, and
  /// what their likes are to become.
  package func pendingLikes(
    of account: String
  ) async throws(StorageError) -> [(photo: Photo, isLiked: Bool)] {
    try await read { database in
      try database.values(
        """
        SELECT \(PhotoRow.selection), pending_like.is_liked
        FROM pending_like JOIN photo ON photo.id = pending_like.photo
        WHERE account = ? ORDER BY pending_like.id
        """,
        [account]
      ) { reader in
        (photo: PhotoRow.read(&reader), isLiked: reader.flag())
      }
    }
  }

  /// Notes what a photograph's like is to become; nil: the service knows, or it was given up.
  ///
  /// The photograph is kept as it looks now: what was noted before may have shown another heart.
  package func setPending(
    _ isLiked: Bool?,
    of photo: Photo,
    account: String
  ) async throws(StorageError) {
    try await write { database in
      let number = try PhotoRow.write(photo, to: database)
      if let isLiked {
        try database.run(
          """
          INSERT INTO pending_like (account, photo, is_liked) VALUES (?, ?, ?)
          ON CONFLICT (account, photo) DO UPDATE SET is_liked = excluded.is_liked
          """,
          [account, number, isLiked]
        )
      } else {
        try database.run(
          "DELETE FROM pending_like WHERE account = ? AND photo = ?",
          [account, number]
        )
        try database.run(Schema.dropUnreferredPhotos)
      }
    }
  }

  /// Puts the likes that wait for one account under the name of another.
  package func movePendingLikes(
    from account: String,
    to other: String
  ) async throws(StorageError) {
    try await write { database in
      try database.run(
        "UPDATE OR REPLACE pending_like SET account = ? WHERE account = ?",
        [other, account]
      )
    }
  }

  /// Drops what belongs to an account: pending likes, kept lists with what they
  /// are called, profile and history.
  ///
  /// Downloads and the gallery stay.
  package func forget(account: String) async throws(StorageError) {
    try await write { database in
      for table in ["pending_like", "kept_list", "list_info", "person", "profile", "history"] {
        try database.run("DELETE FROM \(table) WHERE account = ?", [account])
      }
      try database.run(Schema.dropUnreferredPhotos)
    }
  }

  /// Drops the cached lists of every account and what they are called; likes that wait, downloads,
  /// the gallery and the history stay.
  package func forgetLists() async throws(StorageError) {
    try await write { database in
      try database.run("DELETE FROM kept_list WHERE \(Self.isCached)")
      for table in ["list_info", "person"] { try database.run("DELETE FROM \(table)") }
      try database.run(Schema.dropUnreferredPhotos)
    }
  }

  /// What a service would send again.
  private static let isCached = "kind != '\(ListID.Kind.history.rawValue)'"

  /// How many lists are cached.
  package func listCount() async throws(StorageError) -> Int {
    try await read { database in
      try database.values("SELECT count(*) FROM kept_list WHERE \(Self.isCached)") { $0.int() }
        .first ?? 0
    }
  }

  /// A setting of the whole program; nil where it was never set.
  ///
  /// For the start: on the calling thread.
  package func setting(_ name: String) throws(StorageError) -> String? {
    try readNow { database in
      try database.values("SELECT value FROM setting WHERE name = ?", [name]) { $0.text() }.first
    }
  }

  package func set(_ name: String, to value: String) async throws(StorageError) {
    try await write { database in
      try database.run(
        "INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)",
        [name, value]
      )
    }
  }

  /// A photograph's row by service and id.
  static let photoNumber = "(SELECT id FROM photo WHERE service = ? AND value = ?)"
}
