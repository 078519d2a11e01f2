import Model

/// The infinite feed: what is loaded of it, and where the person is in it.
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
  package var anchor = Anchor(index: 0, offset: 0)
  /// Index of the selected card.
  package var selection = 0
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
}

package enum FeedEffect: Equatable, Sendable {
  case loadPage(Int)

  package var id: Effect.ID { Effect.ID(.feed, "page") }
}
