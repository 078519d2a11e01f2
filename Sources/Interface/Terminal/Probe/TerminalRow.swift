import Canvas

/// The facts about one terminal: a row of `TerminalTable`.
struct TerminalRow: Sendable {
  /// An environment variable that identifies the terminal if it doesn't report its name.
  struct Hint: Sendable {
    var variable: String
    /// The required value, or its beginning with a `*` at the end; `nil` if any value will do.
    var value: String?
    /// The variable that contains the version.
    var version: String?

    init(_ variable: String, _ value: String? = nil, version: String? = nil) {
      self.variable = variable
      self.value = value
      self.version = version
    }
  }

  /// A graphics protocol that the terminal supports from a version on.
  struct Offer: Sendable {
    var graphics: GraphicsProtocol
    /// The first version with support; empty for every version.
    var since: [Int]
    /// The reply that is required besides the name.
    var proof: Proof

    init(_ graphics: GraphicsProtocol, since: [Int] = [], proof: Proof? = nil) {
      self.graphics = graphics
      self.since = since
      self.proof =
        proof
        ?? (graphics.isRetained ? .kittyQuery : graphics == .sixel ? .sixelAttribute : .anyReply)
    }
  }

  enum Proof: Sendable {
    /// The terminal's name (XTVERSION), a 4 in the device attributes, or a reply to kitty's query.
    ///
    /// No query is about the protocol itself, and the environment may name another terminal.
    case anyReply
    case kittyQuery
    case sixelAttribute
  }

  /// The name in the terminal's reply to XTVERSION; compared without case.
  var name: String
  var hints: [Hint] = []
  /// The graphics protocols, the best first.
  ///
  /// Others aren't used, even if a reply announces them.
  var offers: [Offer] = []
  /// The first version that draws Unicode 13's sextants itself; empty if every version does, `nil`
  /// if unknown.
  var sextants: [Int]?
  /// The first version that draws Unicode 16's octants and the quarter blocks that complete them;
  /// `nil` if unknown.
  var octants: [Int]?
  /// Whether the terminal shows no quadrants, only half blocks.
  var lacksQuadrants = false
  /// The first version that shows progress (OSC 9;4); empty if every version does, `nil` if none
  /// does or if it shows the sequence as a message.
  var progress: [Int]?
  /// Whether antialiased block elements extend one pixel beyond their cells and stay there.
  var spillsBlocks = false
  /// Whether block elements are drawn from a font, which leaves seams between cells.
  var hasBlockSeams = false
  /// Whether the terminal was seen to interpolate the images that it enlarges.
  var scalesSmoothly = false
  /// Whether the terminal erases the cells to the right of an image of iTerm2's protocol.
  var erasesBesideImages = false
  /// Whether the terminal shows 24-bit colours without reporting them, and holds only a limited
  /// number.
  ///
  /// Further colours replace those of text on the screen.
  var hasFewDirectColors = false
  /// Whether the terminal's TIOCGWINSZ includes the border around the cells.
  var countsBorder = false
  /// The largest sixel image, in pixels, if the terminal doesn't report it; `nil` if there is no
  /// limit.
  var largestSixel: Size?
  /// The source of these facts.
  var source: String
}

/// A terminal that prints or misinterprets queries.
struct TerminalRefusal: Sendable {
  enum Queries: Sendable {
    case all
    /// The graphics queries of kitty's protocol.
    case graphics
  }

  var hint: TerminalRow.Hint
  var queries: Queries
  var source: String
}
