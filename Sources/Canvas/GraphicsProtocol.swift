/// How pictures get onto the terminal, the best first.
package enum GraphicsProtocol: String, CaseIterable, Sendable {
  /// kitty's Unicode placeholders for pictures among text, its direct placement in full screen.
  case kitty
  /// kitty's direct placement for every picture.
  case kittyDirect = "kitty-direct"
  /// iTerm2's inline images.
  case iterm2
  case sixel
  /// Coloured characters.
  case symbols
  /// Boxes of the photographs' colours: no picture is fetched. Not called `none`, which an
  /// optional would take for nil.
  case off = "none"

  /// Whether pixels are sent; otherwise pictures are cells like all others.
  package var hasPixels: Bool {
    switch self {
    case .kitty, .kittyDirect, .iterm2, .sixel: true
    case .symbols, .off: false
    }
  }

  /// Whether a picture is sent once and then placed, in whole or in part, as often as needed.
  package var isRetained: Bool { self == .kitty || self == .kittyDirect }
}
