import Glibc
import Model
import Platform
import Storage

/// What the program keeps only to be quicker, or to work offline.
package struct CacheCommands: Sendable {
  package struct Usage: Equatable, Sendable {
    /// Pictures on disk, and their bytes.
    package var files = 0
    package var bytes: Int64 = 0
    /// Cached lists of photographs, of all accounts.
    package var lists = 0
  }

  private let place: Workplace

  package init(_ place: Workplace) { self.place = place }

  package func usage() async throws(CommandFailure) -> Usage {
    var usage = Usage()
    for (_, size) in try files() {
      usage.files += 1
      usage.bytes = usage.bytes.adding(bytes: size)
    }
    if place.store != nil {
      usage.lists = try await place.read { store throws(StorageError) in
        try await store.listCount()
      }
    }
    return usage
  }

  /// Removes the pictures and the lists.
  ///
  /// Sessions, likes that wait, downloads, the gallery and settings stay.
  ///
  /// - Returns: bytes of the files that are gone.
  package func clear() async throws(CommandFailure) -> Int64 {
    var freed: Int64 = 0
    for (path, size) in try files() {
      guard unlink(path) == 0 else {
        // Another program's cache may have let go of it.
        guard errno == ENOENT else {
          throw Self.failure(errno, path)
        }
        continue
      }
      freed = freed.adding(bytes: size)
    }
    if place.store != nil {
      try await place.read { store throws(StorageError) in try await store.forgetLists() }
    }
    return freed
  }

  private static func failure(_ code: Int32, _ path: String) -> CommandFailure {
    .problem(Problem(.storage, .disk(path: path, reason: String(cString: strerror(code)))))
  }

  /// The regular files of the folder and their sizes; a link is none.
  private func files() throws(CommandFailure) -> [(path: String, size: Int64)] {
    let folder = place.pictureCache
    let names: [String]
    do throws(DescriptorError) { names = try Folder.names(in: folder) } catch {
      guard error.code != ENOENT else { return [] }
      throw Self.failure(error.code, folder)
    }
    return names.sorted().compactMap { name in
      let path = folder + "/" + name
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
      return (path, Int64(status.st_size))
    }
  }
}
