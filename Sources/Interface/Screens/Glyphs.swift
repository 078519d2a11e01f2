import AppCore

/// The characters that screens are drawn with.
///
/// None needs a patched font, and each has an ASCII form.
package struct Glyphs: Equatable, Sendable {
  package var isASCII: Bool
  /// Whether nothing is drawn with lines, blocks and spinners, which screen readers would read out.
  package var isPlain = false
  /// Whether the font leaves seams between block elements of adjacent cells.
  ///
  /// The selection frame then consists of heavy lines.
  package var hasBlockSeams = false

  package init(isASCII: Bool, isPlain: Bool = false) {
    (self.isASCII, self.isPlain) = (isASCII, isPlain)
  }

  package static let unicode = Glyphs(isASCII: false)
  package static let ascii = Glyphs(isASCII: true)
}

extension Glyphs {
  /// The heart of a liked photo, filled.
  ///
  /// The other one is empty, so that they differ without colour too.
  var heart: String { isASCII ? "<3" : "♥" }
  var emptyHeart: String { isASCII ? "<>" : "♡" }
  /// The bar at the left edge of a notice.
  var mark: Character { isPlain ? " " : isASCII ? "|" : "▌" }
  /// The signs of a marked photo, and of an unmarked one that can be marked.
  var marked: String { isASCII || isPlain ? "[x]" : "◆" }
  var unmarked: String { isASCII || isPlain ? "[ ]" : "◇" }
  var dot: String { isASCII ? " - " : " · " }
  var ellipsis: String { isASCII ? "..." : "…" }
  var dash: String { isASCII ? "-" : "—" }
  // Plain screens have words, and no signs beside them.
  var back: String { isPlain ? "" : isASCII ? "< " : "‹ " }
  var share: String { isPlain ? "" : isASCII ? "^" : "↗" }
  /// The signs of the buttons that download to the gallery and that show a photo there.
  var download: String { isPlain ? "" : isASCII ? "v" : "↓" }
  var gallery: String { isPlain ? "" : isASCII ? "*" : "✓" }
  /// The sign of a picture that failed to load.
  var failed: String { "!" }
  var close: String { isPlain ? "" : isASCII ? "x" : "✕" }
  var pause: String { isASCII ? "=" : "‖" }
  var retry: String { isASCII ? "@" : "↻" }
  var pointer: String { isASCII || isPlain ? ">" : "▸" }
  /// The scrollbar: its column, and the thumb that shows the position of the visible rows.
  var track: Character { isASCII ? "." : "│" }
  var thumb: Character { isASCII ? "#" : "┃" }
  /// A patch that shows a colour.
  var patch: String { isASCII ? "#" : "■" }
  var times: Character { isASCII ? "x" : "×" }
  var degrees: String { isASCII ? " deg" : "°" }
  var up: String { isPlain ? "" : isASCII ? "^" : "▴" }
  var down: String { isPlain ? "" : isASCII ? "v" : "▾" }
  /// The placeholder for a text that is still loading.
  var shade: Character { isPlain ? " " : isASCII ? "." : "░" }
  /// The sign of a collection that contains the photos.
  var tick: String { isASCII ? "+" : "✓" }
  /// The sign of a photo in the gallery, in captions.
  var inGallery: String { isPlain ? "" : isASCII ? "[+]" : "▣✓" }
  /// Returns the sign of a format of search results: rows, two columns, one column.
  func format(_ format: RowSize.Format) -> String {
    switch format {
    case .rows: isASCII ? "=" : "▤"
    case .twoColumns: isASCII ? "||" : "◫"
    case .oneColumn: isASCII ? "[]" : "□"
    }
  }
  /// The sign before the number of downloads in progress.
  var incoming: String { isASCII ? "v" : "↓" }
  /// The part of a thin progress line that is complete; the rest is a border's line.
  var heavyLine: Character { isPlain ? " " : isASCII ? "=" : "━" }
  var barFull: Character { isPlain ? " " : isASCII ? "#" : "█" }
  var barEmpty: Character { isPlain ? " " : isASCII ? "-" : "░" }

  private static let braille: [Character] = Array("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏")
  private static let stick: [Character] = Array("|/-\\")

  func spinner(_ phase: Int) -> Character {
    if isPlain { return " " }
    let phases = isASCII ? Self.stick : Self.braille
    return phases[((phase % phases.count) + phases.count) % phases.count]
  }

  /// The lines and corners of a box's border.
  struct Border {
    let horizontal: Character
    let vertical: Character
    let topLeft: Character
    let topRight: Character
    let bottomLeft: Character
    let bottomRight: Character
  }

  /// The selection frame: its four sides, and corners if it consists of lines.
  struct Selection {
    let top: Side
    let bottom: Side
    let left: Side
    let right: Side
    var corners = ""

    /// A character, and whether it is drawn in reverse video.
    struct Side {
      let character: Character
      var isReversed = false
    }
  }

  var selection: Selection {
    guard isPlain || isASCII || hasBlockSeams else {
      return Selection(
        top: Selection.Side(character: "▁"),
        bottom: Selection.Side(character: "▇", isReversed: true),
        left: Selection.Side(character: "▊", isReversed: true),
        right: Selection.Side(character: "▎")
      )
    }
    let row = Selection.Side(character: isPlain ? " " : isASCII ? "-" : "━")
    let column = Selection.Side(character: isPlain ? " " : isASCII ? "|" : "┃")
    let corners = isPlain || isASCII ? "" : "┏┓┗┛"
    return Selection(top: row, bottom: row, left: column, right: column, corners: corners)
  }

  var border: Border {
    guard !isPlain else {
      return Border(
        horizontal: " ",
        vertical: " ",
        topLeft: " ",
        topRight: " ",
        bottomLeft: " ",
        bottomRight: " "
      )
    }
    return isASCII
      ? Border(
        horizontal: "-",
        vertical: "|",
        topLeft: "+",
        topRight: "+",
        bottomLeft: "+",
        bottomRight: "+"
      )
      : Border(
        horizontal: "─",
        vertical: "│",
        topLeft: "╭",
        topRight: "╮",
        bottomLeft: "╰",
        bottomRight: "╯"
      )
  }
}
