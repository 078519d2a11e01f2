import Model

/// An action about cached data of previous runs.
package enum CacheAction: Equatable, Sendable {
  /// A list was read from the cache, or isn't there.
  ///
  /// `age` is the time since the service sent the list.
  case listRead(ListID, CachedList?, age: Duration)
  case profileRead(Person, age: Duration)
  /// The favourites that exist only on this computer can't be read.
  case favouritesFailed(Problem)
  /// Minutes have passed: ages of cached data and the time until the next hour's budget change.
  case minutesPassed(Int)
  /// The likes that previous runs couldn't send to the service were read, the oldest first.
  case likesRead([PendingLike])
  /// Another instance of imagefeed has removed the session, or replaced it by another user's.
  case sessionLost
  /// The colours measured since the last write must be written.
  case colorsDue
}

enum CacheReducer {
  /// Writes the colours measured since the last write.
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
    // Colours are measured in groups, so they are written together after a second.
    let isFirst = state.cache.colors.isEmpty
    state.cache.colors[id] = color
    return isFirst
      ? [.after(Effect.ID(.app, "colors"), .seconds(1), .cache(.colorsDue))] : []
  }
}
