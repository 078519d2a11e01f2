import Model

package enum KeptEffect: Equatable, Sendable {
  case readList(ListID)
  /// Keeps what is shown of a list, in place of what was kept of it; `isTold` says that the service
  /// has told its first page just now, else it is as old as what was kept.
  case keepList(ListID, [Photo.ID], next: Int?, total: Int?, isTold: Bool)
  case readProfile
  case keepProfile(Person)
  /// Keeps a photographer, and what a topic or a collection is called.
  case keepPerson(Person)
  case keepInfo(ListID, ListInfo)
  case keepTopics([ListOffer])
  /// Keeps a photograph as the one opened last.
  case keepOpened(Photo.ID)
  case clearHistory
  case readLikes
  /// Keeps what a photograph's like is to become; nil: nothing is waiting any more.
  case keepLike(Photo.ID, Bool?)
  /// Drops all that belongs to the account.
  case forget

  package var id: EffectID {
    switch self {
    case .readList(let list): EffectID(list.kind.scope, "read")
    case .readProfile: EffectID(.profile, "read")
    case .readLikes: EffectID(.app, "read likes")
    // One after the other, in the order they were asked for.
    case .keepList, .keepProfile, .keepPerson, .keepInfo, .keepTopics, .keepOpened,
      .clearHistory, .keepLike, .forget:
      EffectID(.app, "keep")
    }
  }
}
