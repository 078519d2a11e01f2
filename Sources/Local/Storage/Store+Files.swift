import GRDB
import Model
import Platform

/// Unfinished and finished downloads.
///
/// Downloads belong to the program, not to an account.
extension Store {
  /// Returns the unfinished downloads, oldest first.
  package func downloads() async throws(StorageError) -> [Download] {
    try await read(Self.downloads)
  }

  /// Returns the unfinished download of a photo to a destination; `nil` if there is none.
  package func download(
    of id: Photo.ID,
    to destination: Download.Destination
  ) async throws(StorageError) -> Download? {
    try await read { database in
      try database.values(
        "\(Self.downloadRows) WHERE download.photo = \(Self.photoNumber) AND destination = ?",
        [id.service.name, id.value, destination.rawValue],
        Self.download
      ).first
    }
  }

  private static let downloadRows = """
    SELECT \(PhotoRow.selection), origin, origin_name, destination, intent, place, tag, expected
    FROM download JOIN photo ON photo.id = download.photo
    """

  private static func downloads(_ database: Database) throws -> [Download] {
    try database.values("\(downloadRows) ORDER BY download.place, download.id", [], download)
  }

  private static func download(_ reader: inout ColumnReader) -> Download {
    Download(
      photo: PhotoRow.read(&reader),
      origin: OriginRow.read(&reader),
      // The table's check allows only these values.
      destination: Download.Destination(rawValue: reader.text()) ?? .gallery,
      intent: Download.Intent(rawValue: reader.text()) ?? .paused,
      position: reader.int(),
      tag: reader.optionalText(),
      expected: reader.optionalInteger()
    )
  }

  /// Saves a download.
  ///
  /// Replaces an earlier one of the photo to this destination.
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
            download.destination.rawValue, download.intent.rawValue, download.position,
            download.tag, download.expected,
          ]
        )
      )
    }
  }

  /// Returns the gallery and the unfinished downloads.
  ///
  /// Reads on the calling thread.
  package func filesNow() throws(StorageError) -> (kept: [GalleryEntry], unfinished: [Download]) {
    try readNow { database in (try Self.gallery(database), try Self.downloads(database)) }
  }

  /// Returns the photos of the gallery whose IDs are equal to this one without regard to case, with
  /// the names of their files, and such photos that are being downloaded, the oldest first.
  package func namesakes(
    of id: Photo.ID
  ) async throws(StorageError) -> (kept: [(Photo.ID, String)], unfinished: [Photo.ID]) {
    let same = "service = ? AND value = ? COLLATE NOCASE"
    return try await read { database in
      let kept = try database.values(
        "SELECT service, value, file_name FROM gallery, photo WHERE photo = photo.id AND \(same)",
        [id.service.name, id.value]
      ) { (PhotoRow.readID(&$0), $0.text()) }
      let unfinished = try database.values(
        """
        SELECT service, value FROM download JOIN photo ON photo.id = download.photo
        WHERE destination = 'gallery' AND \(same) ORDER BY download.id
        """,
        [id.service.name, id.value]
      ) { PhotoRow.readID(&$0) }
      return (kept, unfinished)
    }
  }

  /// Removes a cancelled download.
  package func removeDownload(
    of id: Photo.ID,
    to destination: Download.Destination
  ) async throws(StorageError) {
    try await write { database in
      try database.removeDownload(of: id, to: destination)
      try database.run(Schema.dropUnreferredPhotos)
    }
  }

  /// Saves a downloaded photo in the gallery and removes its download, in one transaction.
  ///
  /// The gallery is ordered by time. If the computer's clock was once ahead, a new photo's time is
  /// moved after those of the photos that are there.
  ///
  /// - Parameter needsReport: Whether the service requires a report. A photo has at most one
  ///   pending report.
  package func save(_ entry: GalleryEntry, needsReport: Bool) async throws(StorageError) {
    try await write { database in
      let photo = try PhotoRow.write(entry.photo, to: database)
      try database.run(
        """
        INSERT OR REPLACE INTO gallery
          (photo, origin, origin_name, origin_title, file_name, size, hash, time)
        VALUES (?, ?, ?, ?, ?, ?, ?, ifnull((SELECT time FROM gallery WHERE photo = ?),
          max(?, ifnull((SELECT max(time) + 0.001 FROM gallery), 0))))
        """,
        StatementArguments(
          [photo] + OriginRow.values(of: entry.origin) + [
            entry.originTitle, entry.fileName, entry.size, entry.hash, photo, entry.time,
          ]
        )
      )
      try database.removeDownload(of: entry.photo.id, to: .gallery)
      if needsReport { try database.addPendingReport(of: entry.photo.id, photo: photo) }
    }
  }

  /// Removes the download of a photo that is in the pictures folder now, and saves its report.
  ///
  /// Both are one transaction.
  ///
  /// - Parameter needsReport: Whether the service requires a report.
  package func removeSaved(_ photo: Photo, needsReport: Bool) async throws(StorageError) {
    try await write { database in
      try database.removeDownload(of: photo.id, to: .pictures)
      if needsReport {
        let number = try PhotoRow.write(photo, to: database)
        try database.addPendingReport(of: photo.id, photo: number)
      }
      try database.run(Schema.dropUnreferredPhotos)
    }
  }

  /// Saves a pending report of a photo that was downloaded into a folder without a list.
  package func addPendingReport(of photo: Photo) async throws(StorageError) {
    try await write { database in
      let number = try PhotoRow.write(photo, to: database)
      try database.addPendingReport(of: photo.id, photo: number)
      try database.run(Schema.dropUnreferredPhotos)
    }
  }

  /// Returns the photos with a pending report to a service, the oldest first.
  package func pendingReports(of service: ServiceID) async throws(StorageError) -> [Photo] {
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

  /// Removes the pending report of a photo, which the service has confirmed.
  ///
  /// Earlier versions kept a row without a photo for each confirmed report; these go too.
  package func tracked(_ id: Photo.ID) async throws(StorageError) {
    try await write { database in
      try database.run(
        "DELETE FROM tracking WHERE service = ? AND value = ? OR photo IS NULL",
        [id.service.name, id.value]
      )
      // The check of all photos takes some milliseconds with a large gallery, and most reports were
      // never pending.
      if database.changesCount > 0 { try database.run(Schema.dropUnreferredPhotos) }
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

  fileprivate func addPendingReport(of id: Photo.ID, photo: Int64) throws {
    try run(
      "INSERT OR IGNORE INTO tracking (service, value, photo) VALUES (?, ?, ?)",
      [id.service.name, id.value, photo]
    )
  }
}
