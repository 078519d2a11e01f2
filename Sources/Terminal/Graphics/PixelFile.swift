import Glibc

/// Where files with pixels are put for a terminal to read and delete.
enum PixelFile {
  /// Terminals delete only files with these words in their names, in folders for temporary ones.
  ///
  /// See https://sw.kovidgoyal.net/kitty/graphics-protocol/#the-transmission-medium
  static func path(_ unique: String) -> String { "\(folder)/tty-graphics-protocol-\(unique)" }

  /// Where terminals look for them by their own environment, which is most likely ours.
  private static var folder: String {
    guard let path = getenv("TMPDIR").map({ String(cString: $0) }), path.hasPrefix("/") else {
      return "/tmp"
    }
    return path.hasSuffix("/") ? String(path.dropLast()) : path
  }
}
