import GRDB
import Model

extension Store {
  /// The maximum number of recent searches per account; the oldest are evicted.
  static let rememberedSearches = 50

  /// Returns the recent searches, newest first, each text once.
  package func recentSearches(of account: String) async throws(StorageError) -> [String] {
    try await read { database in
      try database.values(
        "SELECT text FROM history WHERE account = ? ORDER BY id DESC",
        [account]
      ) { $0.text() }
    }
  }

  /// Puts a search at the top of the recent ones.
  ///
  /// - Parameter time: The time in seconds since 1970.
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
          SELECT id FROM history WHERE account = ? ORDER BY id DESC LIMIT ?)
        """,
        [account, account, Self.rememberedSearches]
      )
    }
  }

  /// Removes a search from the recent ones.
  package func remove(search: String, of account: String) async throws(StorageError) {
    try await write { database in
      try database.run(
        "DELETE FROM history WHERE account = ? AND text = ?",
        [account, search]
      )
    }
  }

  /// Returns the likes that the service hasn't confirmed, oldest first: each photo as last seen,
  /// and the like to send.
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

  /// Saves a pending like of a photo, or removes it.
  ///
  /// The photo is saved with its current data, because the saved row may have another like.
  ///
  /// - Parameter isLiked: The like to send; `nil` if the service confirmed the like, or if it is no
  ///   longer sent.
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

  /// Likes or unlikes a photo of a service without accounts.
  ///
  /// - Parameter time: The time in seconds since 1970, which orders the favourites.
  package func setOwnLike(
    of photo: Photo,
    _ isLiked: Bool,
    at time: Double
  ) async throws(StorageError) {
    try await write { database in
      var photo = photo
      photo.isLiked = isLiked
      if !isLiked {
        try database.run(
          "DELETE FROM own_like WHERE photo = \(Self.photoNumber)",
          [photo.id.service.name, photo.id.value]
        )
      }
      let number = try PhotoRow.write(photo, to: database)
      if isLiked {
        try database.run(
          "INSERT OR IGNORE INTO own_like (photo, time) VALUES (?, ?)",
          [number, time]
        )
      }
      try database.run(Schema.dropUnreferredPhotos)
    }
  }

  /// Returns the photos of a service that were liked on this computer, latest first.
  package func ownLikes(of service: ServiceID) async throws(StorageError) -> [Photo] {
    try await read { database in
      try database.values(
        """
        SELECT \(PhotoRow.selection) FROM own_like JOIN photo ON photo.id = own_like.photo
        WHERE photo.service = ? ORDER BY time DESC, own_like.photo DESC
        """,
        [service.name],
        PhotoRow.read
      )
    }
  }

  /// Returns photos as the service sent them, liked if they were liked on this computer.
  package func withOwnLikes(_ photos: [Photo]) async throws(StorageError) -> [Photo] {
    try await read { database in
      try photos.map { photo in
        var photo = photo
        photo.isLiked = try !database.values(
          "SELECT 1 FROM own_like WHERE photo = \(Self.photoNumber)",
          [photo.id.service.name, photo.id.value]
        ) { $0.flag() }.isEmpty
        return photo
      }
    }
  }

  /// Assigns the pending likes of one account to another.
  ///
  /// If both accounts have a pending like of a photo, the assigned one replaces the other.
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

  /// Removes the data of an account: pending likes, cached lists with their titles, photographers,
  /// the profile, the recent searches, the history, and the name of its owner.
  ///
  /// Downloads and the gallery stay.
  package func remove(account: String) async throws(StorageError) {
    try await write { database in
      for table in ["pending_like", "kept_list", "list_info", "person", "profile", "history"] {
        try database.run("DELETE FROM \(table) WHERE account = ?", [account])
      }
      try database.run("DELETE FROM setting WHERE name = ?", [Self.ownerSetting(account)])
      try database.run(Schema.dropUnreferredPhotos)
    }
  }

  /// Returns the name of the setting with the user name of an account's owner.
  package static func ownerSetting(_ account: String) -> String { "owner of \(account)" }

  /// Removes the cached lists of every account, with their titles, and the cached photographers.
  ///
  /// Pending likes, downloads, the gallery, profiles, recent searches, and the history of opened
  /// photos stay.
  package func removeCachedLists() async throws(StorageError) {
    try await write { database in
      try database.run("DELETE FROM kept_list WHERE \(Self.isCached)")
      for table in ["list_info", "person"] { try database.run("DELETE FROM \(table)") }
      try database.run(Schema.dropUnreferredPhotos)
    }
  }

  /// The SQL condition for lists that a service sends again, which excludes the history of opened
  /// photos.
  static let isCached = "kind != '\(ListID.Kind.history.rawValue)'"

  /// Returns the number of cached lists of all accounts, without the history of opened photos.
  package func listCount() async throws(StorageError) -> Int {
    try await read { database in
      try database.values("SELECT count(*) FROM kept_list WHERE \(Self.isCached)") { $0.int() }
        .first ?? 0
    }
  }

  /// Returns a setting of the whole program; `nil` if it was never set.
  ///
  /// Reads on the calling thread, for the launch.
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

  /// The SQL subquery for the row number of a photo, with the arguments service and ID.
  static let photoNumber = "(SELECT id FROM photo WHERE service = ? AND value = ?)"
}
