import Model

/// Reads and writes what the database has of the service.
package enum CacheEffect: Equatable, Sendable {
  case readList(ListID)
  /// Writes what is shown of a list in place of what is there; `isFresh` says that the service has
  /// just sent its first page, else it is as old as what is there.
  case writeList(ListID, [Photo], next: Int?, total: Int?, isFresh: Bool)
  case readProfile
  case writeProfile(Person)
  /// A photographer, and what a topic or a collection is called.
  case writePerson(Person)
  case writeInfo(ListID, ListInfo)
  case writeTopics([ListOffer])
  /// Puts a photograph at the front of a cached list, or removes it.
  ///
  /// Does nothing for a list that is not cached.
  case writeMember(Photo, of: ListID, isIn: Bool)
  /// A photograph as the one opened last.
  case writeOpened(Photo)
  case clearHistory
  case readLikes
  /// What a photograph's like is to become; nil: nothing is waiting any more.
  case writeLike(Photo, Bool?)
  /// What photographs that came without a colour look like on the whole.
  case writeColors([Photo.ID: UInt32])
  /// Drops all that belongs to the account.
  case forget

  package var id: EffectID {
    switch self {
    case .readList(let list): EffectID(list.kind.scope, "read")
    case .readProfile: EffectID(.profile, "read")
    case .readLikes: EffectID(.app, "read likes")
    // One after the other, in the order they were asked for.
    case .writeList, .writeMember, .writeProfile, .writePerson, .writeInfo, .writeTopics,
      .writeOpened, .clearHistory, .writeLike, .writeColors, .forget:
      EffectID(.app, "write")
    }
  }
}
