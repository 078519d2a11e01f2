import Files
import Model
import Storage

// The database's rows and the files' paths.
extension DownloadCoordinator {
  func row(
    of id: Photo.ID,
    to destination: Download.Destination
  ) async throws(Problem) -> Download? {
    try await read { store throws(StorageError) in
      try await store.download(of: id, to: destination)
    } ?? nil
  }

  func galleryEntry(of id: Photo.ID) async throws(Problem) -> GalleryEntry? {
    try await read { store throws(StorageError) in try await store.galleryEntry(of: id) } ?? nil
  }

  func save(_ row: Download) async throws(Problem) {
    try await read { store throws(StorageError) in try await store.save(row) }
  }

  func removeRow(_ id: Photo.ID, to destination: Download.Destination) async throws(Problem) {
    try await read { store throws(StorageError) in
      try await store.removeDownload(of: id, to: destination)
    }
  }

  func path(of photo: Photo, to destination: Download.Destination) async throws(Problem) -> String {
    guard destination == .gallery else { return try picturesPath(of: photo) }
    let same = try await read { store throws(StorageError) in
      try await store.namesakes(of: photo.id)
    }
    let names = PhotoDownloader.fileNames(
      of: same?.kept ?? [],
      unfinished: (same?.unfinished ?? []) + [photo.id]
    )
    return gallery + "/" + (names[photo.id] ?? PhotoDownloader.fileName(of: photo))
  }

  func picturesPath(of photo: Photo) throws(Problem) -> String {
    guard let folder = pictures.folder else {
      throw Problem(.save, .disk(path: "", reason: "no such file"))
    }
    return pictures.style.path(of: photo, in: folder)
  }

  /// Reads or writes data in the database.
  ///
  /// - Returns: `nil` without a database.
  @discardableResult
  func read<Value: Sendable>(
    _ body: (Store) async throws(StorageError) -> Value
  ) async throws(Problem) -> Value? {
    guard let store else { return nil }
    do throws(StorageError) { return try await body(store) } catch {
      throw Problem(.storage, error.cause)
    }
  }
}
