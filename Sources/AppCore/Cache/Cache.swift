import Library
import Model

/// The content that an earlier start kept, and that is kept for the next one.
package enum CacheAction: Equatable, Sendable {
  /// The cache was asked for a list, which may not be there.
  ///
  /// `age` is the time since the service sent it.
  case listRead(ListID, CachedList?, age: Duration)
  case profileRead(Person, age: Duration)
  /// Cached content is a minute older, and the next hour's budget a minute nearer.
  case minutePassed
  /// The likes that an earlier start could not send to the service, the oldest first.
  case likesRead([PendingLike])
  /// Another program has removed the session, or replaced it by a different user's.
  case sessionLost
  /// The colours found since the last write are to be written.
  case colorsDue
}

enum CacheReducer {
  /// Writes the colours that were found.
  static func writeColors(_ state: inout AppState) -> [Effect] {
    let colors = state.cache.colors
    state.cache.colors = [:]
    return colors.isEmpty ? [] : [.cache(.writeColors(colors))]
  }
}

extension CacheReducer {
  /// Caches the measured colour of a photo that the service sent without one.
  static func recordColor(_ state: inout AppState, _ color: UInt32, of id: Photo.ID) -> [Effect] {
    guard state.photos[id]?.color == nil else { return [] }
    state.photos[id]?.color = color
    guard state.offers(.cache), state.photos[id] != nil else { return [] }
    // Many come at a time; they are written at once.
    let isFirst = state.cache.colors.isEmpty
    state.cache.colors[id] = color
    return isFirst
      ? [.after(Effect.ID(.app, "colors"), .seconds(1), .cache(.colorsDue))] : []
  }

  /// Keeps the times that are shown up to date.
  static func grow(_ state: inout AppState, _ action: AppAction) -> [Effect] {
    switch action {
    case .resumed, .cache(.listRead), .cache(.profileRead), .cache(.minutePassed),
      .feed(.pageLoaded(_, .failure), in: _), .profile(.loaded(.failure)):
      break
    default: return []
    }
    return state.inLibrary(.agesShown)
  }
}
