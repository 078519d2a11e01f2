import Model

extension ListID {
  /// The effect that loads a page of a list: one at a time.
  package var pageEffect: EffectID {
    EffectID(kind.scope, name.map { "page of \(kind.rawValue) \($0)" } ?? "page")
  }
}

extension ListID.Kind {
  /// Where the reads of a list belong.
  package var scope: EffectID.Scope {
    switch self {
    case .feed: .feed
    case .favourites: .favourites
    case .search: .search
    case .photographer, .likes, .topic, .collection, .history: .visit
    // It goes on behind whatever list is in front.
    case .random: .photo
    }
  }
}
