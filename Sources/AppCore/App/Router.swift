import Library
import Model

/// Who hears what: the only place that knows more than one feature.
extension AppReducer {
  /// Delivers the news among effects, each before the effects behind it.
  static func settle(_ state: inout AppState, _ effects: [Effect]) -> [Effect] {
    guard effects.contains(where: \.isNews) else { return effects }
    var all: [Effect] = []
    for effect in effects {
      if case .news(let news) = effect {
        all += settle(&state, route(&state, news))
      } else {
        all.append(effect)
      }
    }
    return all
  }

  private static func route(_ state: inout AppState, _ news: News) -> [Effect] {
    switch news {
    case .signedIn(let account): enter(&state, account)
    case .sessionRefused(let cause): sessionRefused(&state, cause)
    case .answered(let question, let button): answered(&state, question, button)
    case .serviceAnswered(nil): LikesReducer.sendWaiting(&state)
    // They would only be refused.
    case .serviceAnswered(.reached(let minutes)?): LikesReducer.hold(&state, minutes: minutes)
    case .networkReturned:
      DownloadsReducer.networkIsBack(&state) + PhotoReducer.retryFilmstrip(&state) + goOn(&state)
    case .listShown(let list): FeedReducer.appear(&state, in: list)
    case .listLeft(let list): FeedReducer.disappear(&state, list)
    case .listMoved(let list): FeedReducer.moved(&state, in: list)
    case .selectionMoved(let list, let index): FeedReducer.select(&state, index, in: list)
    case .favouriteRestored(let id): FeedReducer.select(&state, id, in: .favourites)
    case .authorWanted(let id): VisitsReducer.reduce(&state, .authorPressed(id))
    case .visitWanted(let list): visit(&state, list)
    case .historyUnwanted: HistoryReducer.clear(&state)
    case .choiceWanted(let subject): ChooserReducer.reduce(&state, .opened(subject))
    case .sourceChosen(let list): showSource(&state, list)
    case .visitLeft: leaveVisit(&state)
    case .favouritesWanted: FavouritesReducer.reduce(&state, .openPressed)
    case .profileUncovered: ProfileReducer.appear(&state)
    case .heartPressed(let id): LikesReducer.reduce(&state, .heartPressed(id))
    case .heartsPressed(let ids): LikesReducer.press(&state, all: ids)
    case .heartChanged(let id): FavouritesReducer.heartChanged(&state, id)
    case .likeConfirmed(let old, let new):
      FavouritesReducer.confirmed(&state, from: old, to: new)
    case .menuWanted(let id): MenuReducer.reduce(&state, .openPressed(id))
    case .previewWanted(let id): PreviewReducer.reduce(&state, .openPressed(id))
    case .fullScreenWanted(let id, let list): PhotoReducer.open(&state, id, from: list)
    case .closeLookWanted(let id): PhotoReducer.openInGallery(&state, id)
    case .fullScreenLeft(let photo): fullScreenLeft(&state, photo)
    case .gallerySelectionMoved(let index): GalleryReducer.select(&state, index)
    case .galleryStepped(let step): GalleryReducer.stepPhoto(&state, step)
    case .photoOpened(let id, let list):
      list == .history ? [] : HistoryReducer.note(&state, id)
    case .photoFound(let id): photoFound(&state, id)
    case .pageWanted(let list): FeedReducer.loadMore(&state, in: list)
    case .photoInFrontChanged: DetailsReducer.photoChanged(&state)
    case .searchLeft(let tab): show(&state, tab)
    case .slideshowInterrupted(let command): goOn(&state, with: command)
    case .detailsToggled: DetailsReducer.toggle(&state)
    case .detailsWanted(let id): DetailsReducer.load(&state, id)
    case .exportWanted(let ids): ExportReducer.reduce(&state, .openPressed(ids))
    case .shareWanted(let id, let row): ShareReducer.perform(&state, row, of: id)
    case .keepWanted(let id):
      state.gallery.kept.contains(id) && state.gallery.conditions[id]?.isUsable != false
        ? [state.show(.inGallery(id))] : DownloadsReducer.reduce(&state, .startPressed(id))
    case .photosWanted(let ids): DownloadsReducer.start(&state, all: ids)
    case .downloadWanted(let id): DownloadsReducer.reduce(&state, .startPressed(id))
    case .saveWanted(let id): DownloadsReducer.start(&state, DownloadID(id, to: .pictures))
    case .downloadUnwanted(let id): DownloadsReducer.cancel(&state, DownloadID(id))
    case .downloadsWanted: DownloadsReducer.reduce(&state, .listPressed)
    case .fileKept(let entry): GalleryReducer.reduce(&state, .added(entry))
    case .fileSaved(let id): ShareReducer.saved(&state, id)
    case .galleryWanted(let id): openGallery(&state, at: id)
    }
  }

  /// Performs a command whose key has ended the slideshow.
  private static func goOn(_ state: inout AppState, with command: Command?) -> [Effect] {
    guard let command else { return [] }
    if let reason = command.unavailable(in: state) {
      return [state.show(.unavailable(command, reason))]
    }
    return settle(&state, perform(&state, command))
  }

  /// Shows what an address has led to; beside it stands what was opened before.
  private static func photoFound(_ state: inout AppState, _ id: Photo.ID) -> [Effect] {
    let noted = HistoryReducer.note(&state, id)
    return noted + settle(&state, PhotoReducer.open(&state, id, from: .history))
  }

  /// What lies over the gallery goes, and a photograph in it is selected.
  private static func openGallery(_ state: inout AppState, at id: Photo.ID) -> [Effect] {
    guard let index = state.gallery.index(of: id) else { return [] }
    state.overlays = []
    let closed = settle(&state, PhotoReducer.close(&state))
    let shown = settle(&state, show(&state, .gallery))
    return closed + shown + GalleryReducer.select(&state, index)
  }

  /// Back from full screen: the list is where the person has got to.
  private static func fullScreenLeft(_ state: inout AppState, _ photo: PhotoState) -> [Effect] {
    if photo.isInGallery { return GalleryReducer.moved(&state) }
    if photo.list.kind == .random { RandomReducer.left(&state, at: photo) }
    let left =
      photo.list == .favourites
      ? settle(&state, FavouritesReducer.fullScreenClosed(&state)) : []
    return left + FeedReducer.returned(&state, to: photo.id, in: photo.list)
  }
}

extension Effect {
  fileprivate var isNews: Bool {
    if case .news = self { true } else { false }
  }
}
