import Disk
import Glibc
import Model
import Platform

/// The files of the gallery.
package enum GalleryFolder {
  /// The result of comparing a file with the download that it came from.
  package enum Finding: Equatable, Sendable {
    case whole, missing, damaged
    /// The file can't be read, for example for lack of permission.
    case unreadable(Problem.Cause)
  }

  /// Compares a file's size with the size at the download.
  ///
  /// A path that isn't a regular file counts as missing.
  ///
  /// - Parameter size: The size at the download in bytes.
  package static func check(_ path: String, size: Int64) -> Finding {
    var status = stat()
    guard stat(path, &status) == 0 else {
      let code = errno
      if code == ENOENT || code == ENOTDIR { return .missing }
      return .unreadable(.init(errno: code, path: path))
    }
    guard status.st_mode & S_IFMT == S_IFREG else { return .missing }
    return Int64(status.st_size) == size ? .whole : .damaged
  }

  /// Compares a file's size and bytes with those of the download.
  ///
  /// - Parameters:
  ///   - size: The size at the download in bytes.
  ///   - hash: The SHA-256 at the download in lower-case hexadecimal.
  package static func verify(_ path: String, size: Int64, hash: String) async -> Finding {
    await BlockingWork.run {
      let finding = check(path, size: size)
      guard finding == .whole else { return finding }
      do throws(FileSystem.Failure) {
        return try FileSystem.hash(of: path).hash == hash ? .whole : .damaged
      } catch {
        return .unreadable(.init(error))
      }
    }
  }

  /// Removes a file.
  ///
  /// A missing file isn't an error.
  package static func remove(_ path: String) throws(Problem) {
    guard unlink(path) != 0, errno != ENOENT, errno != ENOTDIR else { return }
    throw Problem(.galleryRemoval, .init(errno: errno, path: path))
  }
}

/// The differences between the database and the gallery's folder, without reading a file.
package struct GalleryAudit: Equatable, Sendable {
  /// The number of photos in the database, and the bytes of their files.
  package var count = 0
  package var bytes: Int64 = 0
  /// The names of files in the database that don't exist in the folder.
  package var missing: [String] = []
  /// The names of files in the database that have a different size in the folder.
  package var damaged: [String] = []
  /// The names of files in the database that can't be looked at in the folder.
  package var unreadable: [String] = []
  /// The names of files that belong to no photo in the database and to no unfinished download.
  package var orphans: [String] = []
  /// The names of files of photos from a service on this computer, such as the demo.
  package var local: [String] = []

  /// Compares the size of every file of the gallery with the database.
  ///
  /// - Parameter unfinished: The names of files that are being downloaded.
  package init(folder: String, entries: [GalleryEntry], unfinished: Set<String> = []) {
    count = entries.count
    for entry in entries.sorted(by: { $0.fileName < $1.fileName }) {
      bytes = bytes.adding(bytes: entry.size)
      switch GalleryFolder.check(folder + "/" + entry.fileName, size: entry.size) {
      case .missing: missing.append(entry.fileName)
      case .damaged: damaged.append(entry.fileName)
      case .unreadable: unreadable.append(entry.fileName)
      case .whole: break
      }
      if entry.photo.isLocal { local.append(entry.fileName) }
    }
    let known = Set(entries.map(\.fileName)).union(unfinished.map { $0 + ".part" })
    orphans = FileSystem.names(in: folder).filter { !known.contains($0) }
  }
}
