import Model

/// What a photograph is to be in one of the person's own collections.
package struct CollectionChange: Hashable, Sendable {
  package let photo: Photo.ID
  package let collection: String
  package let isIn: Bool

  package init(_ photo: Photo.ID, in collection: String, _ isIn: Bool) {
    self.photo = photo
    self.collection = collection
    self.isIn = isIn
  }
}

/// Changes of the person's own collections that the service has not confirmed.
package struct CollectionEditState: Equatable, Sendable {
  /// In their order; the answer about the first one is awaited.
  package internal(set) var queue: [CollectionChange] = []
  /// The collection that is being made, and the photographs it is for.
  package internal(set) var making: Making?
  /// What did not work last, to be tried again.
  package internal(set) var failure: Failure?

  package struct Making: Equatable, Sendable {
    package let new: NewCollection
    package let photos: [Photo.ID]
  }

  package struct Failure: Equatable, Sendable {
    package let problem: Problem
    /// What was not done, in its order.
    var changes: [CollectionChange] = []
    var making: Making?
  }

  package init() {}

  /// What did not work is left at that.
  package mutating func forgetFailure() { failure = nil }

  /// Whether a change of a collection is on its way.
  package func isChanging(_ collection: String) -> Bool {
    queue.contains { $0.collection == collection }
  }
}

package enum CollectionEditAction: Equatable, Sendable {
  /// Photographs are to be in a collection; where all of them are, to leave it.
  case toggled([Photo.ID], collection: String)
  /// A collection is to be made, with photographs in it.
  case requested(NewCollection, [Photo.ID])
  /// What did not work is to be tried again.
  case retried
  /// Nil where the answer does not say how the collection is now.
  case answered(CollectionChange, Result<ListInfo?, Problem>)
  case made(NewCollection, Result<ListOffer, Problem>)
}

package enum CollectionEditEffect: Equatable, Sendable {
  case set(CollectionChange)
  case make(NewCollection)

  package var id: EffectID {
    switch self {
    case .set: EffectID(.app, "change a collection")
    case .make: EffectID(.app, "make a collection")
    }
  }
}

extension Library {
  /// Whose collections can be changed: the user name of whoever is signed in, where it is known.
  package var collector: String? { profile.person?.username ?? account?.username }

  /// Whether a photograph is known to be in a collection.
  package func holds(_ photo: Photo.ID, in collection: String) -> Bool {
    photos[photo]?.collections?.contains(collection) ?? false
  }
}
