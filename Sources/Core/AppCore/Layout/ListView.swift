import Model

/// A cached value derived from the rest of the state; comparisons of states ignore it.
package struct CachedValue<Value: Sendable>: Equatable, Sendable {
  package var value: Value

  package static func == (a: Self, b: Self) -> Bool { true }
}

/// The scroll position, selection and marks of a list.
package struct ListView: Equatable, Sendable {
  /// The scroll position: the photo at the top of the body, and the rows of its row that are above
  /// the body.
  package struct Anchor: Equatable, Sendable {
    package var index: Int
    package var offset: Int
  }

  /// The scroll position; its index is that of a row's first photo.
  package var anchor = Anchor(index: 0, offset: 0)
  /// The index of the selected photo.
  package var selection = 0
  /// The preferred column for moving up and down; `nil` for the selected photo's own column.
  package var column: Int?
  package var pivot = FeedRows.Pivot()
  /// Whether the last movement was upwards.
  ///
  /// Pictures are prefetched in the direction of movement.
  package var isMovingUp = false
  /// The marked photos, all of them in the list.
  package var marks: Set<Photo.ID> = []

  private var derived = CachedValue<FeedRows?>(value: nil)
  /// The list's cached rows; `AppState.rows(of:)` computes them again if they are out of date.
  package var rows: FeedRows? {
    get { derived.value }
    set { derived.value = newValue }
  }

  /// Keeps the visible rows unchanged after photos were inserted before the anchor, or removed if
  /// `count` is negative.
  ///
  /// - Parameter rows: the list's rows before the change.
  mutating func shift(by count: Int, in rows: FeedRows) {
    pivot = rows.pivot(at: anchor.index, movedBy: count)
    anchor.index += count
  }
}

/// The view state of all lists, and the row size of each kind of list.
///
/// A list without an entry equals one at its start.
package struct ListViews: Equatable, Sendable {
  private var views: [ListID: ListView] = [:]
  private var sizes: [ListID.Kind: RowSizes] = [:]

  package subscript(list: ListID) -> ListView {
    get { views[list] ?? ListView() }
    _modify { yield &views[list, default: ListView()] }
  }

  package var feed: ListView {
    get { self[.feed] }
    _modify { yield &self[.feed] }
  }

  package var favourites: ListView {
    get { self[.favourites] }
    _modify { yield &self[.favourites] }
  }

  package func sizes(of kind: ListID.Kind) -> RowSizes { sizes[kind] ?? RowSizes() }

  /// Restores the saved row size of a kind of list.
  package mutating func restore(_ kind: ListID.Kind, _ size: RowSize) {
    sizes[kind] = RowSizes(present: size)
  }

  /// Changes the row size of a kind of list and remembers the last one with rows.
  package mutating func resize(_ kind: ListID.Kind, to size: RowSize) {
    sizes[kind, default: RowSizes()].resize(to: size)
  }

  /// Discards the computed rows of all lists, because the size of a photo has changed.
  mutating func invalidateRows() { for list in views.keys { views[list]?.rows = nil } }

  /// Resets a list to its start.
  mutating func remove(_ list: ListID) { views[list] = nil }

  package static func == (a: ListViews, b: ListViews) -> Bool {
    a.views.allSatisfy { b[$0] == $1 } && b.views.allSatisfy { a[$0] == $1 }
      && ListID.Kind.allCases.allSatisfy { a.sizes(of: $0) == b.sizes(of: $0) }
  }
}
