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
    return opened + PhotoReducer.selectInList(self) + PhotoReducer.retryPictures(&self, of: ids[1])
  }

  /// Returns the step to a neighbour, or to one next to it if the neighbour is the photo beside in
  /// a comparison; 0 if there is no other.
  func skippingOther(_ step: Int) -> Int {
    guard let view = photo, let other = view.beside, step != 0 else { return step }
    let ids = view.isInGallery ? gallery.groups.flatMap(\.ids) : self[view.list].order
    // A photo that has left the list counts as one before the photo that is selected now.
    let index =
      view.isInGallery
      ? program.galleryView.selection
      : ids.firstIndex(of: view.id) ?? views[view.list].selection - (step > 0 ? 1 : 0)
    guard let place = ids.firstIndex(of: other), max(0, min(ids.count - 1, index + step)) == place
    else { return step }
    let places = [place + step.signum(), place - step.signum()]
    return places.first(where: ids.indices.contains).map { $0 - index } ?? 0
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
    // A comparison has no details, also if they are asked for in the sheet over it.
    case .details: return .done
    default: return .ignored
    }
  }

  /// Makes the other photo of a comparison the one that commands act on.
  static func frameOther(_ state: inout AppState) -> [Effect] {
    guard let view = state.photo, let other = view.beside else { return [] }
    state.photo?.id = other
    state.photo?.beside = view.id
    state.photo?.isRight.toggle()
    state.program.galleryView.opening = nil
    return selectInList(state) + [.event(.photoOpened(other, from: view.list))]
  }

  /// Selects the photo in its list or in the gallery, so that neighbours are counted from there.
  fileprivate static func selectInList(_ state: AppState) -> [Effect] {
    guard let view = state.photo else { return [] }
    let index =
      view.isInGallery
      ? state.gallery.index(of: view.id) : state[view.list].order.firstIndex(of: view.id)
    let list = view.isInGallery ? nil : view.list
    return index.map { [.event(.selectionMoved(in: list, $0))] } ?? []
  }
}
