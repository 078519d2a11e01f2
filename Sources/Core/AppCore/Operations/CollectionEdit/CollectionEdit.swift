import Model

/// A request to add a photo to one of the user's collections or to remove it.
package struct CollectionChange: Hashable, Sendable {
  package let photo: Photo.ID
  package let collection: String
  package let isIn: Bool

  package init(_ photo: Photo.ID, in collection: String, _ isIn: Bool) {
    self.photo = photo
    self.collection = collection
    self.isIn = isIn
  }

  /// Adds the collection to those of the photo, or removes it.
  func apply(to collections: inout Set<String>) {
    if isIn { collections.insert(collection) } else { collections.remove(collection) }
  }
}

/// Changes to the user's collections that the service hasn't confirmed.
package struct CollectionEditState: Equatable, Sendable {
  /// The changes in their order.
  ///
  /// The first one has been sent.
  package internal(set) var queue: [CollectionChange] = []
  /// The collection that is being created.
  package internal(set) var pending: PendingCollection?
  /// The last failure, with all changes to retry.
  package internal(set) var failure: Failure?
  /// The changes confirmed while a list or details were being loaded, in their order.
  ///
  /// Such a response may not include them yet.
  var confirmed: [CollectionChange] = []

  /// A collection that is being created, and its first photos.
  package struct PendingCollection: Equatable, Sendable {
    package let new: NewCollection
    package let photos: [Photo.ID]
  }

  package struct Failure: Equatable, Sendable {
    package let problem: Problem
    /// The changes that weren't made, in their order.
    var changes: [CollectionChange] = []
    var pending: PendingCollection?

    /// Returns this failure with the changes of an earlier one.
    func following(_ earlier: Failure?) -> Failure {
      guard let earlier else { return self }
      return Failure(
        problem: problem,
        changes: earlier.changes + changes,
        pending: pending ?? earlier.pending
      )
    }
  }

  /// Discards the failed changes.
  package mutating func clearFailure() { failure = nil }

  /// Returns a photo's collections in a response, with the confirmed changes that the response may
  /// lack.
  package func updated(_ collections: Set<String>, of photo: Photo.ID) -> Set<String> {
    confirmed.reduce(into: collections) { collections, change in
      if change.photo == photo { change.apply(to: &collections) }
    }
  }

  /// Returns a collection's page without the photos that were removed while it was being loaded.
  ///
  /// The total is discarded, because the service may have counted before the changes.
  func updated(_ page: Page, of list: ListID) -> Page {
    let changes = confirmed.filter { ListID.collection($0.collection) == list }
    guard !changes.isEmpty else { return page }
    let isIn: [Photo.ID: Bool] = changes.reduce(into: [:]) { $0[$1.photo] = $1.isIn }
    return Page(photos: page.photos.filter { isIn[$0.id] != false }, next: page.next)
  }

  /// Whether changes to a collection are queued.
  package func isChanging(_ collection: String) -> Bool {
    queue.contains { $0.collection == collection }
  }
}

package enum CollectionEditAction: Equatable, Sendable {
  /// Retries the failed changes.
  case retried
  /// The service responded to a change. The header is `nil` if the response doesn't include the
  /// collection.
  case answered(CollectionChange, Result<ListInfo?, Problem>)
  case made(NewCollection, Result<ListOffer, Problem>)
}

package enum CollectionEditEffect: Equatable, Sendable {
  case set(CollectionChange)
  case make(NewCollection)

  package var id: Effect.ID {
    switch self {
    case .set: Effect.ID(.app, "change a collection")
    case .make: Effect.ID(.app, "make a collection")
    }
  }
}

extension AppState {
  /// The user name of the signed-in user, whose collections can be changed; `nil` if unknown.
  package var collector: String? { profile.person?.username ?? account?.username }

  /// Whether a photo is known to be in a collection.
  package func holds(_ photo: Photo.ID, in collection: String) -> Bool {
    photos[photo]?.collections?.contains(collection) ?? false
  }
}
