import Canvas

/// The known facts about terminals, each row with its source.
///
/// This is the only place for such facts. A terminal without a row is judged by its replies alone.
enum TerminalTable {
  static let rows: [TerminalRow] = [
    // A multiplexer. It is the first row because its environment also names the outer terminal.
    TerminalRow(
      name: "Zellij",
      hints: [.init("ZELLIJ")],
      // It replies to kitty's query but doesn't support placeholders.
      offers: [.init(.sixel), .init(.kittyDirect)],
      source: "https://github.com/zellij-org/zellij/issues/5530"
    ),
    TerminalRow(
      name: "kitty",
      hints: [.init("TERM", "xterm-kitty")],
      // 0.26.5 also replies to the query, but draws boxes instead of placeholders (measured).
      offers: [.init(.kitty, since: [0, 28]), .init(.kittyDirect)],
      sextants: [0, 19, 3],
      octants: [0, 40],
      // Images that 0.26.5 and 0.32.2 enlarged were seen to have no steps.
      scalesSmoothly: true,
      source: "https://sw.kovidgoyal.net/kitty/changelog/ (0.28.0, 0.40.0), \(notcurses)"
    ),
    TerminalRow(
      name: "ghostty",
      hints: [
        .init("TERM_PROGRAM", "ghostty", version: "TERM_PROGRAM_VERSION"),
        .init("TERM", "xterm-ghostty"),
      ],
      offers: [.init(.kitty), .init(.kittyDirect)],
      // Before 1.2, quarter blocks were a pixel off beside octants (ghostty-org/ghostty#7479), and
      // quarter blocks of half a cell's width came from a font (#7755).
      octants: [1, 2],
      progress: [1, 2],
      source: "https://github.com/ghostty-org/ghostty/pull/2015, "
        + "https://ghostty.org/docs/install/release-notes/1-2-0"
    ),
    TerminalRow(
      name: "WezTerm",
      hints: [.init("TERM_PROGRAM", "WezTerm", version: "TERM_PROGRAM_VERSION")],
      // It also replies to kitty's query, but ignores placeholders (wezterm/wezterm#7924).
      offers: [.init(.iterm2), .init(.sixel)],
      sextants: [20_210_814],
      // The preceding release, of February 2024, treats the sequence as a message.
      progress: [20_250_301],
      source: "\(ratatui), https://wezterm.org/config/lua/config/custom_block_glyphs.html, "
        + "https://wezterm.org/config/lua/pane/get_progress.html"
    ),
    TerminalRow(
      name: "iTerm2",
      hints: [
        .init("TERM_PROGRAM", "iTerm.app", version: "TERM_PROGRAM_VERSION"),
        .init("LC_TERMINAL", "iTerm2", version: "LC_TERMINAL_VERSION"),
      ],
      offers: [.init(.iterm2), .init(.sixel)],
      // Before 3.6.6, the sequence was a message (gnachman/iterm2#12587).
      progress: [3, 6, 6],
      source: "https://iterm2.com/documentation-images.html, https://iterm2.com/downloads.html"
    ),
    TerminalRow(
      name: "mintty",
      hints: [.init("TERM_PROGRAM", "mintty", version: "TERM_PROGRAM_VERSION")],
      offers: [.init(.iterm2), .init(.sixel)],
      source: "https://github.com/mintty/mintty/issues/1228, \(yazi)"
    ),
    TerminalRow(
      name: "vscode",
      hints: [.init("TERM_PROGRAM", "vscode", version: "TERM_PROGRAM_VERSION")],
      // Images are a setting. If it is on, the device attributes contain a 4.
      offers: [.init(.iterm2, proof: .sixelAttribute)],
      source: "https://github.com/xtermjs/xterm.js/tree/master/addons/addon-image"
    ),
    TerminalRow(
      // VS Code and other programs with this terminal report its name since 2026.
      name: "xterm.js",
      offers: [.init(.iterm2, proof: .sixelAttribute)],
      source: "https://github.com/xtermjs/xterm.js/tree/master/addons/addon-image"
    ),
    TerminalRow(
      name: "Warp",
      hints: [.init("TERM_PROGRAM", "WarpTerminal", version: "TERM_PROGRAM_VERSION")],
      offers: [.init(.kittyDirect), .init(.iterm2)],
      source: "https://github.com/warpdotdev/warp/issues/6210, \(yazi)"
    ),
    TerminalRow(
      name: "Konsole",
      hints: [.init("KONSOLE_VERSION")],
      // Text doesn't erase its sixels.
      offers: [.init(.kittyDirect)],
      progress: [26, 4],
      // Measured with Konsole 22.12.
      erasesBesideImages: true,
      source: "https://bugs.kde.org/show_bug.cgi?id=456354, \(yazi), "
        + "https://invent.kde.org/utilities/konsole/-/merge_requests/1054"
    ),
    TerminalRow(
      name: "contour",
      hints: [.init("TERMINAL_NAME", "contour")],
      // Text doesn't erase its sixels, as in Konsole.
      source: ratatui
    ),
    TerminalRow(
      name: "WindowsTerminal",
      hints: [.init("WT_SESSION")],
      offers: [.init(.sixel)],
      // Supported since 1.6, of 2021. The terminal doesn't report its version.
      progress: [],
      source: "https://github.com/microsoft/terminal/releases/tag/v1.22.2362.0, "
        + "https://learn.microsoft.com/en-us/windows/terminal/tutorials/progress-bar-sequences"
    ),
    TerminalRow(
      name: "ConEmu",
      hints: [.init("ConEmuANSI", "ON")],
      progress: [],
      source: "https://conemu.github.io/en/AnsiEscapeCodes.html#ConEmu_specific_OSC"
    ),
    TerminalRow(
      name: "foot",
      hints: [.init("TERM", "foot*")],
      offers: [.init(.sixel)],
      sextants: [],
      octants: [1, 20],
      source: "\(ratatui), \(notcurses), https://codeberg.org/dnkl/foot/releases/tag/1.20.0"
    ),
    TerminalRow(
      name: "XTerm",
      hints: [.init("XTERM_VERSION", version: "XTERM_VERSION")],
      offers: [.init(.sixel)],
      // TIOCGWINSZ reports 484 by 316 pixels for 80 by 24 cells of 6 by 13.
      hasBlockSeams: true,
      countsBorder: true,
      // It silently drops larger images (the resource maxGraphicSize).
      largestSixel: Size(1000, 1000),
      source: "measured: xterm 379, with -ti vt340 and without"
    ),
    TerminalRow(
      name: "mlterm",
      hints: [.init("MLTERM"), .init("TERM", "mlterm*")],
      offers: [.init(.sixel)],
      spillsBlocks: true,
      hasBlockSeams: true,
      // It reports a palette entry instead, or none. Pictures changed the colours of text.
      hasFewDirectColors: true,
      source: "measured: mlterm 3.9"
    ),
    TerminalRow(
      name: "VTE",
      hints: [.init("VTE_VERSION", version: "VTE_VERSION")],
      offers: [.init(.sixel)],
      sextants: [],
      progress: [8000],
      source: "\(notcurses), https://gitlab.gnome.org/GNOME/vte/-/issues/2845"
    ),
    TerminalRow(
      name: "alacritty",
      hints: [.init("TERM", "alacritty*"), .init("ALACRITTY_WINDOW_ID")],
      // A fork has sixels, but text doesn't erase them.
      source: ratatui
    ),
    TerminalRow(
      name: "st",
      hints: [.init("TERM", "st-*")],
      offers: [.init(.sixel)],
      lacksQuadrants: true,
      source: notcurses
    ),
    TerminalRow(
      name: "Apple_Terminal",
      hints: [.init("TERM_PROGRAM", "Apple_Terminal", version: "TERM_PROGRAM_VERSION")],
      lacksQuadrants: true,
      source: notcurses
    ),
  ]

  /// The terminals that print queries or misinterpret them.
  static let refusals: [TerminalRefusal] = [
    // The console's driver prints unknown parts of a sequence.
    TerminalRefusal(
      hint: .init("TERM", "linux*"),
      queries: .all,
      source: "https://man7.org/linux/man-pages/man4/console_codes.4.html"
    ),
    TerminalRefusal(
      hint: .init("TERM_PROGRAM", "Apple_Terminal"),
      queries: .all,
      source: notcurses
    ),
    // On the client's side of an SSH connection, no other variable names screen or tmux. screen
    // shows such a query as its hardstatus line. tmux shows it as the title (measured: 3.3a).
    TerminalRefusal(
      hint: .init("TERM", "screen*"),
      queries: .graphics,
      source: "https://www.gnu.org/software/screen/manual/html_node/Hardstatus.html"
    ),
    TerminalRefusal(
      hint: .init("TERM", "tmux*"),
      queries: .graphics,
      source: "measured: tmux 3.3a"
    ),
    TerminalRefusal(
      hint: .init("TERM", "rxvt*"),
      queries: .graphics,
      source: "measured: rxvt-unicode 9.30"
    ),
    TerminalRefusal(
      hint: .init("TERM_PROGRAM", "terminology"),
      queries: .graphics,
      source: "measured: terminology 1.13.0"
    ),
  ]

  private static let notcurses =
    "https://github.com/dankamongmen/notcurses/blob/master/src/lib/termdesc.c"
  private static let ratatui =
    "https://github.com/benjajaja/ratatui-image#compatibility-matrix"
  private static let yazi =
    "https://github.com/sxyazi/yazi/blob/main/yazi-adapter/src/drivers/drivers.rs"

  static func row(named name: String) -> TerminalRow? {
    let name = name.lowercased()
    return rows.first { $0.name.lowercased() == name }
  }

  /// Returns the terminal that the environment names.
  ///
  /// The result is a hint, which may be stale.
  static func identity(environment: [String: String]) -> TerminalIdentity? {
    let named = rows.filter { $0.hints.contains { $0.matches(environment) } }
    // A terminal inherits most variables of the one it was started from, but sets TERM itself.
    let row = named.first { $0.hints.contains { $0.isOwn && $0.matches(environment) } }
    guard let row = row ?? named.first,
      let hint = row.hints.first(where: { $0.matches(environment) })
    else { return nil }
    let version = hint.version.flatMap { environment[$0] }.map(TerminalIdentity.version)
    return TerminalIdentity(name: row.name, version: version ?? [])
  }
}

extension TerminalRow.Hint {
  /// Whether the variable overrides those that only name the terminal.
  fileprivate var isOwn: Bool { variable == "TERM" || variable == "ZELLIJ" }

  func matches(_ environment: [String: String]) -> Bool {
    guard let found = environment[variable], !found.isEmpty else { return false }
    guard let value else { return true }
    return value.hasSuffix("*") ? found.hasPrefix(value.dropLast()) : found == value
  }
}
