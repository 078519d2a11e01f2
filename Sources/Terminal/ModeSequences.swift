import Canvas

extension TerminalModes {
  /// A terminal as a shell expects it: nothing asked for, the cursor visible.
  package static let released = TerminalModes(
    alternateScreen: false,
    mouse: false,
    bracketedPaste: false,
    focusReports: false,
    cursor: Point(0, 0),
    title: nil,
    progress: nil
  )

  /// Where the cursor is left after a frame, visible or not; `nil` leaves it anywhere.
  var cursorPlace: Point? { cursor ?? focus }

  /// The modes without those that need not be undone.
  var onlyKept: TerminalModes {
    var modes = self
    modes.focus = nil
    return modes
  }
}

/// The bytes that take a terminal from one set of modes to another.
///
/// Numbers are DEC private modes as in xterm's ctlseqs; terminals ignore those they do not know.
struct ModeSequences {
  /// terminfo's `smkx`/`rmkx`: the application keypad.
  var keypadOn = "\u{1B}[?1h\u{1B}="
  var keypadOff = "\u{1B}[?1l\u{1B}>"
  /// Whether titles may be set: the Linux console prints what it does not know of OSC.
  var hasTitle = true
  /// Whether the terminal reports changes of its colour scheme meanwhile (mode 2031).
  var hasColorReports = false

  static let beginSynchronized = "\u{1B}[?2026h"
  static let endSynchronized = "\u{1B}[?2026l"
  static let hideCursor = "\u{1B}[?25l"
  static let showCursor = "\u{1B}[?25h"

  /// Clears the last line and leaves the cursor in it, as endwin() does.
  ///
  /// Where there is no other screen to go back to, the shell's prompt comes there. Rows beyond the
  /// last one stand for that one.
  private static let lastLine = "\u{1B}[0m\u{1B}[r\u{1B}[9999;1H\u{1B}[K"

  /// What comes before the frame's cells, and what after them.
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
      // 1006 first on and last off, so that no report comes in the old encoding.
      before +=
        new.mouse
        ? "\u{1B}[?1006h\u{1B}[?1000h\u{1B}[?1002h" : "\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?1006l"
    }
    if old.pointerMoves != new.pointerMoves {
      // A terminal has one mode of reports at a time: drags alone are asked for again.
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

  /// ConEmu's sequence, which others took over: state, then percent.
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

  /// Everything that leads back to `.released`, also when a frame is cut off in the middle.
  func teardown(from modes: TerminalModes) -> [UInt8] {
    let (before, after) = change(from: modes, to: .released)
    // A frame with pixels may have hidden a visible cursor.
    let ending = Self.endSynchronized + (modes.cursor == nil ? "" : Self.showCursor)
    return Array((before + ending + after).utf8)
  }
}
