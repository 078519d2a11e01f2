import Model

/// The root reducer of the library: the only code that knows more than one part of it.
package enum LibraryReducer {
  package static func reduce(_ library: inout Library, _ action: LibraryAction) -> [LibraryEffect] {
    let effects =
      switch action {
      case .likes(let action): LikesReducer.reduce(&library, action)
      case .collecting(let action): CollectionEditReducer.reduce(&library, action)
      case .downloads(let action): DownloadsReducer.reduce(&library, action)
      case .reachability(let reachability): ConnectionReducer.reduce(&library, reachability)
      case .minutePassed: AgeReducer.minutePassed(&library)
      case .agesShown: AgeReducer.start(&library)
      }
    return deliverEvents(&library, effects)
  }

  /// Handles the events among the effects within the library.
  ///
  /// The events stay among the effects for `AppCore`.
  private static func deliverEvents(
    _ library: inout Library,
    _ effects: [LibraryEffect]
  ) -> [LibraryEffect] {
    var all: [LibraryEffect] = []
    for effect in effects {
      if case .event(let event) = effect { all += deliverEvents(&library, route(&library, event)) }
      all.append(effect)
    }
    return all
  }

  private static func route(_ library: inout Library, _ event: LibraryEvent) -> [LibraryEffect] {
    switch event {
    case .serviceAnswered(nil): LikesReducer.sendWaiting(&library)
    // The service would only refuse them.
    case .serviceAnswered(.reached(let minutes)?): LikesReducer.pause(&library, minutes: minutes)
    case .networkReturned: DownloadsReducer.networkIsBack(&library)
    case .likeConfirmed(let old, let new):
      library.count(from: old, to: new)
    case .sessionRefused, .serviceUnreachable, .likeRequested, .likesRequested, .likesImpossible,
      .heartChanged, .likeRefused, .likesHeld, .likesWaiting, .likesWithdrawn, .collectingFailed,
      .downloadQueued, .downloadsQueued, .downloadRemoved, .downloadFailed, .fileDownloaded,
      .fileSaved, .downloadsUnknown:
      []
    }
  }
}
