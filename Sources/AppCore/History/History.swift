import Library
import Model

/// What was opened lately, on this machine only.
package enum HistoryReducer {
  /// The most photographs that are remembered.
  package static let limit = 500

  /// A photograph was opened: it is the latest.
  static func note(_ state: inout AppState, _ id: Photo.ID) -> [Effect] {
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

  /// The history is on the screen.
  static func appear(_ state: inout AppState) -> [Effect] {
    state[.history].nextPage = nil
    return state.isHistoryRead ? [] : read(state)
  }

  /// Takes what an earlier start has left, behind what this one has opened.
  static func take(_ state: inout AppState, _ cached: CachedList?) -> [Effect] {
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
    return [.event(.photoInFrontChanged)]
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
    for id in history.order.dropFirst(limit) { history.known.remove(id) }
    history.order = Array(history.order.prefix(limit))
  }

  private static func read(_ state: AppState) -> [Effect] {
    state.offers(.cache) && !state.cache.isAvoided ? [.cache(.readList(.history))] : []
  }
}
