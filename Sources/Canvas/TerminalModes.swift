/// The modes a frame wants the terminal to be in; the driver sends only the difference.
///
/// Leaving the program, suspending it and crashing are the difference to `.released`.
package struct TerminalModes: Hashable, Sendable {
  /// Alternate screen (DECSET 1049).
  package var alternateScreen: Bool
  /// Button presses, drags and the wheel (1000, 1002, 1006).
  package var mouse: Bool
  /// Moves of the pointer without a button (1003).
  package var pointerMoves: Bool
  /// Pasted text comes in brackets (2004).
  package var bracketedPaste: Bool
  /// Focus reports (1004).
  package var focusReports: Bool
  /// The cursor, where text is being typed; nil hides it.
  package var cursor: Point?
  /// The cell that a hidden cursor rests on, which is what is selected.
  ///
  /// Screen readers and braille displays follow it.
  package var focus: Point?
  /// The window's title (OSC 2), nil leaves it alone.
  package var title: String?
  /// How far long work is, shown outside of the window (OSC 9;4); nil shows nothing.
  package var progress: Progress?

  package enum Progress: Hashable, Sendable {
    /// 0 to 100.
    case percent(Int)
    case indeterminate
    /// Something has failed and waits for the person.
    case failed
  }

  package init(
    alternateScreen: Bool = true,
    mouse: Bool = true,
    pointerMoves: Bool = false,
    bracketedPaste: Bool = true,
    focusReports: Bool = false,
    cursor: Point? = nil,
    focus: Point? = nil,
    title: String? = nil,
    progress: Progress? = nil
  ) {
    self.alternateScreen = alternateScreen
    self.mouse = mouse
    self.pointerMoves = pointerMoves
    self.bracketedPaste = bracketedPaste
    self.focusReports = focusReports
    self.cursor = cursor
    self.focus = focus
    self.title = title
    self.progress = progress
  }
}
