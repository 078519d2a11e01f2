import Canvas

extension Terminal {
  /// Appends the bytes that write the cells of a link again, behind its URL.
  ///
  /// ncurses knows no links. The cells of an earlier link are written without it.
  func appendLink(_ modes: TerminalModes, hasContent: Bool, into bytes: inout [UInt8]) {
    guard sequences.hasTitle, hasContent || modes.link != actual.link else { return }
    let earlier = modes.link == actual.link || needsRepaint ? nil : actual.link
    for link in [earlier, modes.link].compactMap(\.self) {
      // The frame may have been drawn for a larger screen.
      let cells = link.cells.intersection(
        Rect(x: 0, y: 0, width: size.columns, height: size.rows)
      )
      guard !cells.isEmpty else { continue }
      // ncurses may move the cursor by writing the cells on its way, which aren't part of the link.
      painter?.update(cursor: cells.origin, into: &bytes)
      bytes += ModeSequences.link(link == modes.link ? link.url : "").utf8
      painter?.rewrite((cells.x..<cells.maxX).map { [Point($0, cells.y)] }, into: &bytes)
      bytes += ModeSequences.link("").utf8
      // Rewriting cells moves the cursor.
      painter?.update(cursor: modes.cursorPlace, into: &bytes)
    }
  }
}
