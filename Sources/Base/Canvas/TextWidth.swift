/// The columns that text takes in a terminal.
///
/// Terminals disagree about the width of sequences, so none are sent. A cluster is reduced to one
/// or two base characters with their combining marks. Joined emoji become the first of them, skin
/// tones and variation selectors are dropped, and flags become their two letters.
package enum TextWidth {
  /// Returns the columns of one grapheme cluster: 0, 1 or 2.
  package static func of(_ cluster: Character) -> Int {
    let utf8 = cluster.utf8
    if utf8.count == 1, let byte = utf8.first { return (0x20..<0x7F).contains(byte) ? 1 : 0 }
    let scalars = cluster.unicodeScalars
    guard scalars.index(after: scalars.startIndex) != scalars.endIndex else {
      return scalars.first.map { ScalarWidth.of(shown($0)) } ?? 0
    }
    var total = 0
    forEachColumn(of: cluster) { _, width in total += width }
    return total
  }

  /// Returns the columns of a line of text.
  package static func of(_ text: some StringProtocol) -> Int {
    let ascii = text.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.allSatisfy { (0x20..<0x7F).contains($0) } ? bytes.count : nil
    }
    if let ascii, let count = ascii { return count }
    return text.reduce(0) { $0 + of($1) }
  }

  /// Returns the scalars of each column of a cluster: a base and up to four zero-width scalars.
  ///
  /// The result is empty for a cluster without width. A single base may be two columns wide; two
  /// bases have one column each.
  package static func columns(of cluster: Character) -> [[UInt32]] {
    var columns: [[UInt32]] = []
    forEachColumn(of: cluster) { base, _ in
      columns.append([base])
    } mark: { mark in
      columns[columns.count - 1].append(mark)
    }
    return columns
  }

  /// Returns the text cut to a number of columns, ending in `mark` if it was cut, without a space
  /// before the mark.
  package static func truncate(
    _ text: String,
    to columns: Int,
    mark: String = "…"
  ) -> String {
    guard of(text) > columns else { return text }
    let room = columns - of(mark)
    guard room >= 0 else { return "" }
    var width = 0
    var result = ""
    for cluster in text {
      let step = of(cluster)
      guard width + step <= room else { break }
      width += step
      result.append(cluster)
    }
    while result.last == " " { result.removeLast() }
    return result + mark
  }

  private static let markLimit = 4

  private static func forEachColumn(
    of cluster: Character,
    _ column: (_ base: UInt32, _ width: Int) -> Void,
    mark: (UInt32) -> Void = { _ in }
  ) {
    var total = 0
    var marks = 0
    var isJoined = false
    for scalar in cluster.unicodeScalars {
      if scalar.value == 0x200D {
        isJoined = true
        continue
      }
      // The first emoji represents the sequence. In Indic scripts the joiner shapes letters.
      if isJoined, scalar.properties.isEmoji { return }
      isJoined = false
      if total > 0, isDropped(scalar) { continue }
      let base = shown(scalar)
      let width = ScalarWidth.of(base)
      if width == 0 {
        guard total > 0, marks < markLimit else { continue }
        marks += 1
        mark(base)
      } else {
        guard total + width <= 2 else { return }
        total += width
        marks = 0
        column(base, width)
      }
    }
  }

  /// Returns the scalar to draw: regional indicators, the parts of flags, are shown as letters.
  private static func shown(_ scalar: Unicode.Scalar) -> UInt32 {
    switch scalar.value {
    case 0x1F1E6...0x1F1FF: scalar.value - 0x1F1E6 + 0x41
    default: scalar.value
    }
  }

  /// Whether a scalar only changes the look of the one before it, in terminals that support it.
  private static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1F3FB...0x1F3FF: true
    case 0xFE00...0xFE0F, 0xE0100...0xE01EF: true
    case ..<0x300: false
    default: scalar.properties.generalCategory == .format
    }
  }
}
