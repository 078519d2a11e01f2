import Model

extension ListID {
  /// The ID of the effect that loads a page of the list.
  ///
  /// Only one page loads at a time.
  package var pageEffect: Effect.ID {
    Effect.ID(kind.scope, name.map { "page of \(kind.rawValue) \($0)" } ?? "page")
  }
}

extension ListID.Kind {
  /// The scope of the effects that read lists of this kind.
  package var scope: Effect.Scope {
    switch self {
    case .feed: .feed
    case .favourites: .favourites
    case .search: .search
    case .photographer, .likes, .topic, .collection, .history: .visit
    // Random photos keep loading while another list is displayed.
    case .random: .photo
    }
  }
}
