import Canvas

extension TerminalModes {
  /// The modes that a shell expects: none set, the cursor visible.
  package static let released = TerminalModes(
    alternateScreen: false,
    mouse: false,
    bracketedPaste: false,
    focusReports: false,
    cursor: Point(0, 0),
    title: nil,
    progress: nil
  )

  /// The cell of the cursor after a frame, visible or hidden; `nil` if any cell will do.
  var cursorPlace: Point? { cursor ?? focus }

  /// The modes without those that need not be undone.
  var onlyKept: TerminalModes {
    var modes = self
    modes.focus = nil
    return modes
  }
}

/// The bytes that change a terminal's modes.
///
/// The numbers are DEC private modes from xterm's ctlseqs. Terminals ignore modes that they don't
/// know.
struct ModeSequences {
  /// The sequence that enables the application keypad, terminfo's `smkx`.
  var keypadOn = "\u{1B}[?1h\u{1B}="
  /// The sequence that disables the application keypad, terminfo's `rmkx`.
  var keypadOff = "\u{1B}[?1l\u{1B}>"
  /// Whether titles may be set.
  ///
  /// The Linux console prints parts of OSC sequences.
  var hasTitle = true
  /// Whether the terminal reports changes of its colour scheme (mode 2031).
  var hasColorReports = false

  static let beginSynchronized = "\u{1B}[?2026h"
  static let endSynchronized = "\u{1B}[?2026l"
  static let hideCursor = "\u{1B}[?25l"
  static let showCursor = "\u{1B}[?25h"

  /// The bytes that clear the last line and leave the cursor there, as endwin() does.
  ///
  /// Without an alternate screen, the shell's prompt appears in that line. A row number beyond the
  /// last row means the last row.
  private static let lastLine = "\u{1B}[0m\u{1B}[r\u{1B}[9999;1H\u{1B}[K"

  /// Returns the bytes to write before a frame's cells, and those to write after them.
  func change(from old: TerminalModes, to new: TerminalModes) -> (before: String, after: String) {
    var before = ""
    var after = ""
    if old.alternateScreen != new.alternateScreen {
      if new.alternateScreen {
        before += "\u{1B}[?1049h" + keypadOn + (hasColorReports ? "\u{1B}[?2031h" : "")
      } else {
        after += hasColorReports ? "\u{1B}[?2031l" : ""
        after += Self.lastLine + keypadOff + "\u{1B}[?1049l"
      }
    }
    if old.mouse != new.mouse {
      // Mode 1006 is set first and reset last, so that no report has the old encoding.
      before +=
        new.mouse
        ? "\u{1B}[?1006h\u{1B}[?1000h\u{1B}[?1002h" : "\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?1006l"
    }
    if old.pointerMoves != new.pointerMoves {
      // A terminal has one reporting mode at a time, so reports of drags are requested again.
      before += new.pointerMoves ? "\u{1B}[?1003h" : "\u{1B}[?1003l"
      if new.mouse, !new.pointerMoves { before += "\u{1B}[?1002h" }
    }
    if old.bracketedPaste != new.bracketedPaste {
      before += new.bracketedPaste ? "\u{1B}[?2004h" : "\u{1B}[?2004l"
    }
    if old.focusReports != new.focusReports {
      before += new.focusReports ? "\u{1B}[?1004h" : "\u{1B}[?1004l"
    }
    if old.title != new.title, hasTitle {
      switch new.title {
      case let title?:
        if old.title == nil { before += "\u{1B}[22;2t" }
        before += "\u{1B}]2;\(TextSanitizer.line(title, limit: 200))\u{1B}\\"
      case nil:
        before += "\u{1B}[23;2t"
      }
    }
    if old.progress != new.progress { before += Self.progress(new.progress) }
    switch (old.cursor != nil, new.cursor != nil) {
    case (true, false): before += Self.hideCursor
    case (false, true): after += Self.showCursor
    default: break
    }
    return (before, after)
  }

  /// Returns the sequence that begins a link (OSC 8), or ends it if the URL is empty.
  static func link(_ url: String) -> String { "\u{1B}]8;;\(url)\u{1B}\\" }

  /// Returns ConEmu's sequence for progress, which other terminals have adopted: state, then
  /// percent.
  ///
  /// - SeeAlso: https://conemu.github.io/en/AnsiEscapeCodes.html#ConEmu_specific_OSC
  private static func progress(_ progress: TerminalModes.Progress?) -> String {
    let (state, percent) =
      switch progress {
      case nil: (0, 0)
      case .percent(let percent): (1, percent)
      case .failed: (2, 100)
      case .indeterminate: (3, 0)
      }
    return "\u{1B}]9;4;\(state);\(percent)\u{1B}\\"
  }

  /// Returns the bytes that reset modes to `.released`, even if a frame was interrupted.
  func teardown(from modes: TerminalModes) -> [UInt8] {
    let (before, after) = change(from: modes, to: .released)
    // A frame with pixels may have hidden the cursor.
    let ending = Self.endSynchronized + (modes.cursor == nil ? "" : Self.showCursor)
    return Array((before + ending + after).utf8)
  }
}
