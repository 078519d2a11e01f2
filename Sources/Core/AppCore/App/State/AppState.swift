import Canvas
import Model

/// The whole state of the program as one value, which only `AppReducer` changes.
///
/// `program`, `launch` and `local` last until the program exits. Everything else
/// lasts as long as the account: see `signedOut`.
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

    private var needs: Capabilities {
      switch self {
      case .feed: []
      case .profile: .ownTab
      case .search: .search
      case .gallery: .gallery
      }
    }

    /// The command that shows the tab.
    package var command: Command {
      switch self {
      case .feed: .feedTab
      case .profile: .profileTab
      case .search: .searchTab
      case .gallery: .galleryTab
      }
    }

    /// Returns the tabs that these capabilities allow, in order.
    package static func all(in capabilities: Capabilities) -> [Tab] {
      allCases.filter { capabilities.isSuperset(of: $0.needs) }
    }
  }

  package var program: ProgramState
  /// The keys of all commands, with the digit keys assigned to the tabs by position.
  package var keys: KeyMap { program.keyMap.numbering(Tab.all(in: launch.capabilities)) }
  package var launch: Launch

  // The data on this computer.
  package var downloads = DownloadsState()
  package var gallery = GalleryState()
  package var cache = CacheState()

  // The account's data.
  /// The signed-in user; `nil` if no user is signed in.
  package var account: Account?
  /// The known photos, each stored once; everything else refers to them by ID.
  package var photos: [Photo.ID: Photo] = [:]
  /// The best available rendition of each requested picture.
  package var pictures: [PictureKey: PictureStatus] = [:]
  package var lists = Lists()
  package var favourites = FavouritesState()
  package var likes = LikesState()
  package var details = DetailsState()
  package var profile = ProfileState()
  package var directory = DirectoryState()
  package var collectionEdit = CollectionEditState()
  /// Whether the last request to the service got no response.
  package var isOffline = false
  /// The rest of the service's quota of requests, as reported by its last response.
  package var budget: RateBudget?

  // The screens.
  package var stage: Stage = .splash
  package var tab: Tab = .feed
  package var signIn = SignInState()

  /// The scroll position, selection and row size of each list.
  package var views = ListViews()
  /// The list of the feed tab: the service's main feed or a topic.
  package var source = ListID.feed
  /// The lists opened on top of each tab, the lowest first.
  var visitsByTab: [Tab: [Visit]] = [:]
  /// The URL or photo ID given on the command line, opened after sign-in.
  package var address: String?
  /// The list given on the command line, shown after sign-in instead of the feed.
  package var beginning: ListID?
  /// The list given on the command line, if it ends after a number of photos.
  package var limit: ListLimit?
  /// The list of random photos; `nil` until the user asks for one.
  package var random: RandomState?
  /// Whether the cached history of previous runs has been read.
  var isHistoryRead = false
  /// The part of the profile, or of a feed with a sign-out button, that keys act on.
  package internal(set) var profileFocus = ProfileFocus.list
  package var search = SearchState()
  /// Whether the details pane, which shows all data of a photo, is open in lists.
  package internal(set) var showsPane = false
  /// The scroll position of the details pane; `nil` at the top.
  package var detailsScroll: DetailsScroll?
  /// The full-screen view; `nil` if it is closed.
  package var photo: PhotoState?
  /// The running slideshow; `nil` if none is running.
  package var slideshow: Slideshow?
  /// The overlays on top of the screen, the lowest first.
  package var overlays: [Overlay] = []
  /// The alerts that wait for a response; the first one is shown.
  package var alerts: [Alert] = []
  package var notice: Notice?
  /// The digits of a count typed so far; see `pendingCount`.
  package var count: Count?

  package init(viewport: Viewport, launch: Launch) {
    self.init(ProgramState(viewport: viewport), launch)
  }

  private init(_ program: ProgramState, _ launch: Launch) {
    (self.program, self.launch) = (program, launch)
  }

  /// The state of the sign-in screen: the data on this computer, with the photos that it refers to.
  ///
  /// Alerts stay if they are still relevant, such as one about the database.
  var signedOut: AppState {
    var state = AppState(program, launch)
    (state.downloads, state.gallery, state.cache) = (downloads, gallery, cache)
    // The timers of both end with the account.
    state.cache.isAging = false
    state.cache.colors = [:]
    let needed = gallery.ids.union(downloads.items.map(\.id.photo))
    state.photos = photos.filter { needed.contains($0.key) }
    state.stage = .signIn
    state.alerts = alerts.filter(\.outlivesAccount)
    return state
  }

  package var isDemo: Bool { launch.isDemo }

  package var layout: ScreenLayout {
    ScreenLayout(program.viewport, hasPane: stage == .main && showsPane && listInView != nil)
  }

  /// The list whose rows are on the screen, possibly covered by full screen; `nil` if the screen
  /// has no list.
  package var listInView: ListID? {
    if let visit { return visit.list }
    return switch tab {
    case .feed: source
    case .profile: offers(.favourites) ? .favourites : nil
    case .search: search.list
    case .gallery: nil
    }
  }

  package subscript(list: ListID) -> PhotoList {
    get { lists[list] }
    _modify { yield &lists[list] }
  }

  /// The service's main feed.
  package var feed: PhotoList {
    get { lists[.feed] }
    _modify { yield &lists[.feed] }
  }

  /// The lists that a screen shows or can return to, each once.
  package var openLists: [ListID] {
    var lists = [.feed, .favourites, search.list]
    let others =
      [source, random?.list].compactMap(\.self) + visitsByTab.values.joined().map(\.list)
    for list in others where !lists.contains(list) { lists.append(list) }
    return lists
  }

  /// Returns the layout metrics of a list.
  ///
  /// The metrics don't change while another screen hides the list, so its scroll position stays
  /// valid.
  package func metrics(of list: ListID) -> FeedMetrics {
    metrics(of: list, in: views.sizes(of: list.kind).present)
  }

  /// Returns the metrics that a list would have with this row size.
  func metrics(of list: ListID, in size: RowSize) -> FeedMetrics {
    var body = ScreenLayout(program.viewport, hasPane: showsPane).body
    body = body.inset(top: headRows(of: list))
    return FeedMetrics(
      viewport: program.viewport,
      body: body,
      size: size,
      isAlbum: launch.service.hasAlbums && (list == .feed || list.kind == .topic),
      hasPictures: program.hasPictures,
      isPlain: program.isPlain,
      footerHeight: list == .favourites ? collectionsHeight(below: body) : nil
    )
  }

  /// Returns the number of rows above a list's own rows, such as the search line or the
  /// name of a topic.
  package func headRows(of list: ListID) -> Int {
    let (rows, traits) = (program.viewport.rows, list.kind.traits)
    guard list == .favourites else {
      return rows < Self.rowsForHeads ? traits.headRows.low : traits.headRows.high
    }
    return likesAreLocal || rows < Self.rowsForAvatar ? 2 : min(12, rows / 4)
  }

  /// The minimum number of terminal rows for more than one line above a list.
  private static let rowsForHeads = 30
  /// The minimum number of terminal rows for an avatar above the favourites.
  private static let rowsForAvatar = 20

  /// Returns the selected photo of a list; `nil` if the list is empty.
  package func selected(in list: ListID) -> Photo.ID? {
    let order = self[list].order
    let index = views[list].selection
    return order.indices.contains(index) ? order[index] : nil
  }

  /// The photo that keys act on: the one in full screen, otherwise the selected one of the list or
  /// the gallery.
  package var currentPhoto: Photo.ID? {
    if let photo { return photo.id }
    if isShown(.gallery) { return selectedInGallery }
    return listInView.flatMap(selected)
  }

  /// Whether the details are open, in full screen or in lists.
  package var showsDetails: Bool {
    get { photo?.showsDetails ?? showsPane }
    set { if photo == nil { showsPane = newValue } else { photo?.showsDetails = newValue } }
  }

  /// Returns a new number for a notice or an alert.
  package mutating func nextNumber() -> Int {
    program.nextNumber += 1
    return program.nextNumber
  }
}

/// A list that ends after a number of photos.
package struct ListLimit: Equatable, Sendable {
  package let list: ListID
  package let count: Int

  package init(_ list: ListID, _ count: Int) { (self.list, self.count) = (list, count) }
}
