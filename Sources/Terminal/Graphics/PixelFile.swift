import Glibc

/// The paths of files with pixels that a terminal reads and deletes.
enum PixelFile {
  /// Returns the path for a file name.
  ///
  /// Terminals delete only files with these words in their names, in folders for temporary files.
  /// See https://sw.kovidgoyal.net/kitty/graphics-protocol/#the-transmission-medium
  static func path(_ unique: String) -> String { "\(folder)/tty-graphics-protocol-\(unique)" }

  /// The folder for temporary files.
  ///
  /// The terminal probably has the same environment and accepts it.
  private static var folder: String {
    guard let path = getenv("TMPDIR").map({ String(cString: $0) }), path.hasPrefix("/") else {
      return "/tmp"
    }
    return path.hasSuffix("/") ? String(path.dropLast()) : path
  }
}
