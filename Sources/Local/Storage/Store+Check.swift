import GRDB

extension Store {
  /// The database's state, as `imagefeed doctor` reports it.
  package struct Check: Equatable, Sendable {
    /// The version of the schema.
    package var version: String
    /// SQLite's version.
    package var sqliteVersion: String
    package var photos: Int
    /// The number of cached lists.
    package var lists: Int
    package var pendingLikes: Int
    package var downloads: Int
    package var gallery: Int
    /// The number of downloads that haven't been reported to their service yet.
    package var pendingReports: Int
    /// Descriptions of the damage in English; empty if the database is undamaged.
    package var damages: [String]
  }

  /// Checks the database for damage and counts its contents.
  ///
  /// Reads the whole file on the calling thread, which takes tens of milliseconds for thousands of
  /// photos.
  package func check() throws(StorageError) -> Check {
    try readNow { database in
      func count(_ table: String) throws -> Int {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)") ?? 0
      }
      let reports = try String.fetchAll(database, sql: "PRAGMA integrity_check")
      let dangling = try Row.fetchAll(database, sql: "PRAGMA foreign_key_check").count
      return Check(
        version: try Schema.migrator.appliedMigrations(database).last ?? "",
        sqliteVersion: try String.fetchOne(database, sql: "SELECT sqlite_version()") ?? "",
        photos: try count("photo"),
        lists: try count("kept_list WHERE \(Self.isCached)"),
        pendingLikes: try count("pending_like"),
        downloads: try count("download"),
        gallery: try count("gallery"),
        pendingReports: try count("tracking WHERE photo IS NOT NULL"),
        damages: reports.filter { $0 != "ok" }
          + (dangling > 0 ? ["\(dangling) rows without their photo"] : [])
      )
    }
  }
}
