import Canvas

/// What is known about one terminal: a row of `TerminalTable`.
struct TerminalRow: Sendable {
  /// A variable of the environment by which the terminal is recognized when it does not say its
  /// name.
  struct Hint: Sendable {
    var variable: String
    /// What the value has to be, or with a `*` at its end to begin with; nil for anything.
    var value: String?
    /// The variable that has the version.
    var version: String?

    init(_ variable: String, _ value: String? = nil, version: String? = nil) {
      self.variable = variable
      self.value = value
      self.version = version
    }
  }

  /// A way to show pictures, from a version on.
  struct Offer: Sendable {
    var graphics: GraphicsProtocol
    /// Empty for every version.
    var since: [Int]
    /// What the terminal has to answer beside its name before it is believed.
    var proof: Proof

    init(_ graphics: GraphicsProtocol, since: [Int] = [], proof: Proof? = nil) {
      self.graphics = graphics
      self.since = since
      self.proof =
        proof
        ?? (graphics.isRetained ? .kittyQuery : graphics == .sixel ? .sixelAttribute : .name)
    }
  }

  enum Proof: Sendable {
    /// Its name is enough: nothing can be asked.
    case name
    case kittyQuery
    case sixelAttribute
  }

  /// As in its answer to XTVERSION; compared without case.
  var name: String
  var hints: [Hint] = []
  /// The best first; what is missing here is not used, even if an answer offers it.
  var offers: [Offer] = []
  /// From which version on it draws Unicode 13's sextants itself; nil when that is not known.
  var sextants: [Int]?
  /// The same of Unicode 16's octants, and of the quarters that complete them.
  var octants: [Int]?
  /// It shows no quadrants, only half blocks.
  var lacksQuadrants = false
  /// From which version on it shows how far work is (OSC 9;4); nil where it does not, or where the
  /// sequence is a message to the person there.
  var progress: [Int]?
  /// It draws block elements, antialiased, a pixel beyond their cells, and leaves that there.
  var spillsBlocks = false
  /// It draws block elements from a font, which leaves seams between cells.
  var hasBlockSeams = false
  /// It erases the cells right of an image of iTerm2's protocol.
  var erasesBesideImages = false
  /// It shows colours of 24 bits, although it doesn't report them, and holds a limited number of
  /// them at a time: further ones replace those of text that is on the screen.
  var hasFewDirectColors = false
  /// Its TIOCGWINSZ counts the border around the cells as well.
  var countsBorder = false
  /// The largest sixel image that it draws where it does not say so itself, in pixels; nil for any.
  var largestSixel: Size?
  /// Where this is from.
  var source: String
}

/// A terminal that queries do harm to.
struct TerminalRefusal: Sendable {
  enum Queries: Sendable {
    case all
    /// Those of kitty's graphics protocol.
    case graphics
  }

  var hint: TerminalRow.Hint
  var queries: Queries
  var source: String
}
