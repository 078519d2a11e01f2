import Model

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
