import Canvas
import Library
import Model

/// Everything the program knows, and where the person is; a value, changed by `AppReducer` alone.
///
/// `program` lives as long as the program, and `library` says which of its parts do. Everything
/// else lives as long as the account: see `signedOut`.
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
      case .profile: .profile
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

    /// The tabs offered with these capabilities, in order.
    package static func all(in capabilities: Capabilities) -> [Tab] {
      allCases.filter { capabilities.isSuperset(of: $0.needs) }
    }
  }

  package var program: ProgramState
  /// The keys of all commands here: the tabs are numbered by position.
  package var keys: KeyMap { program.keyMap.numbering(Tab.all(in: launch.capabilities)) }
  package var library: Library
  package var stage: Stage = .splash
  package var tab: Tab = .feed
  package var signIn = SignInState()

  /// Where the person is in each list.
  package var views = ListViews()
  /// The feed tab's list: the service's own feed, or a topic.
  package var source = ListID.feed
  /// What is open over each tab.
  var visitsByTab: [Tab: [Visit]] = [:]
  /// What is opened as soon as somebody is signed in: an address or an id.
  package var address: String?
  /// The list that is shown as soon as somebody is signed in, in place of the feed.
  package var beginning: ListID?
  /// What chance brings; nil as long as it was not asked.
  package var random: RandomState?
  /// Whether what earlier starts have opened is in the history.
  var isHistoryRead = false
  /// The part of the profile that arrows and Enter act on.
  package internal(set) var profileFocus = ProfileFocus.list
  package var search = SearchState()
  /// Whether the pane with all that is known of a photograph is open.
  package var showsDetails = false
  /// How far they are scrolled; nil for not at all.
  package var detailsScroll: DetailsScroll?
  /// The full-screen view; nil when it is closed.
  package var photo: PhotoState?
  /// Full screen goes on by itself; nil when it does not.
  package var slideshow: Slideshow?
  /// What lies over the screen, the lowest first.
  package var overlays: [Overlay] = []
  /// The alerts to be answered, the first one on the screen.
  package var alerts: [Alert] = []
  package var notice: Notice?
  /// The digits of a count so far; see `pendingCount`.
  package var count: Count?

  package init(viewport: Viewport, launch: Launch) {
    self.init(ProgramState(viewport: viewport), Library(launch: launch))
  }

  private init(_ program: ProgramState, _ library: Library) {
    self.program = program
    self.library = library
  }

  /// The state on the sign-in screen, with nothing left of the account.
  ///
  /// Alerts about the program itself stay to be answered.
  var signedOut: AppState {
    var state = AppState(program, library.signedOut)
    state.stage = .signIn
    state.alerts = alerts.filter(\.outlivesAccount)
    return state
  }

  package var isDemo: Bool { launch.isDemo }

  package var layout: ScreenLayout {
    ScreenLayout(program.viewport, hasPane: stage == .main && showsDetails && listInView != nil)
  }

  /// The list whose rows are on the screen, or would be below the full-screen view.
  package var listInView: ListID? {
    if let visit { return visit.list }
    return switch tab {
    case .feed: source
    case .profile: offers(.favourites) ? .favourites : nil
    case .search: search.list
    case .gallery: nil
    }
  }

  /// The lists that have a place on the screen, each once.
  package var lists: [ListID] {
    var lists = [.feed, .favourites, search.list]
    let others =
      [source, random?.list].compactMap(\.self) + visitsByTab.values.joined().map(\.list)
    for list in others where !lists.contains(list) { lists.append(list) }
    return lists
  }

  /// A list's measures; the same while another screen hides it, so that it keeps its place.
  package func metrics(of list: ListID) -> FeedMetrics {
    metrics(of: list, in: views.sizes(of: list.kind).present)
  }

  /// The same as if another size were chosen.
  func metrics(of list: ListID, in size: RowSize) -> FeedMetrics {
    var body = ScreenLayout(program.viewport, hasPane: showsDetails).body
    body = body.inset(top: headRows(of: list))
    return FeedMetrics(
      viewport: program.viewport,
      body: body,
      size: size,
      isAlbum: launch.service.hasAlbums && (list == .feed || list.kind == .topic),
      hasPictures: program.hasPictures,
      footerHeight: list == .favourites ? collectionsHeight(below: body) : nil
    )
  }

  /// Rows above a list's own that belong to its screen: the search's query line, what a topic is
  /// called.
  package func headRows(of list: ListID) -> Int {
    let isHigh = program.viewport.rows >= Self.rowsForHeads
    return switch list {
    case .feed: 0
    case .search: 1
    case .favourites: isHigh ? 6 : program.viewport.rows >= Self.rowsForAvatar ? 4 : 2
    case .photographer, .likes: isHigh ? 5 : 1
    case .topic, .collection: isHigh ? 3 : 1
    case .history, .random: 1
    }
  }

  /// The fewest rows that have room for more than one line above a list.
  private static let rowsForHeads = 30
  /// The fewest rows that have room for a small picture of the person above their favourites.
  private static let rowsForAvatar = 20

  /// The selected photograph.
  package func selected(in list: ListID) -> Photo.ID? {
    let order = self[list].order
    let index = views[list].selection
    return order.indices.contains(index) ? order[index] : nil
  }

  /// The photograph that keys act on: the one in full screen or in the preview, else
  /// the list's selected one.
  package var currentPhoto: Photo.ID? {
    if let photo { return photo.id }
    if let preview { return preview.photo }
    if isInFront(.gallery) { return selectedInGallery }
    return listInView.flatMap(selected)
  }

  package mutating func takeNumber() -> Int {
    program.nextNumber += 1
    return program.nextNumber
  }
}
