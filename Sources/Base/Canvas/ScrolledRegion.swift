/// Rows of the terminal whose contents have moved up or down since the previous frame, over their
/// whole width.
package struct ScrolledRegion: Hashable, Sendable {
  package var rows: Range<Int>
  /// The number of rows that the contents have moved up; negative for down.
  package var distance: Int

  package init(rows: Range<Int>, distance: Int) {
    self.rows = rows
    self.distance = distance
  }
}
