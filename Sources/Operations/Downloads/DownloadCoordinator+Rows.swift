import Files
import Model
import Storage

// The database's rows and the files' paths.
extension DownloadCoordinator {
  func row(
    of id: Photo.ID,
    to destination: Download.Destination
  ) async throws(Problem) -> Download? {
    try await read { () throws(StorageError) in
      try await store.download(of: id, to: destination)
    }
  }

  func save(_ row: Download) async throws(Problem) {
    try await read { () throws(StorageError) in try await store.save(row) }
  }

  func removeRow(
    _ id: Photo.ID,
    to destination: Download.Destination
  ) async throws(Problem) {
    try await read { () throws(StorageError) in
      try await store.removeDownload(of: id, to: destination)
    }
  }

  func path(
    of photo: Photo,
    to destination: Download.Destination
  ) async throws(Problem) -> String {
    guard destination == .gallery else { return try picturesPath(of: photo) }
    let (kept, unfinished) = try await read { () throws(StorageError) in
      try await store.namesakes(of: photo.id)
    }
    let names = PhotoDownloader.fileNames(of: kept, unfinished: unfinished + [photo.id])
    return gallery + "/" + (names[photo.id] ?? PhotoDownloader.fileName(of: photo))
  }

  func picturesPath(of photo: Photo) throws(Problem) -> String {
    guard let pictures else { throw Problem(.save, .disk(path: "", reason: "no folder")) }
    return style.path(of: photo, in: pictures)
  }

  func read<Value: Sendable>(
    _ body: () async throws(StorageError) -> Value
  ) async throws(Problem) -> Value {
    do throws(StorageError) { return try await body() } catch {
      throw Problem(.storage, error.cause)
    }
  }
}
