import Model

/// The lists of photographs that are shown as cards or tiles.
package enum FeedID: String, Hashable, Sendable, CaseIterable {
  /// The service's own feed.
  case home
  case favourites
  case search
}

/// How the photographs of a list stand on the screen.
package enum FeedMode: String, Hashable, Sendable {
  /// Cards below each other, as wide as there is room.
  case column
  /// Tiles, two or more beside each other.
  case grid
}

/// An infinite feed: what is loaded of it, and where the person is in it.
package struct FeedState: Equatable, Sendable {
  package enum Load: Equatable, Sendable {
    case idle
    /// A page is on its way.
    case loading
    case failed(Problem)
  }

  /// What stands at the top of the body: a card, and how many of its rows are above it.
  package struct Anchor: Equatable, Sendable {
    package var index: Int
    package var offset: Int

    package init(index: Int, offset: Int) {
      self.index = index
      self.offset = offset
    }
  }

  /// The photographs in the service's order, each once.
  package var order: [Photo.ID] = []
  /// The same as a set, for dropping what a page repeats.
  package var known: Set<Photo.ID> = []
  /// The page to ask for next; nil at the end of the feed.
  package var nextPage: Int? = 1
  /// The last page that was taken at the end: asked again, when the end may have moved.
  package var lastPage = 1
  package var load: Load = .idle
  /// Whether the page on its way is the first one, asked again; stays set while another tab has
  /// cancelled it, to be asked for on return.
  package var isRefreshing = false
  /// In a grid the index is that of a row's first tile.
  package var anchor = Anchor(index: 0, offset: 0)
  /// Index of the selected card.
  package var selection = 0
  package var mode = FeedMode.column
  /// The service's own count of the whole list, where it told.
  package var total: Int?
  /// How long ago the service told what is shown, while that is kept from an earlier start; nil
  /// once it has told anew.
  package var keptAge: Duration?
  /// The network has come back while the list was out of sight: it is refreshed once it is seen.
  package var wantsRefresh = false
  /// The refresh on its way was not asked for by the person: nothing is said unless it matters.
  package var isRefreshedBehind = false
  /// The direction of the last movement: pictures are fetched ahead that way.
  package var isMovingUp = false

  package init() {}

  package var selectedID: Photo.ID? {
    order.indices.contains(selection) ? order[selection] : nil
  }

  package var hasEnded: Bool { nextPage == nil }
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
  /// How the list was shown at the start before.
  case modeRead(FeedMode)
}

package enum FeedEffect: Equatable, Sendable {
  case loadPage(Int, of: PhotoList = .feed)

  package var id: Effect.ID {
    switch self {
    case .loadPage(_, of: let list): list.feedID.pageEffect
    }
  }
}

extension PhotoList {
  /// Which of the program's lists shows it.
  package var feedID: FeedID {
    switch self {
    case .feed: .home
    case .favourites: .favourites
    case .search: .search
    }
  }
}

extension FeedID {
  /// The effect that loads a page of a list: one at a time.
  var pageEffect: Effect.ID { Effect.ID(scope, "page") }

  /// Where the reads of a list belong.
  var scope: Effect.Scope {
    switch self {
    case .home: .feed
    case .favourites: .favourites
    case .search: .search
    }
  }
}
