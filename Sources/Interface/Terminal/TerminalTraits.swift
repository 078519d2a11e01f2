import Canvas

/// The terminal's properties according to the environment, before it is opened or queried.
package struct TerminalTraits: Equatable, Sendable {
  /// The value of TERM; empty if it isn't set.
  package var term: String
  package var colors: ColorDepth
  /// The reason for the number of colours, for `doctor`.
  package var colorsReason = "given"
  /// Whether the terminal holds only a limited number of 24-bit colours at a time.
  package var hasFewColors = false
  /// Whether the user has chosen the number of colours.
  package var hasChosenColors = false
  package var isUTF8 = true
  /// Whether the terminal is the kernel's console, which has few glyphs and no titles.
  package var isLinuxConsole = false
  /// Whether `NO_COLOR` is set and not empty.
  package var noColor = false
  /// Whether the user has disabled all colours, including those of pictures.
  package var isColorless = false
  /// Whether text and interface have no colours.
  ///
  /// Pictures may still have them.
  package var hasPlainInterface = false
  /// Whether the terminal can't position its cursor: TERM is missing or `dumb`.
  package var isDumb = false

  /// Reads the environment.
  ///
  /// - Parameters:
  ///   - colorsOption: the value of `--colors`, which overrides everything else.
  ///   - configuredColors: the value in the configuration.
  package static func detect(
    environment: [String: String],
    colorsOption: ColorDepth? = nil,
    configuredColors: ColorDepth? = nil
  ) -> TerminalTraits {
    let term = environment["TERM"] ?? ""
    let noColor = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    let chosen =
      colorsOption.map { ($0, "--colors") } ?? configuredColors.map { ($0, "config.toml") }
    let (colors, reason) = chosen ?? colorDepth(term, environment)
    let terminal = environment["TMUX"] == nil ? fewColored(environment) : nil
    return TerminalTraits(
      term: term,
      colors: colors,
      colorsReason: reason,
      hasFewColors: chosen == nil && terminal != nil,
      hasChosenColors: chosen != nil,
      isUTF8: LocaleCharacters.areUTF8(environment),
      isLinuxConsole: term == "linux" || term.hasPrefix("linux-"),
      noColor: noColor,
      isColorless: (colorsOption ?? configuredColors) == .monochrome,
      hasPlainInterface: noColor && colorsOption == nil,
      isDumb: term.isEmpty || term == "dumb"
    )
  }

  /// Returns the terminal that the environment names, if it holds only a limited number of 24-bit
  /// colours.
  private static func fewColored(_ environment: [String: String]) -> TerminalIdentity? {
    guard let terminal = TerminalTable.identity(environment: environment),
      TerminalTable.row(named: terminal.name)?.hasFewDirectColors ?? false
    else { return nil }
    return terminal
  }

  /// The colour depth of pictures.
  package var pictureColors: ColorDepth {
    hasFewColors && colors == .trueColor ? .palette256 : colors
  }

  /// The colour depth of text and interface.
  package var interfaceColors: ColorDepth { hasPlainInterface ? .monochrome : colors }

  private static func colorDepth(
    _ term: String,
    _ environment: [String: String]
  ) -> (ColorDepth, String) {
    if let value = environment["COLORTERM"], ["truecolor", "24bit"].contains(value) {
      return (.trueColor, "COLORTERM=\(value)")
    }
    // tmux itself reduces 24-bit colours to those of the outer terminal.
    if term.hasPrefix("tmux") || environment["TMUX"] != nil { return (.trueColor, "tmux") }
    let modern = ["kitty", "ghostty", "foot", "alacritty", "wezterm", "contour", "rio"]
    if modern.contains(where: { term.contains($0) }) || term.hasSuffix("-direct") {
      return (.trueColor, "TERM=\(term)")
    }
    if let program = environment["TERM_PROGRAM"],
      ["iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "rio"].contains(program)
    {
      return (.trueColor, "TERM_PROGRAM=\(program)")
    }
    if let version = environment["VTE_VERSION"].flatMap({ Int($0) }), version >= 3600 {
      return (.trueColor, "VTE_VERSION=\(version)")
    }
    for name in ["KONSOLE_VERSION", "WT_SESSION"] where environment[name] != nil {
      return (.trueColor, name)
    }
    if let terminal = fewColored(environment) { return (.trueColor, terminal.text) }
    if term.contains("256color") { return (.palette256, "TERM=\(term)") }
    // xterm sets TERM to plain "xterm" and also sets this variable. It has 256 colours since patch
    // 111. Since patch 331 it may have more, which a query finds out.
    if let version = environment["XTERM_VERSION"] {
      return (.palette256, "XTERM_VERSION=\(version)")
    }
    // mosh passes on 256 colours unchanged, but sets TERM by the 8 or 256 colours of the client's
    // TERM. This variable is its only sign (mosh-server.cc).
    if term == "xterm", environment["NCURSES_NO_UTF8_ACS"] == "1" { return (.palette256, "mosh") }
    let plain = ["vt100", "vt102", "vt220", "vt320", "vt420", "vt52", "dumb", ""]
    if plain.contains(term) || term.hasSuffix("-mono") || term.hasSuffix("-m") {
      return (.monochrome, term.isEmpty ? "TERM is not set" : "TERM=\(term)")
    }
    return (.palette16, "TERM=\(term)")
  }
}
