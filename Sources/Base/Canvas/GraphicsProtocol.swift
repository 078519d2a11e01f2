/// The ways to draw pictures on a terminal, the best first.
package enum GraphicsProtocol: String, CaseIterable, Sendable {
  /// kitty's Unicode placeholders for pictures among text, and direct placement in full screen.
  case kitty
  /// kitty's direct placement for every picture.
  case kittyDirect = "kitty-direct"
  /// iTerm2's inline images.
  case iterm2
  case sixel
  /// Coloured characters.
  case symbols
  /// Boxes in the photos' colours; no picture is fetched.
  ///
  /// The case isn't called `none`, which would look like `nil` in an optional.
  case off = "none"

  /// Whether pixels are sent; otherwise pictures consist of text cells.
  package var hasPixels: Bool {
    switch self {
    case .kitty, .kittyDirect, .iterm2, .sixel: true
    case .symbols, .off: false
    }
  }

  /// Whether the terminal stores images, so that they are sent once and placed repeatedly, whole or
  /// in part.
  package var isRetained: Bool { self == .kitty || self == .kittyDirect }
}

/// The reason for the choice of a graphics protocol, shown by `doctor`.
package enum GraphicsReason: Hashable, Sendable {
  /// The terminal hasn't replied yet.
  case undecided
  /// Set by an option or a configuration key, with its name.
  case asked(String)
  /// The best protocol that is known to work in this terminal; contains its name and version.
  case terminal(String)
  /// The terminal replied to kitty's query, and nothing is known about its placeholders.
  case kittyQuery
  /// The primary device attributes contain a 4.
  case sixelAttribute
  /// The terminal replied, and supports nothing better.
  case nothingBetter
  /// Only the environment names this terminal, and no reply confirms it.
  ///
  /// The protocol is the best that the named terminal supports.
  case unconfirmed(String, GraphicsProtocol)
  /// The terminal didn't reply in time.
  case noAnswer
  /// No query was sent because of this environment variable.
  case notAsked(String)
  /// No query was sent because the program runs in the background.
  case background
  /// There is no terminal to query.
  case noTerminal
  /// A multiplexer of this name, tmux or screen, supports nothing better.
  case multiplexer(String)
  /// tmux could pass on the graphics of this terminal, named here, but its option
  /// `allow-passthrough` is off.
  ///
  /// - line: the line of tmux.conf that turns it on.
  case passthroughOff(String, line: String)
  /// The program runs in a popup of tmux.
  case tmuxPopup
  /// Colours are disabled.
  case noColors
}
