import Model

/// A list opened from another place, such as a photographer, a topic or a collection.
///
/// Back returns to that place.
package struct Visit: Equatable, Sendable {
  package internal(set) var list: ListID
  /// The full-screen view that the list was opened from; `nil` if it was opened elsewhere.
  let photo: PhotoState?

  /// The maximum number of visits on top of each other; the oldest are dropped.
  static let maxDepth = 100
}

/// A section of a photographer's page: their photos, or the photos they like.
package enum PersonSection: Equatable, Sendable, CaseIterable {
  case photos, likes

  package init?(_ list: ListID) {
    switch list {
    case .photographer: self = .photos
    case .likes: self = .likes
    default: return nil
    }
  }

  package func list(of username: String) -> ListID {
    switch self {
    case .photos: .photographer(username)
    case .likes: .likes(of: username)
    }
  }

  /// Whether a photographer's page has the section.
  ///
  /// The likes of others are shown even if the service no longer accepts likes.
  package func isOffered(in state: AppState) -> Bool {
    self == .photos || state.launch.capabilities.contains(.othersLikes)
  }
}

package enum VisitsAction: Equatable, Sendable {
  /// Opens the page of a photo's photographer.
  case authorPressed(Photo.ID)
  case opened(ListID)
  case sectionPressed(PersonSection)
  case backPressed
  /// A list was loaded five minutes ago and is refreshed when it is shown again.
  case aged(ListID)
  case personLoaded(String, Result<Person, Problem>)
  /// A photographer's cached data was read.
  case personRead(Person)
  case infoLoaded(ListID, Result<ListOffer, Problem>)
  case infoRead(ListOffer)
}

package enum VisitsEffect: Equatable, Sendable {
  case loadPerson(String)
  case loadInfo(ListID)

  package var id: Effect.ID {
    switch self {
    case .loadPerson, .loadInfo: Effect.ID(.visit, "head")
    }
  }
}

extension AppState {
  /// The lists on top of the current tab, the lowest first.
  package var visits: [Visit] {
    get { visitsByTab[tab] ?? [] }
    set { visitsByTab[tab] = newValue.isEmpty ? nil : newValue }
  }

  /// The topmost list on the current tab; `nil` if there is none.
  package var visit: Visit? { visitsByTab[tab]?.last }

  /// Whether the tab's own screen is shown, not a list opened from it.
  package func isShown(_ tab: Tab) -> Bool { self.tab == tab && visit == nil }

  /// The user name that the collections command applies to: the photographer's on their page, the
  /// user's own on the profile, otherwise `nil`.
  var collectionsOwner: String? {
    if let visit { return visit.list.person }
    return isShown(.profile) ? collector : nil
  }

  /// Removes a list with its scroll position and selection.
  mutating func removeList(_ list: ListID) {
    lists.remove(list)
    views.remove(list)
  }

  /// The time after loading during which a list is shown without a refresh.
  package static let refreshAge = Duration.seconds(300)

  /// Starts the timers after which a list is out of date, and looks for new photos.
  func ages(_ list: ListID) -> [Effect] {
    guard list.hasNews else { return [] }
    let name = "\(list.kind.rawValue) \(list.name ?? "")"
    let (visit, hour) = (Effect.ID(.app, "age of \(name)"), Effect.ID(.app, "hour of \(name)"))
    return (list.kind.isVisited ? [.after(visit, Self.refreshAge, .visits(.aged(list)))] : [])
      + (offers(.cache) ? [.after(hour, .hour, .feed(.aged(.hour), in: list))] : [])
  }
}

extension Duration {
  static let hour = Duration.seconds(3600)
}

extension ListID {
  /// Whether new photos may appear in the list without the user.
  var hasNews: Bool { canBeAsked && kind != .random && kind != .search }
}

extension ListID.Kind {
  /// Whether lists of this kind are opened from other places.
  var isVisited: Bool {
    switch self {
    case .photographer, .likes, .topic, .collection, .history: true
    case .feed, .favourites, .search, .random: false
    }
  }
}
