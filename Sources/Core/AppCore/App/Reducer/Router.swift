import Model

/// Routes events between features.
///
/// Only the files beside this one may call the reducers of several features; `scripts/walls` checks
/// this.
extension AppReducer {
  /// Replaces each event among the effects by the effects of handling it, in order.
  static func deliverEvents(_ state: inout AppState, _ effects: [Effect]) -> [Effect] {
    guard effects.contains(where: \.isEvent) else { return effects }
    var all: [Effect] = []
    for effect in effects {
      if case .event(let event) = effect {
        all += deliverEvents(&state, route(&state, event))
      } else {
        all.append(effect)
      }
    }
    return all
  }

  private static func route(_ state: inout AppState, _ event: FeatureEvent) -> [Effect] {
    switch event {
    case .signedIn(let account): enter(&state, account)
    case .sessionRefused(let cause): sessionRefused(&state, cause)
    case .answered(let question, let button): answered(&state, question, button)
    case .chosen(let action): reduce(&state, action)
    case .commandsReady(let commands): commands.flatMap { resume(&state, $0) }
    case .destinationChosen(let destination): navigate(&state, to: destination)
    case .fullScreenLeft(let photo): fullScreenLeft(&state, photo)
    case .listShown(let list): FeedReducer.appear(&state, in: list)
    case .listLeft(let list): FeedReducer.disappear(&state, list)
    case .selectionMoved(in: let list?, let index):
      FeedReducer.select(&state, index, in: list, isShown: true)
        + RandomReducer.moved(&state, to: index, in: list)
    case .selectionMoved(in: nil, let index): GalleryReducer.select(&state, index)
    case .photoOpened(let id, let list):
      PhotoReducer.retryPictures(&state, of: id)
        + (list == .history ? [] : HistoryReducer.record(&state, id))
        + (state.photo?.isInGallery == true ? GalleryReducer.verify(state, id) : [])
    case .photoGone(let id): FeedReducer.remove(&state, id)
    case .currentPhotoChanged:
      DetailsReducer.photoChanged(&state) + ProfileReducer.loadCollections(&state)
    case .neighbourRequested(let step):
      state.photo?.isInGallery == true
        ? GalleryReducer.stepPhoto(&state, step) : RandomReducer.next(&state)
    case .heartChanged(let id): FavouritesReducer.heartChanged(&state, id)
    case .fileDownloaded(let entry):
      GalleryReducer.reduce(&state, .added(entry)) + [state.showDownloaded(entry.photo.id)]
    case .fileSaved(let id, let path): saved(&state, id, path: path)
    }
  }

  private static func navigate(_ state: inout AppState, to destination: Destination) -> [Effect] {
    switch destination {
    case .list(.search(let query)): return search(&state, query)
    case .list(let list): return visit(&state, list)
    case .back: return leaveVisit(&state)
    case .source(let list): return showSource(&state, list)
    case .tab(let tab): return show(&state, tab)
    case .gallery(let id): return openGallery(&state, at: id)
    case .photo(let id): return photoFound(&state, id)
    case .author(of: let id): return state.openAuthor(of: id)
    case .menu(let id): state.openMenu(of: id)
    case .share(let ids): state.share = ShareState(photos: ids)
    case .chooser(let subject): return state.choose(from: subject)
    case .collections(for: let ids): return state.chooseCollection(for: ids)
    }
    return []
  }

  /// Reports that a photo was saved to the pictures folder.
  ///
  /// Some services require an alert in full screen.
  private static func saved(_ state: inout AppState, _ id: Photo.ID, path: String) -> [Effect] {
    ShareReducer.saved(&state, id)
    guard state.announcesSave(of: id) else { return [state.showSaved(path: path)] }
    state.alert(.saved(path: path))
    return []
  }

  /// Handles a command that has waited.
  ///
  /// If an alert has opened since then, the command is dropped.
  private static func resume(_ state: inout AppState, _ command: Command) -> [Effect] {
    guard state.alerts.isEmpty else { return [] }
    if let effects = GalleryReducer.deferCommand(&state, command) { return effects }
    if let reason = command.unavailable(in: state) {
      return [state.show(.unavailable(command, reason))]
    }
    return deliverEvents(&state, handle(&state, command))
  }

  /// Shows a photo opened by URL in full screen, with the photos of the history as neighbours.
  private static func photoFound(_ state: inout AppState, _ id: Photo.ID) -> [Effect] {
    let noted = HistoryReducer.record(&state, id)
    return noted + deliverEvents(&state, state.openFullScreen(id, from: .history))
  }

  /// Closes everything above the gallery and selects one of its photos.
  private static func openGallery(_ state: inout AppState, at id: Photo.ID) -> [Effect] {
    guard let index = state.gallery.index(of: id) else { return [] }
    state.closeOverlays()
    let closed = deliverEvents(&state, PhotoReducer.close(&state))
    let shown = deliverEvents(&state, show(&state, .gallery))
    return closed + shown + GalleryReducer.select(&state, index)
  }

  /// Closes everything above the search and starts the search of a link.
  private static func search(_ state: inout AppState, _ query: SearchQuery) -> [Effect] {
    guard state.offers(.search) else {
      return [state.show(.failed(Problem(.search, .notOffered), retry: nil))]
    }
    state.closeOverlays()
    let closed = deliverEvents(&state, PhotoReducer.close(&state))
    let shown = deliverEvents(&state, show(&state, .search))
    return closed + shown + SearchReducer.begin(&state, query)
  }

  /// Updates a list after full screen was closed: removes unliked favourites and selects the photo
  /// shown last.
  private static func fullScreenLeft(_ state: inout AppState, _ photo: PhotoState) -> [Effect] {
    if photo.isInGallery { return GalleryReducer.moved(&state) }
    if photo.list.kind == .random { RandomReducer.left(&state, at: photo) }
    let left =
      photo.list == .favourites
      ? deliverEvents(&state, FavouritesReducer.fullScreenClosed(&state)) : []
    return left + FeedReducer.returned(&state, to: photo.id, in: photo.list)
  }
}

extension Effect {
  fileprivate var isEvent: Bool {
    if case .event = self { true } else { false }
  }
}
