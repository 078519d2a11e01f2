import Canvas

/// What is known before the terminal is asked.
package struct ProbeSituation: Equatable, Sendable {
  /// How pictures shall be drawn, and who said so (`--graphics`); nil to find out.
  package var graphicsOverride: GraphicsOverride?
  /// The symbols that pictures shall be drawn with where there are symbols (`--symbols`); nil for
  /// the best that the terminal is known to have.
  package var symbolsOverride: SymbolSet?
  /// The size of a cell as the user has set it; `nil` to find it out.
  package var chosenCell: ChosenCell?
  package var colors: ColorDepth
  /// Whether the terminal's answers may change the number of colours.
  package var mayChangeColors = true
  /// A person's wish for no colours.
  package var isColorless = false
  package var isUTF8 = true
  package var isLinuxConsole = false
  /// The C library knows how wide sextants are (Unicode 13).
  package var hasSextantWidth = true
  /// The same of octants (Unicode 16).
  package var hasOctantWidth = true
  /// Answers travel over a network, and the terminal sees no file of this machine.
  package var isRemote = false
  package var multiplexer = TerminalFindings.Multiplexer.none
  /// The terminal that the environment speaks of.
  package var hint: TerminalIdentity?
  /// Why nothing may be asked; nil if it may.
  package var refusal: GraphicsReason?
  /// Whether kitty's graphics query is left out.
  package var skipsGraphicsQuery = false
  /// Whether GNU screen may be behind an SSH connection: its TERM is there, its variable is not.
  package var mayBeScreen = false

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
      // tmux can be asked how it is; a terminal that only its variables name is spared.
      case .graphics: skipsGraphicsQuery = multiplexer == .none
      }
    }
    if traits.isDumb { refusal = .notAsked(traits.term.isEmpty ? "TERM" : "TERM=" + traits.term) }
  }
}
