import Model

package enum FeedAction: Equatable, Sendable {
  case pageLoaded(PageToken, Result<Page, Problem>)
  case scrolled(rows: Int)
  case cardPressed(Photo.ID)
  /// Opens the menu of a photo.
  case menuPressed(Photo.ID)
  case retryPressed
  case refreshPressed
  case picturePressed(Photo.ID)
  /// This time has passed since the list's first page arrived.
  case aged(Duration)
}

package enum FeedEffect: Equatable, Sendable {
  case loadPage(PageToken, of: ListID = .feed)

  package var id: Effect.ID {
    switch self {
    case .loadPage(_, of: let list): list.pageEffect
    }
  }
}
