import Library
import Model

/// A cached value that follows from the rest of the state: it is ignored when states are compared.
package struct CachedValue<Value: Sendable>: Equatable, Sendable {
  package var value: Value

  package static func == (a: Self, b: Self) -> Bool { true }
}

/// Where the person is in a list, and how it is shown.
package struct ListView: Equatable, Sendable {
  /// What stands at the top of the body: a photograph, and how many rows of its row are above it.
  package struct Anchor: Equatable, Sendable {
    package var index: Int
    package var offset: Int

    package init(index: Int, offset: Int) {
      self.index = index
      self.offset = offset
    }
  }

  /// The index is that of a row's first photograph.
  package var anchor = Anchor(index: 0, offset: 0)
  /// Index of the selected photograph.
  package var selection = 0
  /// The column that steps up and down keep to; nil for that of the selected photograph.
  package var column: Int?
  package var pivot = FeedRows.Pivot()
  /// The direction of the last movement: pictures are fetched ahead that way.
  package var isMovingUp = false
  /// The photographs marked, all of them in the list.
  package var marks: Set<Photo.ID> = []

  private var derived = CachedValue<FeedRows?>(value: nil)
  /// The list's cached rows; `AppState.rows(of:)` rebuilds them when they are out of date.
  package var rows: FeedRows? {
    get { derived.value }
    set { derived.value = newValue }
  }

  package init() {}

  /// Keeps the visible rows as they are after photographs were inserted in front of the anchor, or
  /// removed if negative.
  ///
  /// - Parameter rows: the list's rows before.
  mutating func shift(by count: Int, in rows: FeedRows) {
    pivot = rows.pivot(at: anchor.index, movedBy: count)
    anchor.index += count
  }
}

/// Where the person is in the lists, and how large each kind of them is shown.
///
/// A list that was never looked at is the same as one at its beginning.
package struct ListViews: Equatable, Sendable {
  private var views: [ListID: ListView] = [:]
  private var sizes: [ListID.Kind: RowSizes] = [:]

  package init() {}

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

  /// Shows lists of a kind in the size that they were shown in last.
  package mutating func restore(_ kind: ListID.Kind, _ size: RowSize) {
    sizes[kind, default: RowSizes()].present = size
  }

  /// Shows lists of a kind in another size, and remembers the one before.
  package mutating func resize(_ kind: ListID.Kind, to size: RowSize) {
    sizes[kind, default: RowSizes()].resize(to: size)
  }

  /// A photograph's size turned out to be different.
  mutating func forgetRows() { for list in views.keys { views[list]?.rows = nil } }

  /// Back to the list's beginning.
  mutating func remove(_ list: ListID) { views[list] = nil }

  package static func == (a: ListViews, b: ListViews) -> Bool {
    a.views.allSatisfy { b[$0] == $1 } && b.views.allSatisfy { a[$0] == $1 }
      && ListID.Kind.allCases.allSatisfy { a.sizes(of: $0) == b.sizes(of: $0) }
  }
}

package enum FeedAction: Equatable, Sendable {
  case pageLoaded(Int, Result<Page, Problem>)
  case scrolled(rows: Int)
  case cardPressed(Photo.ID)
  /// A photograph's menu is to be opened.
  case menuPressed(Photo.ID)
  /// A photograph was pressed twice.
  case openPressed(Photo.ID)
  case retryPressed
  case refreshPressed
  case picturePressed(Photo.ID)
}

package enum FeedEffect: Equatable, Sendable {
  case loadPage(Int, of: ListID = .feed)

  package var id: Effect.ID {
    switch self {
    case .loadPage(_, of: let list): list.pageEffect
    }
  }
}
