import Library
import Model

/// The list that chance brings, as long as it is gone on with.
package struct RandomState: Equatable, Sendable {
  package let list: ListID
  /// The place of the photograph that was shown last; nil before the first.
  var shown: Int?
  /// Whether the next photograph is shown as soon as there is one.
  var isAwaited = false
}

/// Photographs by chance, one after the other in full screen.
package enum RandomReducer {
  /// Shows the next random photograph.
  ///
  /// - Parameter choice: what it is picked from; nil for the list in front.
  static func next(_ state: inout AppState, from choice: RandomChoice? = nil) -> [Effect] {
    guard state.offers(.random), state.stage == .main else { return [] }
    var stopped: [Effect] = []
    let list = choice.map(ListID.random) ?? list(state)
    if let old = state.random?.list, old != list {
      if state[old].load == .loading { stopped = [.cancel(old.pageEffect)] }
      state.forget(old)
    }
    if state.random?.list != list { state.random = RandomState(list: list) }
    left(&state, at: state.photo)
    return stopped + show(&state, at: (state.random?.shown ?? -1) + 1)
  }

  /// A page of the list has come, or not.
  static func heard(_ state: inout AppState, _ list: ListID) -> [Effect] {
    guard let random = state.random, random.list == list, random.isAwaited else { return [] }
    state.random?.isAwaited = false
    if case .failed(let problem) = state[list].load {
      state[list].load = .idle
      return [state.show(.failed(problem, retry: .pressed(.random)))]
    }
    // Whoever has opened something else meanwhile is not disturbed.
    let isFree = state.place == state.screen && (state.photo == nil || state.photo?.list == list)
    guard isFree, !state[list].order.isEmpty else { return [] }
    return show(&state, at: (random.shown ?? -1) + 1)
  }

  /// Full screen was left, or goes on: notes how far the person has got.
  static func left(_ state: inout AppState, at photo: PhotoState?) {
    guard let photo, photo.list == state.random?.list,
      let index = state[photo.list].order.firstIndex(of: photo.id)
    else { return }
    state.random?.shown = index
  }

  /// The random list that is already open in full screen, else one for the list in front.
  private static func list(_ state: AppState) -> ListID {
    if let list = state.photo?.list, case .random = list { return list }
    return .random(RandomChoice(like: state.photo?.list ?? state.listInView))
  }

  /// Shows the photograph at a place as soon as it is there; behind the last of few, the first.
  private static func show(_ state: inout AppState, at index: Int) -> [Effect] {
    guard let list = state.random?.list else { return [] }
    let order = state[list].order
    guard index < order.count || state[list].hasEnded, !order.isEmpty else {
      state.random?.isAwaited = true
      let asked: [Effect] = state[list].load == .loading ? [] : [.event(.loadNextPage(list))]
      return asked + [state.show(.seekingRandom)]
    }
    let place = index < order.count ? index : 0
    state.random?.shown = place
    state.closeOverlays()
    // Shortly before they end; a page of them lasts.
    let isNearEnd = place + 3 >= order.count
    return state.openFullScreen(order[place], from: list)
      + (isNearEnd ? [.event(.loadNextPage(list))] : [])
  }
}
