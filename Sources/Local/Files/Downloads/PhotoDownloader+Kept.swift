import Disk
import Glibc
import Model

// Files that already exist.
extension PhotoDownloader {
  /// Returns the size and hash of a downloaded file; `nil` if it doesn't exist or can't be read.
  package static func finishedFile(at path: String) async -> DownloadedFile? {
    guard let (size, hash) = try? await BlockingWork.hash(of: path) else { return nil }
    return DownloadedFile(path: path, size: size, hash: hash)
  }

  /// Returns the size of a file in bytes; `nil` if it doesn't exist.
  package static func size(of path: String) -> Int64? {
    var status = stat()
    return stat(path, &status) == 0 ? Int64(status.st_size) : nil
  }

  /// Removes unfinished files from one of the program's folders.
  ///
  /// Files in use by another instance stay.
  ///
  /// - Parameter known: Whether the unfinished file for this finished file's path belongs to a
  ///   download, and therefore stays.
  package static func discardParts(
    in folder: String,
    except known: (_ path: String) -> Bool
  ) {
    for name in FileSystem.names(in: folder) {
      guard let path = PartFile.target(of: folder + "/" + name), !known(path) else { continue }
      try? discardPart(of: path)
    }
  }
}
