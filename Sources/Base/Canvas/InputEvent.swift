/// An event decoded from the terminal's input.
package enum InputEvent: Hashable, Sendable {
  case key(Key)
  case mouse(MouseEvent)
  /// Pasted text (bracketed paste), unchanged.
  case paste(String)
  case focus(Bool)
  /// The terminal's reply to a query; never typed by the user.
  case reply(TerminalReply)
}

/// A key with its modifiers.
package struct Key: Hashable, Sendable {
  package enum Code: Hashable, Sendable {
    case character(Character)
    case enter, escape, tab, backTab, backspace, delete, insert
    case up, down, left, right, home, end, pageUp, pageDown
    case function(Int)
  }

  package struct Modifiers: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let shift = Modifiers(rawValue: 1)
    package static let alt = Modifiers(rawValue: 2)
    package static let control = Modifiers(rawValue: 4)
  }

  package var code: Code
  /// The modifiers.
  ///
  /// Shift isn't reported with characters: their case implies it.
  package var modifiers: Modifiers

  package init(_ code: Code, _ modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }

  package static func character(_ character: Character) -> Key { Key(.character(character)) }
  package static func control(_ character: Character) -> Key {
    Key(.character(character), .control)
  }
}

/// A press, release, drag, move or wheel step of the mouse (SGR encoding, mode 1006).
package struct MouseEvent: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case press, release, drag, move, wheelUp, wheelDown, wheelLeft, wheelRight
  }

  package enum Button: Hashable, Sendable { case left, middle, right, none }

  package var kind: Kind
  package var button: Button
  package var position: Point
  package var modifiers: Key.Modifiers

  package init(
    _ kind: Kind,
    button: Button = .none,
    at position: Point,
    modifiers: Key.Modifiers = []
  ) {
    self.kind = kind
    self.button = button
    self.position = position
    self.modifiers = modifiers
  }
}

/// A terminal's reply to a query, or a report that it sends unprompted.
package enum TerminalReply: Hashable, Sendable {
  /// OSC 10 or 11: the terminal's own foreground or background.
  case color(background: Bool, Color)
  /// `CSI 16 t`: the size of one cell in pixels.
  case cellSize(Size)
  /// `CSI 14 t`: the size of the text area in pixels.
  case textAreaSize(Size)
  /// XTSMGRAPHICS: the largest sixel image that the terminal draws, in pixels.
  case largestSixel(Size)
  /// DECRPM: a mode's number and its state (0 unknown, 1 set, 2 reset, 3 and 4 permanently so).
  case mode(Int, state: Int)
  /// `CSI ? 997 n`: the user's preferred colour scheme.
  case colorScheme(dark: Bool)
  /// XTVERSION: the name and version that the terminal reports.
  case version(String)
  /// DA1: the parameters.
  ///
  /// Every terminal replies to DA1, so it is sent after all other queries to mark their end.
  case deviceAttributes([Int])
  /// DA2: the parameters.
  case secondaryAttributes([Int])
  /// DECRQSS `m`: the current foreground colour.
  case foreground(ReportedForeground)
  /// The reply to a kitty graphics query: image ID and message.
  case kittyGraphics(id: Int, message: String)
  /// Any other reply, consumed as a whole.
  case other(String)
}

/// A foreground colour as the terminal reports it.
package enum ReportedForeground: Hashable, Sendable {
  /// A 24-bit colour.
  case direct(Color)
  /// An entry of the palette.
  case palette(Int)
  /// Neither a 24-bit colour nor a palette entry beyond the first 16.
  case other
}
