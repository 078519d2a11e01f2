import Canvas
import Model

// Commands for a photo and its download.
extension CommandDefinition {
  static let photos: [CommandDefinition] = [
    CommandDefinition(
      .like,
      keys: [.character("f")],
      in: .photos.union([.menu, .share]),
      hints: .photos,
      hintedWhen: { state in
        switch state.place {
        case .photo, .comparison: state.hasPhotoHeart
        case .gallery: state.offers(.likes) && state.hasMarks
        default: state.offers(.likes) && state.hasPhotos
        }
      },
      unavailable: { state in
        guard state.launch.capabilities.contains(.likes) else { return .likesNotHere }
        let hasHearts = state.launch.capabilities.contains(.likesInFullScreen)
        if Set.zooming.contains(state.place), !hasHearts { return .likeOnlyInFeed }
        return state.likes.isUnavailable ? .likesNotOffered : state.missingPhoto
      }
    ),
    CommandDefinition(
      .share,
      keys: [.character("s")],
      in: .photos.union([.menu]),
      hints: .photos,
      hintedWhen: { state in
        state.place == .gallery ? state.gallery.count > 0 : state.hasPhotos
      },
      unavailable: \.missingPhoto
    ),
    CommandDefinition(
      .author,
      keys: [.character("a")],
      in: .photos.union([.menu, .share]),
      needs: .people,
      unavailable: \.missingPhoto
    ),
    CommandDefinition(
      .topics,
      keys: [.character("T")],
      in: .tabs,
      needs: .topics
    ),
    CommandDefinition(
      .collections,
      keys: [.character("C")],
      in: [.profile, .favourites, .visit],
      needs: .collections,
      hints: [.profile, .favourites, .visit],
      hintedWhen: { $0.collectionsOwner != nil },
      unavailable: { state in
        [.profile, .favourites, .visit].contains(state.place) && state.collectionsOwner == nil
          ? .noPhotographer : nil
      }
    ),
    CommandDefinition(
      .collect,
      keys: [.character("b")],
      in: .photos.union([.menu, .share]),
      needs: .collections,
      unavailable: { state in
        state.launch.capabilities.contains(.collectionEdit)
          ? state.missingPhoto : .collectionEditIsOff
      }
    ),
    CommandDefinition(
      .random,
      keys: [.character("Z")],
      in: .tabs.union([.photo]),
      needs: .random
    ),
    CommandDefinition(.history, keys: [.character("H")], in: .tabs, needs: .history),
    CommandDefinition(
      .clearHistory,
      keys: [],
      in: .tabs,
      needs: .history
    ),
    CommandDefinition(
      .openAddress,
      keys: [.character("O")],
      in: .tabs.union([.photo]),
      needs: .addressInput
    ),
    CommandDefinition(
      .details,
      keys: [.character("i")],
      in: .lists.union([.photo, .share]),
      hints: [.photo],
      unavailable: \.missingPhoto
    ),
    CommandDefinition(
      .detailsUp,
      keys: [.character("K")],
      in: .withDetails,
      unavailable: \.closedDetails
    ),
    CommandDefinition(
      .detailsDown,
      keys: [.character("J")],
      in: .withDetails,
      unavailable: \.closedDetails
    ),
    CommandDefinition(
      .menu,
      keys: [.character("m")],
      in: .photos,
      hints: .lists.union([.gallery]),
      hintedWhen: { state in
        !state.hasMarks && (state.place != .gallery || state.gallery.count > 0) && state.hasPhotos
      },
      unavailable: \.missingPhoto
    ),
    CommandDefinition(
      .mark,
      keys: [.character(" ")],
      in: .marking,
      needs: .marks,
      hints: .marking,
      hintedWhen: { $0.missingPhoto == nil },
      unavailable: \.missingPhoto
    ),
    CommandDefinition(
      .markAll,
      keys: [.character("*")],
      in: .marking,
      needs: .marks,
      hints: .marking,
      hintedWhen: \.hasMarks,
      unavailable: \.missingPhoto
    ),
    CommandDefinition(
      .compare,
      keys: [.character("=")],
      in: .marking,
      needs: .marks,
      hints: .marking,
      hintedWhen: { $0.missingPair == nil },
      unavailable: \.missingPair
    ),
    CommandDefinition(
      .larger,
      keys: [.character("+")],
      in: .lists.union([.gallery]),
      hints: .lists.union([.gallery]),
      hintedWhen: { $0.currentPhoto != nil && !$0.hasMarks && !$0.program.isPlain }
    ),
    CommandDefinition(.smaller, keys: [.character("-")], in: .lists.union([.gallery])),
    CommandDefinition(
      .format,
      keys: [.character("v")],
      in: .lists
    ),
    CommandDefinition(
      .undo,
      keys: [.character("u")],
      in: [.favourites],
      needs: .favourites,
      hints: [.favourites],
      hintedWhen: { $0.favouriteToRestore != nil && $0.offers(.likes) },
      unavailable: { state in
        guard state.place == .favourites else { return nil }
        if state.likes.isUnavailable { return .likesNotOffered }
        return state.favouriteToRestore == nil ? .nothingToUndo : nil
      }
    ),
    CommandDefinition(
      .download,
      keys: [.character("d")],
      in: .lists.union([.gallery, .photo, .comparison, .menu, .share]),
      needs: .gallery,
      hints: .lists,
      hintedWhen: { state in
        guard !state.hasMarks, state.hasPhotos, let id = state.currentPhoto else {
          return state.hasMarks
        }
        let isComing = state.downloads[DownloadID(id)]?.isUnderWay == true
        return !isComing && !state.gallery.ids.contains(id)
      },
      unavailable: \.missingPhoto
    ),
    CommandDefinition(
      .downloads,
      keys: [.character("D")],
      in: .tabs.union([.downloads]),
      needs: .gallery
    ),
    CommandDefinition(
      .pause,
      keys: [.character("p")],
      in: pausing,
      needs: .gallery,
      hints: [.downloads],
      // After a failure, the hint shows the Refresh key instead, which retries everywhere.
      hintedWhen: { $0.currentDownload?.problem == nil && missingPausable($0) == nil },
      unavailable: missingPausable
    ),
    CommandDefinition(
      .cancelDownload,
      keys: [.character("x")],
      in: cancelling,
      needs: .gallery,
      hints: [.downloads],
      hintedWhen: { missingDownload($0) == nil },
      unavailable: missingDownload
    ),
  ]

  private static let pausing = Set.lists.union([.gallery, .photo, .comparison, .menu, .downloads])
  private static let cancelling = pausing

  @Sendable private static func missingPausable(_ state: AppState) -> UnavailableReason? {
    guard pausing.contains(state.place) else { return nil }
    return state.currentDownload.map { $0.phase != .finished } ?? false ? nil : .noDownload
  }

  @Sendable private static func missingDownload(_ state: AppState) -> UnavailableReason? {
    cancelling.contains(state.place) && state.currentDownload == nil ? .noDownload : nil
  }
}
