import Canvas

/// Options for drawing a picture as symbols.
package struct SymbolOptions: Hashable, Sendable {
  package var colors: ColorDepth
  package var symbols: SymbolSet
  /// The colour of the background.
  ///
  /// In monochrome, and for Braille patterns, it decides whether the foreground is light or dark.
  package var background: Color
  /// Whether Braille patterns have the terminal's own background instead of that colour.
  package var leavesBackground: Bool
  /// The share of errors that cells pass on with few colours, from 0 to 1.
  ///
  /// With 0, each cell is as near as possible. With 1, colours are right from a distance.
  package var dithering: Float
  /// Whether the picture is drawn once and stays.
  ///
  /// Likeness is then worth more bytes and time than in the feed, where each step redraws it.
  package var isStill: Bool
  /// Whether the picture is a blurred preview, whose neighbouring cells hardly differ.
  ///
  /// Symbols with smaller parts than half blocks would take longer and show no more.
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
