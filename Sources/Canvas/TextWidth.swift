/// How many columns text takes in a terminal.
package enum TextWidth {
  /// Columns of one grapheme cluster: 0, 1 or 2.
  package static func of(_ cluster: Character) -> Int {
    guard let scalar = cluster.unicodeScalars.first else { return 0 }
    if scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) { return 0 }
    return scalar.value < 0x1100 ? 1 : (scalar.properties.isEmojiPresentation ? 2 : 1)
  }

  /// Columns of a line of text.
  package static func of(_ text: some StringProtocol) -> Int {
    text.reduce(0) { $0 + of($1) }
  }

  /// The text cut to a number of columns, with "…" (or the given mark) where something is gone.
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
    return result + mark
  }
}

extension TextWidth {
  /// The scalars to put into each column of a cluster: a base, then zero-width ones.
  package static func columns(of cluster: Character) -> [[UInt32]] {
    [cluster.unicodeScalars.prefix(5).map(\.value)]
  }
}
