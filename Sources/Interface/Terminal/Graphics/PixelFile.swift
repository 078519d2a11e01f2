import Glibc

/// The paths of files with pixels that a terminal reads and deletes.
enum PixelFile {
  /// The start of the names of objects in shared memory, and of files without `graphicsPrefix`.
  ///
  /// The process ID, a tag and a number follow, with hyphens between.
  static let prefix = "imagefeed-"
  /// The start of the names of files that a terminal deletes.
  static let graphicsPrefix = "tty-graphics-protocol-"
  /// The folder where glibc stores objects in shared memory.
  static let sharedMemoryFolder = "/dev/shm"

  /// Returns the path for a file name.
  ///
  /// Terminals delete only files with these words in their names, in folders for temporary files.
  /// See https://sw.kovidgoyal.net/kitty/graphics-protocol/#the-transmission-medium
  static func path(_ unique: String) -> String { "\(folder)/\(graphicsPrefix)\(unique)" }

  /// The folder for temporary files.
  ///
  /// The terminal probably has the same environment and accepts it.
  static var folder: String {
    guard let path = getenv("TMPDIR").map({ String(cString: $0) }), path.hasPrefix("/") else {
      return "/tmp"
    }
    return path.hasSuffix("/") ? String(path.dropLast()) : path
  }
}
