import Model

extension ListID {
  /// The ID of the effect that loads a page of the list.
  ///
  /// Only one page loads at a time.
  package var pageEffect: Effect.ID {
    Effect.ID(kind.traits.scope, name.map { "page of \(kind.rawValue) \($0)" } ?? "page")
  }
}

/// The differences between the kinds of lists, besides their photos.
package struct ListTraits: Sendable {
  /// The data that is loaded for the rows above a list.
  enum Head {
    case none
    /// The profile of the photographer.
    case person
    /// The title, the description and the cover of the list.
    case info
  }

  /// The scope of the effects that read lists of this kind.
  let scope: Effect.Scope
  /// The capabilities that a list of this kind requires.
  var needs: Capabilities = []
  /// Whether lists of this kind are opened from other places.
  var isVisited = false
  var head = Head.none
  /// The rows above the list's own rows, in a low and in a high terminal.
  var headRows = (low: 1, high: 1)
}

extension ListID.Kind {
  package var traits: ListTraits {
    switch self {
    case .feed: ListTraits(scope: .feed, headRows: (0, 0))
    // The rows above the favourites depend on more than the terminal: `AppState.headRows`.
    case .favourites: ListTraits(scope: .favourites, needs: .favourites)
    case .search: ListTraits(scope: .search, needs: .search)
    case .photographer, .likes:
      ListTraits(scope: .visit, needs: .people, isVisited: true, head: .person, headRows: (1, 5))
    case .topic:
      ListTraits(scope: .visit, needs: .topics, isVisited: true, head: .info, headRows: (1, 3))
    case .collection:
      ListTraits(scope: .visit, needs: .collections, isVisited: true, head: .info, headRows: (1, 3))
    // Random photos keep loading while another list is displayed.
    case .random: ListTraits(scope: .photo, needs: .random)
    case .history: ListTraits(scope: .visit, needs: .history, isVisited: true)
    }
  }
}
