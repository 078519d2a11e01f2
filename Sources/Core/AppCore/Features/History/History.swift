import Model

/// The history: the photos opened most recently, stored only on this computer.
package enum HistoryReducer {
  /// The maximum number of photos in the history.
  package static let maxPhotos = 500

  /// Adds an opened photo to the history as the latest one.
  static func record(_ state: inout AppState, _ id: Photo.ID) -> [Effect] {
    guard state.offers(.history), let photo = state.photos[id] else { return [] }
    var history = state[.history]
    history.nextPage = nil
    history.order.removeAll { $0 == id }
    history.order.insert(id, at: 0)
    history.known.insert(id)
    cut(&history)
    state[.history] = history
    state.views.remove(.history)
    return state.offers(.cache) ? [.cache(.writeOpened(photo))] : []
  }

  /// Reads the cached history when the history is shown for the first time.
  static func appear(_ state: inout AppState) -> [Effect] {
    state[.history].nextPage = nil
    return state.isHistoryRead ? [] : read(state)
  }

  /// Appends the cached history of previous runs to this run's.
  static func appendCached(_ state: inout AppState, _ cached: CachedList?) -> [Effect] {
    guard !state.isHistoryRead else { return [] }
    state.isHistoryRead = true
    var history = state[.history]
    history.nextPage = nil
    for photo in cached?.photos ?? [] where !history.known.contains(photo.id) {
      if state.photos[photo.id] == nil { state.photos[photo.id] = photo }
      history.order.append(photo.id)
      history.known.insert(photo.id)
    }
    cut(&history)
    state[.history] = history
    return [.event(.currentPhotoChanged)]
  }

  static func clear(_ state: inout AppState) -> [Effect] {
    state[.history] = PhotoList()
    state[.history].nextPage = nil
    state.views.remove(.history)
    state.isHistoryRead = true
    let forgets: [Effect] = state.offers(.cache) ? [.cache(.clearHistory)] : []
    return forgets + [state.show(.historyCleared)]
  }

  private static func cut(_ history: inout PhotoList) {
    for id in history.order.dropFirst(maxPhotos) { history.known.remove(id) }
    history.order = Array(history.order.prefix(maxPhotos))
  }

  private static func read(_ state: AppState) -> [Effect] {
    state.offers(.cache) && !state.cache.isAvoided ? [.cache(.readList(.history))] : []
  }
}
