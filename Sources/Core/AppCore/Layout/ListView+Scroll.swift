import Canvas
import Model

/// Scrolling and selection within a list's rows of photos.
///
/// A screen row is one line of cells. The cost doesn't depend on the list's length.
extension ListView {
  /// Returns the number of screen rows of the list above the body.
  package func top(in rows: FeedRows) -> Int {
    guard !rows.rows.isEmpty else { return 0 }
    // The anchor's row may have been removed with its photos.
    let row = rows.rows[rows.row(of: anchor.index)]
    return max(0, min(rows.lastTop, row.top + min(anchor.offset, rows.pitch(row) - 1)))
  }

  /// Scrolls until `top` screen rows of the list are above the body, or as near as possible.
  mutating func scroll(to top: Int, in rows: FeedRows) {
    guard !rows.rows.isEmpty else {
      anchor = Anchor(index: 0, offset: 0)
      selection = 0
      return
    }
    let top = max(0, min(rows.lastTop, top))
    let row = rows.rows[rows.row(at: top)]
    anchor = Anchor(index: row.start, offset: top - row.top)
    selection = max(0, min(rows.count - 1, selection))
  }

  /// Moves the scroll position and the selection into the list after the list has changed.
  mutating func clamp(in rows: FeedRows) { scroll(to: top(in: rows), in: rows) }

  /// Scrolls as little as possible to show the selected photo with its selection frame.
  ///
  /// If the photo is higher than the body, shows its top.
  mutating func reveal(in rows: FeedRows) {
    clamp(in: rows)
    guard !rows.rows.isEmpty else { return }
    let row = rows.rows[rows.row(of: selection)]
    let gap = rows.metrics.gap
    let room = rows.metrics.body.height
    let needed = rows.pitch(row) + gap <= room ? rows.pitch(row) + gap : rows.pitch(row)
    let top = min(row.top, max(self.top(in: rows), row.top + needed - room))
    scroll(to: top, in: rows)
  }

  /// Selects the photo at an index, or the nearest one, and scrolls to it.
  ///
  /// The photo's column becomes the preferred one for moving up and down.
  mutating func select(_ index: Int, in rows: FeedRows) {
    guard rows.count > 0 else { return }
    let target = max(0, min(rows.count - 1, index))
    isMovingUp = target < selection
    selection = target
    column = nil
    reveal(in: rows)
  }

  /// Selects the photo in the row above or below that is nearest to the preferred column.
  ///
  /// A step down and a step up select the original photo again.
  mutating func step(down: Bool, in rows: FeedRows) {
    guard rows.count > 0 else { return }
    isMovingUp = !down
    let number = rows.row(of: selection) + (down ? 1 : -1)
    if rows.rows.indices.contains(number) {
      let x = column ?? rows.middle(of: selection)
      column = x
      selection = rows.photo(in: number, nearest: x)
    }
    reveal(in: rows)
  }

  /// Selects a photo in the nearest row that is visible enough, unless the selected photo's row is.
  ///
  /// - Parameter share: the minimum visible share of the row for the selection to stay.
  mutating func selectVisible(in rows: FeedRows, share: Double = 0.5) {
    guard rows.count > 0 else { return }
    let top = top(in: rows)
    let room = rows.metrics.body.height
    func shown(_ number: Int) -> Double {
      let row = rows.rows[number]
      let height = rows.pitch(row) - rows.metrics.gap
      let y = row.top + rows.metrics.gap - top
      return Double(min(y + height, room) - max(y, 0)) / Double(height)
    }
    let current = rows.row(of: selection)
    guard shown(current) < share else { return }
    let inSight = rows.row(at: top)...rows.row(at: top + max(0, room - 1))
    let most = inSight.map(shown).max() ?? 0
    let nearest = inSight.filter { shown($0) >= min(most, 0.99) }
      .min { abs($0 - current) < abs($1 - current) }
    guard let nearest else { return }
    let x = column ?? rows.middle(of: selection)
    column = x
    selection = rows.photo(in: nearest, nearest: x)
  }

  /// Selects the photo at a height of the body, in the preferred column.
  ///
  /// - Parameter y: screen rows from the top of the body.
  mutating func select(at y: Int, in rows: FeedRows) {
    guard rows.count > 0 else { return }
    let x = column ?? rows.middle(of: selection)
    column = x
    selection = rows.photo(in: rows.row(at: top(in: rows) + y), nearest: x)
    selectVisible(in: rows, share: 0.99)
  }

  /// Adapts the scroll position to a changed layout.
  ///
  /// The selected photo, or the first visible one if the selected one isn't visible, stays at its
  /// relative height in the body.
  mutating func adapt(from old: FeedRows, to new: FeedRows) {
    guard !old.rows.isEmpty, !new.rows.isEmpty else { return clamp(in: new) }
    let top = top(in: old)
    let room = old.metrics.body.height
    let row = old.rows[old.row(of: selection)]
    let y = row.top - top
    let isSeen = y + old.pitch(row) / 2 >= 0 && y + old.pitch(row) / 2 < room
    column = nil
    let looked = isSeen ? selection : anchor.index
    let offset = isSeen ? y : -anchor.offset
    let target = new.rows[new.row(of: looked)]
    let scaled = offset * new.metrics.body.height / max(1, room)
    scroll(to: top == 0 && isSeen ? 0 : target.top - scaled, in: new)
    if isSeen { reveal(in: new) } else { selectVisible(in: new) }
  }

  /// Whether less than a screen of rows remains below the body.
  func isNearEnd(in rows: FeedRows) -> Bool {
    rows.height - top(in: rows) < 2 * rows.metrics.body.height
  }
}
