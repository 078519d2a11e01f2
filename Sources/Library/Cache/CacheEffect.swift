import Model

/// Reads and writes the cached data of the service in the database.
package enum CacheEffect: Equatable, Sendable {
  case readList(ListID)
  /// Replaces the cached copy of a list. `isFresh` says whether the service has just sent the first
  /// page. If not, the copy's time stays.
  case writeList(ListID, [Photo], next: Int?, total: Int?, isFresh: Bool)
  case readProfile
  case writeProfile(Person)
  /// Writes a photographer.
  case writePerson(Person)
  /// Writes the header of a topic or a collection.
  case writeInfo(ListID, ListInfo)
  case writeTopics([ListOffer])
  /// Inserts a photo at the front of a cached list, or removes it.
  ///
  /// Does nothing if the list isn't cached.
  case writeMember(Photo, of: ListID, isIn: Bool)
  /// Adds a photo to the history as the latest one.
  case writeOpened(Photo)
  case clearHistory
  case readLikes
  /// Writes the like that a photo should get; `nil` if no change is pending any more.
  case writeLike(Photo, Bool?)
  /// Writes the average colours of photos that came without a colour.
  case writeColors([Photo.ID: UInt32])
  /// Removes all data of the account.
  case removeAccount

  package var id: EffectID {
    switch self {
    case .readList(let list): EffectID(list.kind.scope, "read")
    case .readProfile: EffectID(.profile, "read")
    case .readLikes: EffectID(.app, "read likes")
    // Writes run one after another, in the order of the requests.
    case .writeList, .writeMember, .writeProfile, .writePerson, .writeInfo, .writeTopics,
      .writeOpened, .clearHistory, .writeLike, .writeColors, .removeAccount:
      EffectID(.app, "write")
    }
  }
}
