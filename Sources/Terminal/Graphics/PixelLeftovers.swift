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

  /// Deletes the files in a folder whose names consist of a prefix, the ID of a process that has
  /// ended, a hyphen and more.
  ///
  /// Files of other users stay, because their folders are sticky.
  package static func remove(in folder: String, prefix: String) {
    guard let names = try? Folder.names(in: folder) else { return }
    for name in names where name.hasPrefix(prefix) {
      let digits = name.dropFirst(prefix.count).prefix { $0 != "-" }
      guard digits.endIndex < name.endIndex, let process = pid_t(digits), process > 0,
        kill(process, 0) != 0, errno == ESRCH
      else { continue }
      unlink(folder + "/" + name)
    }
  }
}
