import Canvas
import Model

/// Everything the program knows; a value, changed by `AppReducer` alone.
package struct AppState: Equatable, Sendable {
  package enum Stage: Equatable, Sendable {
    case splash
    case signIn
    case main
  }

  package enum Tab: Int, Equatable, Sendable, CaseIterable {
    case feed
    case profile
    case search
    case gallery

    /// The tabs that an edition has, in their order.
    package static func all(in edition: Edition) -> [Tab] {
      edition == .basic ? [.feed, .profile] : allCases
    }
  }

  package var viewport: Viewport
  package var launch: Launch
  /// Whether the demo service has been started, so that it can be signed in to at once.
  package var isDemoRunning = false
  package var stage: Stage = .splash
  package var account: Account?
  package var tab: Tab = .feed

  /// Every photograph known, once; screens hold ids.
  package var photos: [Photo.ID: Photo] = [:]
  /// The best that can be shown of each picture wanted so far.
  package var pictures: [PictureKey: PictureStatus] = [:]
  /// Whether the service could not be reached when it was last asked; extended edition.
  package var isOffline = false
  /// What is left of the service's budget, by its last answer.
  package var budget: RateBudget?

  package var signIn = SignInState()
  /// The home feed.
  package var feed = FeedState()
  package var favourites = FavouritesState()
  package var search = SearchState()
  package var downloads = DownloadsState()
  package var gallery = GalleryState()
  package var likes = LikesState()
  package var kept = KeptState()
  package var details = DetailsState()
  /// The full-screen view; nil when it is closed.
  package var photo: PhotoState?
  /// What lies over the screen, the lowest first.
  package var overlays: [Overlay] = []
  /// Photographs being written to the pictures folder; they go on when the sheet is closed.
  package var saves: [Photo.ID: SaveProgress] = [:]
  package var profile = ProfileState()
  /// The alerts to be answered, the first one on the screen.
  package var alerts: [Alert] = []
  package var notice: Notice?
  /// Numbers notices and alerts, so that a late timer cannot close a newer one.
  package var nextNumber = 0

  package init(viewport: Viewport, launch: Launch) {
    self.viewport = viewport
    self.launch = launch
  }

  package var isDemo: Bool { launch.service == .demo }

  package var layout: ScreenLayout {
    ScreenLayout(viewport, hasPane: stage == .main && details.isOpen && listInView != nil)
  }

  /// One of the lists of photographs.
  package subscript(list: FeedID) -> FeedState {
    get {
      switch list {
      case .home: feed
      case .favourites: favourites.list
      case .search: search.results
      }
    }
    set {
      switch list {
      case .home: feed = newValue
      case .favourites: favourites.list = newValue
      case .search: search.results = newValue
      }
    }
  }

  /// The list whose cards are on the screen, or would be below the full-screen view.
  package var listInView: FeedID? {
    switch tab {
    case .feed: .home
    case .profile: favourites.isOpen ? .favourites : nil
    case .search: .search
    case .gallery: nil
    }
  }

  /// A list's measures; the same while another screen hides it, so that it keeps its place.
  package func metrics(of list: FeedID) -> FeedMetrics {
    var body = ScreenLayout(viewport, hasPane: details.isOpen).body
    body = body.inset(top: headRows(of: list))
    return FeedMetrics(viewport: viewport, body: body, mode: self[list].mode)
  }

  /// Rows above a list's cards that belong to its screen: the search's query line.
  package func headRows(of list: FeedID) -> Int {
    switch list {
    case .home: 0
    case .favourites, .search: 1
    }
  }

  /// The photograph that keys act on: the one in full screen or in the preview, else
  /// the list's selected one.
  package var currentPhoto: Photo.ID? {
    if let photo { return photo.id }
    if let preview { return preview.photo }
    if tab == .gallery { return gallery.selectedID }
    return listInView.flatMap { self[$0].selectedID }
  }

  package mutating func takeNumber() -> Int {
    nextNumber += 1
    return nextNumber
  }
}
