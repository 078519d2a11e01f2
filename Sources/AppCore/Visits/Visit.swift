import Library
import Model

/// A list that was opened from another place, which Back returns to: a photographer, a topic, a
/// collection.
package struct Visit: Equatable, Sendable {
  package internal(set) var list: ListID
  /// The photograph in full screen that it was opened from.
  let photo: PhotoState?

  /// The most of them on top of each other; the oldest go.
  static let limit = 100
}

/// What is shown under the head of a photographer.
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

  /// Whether a photographer's page has the section: the likes of others can be seen even where the
  /// service takes no more of them.
  package func isOffered(in state: AppState) -> Bool {
    self == .photos || state.launch.capabilities.contains(.favourites)
  }
}

package enum VisitsAction: Equatable, Sendable {
  /// The photographer of a photograph is to be shown.
  case authorPressed(Photo.ID)
  case opened(ListID)
  case sectionPressed(PersonSection)
  case backPressed
  /// A list was loaded five minutes ago: it is refreshed when it is next shown.
  case aged(ListID)
  case personLoaded(String, Result<Person, Problem>)
  /// What an earlier start has kept of a photographer.
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
  /// What is open over the tab in front, the lowest first.
  package var visits: [Visit] {
    get { visitsByTab[tab] ?? [] }
    set { visitsByTab[tab] = newValue.isEmpty ? nil : newValue }
  }

  /// The topmost of it.
  package var visit: Visit? { visitsByTab[tab]?.last }

  /// Whether the tab's own screen is in front, rather than a list opened from it.
  package func isInFront(_ tab: Tab) -> Bool { self.tab == tab && visit == nil }

  /// Whose collections can be chosen from: the photographer's whose page is in front, or those of
  /// who is signed in.
  var collector: String? {
    if let visit { return visit.list.person }
    return isInFront(.profile) ? library.collector : nil
  }

  /// Removes a list with its scroll position and selection.
  mutating func removeList(_ list: ListID) {
    library.lists.remove(list)
    views.remove(list)
  }

  /// How long a list that was just loaded is shown without asking for it again.
  package static let freshness = Duration.seconds(300)

  /// Notes in time that a list is old.
  func ages(_ list: ListID) -> [Effect] {
    guard list.kind.isVisited, list != .history else { return [] }
    let timer = Effect.ID(.app, "age of \(list.kind.rawValue) \(list.name ?? "")")
    return [.after(timer, Self.freshness, .visits(.aged(list)))]
  }
}

extension ListID.Kind {
  /// Whether lists of the kind are opened from other places.
  var isVisited: Bool {
    switch self {
    case .photographer, .likes, .topic, .collection, .history: true
    case .feed, .favourites, .search, .random: false
    }
  }
}
