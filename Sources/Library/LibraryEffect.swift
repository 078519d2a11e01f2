import Model

/// An input of the user or the result of an effect, to be handled by `LibraryReducer`.
package enum LibraryAction: Equatable, Sendable {
  case likes(LikesAction)
  case collectionEdit(CollectionEditAction)
  case downloads(DownloadsAction)
  /// The service responded to a request, or didn't.
  case reachability(ServiceReachability)
  /// The timer that updates displayed ages and waiting times has fired, after this number of
  /// minutes.
  case minutesPassed(Int)
  /// An age or a waiting time may have become visible, so the timer may be needed.
  case agesShown
}

/// Work that the library requests, as a value.
package indirect enum LibraryEffect: Equatable, Sendable {
  case likes(LikesEffect)
  case collectionEdit(CollectionEditEffect)
  case downloads(DownloadsEffect)
  case cache(CacheEffect)
  /// Delivers an action after a delay. Starting a timer with the same ID replaces it.
  case after(EffectID, Duration, LibraryTimer)
  case cancel(EffectID)
  case event(LibraryEvent)
}

/// An action that a timer delivers.
package enum LibraryTimer: Equatable, Sendable {
  case likes(LikesAction)
  case downloads(DownloadsAction)
  case minutesPassed(Int)
}

/// An event of the library, which `AppCore` handles.
package enum LibraryEvent: Equatable, Sendable {
  /// The service no longer accepts the session, for this reason.
  case sessionRefused(Problem.Cause)

  // The connection.
  /// No response arrived.
  case serviceUnreachable
  /// The service responds again after being unreachable.
  case networkReturned

  // Likes.
  /// The user pressed a heart or retried a like.
  case likeRequested(Photo.ID)
  /// The user liked or unliked this number of photos with one command.
  case likesRequested(Int, liked: Bool)
  /// The user pressed the heart of photos that the current service doesn't have.
  case likesImpossible
  /// The heart of a photo has changed.
  case heartChanged(Photo.ID)
  /// The service refused to set a like to `liked`; the heart was reset.
  case likeRefused(Photo.ID, liked: Bool, Problem)
  /// Likes wait for the network.
  case likesWaiting
  /// Likes wait until the service accepts requests again; `nil` if the number of minutes is
  /// unknown.
  case likesHeld(minutes: Int?)
  /// The service no longer offers likes.
  case likesWithdrawn(Problem)

  // Collections.
  /// A collection couldn't be changed or created. The user can retry.
  case collectionEditFailed(Problem)

  // Downloads.
  /// A download was queued, for the first time or again after a failure.
  case downloadQueued(DownloadID)
  /// One command queued this number of photos. It skipped `here` photos that the gallery contains.
  case downloadsQueued(Int, here: Int)
  /// A download was removed from this index of the list.
  case downloadRemoved(DownloadID, index: Int)
  case downloadFailed(DownloadID, Problem)
  /// A file was added to the gallery.
  case fileDownloaded(GalleryEntry)
  /// A file was saved to the pictures folder.
  case fileSaved(Photo.ID, path: String)
  /// The database of downloads couldn't be read or written.
  case downloadStorageFailed(Problem)
}
