import Canvas

/// The escape code of iTerm2's inline images.
package enum ITerm2Commands {
  /// Returns the code that shows an image at the cursor, over `cells`, without moving the cursor.
  package static func show(_ image: PixelImage, cells: Size) -> [UInt8] {
    // The size of the decoded file in bytes. Some terminals allocate that much memory.
    let padding = image.bytes.reversed().prefix(2).count { $0 == UInt8(ascii: "=") }
    let size = image.bytes.count / 4 * 3 - padding
    let keys =
      "inline=1;size=\(size);width=\(cells.width);height=\(cells.height)"
      + ";preserveAspectRatio=0;doNotMoveCursor=1"
    return Array("\u{1B}]1337;File=\(keys):".utf8) + image.bytes + Array("\u{7}".utf8)
  }
}
