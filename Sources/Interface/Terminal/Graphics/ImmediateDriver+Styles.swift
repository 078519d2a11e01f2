import Canvas

extension ImmediateDriver.Style {
  /// The style of iTerm2's inline images.
  ///
  /// The cursor doesn't move.
  static let iterm2 = Self(
    encoding: .jpegBase64,
    reservedRows: 0,
    draw: { ITerm2Commands.show($0, cells: $1) }
  )

  /// The style of sixel graphics (DEC STD 070).
  ///
  /// The terminal may scroll when a sixel image touches the last row, so that row is reserved.
  static let sixel = Self(encoding: .sixel, reservedRows: 1, draw: { image, _ in image.bytes })
}
