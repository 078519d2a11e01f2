import Canvas
import Library
import Model

/// Moves within a list's rows; pure, and as quick in a list of any length.
extension ListView {
  /// Rows of the list above the body.
  package func top(in rows: FeedRows) -> Int {
    guard !rows.rows.isEmpty else { return 0 }
    // What has left may have taken the anchor's row along.
    let row = rows.rows[rows.row(of: anchor.index)]
    return max(0, min(rows.lastTop, row.top + min(anchor.offset, rows.pitch(row) - 1)))
  }

  /// Scrolls to where so many rows of the list are above the body, or as near as there is.
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

  /// Scrolls as little as shows the selected photograph with its frame, or its top when it is too
  /// high.
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

  /// Selects a photograph sideways, and makes its column the one that steps up and down keep to.
  mutating func select(_ index: Int, in rows: FeedRows) {
    guard rows.count > 0 else { return }
    let target = max(0, min(rows.count - 1, index))
    isMovingUp = target < selection
    selection = target
    column = nil
    reveal(in: rows)
  }

  /// Selects the photograph nearest in the row above or below, which the way back undoes.
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

  /// Keeps the selection in sight: in the row that is nearest to it of those that are.
  ///
  /// - Parameter share: how much of its row has to be seen for the selection to stay.
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

  /// Selects what stands where the selection stood on the screen.
  ///
  /// - Parameter y: from the body's top.
  mutating func select(at y: Int, in rows: FeedRows) {
    guard rows.count > 0 else { return }
    let x = column ?? rows.middle(of: selection)
    column = x
    selection = rows.photo(in: rows.row(at: top(in: rows) + y), nearest: x)
    selectVisible(in: rows, share: 0.99)
  }

  /// Follows a change of the rows' measures: the photograph that is looked at stays at its height.
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

  /// Whether less than a screen of rows remains below what is in sight.
  func isNearEnd(in rows: FeedRows) -> Bool {
    rows.height - top(in: rows) < 2 * rows.metrics.body.height
  }
}
