import Model

extension AppState {
  /// Shows two photos side by side; keys act on the left one first.
  mutating func compare(_ ids: [Photo.ID]) -> [Effect] {
    guard ids.count == 2, photos[ids[1]] != nil else { return [] }
    let opened = openFullScreen(ids[0], from: isShown(.gallery) ? nil : listInView)
    guard photo?.id == ids[0] else { return opened }
    photo?.beside = ids[1]
    photo?.entrance = nil
    photo?.showsDetails = false
    return opened + PhotoReducer.selectInList(self)
  }
}

extension AppState {
  /// Returns the step to a neighbour, or to the one after it if the neighbour is the photo beside
  /// in a comparison; 0 if there is no other.
  func skippingOther(_ step: Int) -> Int {
    guard let view = photo, let other = view.beside, step != 0 else { return step }
    let ids = view.isInGallery ? gallery.groups.flatMap(\.ids) : self[view.list].order
    guard let index = ids.firstIndex(of: view.id), let place = ids.firstIndex(of: other),
      max(0, min(ids.count - 1, index + step)) == place
    else { return step }
    let next = place + step.signum()
    return ids.indices.contains(next) ? next - index : 0
  }
}

extension PhotoReducer {
  static func handleComparison(_ state: inout AppState, _ command: Command) -> CommandResult {
    switch command {
    case .nextTab, .previousTab: return .handled(frameOther(&state))
    case .open:
      state.photo?.beside = nil
      state.photo = state.photo.map { $0.showing($0.id) }
      return .handled([.event(.currentPhotoChanged)])
    default: return .ignored
    }
  }

  /// Makes the other photo of a comparison the one that commands act on.
  static func frameOther(_ state: inout AppState) -> [Effect] {
    guard let view = state.photo, let other = view.beside else { return [] }
    state.photo?.id = other
    state.photo?.beside = view.id
    state.photo?.isRight.toggle()
    return selectInList(state)
  }

  /// Selects the photo in its list or in the gallery, so that neighbours are counted from there.
  fileprivate static func selectInList(_ state: AppState) -> [Effect] {
    guard let view = state.photo else { return [] }
    let index =
      view.isInGallery
      ? state.gallery.index(of: view.id) : state[view.list].order.firstIndex(of: view.id)
    let moved = index.map {
      Effect.event(.selectionMoved(in: view.isInGallery ? nil : view.list, $0))
    }
    return [moved, .event(.photoOpened(view.id, from: view.list))].compactMap(\.self)
  }
}
