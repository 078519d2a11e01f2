import Canvas

/// How a picture becomes symbols.
package struct SymbolOptions: Hashable, Sendable {
  package var colors: ColorDepth
  package var symbols: SymbolSet
  /// The colour behind the picture; in monochrome, and for Braille patterns, it decides whether ink
  /// is light or dark.
  package var background: Color
  /// Whether Braille patterns leave the terminal's own background instead of that colour.
  package var leavesBackground: Bool
  /// How much of its errors a picture in few colours carries on, from 0, where each cell comes as
  /// near as it can by itself, to 1, where colours are right from afar.
  package var dithering: Float
  /// Whether the picture is drawn once and stays: then likeness is worth more bytes and time than
  /// where the next step of the feed draws it again.
  package var isStill: Bool
  /// Whether the picture is a blurred preview, in which neighbouring cells hardly differ: symbols
  /// of smaller parts than half blocks take longer and show nothing more of it.
  package var isBlurred = false

  package init(
    colors: ColorDepth = .trueColor,
    symbols: SymbolSet = .quadrants,
    background: Color = Color(0x000000),
    leavesBackground: Bool = false,
    dithering: Float = 1,
    isStill: Bool = false
  ) {
    self.colors = colors
    self.symbols = symbols
    self.background = background
    self.leavesBackground = leavesBackground
    self.dithering = min(max(dithering, 0), 1)
    self.isStill = isStill
  }
}
