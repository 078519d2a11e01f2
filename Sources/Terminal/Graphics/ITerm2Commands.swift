import Canvas

/// iTerm2's inline images, after <https://iterm2.com/documentation-images.html>.
package enum ITerm2Commands {
  /// Shows a picture over so many cells from the cursor on, which stays where it is.
  ///
  /// - Parameter image: a JPEG file; the terminal stretches it to the cells.
  package static func show(_ image: PixelImage, cells: Size) -> [UInt8] {
    // The size is that of the file, which some terminals allocate.
    let padding = image.bytes.reversed().prefix(2).count { $0 == UInt8(ascii: "=") }
    let size = image.bytes.count / 4 * 3 - padding
    let keys =
      "inline=1;size=\(size);width=\(cells.width);height=\(cells.height)"
      + ";preserveAspectRatio=0;doNotMoveCursor=1"
    return Array("\u{1B}]1337;File=\(keys):".utf8) + image.bytes + Array("\u{7}".utf8)
  }
}
