import GRDB
import Model
import Platform

/// Photographs as files: on their way here, and kept. They belong to the program, not to an
/// account.
extension Store {
  /// The downloads that are not finished, the oldest first.
  package func downloads() async throws(StorageError) -> [Download] {
    try await read(Self.downloads)
  }

  private static func downloads(_ database: Database) throws -> [Download] {
    try database.values(
      """
      SELECT \(PhotoRow.selection), origin, origin_name, destination, intent, place, tag, expected
      FROM download JOIN photo ON photo.id = download.photo
      ORDER BY download.place, download.id
      """
    ) { reader in
      Download(
        photo: PhotoRow.read(&reader),
        origin: OriginRow.read(&reader),
        // The table allows no other words than these.
        destination: Download.Destination(rawValue: reader.text()) ?? .gallery,
        intent: Download.Intent(rawValue: reader.text()) ?? .paused,
        place: reader.int(),
        tag: reader.optionalText(),
        expected: reader.optionalInteger()
      )
    }
  }

  /// Writes down a download, in place of what was known of the same photograph on its way to the
  /// same destination.
  package func save(_ download: Download) async throws(StorageError) {
    try await write { database in
      let photo = try PhotoRow.write(download.photo, to: database)
      try database.run(
        """
        INSERT INTO download
          (photo, origin, origin_name, destination, intent, place, tag, expected)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (photo, destination) DO UPDATE SET origin = excluded.origin,
          origin_name = excluded.origin_name, intent = excluded.intent, place = excluded.place,
          tag = excluded.tag, expected = excluded.expected
        """,
        StatementArguments(
          [photo] + OriginRow.values(of: download.origin) + [
            download.destination.rawValue, download.intent.rawValue, download.place,
            download.tag, download.expected,
          ]
        )
      )
    }
  }

  /// Forgets a download that was given up.
  package func removeDownload(
    of id: Photo.ID,
    to destination: Download.Destination
  ) async throws(StorageError) {
    try await write { database in
      try database.removeDownload(of: id, to: destination)
      try database.run(Schema.dropUnreferredPhotos)
    }
  }

  /// The photographs of the gallery, the newest first.
  package func gallery() async throws(StorageError) -> [GalleryEntry] {
    let (entries, version) = try await read { database in
      (try Self.gallery(database), try Self.version(database))
    }
    galleryVersion.withLock { $0 = version }
    return entries
  }

  /// The same where another program has changed the database since the last reading; else nil.
  package func changedGallery() async throws(StorageError) -> [GalleryEntry]? {
    let known = galleryVersion.withLock { $0 }
    let version = try await read(Self.version)
    return version == known ? nil : try await gallery()
  }

  /// A number that changes with what other connections commit, and not with what this one does
  /// (https://sqlite.org/pragma.html#pragma_data_version).
  private static func version(_ database: Database) throws -> Int64 {
    try Int64.fetchOne(database, sql: "PRAGMA data_version") ?? 0
  }

  /// The gallery's photographs and the unfinished downloads, on the calling thread.
  package func filesNow() throws(StorageError) -> (kept: [GalleryEntry], unfinished: [Download]) {
    try readNow { database in (try Self.gallery(database), try Self.downloads(database)) }
  }

  private static func gallery(_ database: Database) throws -> [GalleryEntry] {
    try database.values(
      """
      SELECT \(PhotoRow.selection), origin, origin_name, origin_title, file_name, size, hash, time
      FROM gallery JOIN photo ON photo.id = gallery.photo
      ORDER BY gallery.time DESC, gallery.photo DESC
      """,
      count: try Int.fetchOne(database, sql: "SELECT count(*) FROM gallery") ?? 0,
      Self.entry
    )
  }

  /// The photographs of the gallery, the newest first, with what one line says of each; nothing
  /// else is read.
  package func galleryInBrief() async throws(StorageError) -> [PhotoBrief] {
    try await read { database in
      try database.values(
        """
        SELECT \(PhotoRow.briefSelection) FROM gallery JOIN photo ON photo.id = gallery.photo
        ORDER BY gallery.time DESC, gallery.photo DESC
        """,
        count: try Int.fetchOne(database, sql: "SELECT count(*) FROM gallery") ?? 0,
        PhotoRow.readBrief
      )
    }
  }

  /// The file name of each photograph in the gallery, and nothing else.
  package func galleryFileNames() async throws(StorageError) -> [Photo.ID: String] {
    let names = try await read { database in
      try database.values(
        """
        SELECT photo.service, photo.value, file_name
        FROM gallery JOIN photo ON photo.id = gallery.photo
        """
      ) { reader in
        (Photo.ID(service: ServiceID(reader.text()), value: reader.text()), reader.text())
      }
    }
    return Dictionary(names) { first, _ in first }
  }

  /// One photograph of the gallery; nil where it is not kept.
  package func galleryEntry(of id: Photo.ID) async throws(StorageError) -> GalleryEntry? {
    try await read { database in
      try database.values(
        """
        SELECT \(PhotoRow.selection), origin, origin_name, origin_title, file_name, size, hash, time
        FROM gallery JOIN photo ON photo.id = gallery.photo
        WHERE photo.service = ? AND photo.value = ?
        """,
        [id.service.name, id.value],
        Self.entry
      ).first
    }
  }

  private static func entry(_ reader: inout ColumnReader) -> GalleryEntry {
    GalleryEntry(
      photo: PhotoRow.read(&reader),
      origin: OriginRow.read(&reader),
      originTitle: reader.optionalText(),
      fileName: reader.text(),
      size: reader.integer(),
      hash: reader.text(),
      time: reader.number()
    )
  }

  /// Puts a downloaded photograph into the gallery, in one step with the end of its download.
  ///
  /// - Parameter owesTracking: whether the service wants a report; it is owed one only once for
  ///   each photograph, however often that is kept.
  package func keep(_ entry: GalleryEntry, owesTracking: Bool) async throws(StorageError) {
    try await write { database in
      let photo = try PhotoRow.write(entry.photo, to: database)
      try database.run(
        """
        INSERT OR REPLACE INTO gallery
          (photo, origin, origin_name, origin_title, file_name, size, hash, time)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
        StatementArguments(
          [photo] + OriginRow.values(of: entry.origin) + [
            entry.originTitle, entry.fileName, entry.size, entry.hash, entry.time,
          ]
        )
      )
      try database.removeDownload(of: entry.photo.id, to: .gallery)
      if owesTracking { try database.oweTracking(of: entry.photo.id, photo: photo) }
    }
  }

  /// Notes that a photograph was saved to the person's pictures folder, in one step with the end of
  /// its download.
  ///
  /// - Parameter owesTracking: as for the gallery.
  package func keepInPictures(
    _ photo: Photo,
    owesTracking: Bool
  ) async throws(StorageError) {
    try await write { database in
      let number = try PhotoRow.write(photo, to: database)
      try database.run(
        "INSERT OR IGNORE INTO saved (service, value) VALUES (?, ?)",
        [photo.id.service.name, photo.id.value]
      )
      try database.removeDownload(of: photo.id, to: .pictures)
      if owesTracking { try database.oweTracking(of: photo.id, photo: number) }
      try database.run(Schema.dropUnreferredPhotos)
    }
  }

  /// Notes that the service wants to know of a photograph that went into a folder nobody keeps a
  /// list of.
  package func oweTracking(of photo: Photo) async throws(StorageError) {
    try await write { database in
      let number = try PhotoRow.write(photo, to: database)
      try database.oweTracking(of: photo.id, photo: number)
      try database.run(Schema.dropUnreferredPhotos)
    }
  }

  /// Takes photographs out of the gallery; their files are the caller's.
  package func removeFromGallery(_ ids: [Photo.ID]) async throws(StorageError) {
    try await write { database in
      for id in ids {
        try database.run(
          "DELETE FROM gallery WHERE photo = \(Self.photoNumber)",
          [id.service.name, id.value]
        )
      }
      try database.run(Schema.dropUnreferredPhotos)
    }
  }

  /// Where photographs are kept: in the gallery, or once saved to the pictures folder.
  package func downloadedPhotos() async throws(StorageError) -> [Photo.ID: Set<
    Download.Destination
  >] {
    try await read { database in
      let kept = try database.values(
        """
        SELECT service, value, 1 FROM gallery JOIN photo ON photo.id = gallery.photo
        UNION ALL SELECT service, value, 0 FROM saved
        """
      ) { reader in
        (
          id: Photo.ID(service: ServiceID(reader.text()), value: reader.text()),
          place: reader.flag() ? Download.Destination.gallery : .pictures
        )
      }
      return kept.reduce(into: [:]) { $0[$1.id, default: []].insert($1.place) }
    }
  }

  /// The photographs whose download is still to be reported to a service, the oldest first.
  package func owedTrackings(of service: ServiceID) async throws(StorageError) -> [Photo] {
    try await read { database in
      try database.values(
        """
        SELECT \(PhotoRow.selection) FROM tracking JOIN photo ON photo.id = tracking.photo
        WHERE tracking.service = ? ORDER BY tracking.id
        """,
        [service.name],
        PhotoRow.read
      )
    }
  }

  /// Whether a download was reported to its service, and never has to be again.
  package func isTracked(_ id: Photo.ID) async throws(StorageError) -> Bool {
    try await read { database in
      try !database.values(
        "SELECT id FROM tracking WHERE service = ? AND value = ? AND photo IS NULL",
        [id.service.name, id.value]
      ) { $0.integer() }.isEmpty
    }
  }

  /// Notes that a download was reported to its service, and never has to be again.
  package func tracked(_ id: Photo.ID) async throws(StorageError) {
    try await write { database in
      try database.run(
        """
        INSERT INTO tracking (service, value, photo) VALUES (?, ?, NULL)
        ON CONFLICT (service, value) DO UPDATE SET photo = NULL
        """,
        [id.service.name, id.value]
      )
      try database.run(Schema.dropUnreferredPhotos)
    }
  }
}

extension Database {
  fileprivate func removeDownload(
    of id: Photo.ID,
    to destination: Download.Destination
  ) throws {
    try run(
      "DELETE FROM download WHERE photo = \(Store.photoNumber) AND destination = ?",
      [id.service.name, id.value, destination.rawValue]
    )
  }

  fileprivate func oweTracking(of id: Photo.ID, photo: Int64) throws {
    try run(
      "INSERT OR IGNORE INTO tracking (service, value, photo) VALUES (?, ?, ?)",
      [id.service.name, id.value, photo]
    )
  }
}
