import Canvas
import Library
import Model

/// The full-screen view of one photograph.
package struct PhotoState: Equatable, Sendable {
  package enum Focus: Int, Equatable, Sendable, CaseIterable {
    case picture
    case back
    /// The extended edition's heart.
    case like
    /// The extended edition's way into the gallery.
    case download
    case export
    case share
  }

  package var id: Photo.ID
  /// The list whose neighbours are shown before and behind it.
  package var list: ListID
  package var zoom: Zoom = .fit
  /// The picture's point in the middle, in fractions of its size after rotation.
  package var centerX = 0.5
  package var centerY = 0.5
  /// Clockwise, 0 to 3.
  package var quarterTurns = 0
  package var focus: Focus = .picture
  /// Whether the gallery, not the list, is what it was opened from.
  package var isInGallery = false

  /// Whether the details were open before: nobody finds them open who did not open them there.
  package var hadDetails = false

  package init(id: Photo.ID, in list: ListID = .feed) {
    self.id = id
    self.list = list
  }
}

package enum PhotoAction: Equatable, Sendable {
  case backPressed
  case sharePressed
  /// - Parameter pointer: the cell whose point of the picture stays where it is; nil for the
  ///   middle.
  case zoomed(steps: Int, pointer: Point? = nil)
  /// The picture was dragged by so many cells.
  case dragged(columns: Int, rows: Int)
  case slideshow(Slideshow.Step)
  /// A photograph under the one in full screen was pressed.
  case filmstripPressed(Photo.ID)
  /// Retry of a picture that did not come.
  case retryPressed
}

extension AppState {
  /// Whether the full-screen view has a heart.
  package var hasPhotoHeart: Bool { offers(.likesInFullScreen) }

  /// The full-screen view is divided like the feed, but its pane can lie over a picture.
  ///
  /// A slideshow has it whole.
  package var photoScreen: ScreenLayout {
    guard slideshow == nil else { return ScreenLayout(whole: program.viewport) }
    return showsFilmstrip ? bareScreen.withFilmstrip(hasPictures: program.hasPictures) : bareScreen
  }

  /// The same without the filmstrip.
  ///
  /// Words in the photograph's place hold the details, too.
  private var bareScreen: ScreenLayout {
    ScreenLayout(program.viewport, hasPane: showsDetails && !describesPhoto)
  }

  /// Why the filmstrip cannot be seen; nil where it can.
  var missingFilmstrip: UnavailableReason? {
    place == .photo && !bareScreen.hasRoomForFilmstrip ? .noRoom : nil
  }

  /// Whether Esc in full screen closes the details rather than leave.
  package var closesDetails: Bool {
    guard let photo, showsDetails, !describesPhoto else { return false }
    return photoScreen.lowerPane != nil || !photo.hadDetails
  }

  /// Where the open photograph stands; nil when none is open.
  package var photoLayout: PhotoLayout? {
    guard let view = photo, let photo = photos[view.id] else { return nil }
    return PhotoLayout(
      size: Size(photo.width, photo.height),
      quarterTurns: view.quarterTurns,
      zoom: view.zoom,
      centerX: view.centerX,
      centerY: view.centerY,
      viewport: program.viewport,
      body: photoScreen.body
    )
  }
}

package enum PhotoReducer {
  package static func reduce(_ state: inout AppState, _ action: PhotoAction) -> [Effect] {
    switch action {
    case .backPressed: return close(&state)
    case .sharePressed:
      state.share = state.photo.map { ShareState(photo: $0.id) }
      return []
    case .zoomed(let steps, let pointer):
      zoom(&state, steps: steps, pointer: pointer)
      return []
    case .dragged(let columns, let rows):
      drag(&state, columns: columns, rows: rows)
      return []
    case .slideshow(let step): return reduce(&state, step)
    case .filmstripPressed(let id): return press(&state, inFilmstrip: id)
    case .retryPressed: return retry(&state)
    }
  }

  static func open(
    _ state: inout AppState,
    _ id: Photo.ID,
    from list: ListID = .feed
  ) -> [Effect] {
    guard state.photos[id] != nil else { return [] }
    state.menu = nil
    let hadDetails = state.photo?.hadDetails ?? state.showsDetails
    state.photo = PhotoState(id: id, in: list)
    state.photo?.hadDetails = hadDetails
    return [.event(.photoInFrontChanged), .event(.photoOpened(id, from: list))]
  }

  /// Opens a photograph whose neighbours are those in the gallery.
  static func openInGallery(_ state: inout AppState, _ id: Photo.ID) -> [Effect] {
    let opened = open(&state, id)
    state.photo?.isInGallery = true
    return opened
  }

  static func handle(_ state: inout AppState, _ command: Command) -> CommandResult {
    guard let view = state.photo, let layout = state.photoLayout else {
      return .handled(close(&state))
    }
    if state.slideshow != nil { return handleSlideshow(&state, command) }
    switch command {
    case .slideshow: return .handled(startSlideshow(&state))
    case .back:
      // What lies over the photograph goes first, and what was opened beside it.
      return .handled(state.closesDetails ? state.toggleDetails() : close(&state))
    case .share: return .handled(reduce(&state, .sharePressed))
    case .like:
      return .handled(state.hasPhotoHeart ? state.like(view.id) : [])
    case .download: return .handled(state.download(view.id))
    case .export: return .handled(state.openExport(of: [view.id]))
    case .details: return .handled(state.toggleDetails())
    case .open:
      switch view.focus {
      case .back: return .handled(close(&state))
      case .like: return handle(&state, .like)
      case .download where state.isInGallery(view.id):
        return .handled([.event(.destinationChosen(.gallery(view.id)))])
      case .download: return handle(&state, .download)
      case .export: return handle(&state, .export)
      case .share: return handle(&state, .share)
      case .picture: return .done
      }
    case .nextTab: return .handled(moveFocus(&state, 1))
    case .previousTab: return .handled(moveFocus(&state, -1))
    case .moveLeft:
      return .handled(layout.isPannable ? pan(&state, layout, -1, 0) : step(&state, -state.times))
    case .moveRight:
      return .handled(layout.isPannable ? pan(&state, layout, 1, 0) : step(&state, state.times))
    case .moveUp: return .handled(layout.isPannable ? pan(&state, layout, 0, -1) : [])
    case .moveDown: return .handled(layout.isPannable ? pan(&state, layout, 0, 1) : [])
    case .pageUp: return .handled(step(&state, -state.times))
    case .pageDown: return .handled(step(&state, state.times))
    case .first: return .handled(go(&state, to: state.pendingCount ?? 1))
    case .last: return .handled(go(&state, to: state.pendingCount ?? .max))
    case .refresh: return .handled(retry(&state))
    case .filmstrip:
      toggleFilmstrip(&state)
      return .done
    default: return handleZoom(&state, command)
    }
  }

  /// Back to the list, at the photograph last shown.
  static func close(_ state: inout AppState) -> [Effect] {
    guard let view = state.photo else { return [] }
    let stopped = stopSlideshow(&state)
    state.photo = nil
    state.closeOverlays()
    let closed: [Effect] = state.showsDetails && !view.hadDetails ? state.toggleDetails() : []
    return stopped + closed + [.event(.fullScreenLeft(view))]
  }

  /// Shows a neighbour in the list, as the service sent it: fitted and upright.
  static func step(_ state: inout AppState, _ step: Int) -> [Effect] {
    if state.photo?.isInGallery == true { return [.event(.galleryStepped(step))] }
    guard let view = state.photo, let index = state[view.list].order.firstIndex(of: view.id)
    else { return [] }
    let order = state[view.list].order
    let target = max(0, min(order.count - 1, index + step))
    let isRandom = view.list.kind == .random
    guard target != index else {
      // Chance goes on.
      return isRandom && step > 0 && !state[view.list].hasEnded ? [.event(.showRandomPhoto)] : []
    }
    state.photo = PhotoState(id: order[target], in: view.list)
    state.photo?.hadDetails = view.hadDetails
    return [
      .event(.selectionMoved(in: view.list, target)),
      .event(.photoOpened(order[target], from: view.list)),
    ] + (isRandom && target + 3 >= order.count ? [.event(.loadNextPage(view.list))] : [])
  }

  /// Shows the photograph with this number in the list or gallery, from 1, or the nearest one.
  private static func go(_ state: inout AppState, to number: Int) -> [Effect] {
    guard let view = state.photo else { return [] }
    let index =
      view.isInGallery
      ? state.program.galleryView.selection : state[view.list].order.firstIndex(of: view.id)
    return index.map { step(&state, number - 1 - $0) } ?? []
  }

  private static func moveFocus(_ state: inout AppState, _ step: Int) -> [Effect] {
    guard let view = state.photo else { return [] }
    let all = PhotoState.Focus.allCases.filter { focus in
      switch focus {
      case .like: state.hasPhotoHeart
      case .download, .export: state.offers(.gallery)
      case .picture, .back, .share: true
      }
    }
    let index = all.firstIndex(of: view.focus) ?? 0
    let next = (index + step + all.count) % all.count
    state.photo?.focus = all[next]
    return []
  }

  private static func retry(_ state: inout AppState) -> [Effect] {
    guard let id = state.photo?.id else { return [] }
    // A file that is no longer what was kept is brought once more.
    if state.gallery.conditions[id]?.isUsable == false {
      return state.fetch(id)
    }
    var effects = retryPictures(&state, of: id)
    if state.details.failed[id] != nil { effects += state.loadDetails(of: id) }
    return effects.isEmpty ? [state.show(.nothingToRetry)] : effects
  }

  /// Asks for the pictures of a photograph that did not come: when it is opened, by Retry, or when
  /// the network is back.
  ///
  /// - Parameter isMeant: which failures are to be tried again.
  static func retryPictures(
    _ state: inout AppState,
    of id: Photo.ID,
    where isMeant: (Problem) -> Bool = { _ in true }
  ) -> [Effect] {
    [PictureKey.Use.full, .thumbnail].map { PictureKey(.photo(id), $0) }.compactMap { key in
      guard case .failed(let problem) = state.pictures[key], isMeant(problem) else { return nil }
      state.pictures[key] = nil
      return .pictures(.retry(key))
    }
  }
}
