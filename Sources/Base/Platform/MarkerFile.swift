import Glibc

/// An empty file whose existence records a fact for later runs.
package struct MarkerFile: Sendable {
  package let path: String

  package init(path: String) { self.path = path }

  package var exists: Bool { access(path, F_OK) == 0 }

  /// Creates the file and its folder.
  ///
  /// - Returns: Whether this call has created the file; false if it existed or can't be created.
  package func create() -> Bool {
    guard !exists else { return false }
    try? Folder.create(Folder.containing(path), mode: 0o700)
    guard let file = try? RegularFile.open(path, O_WRONLY | O_CREAT | O_EXCL) else { return false }
    close(file)
    return true
  }

  package func remove() { unlink(path) }
}
