import Dispatch
import Glibc
import Platform

/// The pixels of programs that were killed before the terminal fetched them.
///
/// A terminal in the background fetches nothing, and a killed program deletes nothing. Pixels in
/// shared memory would then occupy it until the computer is restarted.
package enum PixelLeftovers {
  /// Deletes leftovers on another thread.
  static func removeInBackground(of medium: GraphicsMedium) {
    let (folder, prefix): (String, String)
    switch medium {
    case .direct: return
    case .sharedMemory: (folder, prefix) = (PixelFile.sharedMemoryFolder, PixelFile.prefix)
    case .temporaryFile:
      (folder, prefix) = (PixelFile.folder, PixelFile.graphicsPrefix + PixelFile.prefix)
    }
    DispatchQueue.global(qos: .utility).async { remove(in: folder, prefix: prefix) }
  }

  /// Deletes the files in a folder that belong to programs of this user that have ended.
  ///
  /// Files of the last hour stay: a process ID may belong to a program outside of this container,
  /// which only seems to have ended.
  package static func remove(in folder: String, prefix: String) {
    guard let names = try? Folder.names(in: folder) else { return }
    for name in names {
      guard name.hasPrefix(prefix), let process = owner(of: name.dropFirst(prefix.count)),
        kill(process, 0) != 0, errno == ESRCH
      else { continue }
      let path = folder + "/" + name
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        status.st_uid == geteuid(), status.st_mtim.tv_sec < time(nil) - 3600
      else { continue }
      unlink(path)
    }
  }

  /// Returns the process ID in the rest of a name, which is `ID-TAG-NUMBER`.
  private static func owner(of name: Substring) -> pid_t? {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, let process = pid_t(parts[0]), process > 0,
      UInt32(parts[1], radix: 36) != nil, UInt32(parts[2]) != nil
    else { return nil }
    return process
  }
}
