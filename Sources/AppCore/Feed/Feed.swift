import Library
import Model

/// How the photographs of a list stand on the screen.
package enum FeedMode: String, Hashable, Sendable {
  /// Cards below each other, as wide as there is room.
  case column
  /// Tiles, two or more beside each other.
  case grid
}

/// Where the person is in a list, and how it is shown.
package struct ListView: Equatable, Sendable {
  /// What stands at the top of the body: a card, and how many of its rows are above it.
  package struct Anchor: Equatable, Sendable {
    package var index: Int
    package var offset: Int

    package init(index: Int, offset: Int) {
      self.index = index
      self.offset = offset
    }
  }

  /// In a grid the index is that of a row's first tile.
  package var anchor = Anchor(index: 0, offset: 0)
  /// Index of the selected card.
  package var selection = 0
  package var mode = FeedMode.column
  /// The direction of the last movement: pictures are fetched ahead that way.
  package var isMovingUp = false

  package init() {}

  /// Back to the list's beginning.
  mutating func restart() {
    let mode = mode
    self = ListView()
    self.mode = mode
  }
}

/// Where the person is in the lists: one place for each kind, whatever was searched for.
package struct ListViews: Equatable, Sendable {
  package var feed = ListView()
  package var favourites = ListView()
  package var search = ListView()

  package subscript(kind: ListID.Kind) -> ListView {
    get {
      switch kind {
      case .feed: feed
      case .favourites: favourites
      case .search: search
      }
    }
    set {
      switch kind {
      case .feed: feed = newValue
      case .favourites: favourites = newValue
      case .search: search = newValue
      }
    }
  }

  package subscript(list: ListID) -> ListView {
    get { self[list.kind] }
    set { self[list.kind] = newValue }
  }
}

package enum FeedAction: Equatable, Sendable {
  case pageLoaded(Int, Result<Page, Problem>)
  case scrolled(rows: Int)
  case cardPressed(Photo.ID)
  case retryPressed
  case refreshPressed
  case picturePressed(Photo.ID)
  /// The other way of showing the list.
  case modePressed
}

package enum FeedEffect: Equatable, Sendable {
  case loadPage(Int, of: ListID = .feed)

  package var id: Effect.ID {
    switch self {
    case .loadPage(_, of: let list): list.pageEffect
    }
  }
}

extension ListID {
  /// The effect that loads a page of a list: one at a time.
  var pageEffect: Effect.ID { Effect.ID(kind.scope, "page") }
}

extension ListID.Kind {
  /// Where the reads of a list belong.
  var scope: Effect.Scope {
    switch self {
    case .feed: .feed
    case .favourites: .favourites
    case .search: .search
    }
  }
}
