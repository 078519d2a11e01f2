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

/// Why pictures are drawn the way they are, for `doctor`.
package enum GraphicsReason: Hashable, Sendable {
  /// The terminal has not answered yet.
  case undecided
  /// An option, or a key of the configuration, by its name.
  case asked(String)
  /// What is known about a terminal of this name and version.
  case terminal(String)
  /// It answered kitty's query, and nothing is known about placeholders.
  case kittyQuery
  /// Its primary device attributes have a 4.
  case sixelAttribute
  /// It answered, and had nothing better to offer.
  case nothingBetter
  /// It did not answer in time.
  case noAnswer
  /// It was not asked, because of this variable of the environment.
  case notAsked(String)
  /// It was not asked, because the program runs in the background.
  case background
  /// Nobody could be asked.
  case noTerminal
  /// tmux or screen, by its name, stands in between and can do nothing better.
  case multiplexer(String)
  /// tmux could pass on what this terminal can do, but is configured not to.
  case passthroughOff(String)
  /// No colours are wanted.
  case noColors
}
