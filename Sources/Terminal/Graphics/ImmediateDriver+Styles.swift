import Canvas

extension ImmediateDriver.Style {
  /// iTerm2's inline images, which leave the cursor where it is.
  static let iterm2 = Self(
    encoding: .jpegBase64,
    reservedRows: 0,
    draw: { ITerm2Commands.show($0, cells: $1) }
  )

  /// Sixel graphics (DEC STD 070).
  ///
  /// Below one the terminal may scroll: the last row stays free.
  static let sixel = Self(encoding: .sixel, reservedRows: 1, draw: { image, _ in image.bytes })
}
