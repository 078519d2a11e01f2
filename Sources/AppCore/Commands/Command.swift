import Canvas
import Library
import Model

/// Everything a person can do by key.
///
/// The one table behind the key map, the hint line, the help overlay, the manual and the tests.
package enum Command: String, Hashable, Sendable, CaseIterable {
  case moveUp, moveDown, moveLeft, moveRight, pageUp, pageDown, first, last
  case open, back, nextTab, previousTab, feedTab, profileTab, searchTab, galleryTab
  case like, share, details, refresh
  case find, orientation, color, removeQuery, viewMode
  case download, downloads, pause, cancelDownload
  case undo, select, selectAll, selectGroup, delete, export
  case zoomIn, zoomOut, zoomFit, zoomActual, zoomToggle, rotate
  case tryDemo, copyAddress, openAgain, paste, otherMachine, signOut
  case help, redraw, suspend, quit
}

/// Why a command cannot be used where it was given.
package enum UnavailableReason: Equatable, Sendable {
  /// The basic edition has no heart in full screen.
  case likeOnlyInFeed
  case likesNotOffered
  case nothingSelected
  case notConfigured
  case noBrowser
  case noPicturesFolder
  /// The service told no page of the photographer.
  case noAuthorPage
  case noPage
  case alreadySaving
  /// Nothing of it is being downloaded.
  case noDownload
  /// There are no results to be narrowed.
  case nothingSearched
  /// Nothing has left the favourites.
  case nothingToUndo
  /// The photograph's file is not on this machine, or no longer.
  case notKept
  /// Several photographs were chosen.
  case onePhotoOnly
  case noClipboardProgram, noMailProgram, noViewer, noWallpaperProgram
  /// That of one of the person's own commands.
  case noProgram(String)
}

extension Command {
  /// The keys, the first one to be shown.
  package var keys: [Key] {
    switch self {
    case .moveUp: [Key(.up), .character("k")]
    case .moveDown: [Key(.down), .character("j")]
    case .moveLeft: [Key(.left), .character("h")]
    case .moveRight: [Key(.right), .character("l")]
    case .pageUp: [Key(.pageUp), .control("u"), .control("b")]
    case .pageDown: [Key(.pageDown), .character(" "), .control("d"), .control("f")]
    case .first: [.character("g"), Key(.home)]
    case .last: [.character("G"), Key(.end)]
    case .open: [Key(.enter)]
    case .back: [Key(.escape), Key(.backspace)]
    case .nextTab: [Key(.tab)]
    case .previousTab: [Key(.backTab)]
    case .feedTab: [.character("1")]
    case .profileTab: [.character("2")]
    case .searchTab: [.character("3")]
    case .galleryTab: [.character("4")]
    case .like: [.character("f")]
    case .share: [.character("s")]
    case .details: [.character("i")]
    case .refresh: [.character("R")]
    case .find: [.character("/")]
    case .orientation: [.character("o")]
    case .color: [.character("c")]
    case .removeQuery: [Key(.delete)]
    case .viewMode: [.character("v")]
    case .download: [.character("d")]
    case .downloads: [.character("D")]
    case .pause: [.character("p")]
    case .cancelDownload: [.character("x")]
    case .undo: [.character("u")]
    case .select: [.character("v")]
    case .selectAll: [.character("a")]
    case .selectGroup: [.character("A")]
    case .delete: [Key(.delete), .character("x")]
    case .export: [.character("e")]
    case .zoomIn: [.character("+"), .character("=")]
    case .zoomOut: [.character("-"), .character("_")]
    case .zoomFit: [.character("0")]
    case .zoomActual: [.character("1")]
    case .zoomToggle: [.character("z")]
    case .rotate: [.character("r")]
    case .tryDemo: [.character("d")]
    case .copyAddress: [.character("c")]
    case .openAgain: [.character("o")]
    case .paste: [.character("p")]
    case .otherMachine: [.character("b")]
    case .signOut: [.character("x")]
    case .help: [.character("?")]
    case .redraw: [.control("l")]
    case .suspend: [.control("z")]
    case .quit: [.character("q"), .control("c")]
    }
  }

  /// Where the command means something.
  package var places: Set<Place> {
    switch self {
    case .moveUp, .moveDown:
      .lists.union([
        .gallery, .searchInput, .colors, .photo, .share, .menu, .downloads, .export, .help,
      ])
    case .moveLeft, .moveRight: .lists.union([.gallery, .photo, .colors, .preview, .alert])
    case .pageUp, .pageDown: .lists.union([.gallery, .photo, .help])
    case .first, .last: .lists.union([.gallery, .help])
    case .open:
      .lists.union([
        .signIn, .signInInput, .profile, .searchInput, .colors, .gallery, .photo, .menu, .preview,
        .share, .downloads, .export, .alert,
      ])
    case .back:
      .lists.union([
        .signInWaiting, .signInInput, .searchInput, .colors, .gallery, .photo, .menu, .preview,
        .share,
        .qrCode, .downloads, .export, .help, .alert,
      ])
    case .nextTab, .previousTab: .tabs.union([.searchInput, .photo, .share, .alert])
    case .feedTab, .profileTab, .searchTab, .galleryTab: .tabs
    case .like, .share: .photos.union([.menu])
    case .details: .lists.union([.photo])
    case .refresh: .tabs.union([.signIn, .photo, .preview, .downloads])
    case .find: .tabs
    case .orientation, .color: [.search]
    case .removeQuery: [.searchInput]
    case .viewMode: .lists
    case .download: .lists.union([.photo, .menu, .preview])
    case .downloads: .tabs.union([.downloads])
    case .pause: .lists.union([.gallery, .photo, .preview, .downloads])
    // In the gallery its key deletes, which cancels as well.
    case .cancelDownload: .lists.union([.photo, .preview, .downloads])
    case .undo: [.favourites]
    case .select, .selectAll, .selectGroup, .delete: [.gallery]
    case .export: [.gallery, .photo, .preview]
    case .zoomIn, .zoomOut, .zoomFit, .zoomActual, .zoomToggle, .rotate: [.photo]
    case .tryDemo: [.signIn]
    case .copyAddress, .openAgain, .paste, .otherMachine: [.signInWaiting]
    case .signOut: [.profile]
    case .help:
      .tabs.union([
        .signIn, .signInWaiting, .colors, .photo, .menu, .preview, .share, .qrCode, .downloads,
        .export,
        .help,
      ])
    case .redraw, .suspend: Set(Place.allCases)
    case .quit: Set(Place.allCases)
    }
  }

  /// Whether an edition has the command.
  package func isOffered(in edition: Edition) -> Bool {
    edition.capabilities.isSuperset(of: needs)
  }

  /// What there has to be for it.
  private var needs: Capabilities {
    switch self {
    case .searchTab, .find, .orientation, .color, .removeQuery: .search
    case .viewMode: .grid
    case .undo: .favourites
    case .galleryTab, .download, .downloads, .pause, .cancelDownload, .select, .selectAll,
      .selectGroup, .delete, .export:
      .gallery
    default: []
    }
  }

  /// The commands worth a place in the hint line, the most useful first.
  package static func hints(at place: Place) -> [Command] {
    switch place {
    case .splash: [.quit]
    case .signIn: [.open, .tryDemo, .refresh, .help, .quit]
    case .signInWaiting: [.copyAddress, .openAgain, .paste, .otherMachine, .back, .help]
    case .signInInput: [.open, .back]
    case .feed:
      [.back, .open, .like, .download, .share, .details, .refresh, .nextTab, .help, .quit]
    case .profile: [.open, .signOut, .refresh, .nextTab, .help, .quit]
    case .photo:
      [
        .back, .refresh, .like, .zoomIn, .zoomOut, .zoomToggle, .rotate, .share, .details, .help,
      ]
    case .favourites: [.back, .open, .like, .undo, .download, .share, .refresh, .help, .quit]
    case .search: [.back, .open, .find, .orientation, .color, .like, .download, .viewMode, .help]
    case .searchInput: [.open, .moveDown, .removeQuery, .back]
    case .colors: [.open, .back]
    case .gallery:
      [
        .back, .open, .select, .selectGroup, .selectAll, .delete, .export, .refresh, .share, .find,
        .help, .quit,
      ]
    case .menu: [.open, .back]
    case .preview: [.back, .open, .download, .share, .export, .like, .moveRight, .help]
    case .downloads: [.pause, .cancelDownload, .open, .refresh, .back, .help]
    case .export: [.open, .back]
    case .share: [.open, .back]
    case .qrCode: [.back, .help]
    case .help: [.back]
    case .alert: [.open, .back]
    }
  }

  /// Why the command cannot be used now; nil when it can.
  package func unavailable(in state: AppState) -> UnavailableReason? {
    switch self {
    case .like
    where state.place == .photo && !state.launch.edition.capabilities.contains(.likesInFullScreen):
      .likeOnlyInFeed
    case .like where state.likes.isUnavailable: .likesNotOffered
    case .select, .selectAll, .selectGroup, .delete:
      state.gallery.count == 0 ? .nothingSelected : nil
    case .like, .share, .details, .download, .export:
      Set.photos.contains(state.place) && state.currentPhoto == nil ? .nothingSelected : nil
    case .open where state.place == .signIn:
      state.launch.setup == .ready ? nil : .notConfigured
    case .orientation, .color: state.search.query == nil ? .nothingSearched : nil
    case .undo where state.place == .favourites:
      if state.likes.isUnavailable {
        .likesNotOffered
      } else {
        state.favouriteToRestore == nil ? .nothingToUndo : nil
      }
    case .openAgain: state.launch.hasBrowser ? nil : .noBrowser
    case .pause where places.contains(state.place):
      state.downloadInFront.map { $0.phase != .finished } ?? false ? nil : .noDownload
    case .cancelDownload where places.contains(state.place):
      state.downloadInFront == nil ? .noDownload : nil
    default: nil
    }
  }
}
