import Library
import Model

/// Routes events between features.
///
/// Besides the operations, only the files in `App` and `Overlays` may call the reducers of several
/// features; `scripts/layering` checks this.
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
    case .commandsReady(let commands): commands.flatMap { resume(&state, $0) }
    case .library(let event): route(&state, event)
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
    }
  }

  private static func navigate(_ state: inout AppState, to destination: Destination) -> [Effect] {
    switch destination {
    case .list(let list): visit(&state, list)
    case .back: leaveVisit(&state)
    case .source(let list): showSource(&state, list)
    case .tab(let tab): show(&state, tab)
    case .gallery(let id): openGallery(&state, at: id)
    case .photo(let id): photoFound(&state, id)
    }
  }

  /// Handles an event of the library.
  private static func route(_ state: inout AppState, _ event: LibraryEvent) -> [Effect] {
    switch event {
    case .sessionRefused(let cause): return sessionRefused(&state, cause)
    case .serviceUnreachable: return [tryNetworkLater]
    case .networkReturned:
      return [.cancel(networkTimer)] + PhotoReducer.retryFilmstrip(&state)
        + resumeAfterReconnect(&state)
    case .likeRequested(let id): state.dropRefusal(of: id)
    case .likesRequested(let count, let liked): return [state.show(.likedPhotos(count, liked))]
    case .likesImpossible: return [state.show(.unavailable(.like, .otherService))]
    case .heartChanged(let id): return FavouritesReducer.heartChanged(&state, id)
    case .likeRefused(let id, let liked, let problem):
      let effects = likeRefused(&state, id, liked: liked, problem)
      // The response to the details shows whether the photo is gone.
      return effects + (problem.cause.isGone ? DetailsReducer.load(&state, id, again: true) : [])
    case .likesWaiting: return [state.show(.likesWaitForNetwork)]
    case .likesHeld(let minutes): return [state.show(.likesWait(minutes: minutes))]
    case .likesWithdrawn(let problem): return likesWithdrawn(&state, problem)
    // An open chooser shows this failure itself.
    case .collectionEditFailed where state.chooser?.photos.isEmpty == false: return []
    case .collectionEditFailed(let problem):
      return [state.show(.failed(problem, retry: .collectionEdit(.retried)))]
    case .downloadQueued(let id): state.dropFailure(of: id)
    case .downloadsQueued(0, here: 0): return [state.show(.unavailable(.download, .otherService))]
    case .downloadsQueued(let count, let here):
      return [state.show(.downloadingPhotos(count, here: here))]
    case .downloadRemoved(let id, let index):
      state.dropFailure(of: id)
      DownloadsListReducer.removed(&state, id, index: index)
    case .downloadFailed(let id, let problem): return downloadFailed(&state, id, problem)
    case .fileDownloaded(let entry):
      return GalleryReducer.reduce(&state, .added(entry)) + [state.showDownloaded(entry.photo.id)]
    case .fileSaved(let id, let path):
      ShareReducer.saved(&state, id)
      return saved(&state, id, path: path)
    case .downloadStorageFailed(let problem): return [state.show(.failed(problem, retry: nil))]
    }
    return []
  }

  /// Reports that a photo was saved to the pictures folder.
  ///
  /// Some services require an alert in full screen.
  private static func saved(_ state: inout AppState, _ id: Photo.ID, path: String) -> [Effect] {
    guard state.announcesSave(of: id) else { return [state.showSaved(path: path)] }
    state.alert(.saved(path: path))
    return []
  }

  /// Reports a failed download: an alert if the service requires one in full screen, otherwise a
  /// notice.
  private static func downloadFailed(
    _ state: inout AppState,
    _ id: DownloadID,
    _ problem: Problem
  ) -> [Effect] {
    guard id.destination == .pictures, state.announcesSave(of: id.photo) else {
      return [state.show(.downloadFailed(id, problem))]
    }
    state.alert(.problem(Problem(.save, problem.cause), retry: .downloads(.retryPressed(id))))
    return []
  }

  /// Reports a refused like: an alert if the heart waited for the service, otherwise a notice.
  private static func likeRefused(
    _ state: inout AppState,
    _ id: Photo.ID,
    liked: Bool,
    _ problem: Problem
  ) -> [Effect] {
    switch state.library.likesPolicy {
    case .wait:
      state.alert(.problem(problem, retry: .likes(.retried([id: liked]))))
      return []
    case .goAhead:
      var refused = RefusedLikes(likes: [:], problem: problem)
      if case .likesRefused(let earlier)? = state.notice?.text { refused.likes = earlier.likes }
      refused.likes[id] = liked
      return [state.show(.likesRefused(refused))]
    }
  }

  /// Reports that the service no longer offers likes.
  private static func likesWithdrawn(_ state: inout AppState, _ problem: Problem) -> [Effect] {
    if state.photo?.focus == .like { state.photo?.focus = .picture }
    switch state.library.likesPolicy {
    case .wait:
      state.alert(.problem(problem, retry: nil))
      return []
    case .goAhead:
      // The service no longer offers likes, so earlier failures can't be retried.
      if case .likesRefused? = state.notice?.text { state.notice = nil }
      return [state.show(.unavailable(.like, .likesNotOffered))]
    }
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
    return noted + deliverEvents(&state, PhotoReducer.open(&state, id, from: .history))
  }

  /// Closes everything above the gallery and selects one of its photos.
  private static func openGallery(_ state: inout AppState, at id: Photo.ID) -> [Effect] {
    guard let index = state.gallery.index(of: id) else { return [] }
    state.closeOverlays()
    let closed = deliverEvents(&state, PhotoReducer.close(&state))
    let shown = deliverEvents(&state, show(&state, .gallery))
    return closed + shown + GalleryReducer.select(&state, index)
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
