import AppCore

/// The characters screens draw with; none needs a patched font, and each has an ASCII form.
package struct Glyphs: Equatable, Sendable {
  package var isASCII: Bool
  /// Whether block elements leave seams between cells, so that no line is made of them.
  package var hasBlockSeams = false

  package static let unicode = Glyphs(isASCII: false)
  package static let ascii = Glyphs(isASCII: true)
}

extension Glyphs {
  /// A liked heart; full where the other one is empty, so that it does not depend on colour.
  var heart: String { isASCII ? "<3" : "♥" }
  var emptyHeart: String { isASCII ? "<>" : "♡" }
  /// The bar beside what is selected.
  var mark: Character { isASCII ? "|" : "▌" }
  /// Of a photograph that is marked, and of one that can be.
  var marked: String { isASCII ? "[x]" : "◆" }
  var unmarked: String { isASCII ? "[ ]" : "◇" }
  var dot: String { isASCII ? " - " : " · " }
  var ellipsis: String { isASCII ? "..." : "…" }
  var dash: String { isASCII ? "-" : "—" }
  var back: String { isASCII ? "<" : "‹" }
  var share: String { isASCII ? "^" : "↗" }
  /// Into the gallery; what is there already; out to other programs.
  var download: String { isASCII ? "v" : "↓" }
  var gallery: String { isASCII ? "*" : "✓" }
  var export: String { isASCII ? ">" : "→" }
  /// Of a picture that could not be loaded.
  var failed: String { "!" }
  var close: String { isASCII ? "x" : "✕" }
  var pause: String { isASCII ? "=" : "‖" }
  var retry: String { isASCII ? "@" : "↻" }
  var pointer: String { isASCII ? ">" : "▸" }
  /// The column beside a list that says which part of it is in sight.
  var track: Character { isASCII ? "." : "│" }
  var thumb: Character { isASCII ? "#" : "┃" }
  /// A patch of colour.
  var patch: String { isASCII ? "#" : "■" }
  var times: Character { isASCII ? "x" : "×" }
  var degrees: String { isASCII ? " deg" : "°" }
  var up: String { isASCII ? "^" : "▴" }
  var down: String { isASCII ? "v" : "▾" }
  /// What stands where a text is still on its way.
  var shade: Character { isASCII ? "." : "░" }
  /// Of a photograph that is kept on this machine.
  var downloaded: String { isASCII ? "+" : "✓" }
  /// The mark of a photograph in the gallery.
  var inGallery: String { isASCII ? "[+]" : "▣✓" }
  /// The signs of the formats of search results: rows, two columns, one column.
  func format(_ format: RowSize.Format) -> String {
    switch format {
    case .rows: isASCII ? "=" : "▤"
    case .twoColumns: isASCII ? "||" : "◫"
    case .oneColumn: isASCII ? "[]" : "□"
    }
  }
  /// Of what is on its way here.
  var incoming: String { isASCII ? "v" : "↓" }
  var barFull: Character { isASCII ? "#" : "█" }
  var barEmpty: Character { isASCII ? "-" : "░" }

  private static let braille: [Character] = Array("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏")
  private static let stick: [Character] = Array("|/-\\")

  func spinner(_ phase: Int) -> Character {
    let phases = isASCII ? Self.stick : Self.braille
    return phases[((phase % phases.count) + phases.count) % phases.count]
  }

  /// The lines and corners of a frame.
  struct Border {
    let horizontal: Character
    let vertical: Character
    let topLeft: Character
    let topRight: Character
    let bottomLeft: Character
    let bottomRight: Character
  }

  /// The selection frame: four sides, or four corners if the sides would have seams.
  enum Selection {
    case sides(top: Side, bottom: Side, left: Side, right: Side)
    case corners(
      topLeft: Character,
      topRight: Character,
      bottomLeft: Character,
      bottomRight: Character
    )

    /// A character, and whether it is drawn in reverse video.
    struct Side {
      let character: Character
      var isReversed = false
    }
  }

  var selection: Selection {
    if isASCII {
      let (row, column) = (Selection.Side(character: "-"), Selection.Side(character: "|"))
      return .sides(top: row, bottom: row, left: column, right: column)
    }
    if hasBlockSeams {
      return .corners(topLeft: "┏", topRight: "┓", bottomLeft: "┗", bottomRight: "┛")
    }
    return .sides(
      top: Selection.Side(character: "▁"),
      bottom: Selection.Side(character: "▇", isReversed: true),
      left: Selection.Side(character: "▊", isReversed: true),
      right: Selection.Side(character: "▎")
    )
  }

  var border: Border {
    isASCII
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
