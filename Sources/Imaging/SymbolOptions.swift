import Canvas

/// How a picture becomes symbols.
package struct SymbolOptions: Hashable, Sendable {
  package var colors: ColorDepth
  package var symbols: SymbolSet
  /// What lies behind the picture; tells in monochrome whether ink is light or dark.
  package var background: Color

  package init(
    colors: ColorDepth = .trueColor,
    symbols: SymbolSet = .quadrants,
    background: Color = Color(0x000000)
  ) {
    self.colors = colors
    self.symbols = symbols
    self.background = background
  }
}
