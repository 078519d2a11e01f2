import Files
import Model
import Storage

extension Store {
  /// Removes photos from the gallery, and then their files.
  ///
  /// A process that is killed in between leaves files without a photo, which `doctor` names, and no
  /// photo without a file. A photo whose file can't be deleted returns to the gallery.
  ///
  /// - Returns: The problems of the photos that stay.
  package func deleteFromGallery(
    _ files: [(id: Photo.ID, path: String)]
  ) async throws(StorageError) -> [Photo.ID: Problem] {
    var entries: [Photo.ID: GalleryEntry] = [:]
    for file in files { entries[file.id] = try await galleryEntry(of: file.id) }
    try await removeFromGallery(files.map(\.id))
    var problems: [Photo.ID: Problem] = [:]
    for file in files {
      do throws(Problem) { try GalleryFolder.remove(file.path) } catch {
        problems[file.id] = error
        if let entry = entries[file.id] { try await save(entry, needsReport: false) }
      }
    }
    return problems
  }
}
