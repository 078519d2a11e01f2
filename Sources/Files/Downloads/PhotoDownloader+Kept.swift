import Disk
import Glibc
import Model

// What is on this machine already.
extension PhotoDownloader {
  /// A file as a download would have left it; nil where there is none.
  package static func kept(at path: String) async -> DownloadedFile? {
    do throws(FileSystem.Failure) {
      let (size, hash) = try await BlockingWork.hash(of: path)
      return DownloadedFile(path: path, size: size, hash: hash)
    } catch {
      return nil
    }
  }

  /// Bytes of the file at a path; nil where there is none.
  package static func size(of path: String) -> Int64? {
    var status = stat()
    return stat(path, &status) == 0 ? Int64(status.st_size) : nil
  }

  /// Removes unfinished files from a folder of the program's own.
  ///
  /// - Parameter known: whether an unfinished download of a file belongs to somebody; those that
  ///   another window works on stay in any case.
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
