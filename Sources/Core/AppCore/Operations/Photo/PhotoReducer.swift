import Canvas
import Model

package enum PhotoAction: Equatable, Sendable {
  case backPressed
  case sharePressed
  /// The picture was zoomed by steps; positive steps enlarge it.
  ///
  /// - Parameter pointer: the cell whose point of the picture keeps its position; `nil` for the
  ///   middle.
  case zoomed(steps: Int, pointer: Point? = nil)
  /// The picture was dragged by this number of cells.
  case dragged(columns: Int, rows: Int)
  case slideshow(Slideshow.Step)
  /// A photo of the filmstrip was pressed.
  case filmstripPressed(Photo.ID)
  /// The photo without a frame was pressed in a comparison.
  case otherPressed
  /// The user pressed Retry for a failed picture.
  case retryPressed
  /// The user pressed a key, or moved or pressed the mouse.
  case inputReceived
  /// The bars have been visible for their time.
  case barsExpired
}

package enum PhotoReducer {
  package static func reduce(_ state: inout AppState, _ action: PhotoAction) -> [Effect] {
    switch action {
    case .backPressed: return close(&state)
    case .sharePressed:
      return state.photo.map { [.event(.destinationChosen(.share([$0.id])))] } ?? []
    case .zoomed(let steps, let pointer):
      zoom(&state, steps: steps, pointer: pointer)
      return []
    case .dragged(let columns, let rows):
      drag(&state, columns: columns, rows: rows)
      return []
    case .slideshow(let step): return reduce(&state, step)
    case .filmstripPressed(let id): return press(&state, inFilmstrip: id)
    case .otherPressed: return frameOther(&state)
    case .retryPressed: return retry(&state)
    case .inputReceived: return showBars(&state)
    case .barsExpired: return hideBars(&state)
    }
  }

  /// Opens or closes the details, also for the list below.
  ///
  /// If they were opened with the photo, later photos are opened without until the program exits.
  private static func toggleDetails(_ state: inout AppState) -> [Effect] {
    guard let view = state.photo else { return [] }
    if let entrance = view.entrance { state.program.closedDetails.insert(entrance) }
    state.photo?.entrance = nil
    if case .color = view.focus { state.photo?.focus = .picture }
    if state.showsPane, !view.isInGallery { state.relayout { $0.showsPane = false } }
    return state.toggleDetails()
  }

  static func handle(_ state: inout AppState, _ command: Command) -> CommandResult {
    guard let view = state.photo, let layout = state.photoLayout else {
      return .handled(close(&state))
    }
    if state.slideshow != nil { return handleSlideshow(&state, command) }
    if view.beside != nil, case .handled(let effects) = handleComparison(&state, command) {
      return .handled(effects)
    }
    switch command {
    case .slideshow: return .handled(startSlideshow(&state))
    case .back:
      return .handled(state.closesDetails ? toggleDetails(&state) : close(&state))
    case .details: return .handled(toggleDetails(&state))
    case .open:
      switch view.focus {
      case .back: return .handled(close(&state))
      case .download where state.isInGallery(view.id):
        return .handled([.event(.destinationChosen(.gallery(view.id)))])
      // The responder chain runs the command of the button.
      case .like, .download, .share: return .ignored
      case .color(let index):
        let colors = state.mainColors
        return .handled(
          colors.indices.contains(index) ? DetailsReducer.use(&state, colors[index]) : []
        )
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
    case .first: return .handled(showNumber(&state, to: state.pendingCount ?? 1))
    case .last: return .handled(showNumber(&state, to: state.pendingCount ?? .max))
    case .refresh: return .handled(retry(&state))
    case .filmstrip:
      toggleFilmstrip(&state)
      return .done
    default: return handleZoom(&state, command)
    }
  }

  /// Closes full screen and returns to the list, at the photo shown last.
  static func close(_ state: inout AppState) -> [Effect] {
    guard let view = state.photo else { return [] }
    let stopped = stopSlideshow(&state)
    let closed: [Effect] = view.showsDetails && !state.showsPane ? state.toggleDetails() : []
    state.photo = nil
    state.closeOverlays()
    return stopped + closed + [.event(.fullScreenLeft(view))]
  }

  /// Shows a neighbour in the list, without the zoom and rotation of the previous photo.
  ///
  /// In a comparison, zoom and rotation stay, and the photo beside is skipped.
  static func step(_ state: inout AppState, _ step: Int) -> [Effect] {
    let step = state.skippingOther(step)
    guard step != 0 || state.photo?.beside == nil else { return [] }
    if state.photo?.isInGallery == true { return [.event(.neighbourRequested(step))] }
    guard let view = state.photo else { return [] }
    let order = state[view.list].order
    guard let index = order.firstIndex(of: view.id) else {
      // The photo has left its list, which has selected the next one.
      let next = state.views[view.list].selection + (step > 0 ? step - 1 : step)
      return show(&state, at: max(0, min(order.count - 1, next)))
    }
    let target = max(0, min(order.count - 1, index + step))
    guard target != index else {
      // After the last random photo, more are loaded.
      let hasMore = view.list.kind == .random && !state[view.list].hasEnded
      return hasMore && step > 0 ? [.event(.neighbourRequested(step))] : []
    }
    return show(&state, at: target)
  }

  /// Shows the photo at an index of the list; does nothing if there is none.
  private static func show(_ state: inout AppState, at index: Int) -> [Effect] {
    guard let view = state.photo, state[view.list].order.indices.contains(index) else { return [] }
    let id = state[view.list].order[index]
    state.photo = view.showing(id)
    return [
      .event(.selectionMoved(in: view.list, index)),
      .event(.photoOpened(id, from: view.list)),
    ]
  }

  /// Shows the photo with this number in the list or gallery, counted from 1, or the nearest one.
  private static func showNumber(_ state: inout AppState, to number: Int) -> [Effect] {
    guard let view = state.photo else { return [] }
    let order = state[view.list].order
    let index =
      view.isInGallery ? state.program.galleryView.selection : order.firstIndex(of: view.id)
    guard let index else { return show(&state, at: max(0, min(order.count, number) - 1)) }
    return step(&state, number - 1 - index)
  }

  private static func moveFocus(_ state: inout AppState, _ step: Int) -> [Effect] {
    guard let view = state.photo else { return [] }
    var all: [PhotoState.Focus] = [.picture, .back]
    if state.hasPhotoHeart { all.append(.like) }
    if state.offers(.gallery) { all.append(.download) }
    all += [.share] + state.mainColors.indices.map(PhotoState.Focus.color)
    let index = all.firstIndex(of: view.focus) ?? 0
    let next = (index + step + all.count) % all.count
    state.photo?.focus = all[next]
    return []
  }

  private static func retry(_ state: inout AppState) -> [Effect] {
    guard let id = state.photo?.id else { return [] }
    // A missing or damaged file is downloaded again.
    if state.gallery.conditions[id]?.isUsable == false {
      return state.fetch(id)
    }
    var effects = retryPictures(&state, of: id)
    if state.details.failed[id] != nil { effects += state.loadDetails(of: id) }
    return effects.isEmpty ? [state.show(.unknownKey)] : effects
  }

  /// Retries a photo's failed pictures: when it is opened, on Retry, or when the network is back.
  ///
  /// - Parameter isMeant: returns whether to retry a failure.
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

extension AppState {
  /// Opens a photo in full screen.
  ///
  /// The neighbours are the photos of the list, or of the gallery if `list` is `nil`.
  mutating func openFullScreen(
    _ id: Photo.ID,
    from list: ListID?,
    as entrance: PhotoState.Entrance? = nil
  ) -> [Effect] {
    guard photos[id] != nil else { return [] }
    menu = nil
    if photo?.list != list ?? .feed || photo?.isInGallery != (list == nil) { photo?.beside = nil }
    var view = photo?.showing(id) ?? PhotoState(id: id)
    view.list = list ?? .feed
    view.isInGallery = list == nil
    if photo == nil {
      let entrance = entrance ?? (list == nil ? .gallery : nil)
      view.entrance = entrance.flatMap { program.closedDetails.contains($0) ? nil : $0 }
      // The gallery has no details pane that could have been open.
      view.showsDetails = view.entrance != nil || list != nil && showsDetails
    }
    photo = view
    return [.event(.currentPhotoChanged), .event(.photoOpened(id, from: view.list))]
  }
}
