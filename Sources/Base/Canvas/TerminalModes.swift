/// The terminal modes that a frame requires.
///
/// Only the modes that differ from the previous frame are sent to the terminal. When the program
/// exits, is suspended or crashes, the modes that differ from `.released` are sent.
package struct TerminalModes: Hashable, Sendable {
  /// The alternate screen (DECSET 1049).
  package var alternateScreen: Bool
  /// Reports of button presses, drags and the wheel (1000, 1002, 1006).
  package var mouse: Bool
  /// Reports of pointer motion without a button (1003).
  package var pointerMoves = false
  /// Brackets around pasted text (2004).
  package var bracketedPaste: Bool
  /// Focus reports (1004).
  package var focusReports: Bool
  /// The cursor's position while text is typed; `nil` hides the cursor.
  package var cursor: Point?
  /// The position of the hidden cursor, at the selected item; `nil` if nothing is selected.
  ///
  /// Screen readers and braille displays follow the cursor.
  package var focus: Point?
  /// The window's title (OSC 2); `nil` doesn't change it.
  package var title: String?
  /// The progress of long work, shown outside of the window (OSC 9;4); `nil` shows none.
  package var progress: Progress?

  /// The text that is a link (OSC 8); `nil` if there is none.
  package var link: Hyperlink?

  /// A URL behind the text of some cells of one row.
  package struct Hyperlink: Hashable, Sendable {
    package let url: String
    package var cells: Rect

    package init(url: String, cells: Rect) { (self.url, self.cells) = (url, cells) }
  }

  package enum Progress: Hashable, Sendable {
    /// A percentage from 0 to 100.
    case percent(Int)
    case indeterminate
    /// Work that has failed and waits for the user.
    case failed
  }

  package init(
    alternateScreen: Bool = true,
    mouse: Bool = true,
    bracketedPaste: Bool = true,
    focusReports: Bool = false,
    cursor: Point? = nil,
    title: String? = nil,
    progress: Progress? = nil
  ) {
    self.alternateScreen = alternateScreen
    self.mouse = mouse
    self.bracketedPaste = bracketedPaste
    self.focusReports = focusReports
    self.cursor = cursor
    self.title = title
    self.progress = progress
  }
}
