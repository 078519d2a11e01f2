import GRDB
import Model
import Platform

/// The photos of the gallery and their files. They belong to the program, not to an account.
extension Store {
  /// Reads the gallery with all its photos, the newest first.
  package func gallery() async throws(StorageError) -> [GalleryEntry] {
    try await read(Self.gallery)
  }

  static func gallery(_ database: Database) throws -> [GalleryEntry] {
    try database.values(
      "\(entries) \(newestFirst)",
      count: try count(database),
      entry
    )
  }

  /// Reads the gallery without its photos, the newest first.
  package func galleryStubs() async throws(StorageError) -> [GalleryStub] {
    try await read(Self.stubs)
  }

  /// Reads the gallery, and the photos that `first` chooses.
  package func galleryContents(
    first: @escaping @Sendable ([GalleryStub]) -> [Photo.ID]
  ) async throws(StorageError) -> GalleryContents {
    let (contents, version) = try await read { database in
      let stubs = try Self.stubs(database)
      let photos = try Self.photos(first(stubs), database)
      return (GalleryContents(stubs, photos: photos), try Self.version(database))
    }
    galleryVersion.withLock { $0 = version }
    return contents
  }

  /// Reads the gallery if another program has changed the database since the last reading.
  ///
  /// - Returns: `nil` if nothing has changed.
  package func changedGalleryContents(
    first: @escaping @Sendable ([GalleryStub]) -> [Photo.ID]
  ) async throws(StorageError) -> GalleryContents? {
    let known = galleryVersion.withLock { $0 }
    let version = try await read(Self.version)
    return version == known ? nil : try await galleryContents(first: first)
  }

  /// Returns a number that changes with the commits of other connections, not with those of this
  /// one (https://sqlite.org/pragma.html#pragma_data_version).
  private static func version(_ database: Database) throws -> Int64 {
    try Int64.fetchOne(database, sql: "PRAGMA data_version") ?? 0
  }

  private static func count(_ database: Database) throws -> Int {
    try Int.fetchOne(database, sql: "SELECT count(*) FROM gallery") ?? 0
  }

  private static let newestFirst = "ORDER BY gallery.time DESC, gallery.photo DESC"

  private static let entries = """
    SELECT \(PhotoRow.selection), origin, origin_name, origin_title, file_name, size, hash, time
    FROM gallery JOIN photo ON photo.id = gallery.photo
    """

  private static func stubs(_ database: Database) throws -> [GalleryStub] {
    try database.values(
      """
      SELECT service, value, origin, origin_name, origin_title, file_name, size, hash
      FROM gallery JOIN photo ON photo.id = gallery.photo \(newestFirst)
      """,
      count: try count(database)
    ) { reader in
      GalleryStub(
        id: PhotoRow.readID(&reader),
        origin: OriginRow.read(&reader),
        originTitle: reader.optionalText(),
        fileName: reader.text(),
        size: reader.integer(),
        hash: reader.text()
      )
    }
  }

  /// Reads brief data of the gallery's photos for lines of a list, newest first.
  package func galleryInBrief() async throws(StorageError) -> [PhotoBrief] {
    try await read { database in
      try database.values(
        """
        SELECT \(PhotoRow.briefSelection) FROM gallery JOIN photo ON photo.id = gallery.photo
        \(Self.newestFirst)
        """,
        count: try Self.count(database),
        PhotoRow.readBrief
      )
    }
  }

  /// Returns the file names of the photos that are in the gallery.
  ///
  /// The photos are looked up one by one, because a gallery may have many more.
  package func galleryFileNames(
    of photos: [Photo.ID]
  ) async throws(StorageError) -> [Photo.ID: String] {
    try await read { database in
      var names: [Photo.ID: String] = [:]
      for photo in photos {
        names[photo] = try database.values(
          "SELECT file_name FROM gallery WHERE photo = \(Self.photoNumber)",
          [photo.service.name, photo.value]
        ) { reader in reader.text() }.first
      }
      return names
    }
  }

  /// Returns one photo of the gallery; `nil` if it isn't there.
  package func galleryEntry(of id: Photo.ID) async throws(StorageError) -> GalleryEntry? {
    try await read { database in
      try database.values(
        "\(Self.entries) WHERE photo.service = ? AND photo.value = ?",
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

  /// Removes photos from the gallery; the caller removes their files.
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
}
