import Canvas

/// The facts that are known before the terminal is queried.
package struct ProbeSituation: Equatable, Sendable {
  /// The graphics protocol that the user chose, and by what (`--graphics`); `nil` to detect it.
  package var graphicsOverride: GraphicsOverride?
  /// The symbol set that the user chose (`--symbols`); `nil` to use the best one that the terminal
  /// is known to support.
  package var symbolsOverride: SymbolSet?
  /// The size of a cell that the user has set; `nil` to detect it.
  package var chosenCell: ChosenCell?
  package var colors: ColorDepth
  /// Whether the terminal's replies may change the number of colours.
  package var mayChangeColors = true
  /// Whether the user has disabled all colours.
  package var isColorless = false
  package var isUTF8 = true
  package var isLinuxConsole = false
  /// Whether the C library knows the width of sextants (Unicode 13).
  package var hasSextantWidth = true
  /// Whether the C library knows the width of octants (Unicode 16).
  package var hasOctantWidth = true
  /// Whether the terminal is on another computer.
  ///
  /// Such a terminal replies over a network and can't read local files.
  package var isRemote = false
  package var multiplexer = TerminalFindings.Multiplexer.none
  /// Whether the program runs in a popup of tmux, which drops all pictures.
  ///
  /// A popup isn't a pane, so tmux sets no `TMUX_PANE` there.
  package var isTmuxPopup = false
  /// The terminal that the environment names.
  package var hint: TerminalIdentity?
  /// The reason why nothing may be queried; `nil` if queries are allowed.
  package var refusal: GraphicsReason?
  /// Whether kitty's graphics query is omitted.
  package var skipsGraphicsQuery = false
  /// Whether GNU screen may run on the client's side of an SSH connection.
  ///
  /// TERM names it then, but its variable isn't set.
  package var mayBeScreen = false

  /// The graphics protocol that the user chose, and the option or configuration key.
  package struct GraphicsOverride: Equatable, Sendable {
    package var graphics: GraphicsProtocol
    package var by: String

    package init(_ graphics: GraphicsProtocol, by: String) {
      self.graphics = graphics
      self.by = by
    }
  }

  package init(colors: ColorDepth = .trueColor) { self.colors = colors }

  /// Reads the environment.
  package init(
    traits: TerminalTraits,
    environment: [String: String],
    graphicsOverride: GraphicsOverride? = nil
  ) {
    self.graphicsOverride = graphicsOverride
    colors = traits.colors
    mayChangeColors = !traits.hasChosenColors
    isColorless = traits.isColorless
    isUTF8 = traits.isUTF8
    isLinuxConsole = traits.isLinuxConsole
    func isSet(_ name: String) -> Bool { environment[name].map { !$0.isEmpty } ?? false }
    isRemote = ["SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY"].contains(where: isSet)
    if isSet("TMUX") {
      multiplexer = .tmux(passthrough: nil)
      isTmuxPopup = !isSet("TMUX_PANE")
    } else if isSet("STY") {
      multiplexer = .screen
      refusal = .multiplexer("GNU screen")
    } else {
      hint = TerminalTable.identity(environment: environment)
    }
    mayBeScreen = multiplexer == .none && traits.term.hasPrefix("screen")
    for row in TerminalTable.refusals where row.hint.matches(environment) {
      switch row.queries {
      case .all:
        refusal = .notAsked(row.hint.variable + "=" + (environment[row.hint.variable] ?? ""))
      // tmux itself can be queried. A terminal that only its variables name gets no such query.
      case .graphics: skipsGraphicsQuery = multiplexer == .none
      }
    }
    if traits.isDumb { refusal = .notAsked(traits.term.isEmpty ? "TERM" : "TERM=" + traits.term) }
  }
}
