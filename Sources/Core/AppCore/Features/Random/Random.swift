import Model

/// The state of the random photos.
package struct RandomState: Equatable, Sendable {
  /// The list of random photos that are being shown.
  package let list: ListID
  /// The index of the photo shown last; `nil` before the first one.
  var shown: Int?
  /// Whether the next photo is shown when it has loaded.
  var isAwaited = false
}

/// The reducer of random photos, which full screen shows one after another.
package enum RandomReducer {
  /// Shows the next random photo.
  ///
  /// - Parameter choice: the photos to choose from; `nil` for a choice that suits the current list.
  static func next(_ state: inout AppState, from choice: RandomChoice? = nil) -> [Effect] {
    guard state.offers(.random), state.stage == .main else { return [] }
    var stopped: [Effect] = []
    let list = choice.map(ListID.random) ?? list(state)
    if let old = state.random?.list, old != list {
      if state[old].load == .loading { stopped = [.cancel(old.pageEffect)] }
      state.removeList(old)
    }
    if state.random?.list != list { state.random = RandomState(list: list) }
    left(&state, at: state.photo)
    return stopped + show(&state, at: (state.random?.shown ?? -1) + 1)
  }

  /// Handles a page of the random list, or its failure.
  static func handlePage(_ state: inout AppState, _ list: ListID) -> [Effect] {
    guard let random = state.random, random.list == list else { return [] }
    var problem: Problem?
    if case .failed(let failure) = state[list].load {
      // Another key press requests the page again.
      state[list].load = .idle
      problem = failure
    }
    guard random.isAwaited else { return [] }
    state.random?.isAwaited = false
    if let problem { return [state.show(.failed(problem, retry: .pressed(.random)))] }
    // If the user has opened something else since, the photo isn't shown.
    let isFree = state.place == state.screen && (state.photo == nil || state.photo?.list == list)
    guard isFree else { return [] }
    guard !state[list].order.isEmpty else { return [state.show(.noRandomPhotos)] }
    return show(&state, at: (random.shown ?? -1) + 1)
  }

  /// Stores the index of the photo shown last, when full screen is closed or advances.
  static func left(_ state: inout AppState, at photo: PhotoState?) {
    guard let photo, photo.list == state.random?.list,
      let index = state[photo.list].order.firstIndex(of: photo.id)
    else { return }
    state.random?.shown = index
  }

  /// Requests the next page of random photos three photos before the end.
  static func moved(_ state: inout AppState, to index: Int, in list: ListID) -> [Effect] {
    guard list.kind == .random, index + 3 >= state[list].order.count else { return [] }
    return state.loadMore(in: list)
  }

  /// Returns the random list shown in full screen, or a random list that suits the current list.
  private static func list(_ state: AppState) -> ListID {
    if let list = state.photo?.list, case .random = list { return list }
    return .random(RandomChoice(like: state.photo?.list ?? state.listInView))
  }

  /// Shows the photo at an index of the random list, as soon as it has loaded.
  ///
  /// After the last photo of a list that has ended, shows the first one.
  private static func show(_ state: inout AppState, at index: Int) -> [Effect] {
    guard let list = state.random?.list else { return [] }
    let order = state[list].order
    guard index < order.count || state[list].hasEnded, !order.isEmpty else {
      state.random?.isAwaited = true
      return state.loadMore(in: list) + [state.show(.seekingRandom)]
    }
    let shown = index < order.count ? index : 0
    state.random?.shown = shown
    state.closeOverlays()
    return state.openFullScreen(order[shown], from: list) + moved(&state, to: shown, in: list)
  }
}
