import Canvas

/// What is known about terminals, each row with its source.
///
/// This is the only place for such facts.
enum TerminalTable {
  static let rows: [TerminalRow] = [
    TerminalRow(
      name: "kitty",
      hints: [.init("TERM", "xterm-kitty")],
      // 0.26.5 answers the query too, and then draws boxes for placeholders: measured.
      offers: [.init(.kitty, since: [0, 28]), .init(.kittyDirect)],
      source: "https://sw.kovidgoyal.net/kitty/changelog/ (0.28.0, issue 5664)"
    ),
    TerminalRow(
      name: "ghostty",
      hints: [
        .init("TERM_PROGRAM", "ghostty", version: "TERM_PROGRAM_VERSION"),
        .init("TERM", "xterm-ghostty"),
      ],
      offers: [.init(.kitty), .init(.kittyDirect)],
      source: "https://github.com/ghostty-org/ghostty/pull/2015"
    ),
    TerminalRow(
      name: "WezTerm",
      hints: [.init("TERM_PROGRAM", "WezTerm", version: "TERM_PROGRAM_VERSION")],
      // It answers kitty's query, but that path is the one with the most faults.
      offers: [.init(.iterm2), .init(.sixel)],
      sextants: [20_210_814],
      source: "https://github.com/benjajaja/ratatui-image#compatibility-matrix and"
        + " https://wezterm.org/config/lua/config/custom_block_glyphs.html"
    ),
    TerminalRow(
      name: "iTerm2",
      hints: [
        .init("TERM_PROGRAM", "iTerm.app", version: "TERM_PROGRAM_VERSION"),
        .init("LC_TERMINAL", "iTerm2", version: "LC_TERMINAL_VERSION"),
      ],
      offers: [.init(.iterm2), .init(.sixel)],
      source: "https://iterm2.com/documentation-images.html"
    ),
    TerminalRow(
      name: "mintty",
      hints: [.init("TERM_PROGRAM", "mintty", version: "TERM_PROGRAM_VERSION")],
      offers: [.init(.iterm2), .init(.sixel)],
      source: "https://github.com/mintty/mintty/wiki/CtrlSeqs"
    ),
    TerminalRow(
      name: "Konsole",
      hints: [.init("KONSOLE_VERSION")],
      // Its sixels stay when text is written over them.
      offers: [.init(.kittyDirect), .init(.sixel)],
      source: "https://invent.kde.org/utilities/konsole/-/merge_requests/594 and"
        + " https://bugs.kde.org/show_bug.cgi?id=456354"
    ),
    TerminalRow(
      name: "foot",
      hints: [.init("TERM", "foot"), .init("TERM", "foot-extra")],
      offers: [.init(.sixel)],
      source: "https://codeberg.org/dnkl/foot"
    ),
    TerminalRow(
      name: "XTerm",
      hints: [.init("XTERM_VERSION", version: "XTERM_VERSION")],
      offers: [.init(.sixel)],
      // 484 by 316 pixels for 80 by 24 cells of 6 by 13.
      countsBorder: true,
      source: "measured: xterm 379, with -ti vt340 and without"
    ),
    TerminalRow(
      name: "mlterm",
      hints: [.init("TERM", "mlterm")],
      offers: [.init(.sixel)],
      source: "measured: mlterm 3.9.2"
    ),
    TerminalRow(
      name: "WarpTerminal",
      hints: [.init("TERM_PROGRAM", "WarpTerminal", version: "TERM_PROGRAM_VERSION")],
      offers: [.init(.kittyDirect)],
      source: "https://github.com/warpdotdev/warp/issues/6210"
    ),
  ]

  /// Terminals that print queries, or take them for something else.
  static let refusals: [TerminalRefusal] = [
    TerminalRefusal(
      hint: .init("TERM", "linux"),
      queries: .all,
      source: "https://man7.org/linux/man-pages/man4/console_codes.4.html"
    )
  ]

  static func row(named name: String) -> TerminalRow? {
    rows.first { $0.name.lowercased() == name.lowercased() }
  }

  /// The terminal that the environment speaks of: a hint, which may be stale.
  static func identity(environment: [String: String]) -> TerminalIdentity? {
    for row in rows {
      for hint in row.hints where hint.matches(environment) {
        let version = hint.version.flatMap { environment[$0] }.map(TerminalIdentity.version)
        return TerminalIdentity(name: row.name, version: version ?? [])
      }
    }
    return nil
  }
}

extension TerminalRow.Hint {
  func matches(_ environment: [String: String]) -> Bool {
    guard let found = environment[variable], !found.isEmpty else { return false }
    return value == nil || found == value
  }
}
