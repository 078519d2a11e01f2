import Model

/// What happened to the library: something a person did, or the result of an effect.
package enum LibraryAction: Equatable, Sendable {
  case likes(LikesAction)
  case collecting(CollectionEditAction)
  case downloads(DownloadsAction)
  /// The service answered a request, or did not.
  case reachability(ServiceReachability)
  /// Cached content is a minute older, and the next hour's budget a minute nearer.
  case minutePassed
  /// Something with an age, or a time to wait, may be shown from now on.
  case agesShown
}

/// Work that the library asks for, as plain data.
package indirect enum LibraryEffect: Equatable, Sendable {
  case likes(LikesEffect)
  case collecting(CollectionEditEffect)
  case downloads(DownloadsEffect)
  case cache(CacheEffect)
  /// Delivers an action after a time; starting the same id again replaces the timer.
  case after(EffectID, Duration, LibraryTimer)
  case cancel(EffectID)
  case event(LibraryEvent)
}

/// An action that comes after a time.
package enum LibraryTimer: Equatable, Sendable {
  case likes(LikesAction)
  case downloads(DownloadsAction)
  case minutePassed
}

/// What has happened in the library and may matter to others.
///
/// `LibraryReducer` passes it to the other parts of the library first, then `AppCore` hears it.
package enum LibraryEvent: Equatable, Sendable {
  /// The service no longer accepts the session, and why.
  case sessionRefused(Problem.Cause)

  // The connection.
  /// The service answered; with a limit where the budget is spent.
  case serviceAnswered(ServiceReachability.Limit?)
  /// No answer came.
  case serviceUnreachable
  /// It answers again.
  case networkReturned

  // Likes.
  /// A heart was pressed, or a like tried again.
  case likeRequested(Photo.ID)
  /// So many photographs were liked, or unliked, at once.
  case likesRequested(Int, liked: Bool)
  /// A heart shows something else.
  case heartChanged(Photo.ID)
  /// The service accepted a change.
  case likeConfirmed(from: Bool, to: Bool)
  /// The service did not accept a like, and the heart is back.
  case likeRefused(Photo.ID, liked: Bool, Problem)
  /// Likes wait for the network.
  case likesWaiting
  /// Likes wait for the next hour's budget; nil where it is not known for how many minutes.
  case likesHeld(minutes: Int?)
  /// The service no longer offers likes.
  case likesWithdrawn(Problem)

  // Collections.
  /// A collection was not changed, or not made; what was wanted can be retried.
  case collectingFailed(Problem)

  // Downloads.
  /// A download is queued (again).
  case downloadQueued(DownloadID)
  /// So many photographs are queued at once; so many others are in the gallery already.
  case downloadsQueued(Int, here: Int)
  /// A download is gone from the list, where it was at this index.
  case downloadRemoved(DownloadID, index: Int)
  case downloadFailed(DownloadID, Problem)
  /// A file has come into the gallery.
  case fileDownloaded(GalleryEntry)
  /// A file has come into the pictures folder.
  case fileSaved(Photo.ID, path: String)
  /// What is known of downloads could not be read or written.
  case downloadsUnknown(Problem)
}
