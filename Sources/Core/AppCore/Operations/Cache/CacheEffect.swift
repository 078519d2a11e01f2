import Model

/// An effect that reads or writes the account's data in the database.
package enum CacheEffect: Equatable, Sendable {
  case readList(ListID)
  /// Replaces the cached copy of a list.
  ///
  /// `next` is the page to request next. `isFresh` says whether the service has just sent the first
  /// page. Otherwise the stored time of the copy doesn't change.
  case writeList(ListID, [Photo], next: PageToken?, total: Int?, isFresh: Bool)
  case readProfile
  case writeProfile(Person)
  /// Writes the profile of a photographer.
  case writePerson(Person)
  /// Writes the header of a topic or a collection.
  case writeInfo(ListID, ListInfo)
  case writeTopics([ListOffer])
  /// Inserts a photo at the front of a cached list, or removes it.
  ///
  /// Does nothing if the list isn't cached.
  case writeMember(Photo, of: ListID, isIn: Bool)
  /// Removes a photo that the service no longer has from every cached list and from the history.
  case writeGone(Photo.ID)
  /// Adds a photo to the history as the latest one.
  case writeOpened(Photo)
  case clearHistory
  /// Reads the likes that the service hasn't confirmed.
  case readLikes
  /// Stores a like that the service hasn't confirmed. `nil` removes the stored one.
  case writeLike(Photo, Bool?)
  /// Updates the stored data of a photo with its details.
  ///
  /// Does nothing if the photo isn't stored.
  case writeDetails(Photo)
  /// Writes the average colours, `0xRRGGBB`, of photos that the service sent without a colour.
  case writeColors([Photo.ID: UInt32])
  /// Removes the account's likes, lists, profiles and history.
  ///
  /// The gallery and the downloads aren't changed.
  case removeAccount

  package var id: Effect.ID {
    switch self {
    case .readList(let list): Effect.ID(list.kind.traits.scope, "read")
    case .readProfile: Effect.ID(.profile, "read")
    case .readLikes: Effect.ID(.app, "read likes")
    // Writes run one after another, in the order of the requests.
    case .writeList, .writeMember, .writeGone, .writeProfile, .writePerson, .writeInfo,
      .writeTopics, .writeOpened, .clearHistory, .writeLike, .writeDetails, .writeColors,
      .removeAccount:
      Effect.ID(.app, "write")
    }
  }
}
