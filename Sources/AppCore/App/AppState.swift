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
  /// What is left of the service's budget, by its last answer.
  package var budget: RateBudget?

  package var signIn = SignInState()
  package var feed = FeedState()
  package var likes = LikesState()
  package var details = DetailsState()
  /// The full-screen view; nil when it is closed.
  package var photo: PhotoState?
  package var share: ShareState?
  /// Photographs being written to the pictures folder; they go on when the sheet is closed.
  package var saves: [Photo.ID: SaveProgress] = [:]
  package var profile = ProfileState()
  package var help: HelpState?
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
    ScreenLayout(viewport, hasPane: stage == .main && details.isOpen && tab == .feed)
  }

  /// The feed's measures; the same while another screen hides it, so that it keeps its place.
  package var feedMetrics: FeedMetrics {
    FeedMetrics(
      viewport: viewport,
      body: ScreenLayout(viewport, hasPane: details.isOpen).body
    )
  }

  /// The photograph that keys act on: the one in full screen, else the feed's selected one.
  package var currentPhoto: Photo.ID? {
    if let photo { return photo.id }
    return tab == .feed ? feed.selectedID : nil
  }

  package mutating func takeNumber() -> Int {
    nextNumber += 1
    return nextNumber
  }
}
