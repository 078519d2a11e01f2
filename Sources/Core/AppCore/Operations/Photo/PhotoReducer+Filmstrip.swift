import Canvas
import Model

extension AppState {
  /// Whether full screen shows the filmstrip if there is room.
  package var showsFilmstrip: Bool {
    offers(.filmstrip) && (program.chosenFilmstrip ?? launch.service.opensFilmstrip)
  }

  /// The visible filmstrip; `nil` if there is none.
  package var filmstrip: Filmstrip? {
    guard slideshow == nil, let area = photoScreen.filmstrip, let view = photo else { return nil }
    if view.isInGallery {
      let index = program.galleryView.selection
      return Filmstrip(area, program.viewport, hasPictures: program.hasPictures) {
        gallery.id(at: index + $0).flatMap { photos[$0] }
      }
    }
    let order = self[view.list].order
    guard let index = order.firstIndex(of: view.id) else { return nil }
    return Filmstrip(area, program.viewport, hasPictures: program.hasPictures) { offset in
      order.indices.contains(index + offset) ? photos[order[index + offset]] : nil
    }
  }
}

extension PhotoReducer {
  /// Shows or hides the filmstrip until the program exits.
  static func toggleFilmstrip(_ state: inout AppState) {
    state.program.chosenFilmstrip = !state.showsFilmstrip
    refit(&state)
  }

  /// Shows a pressed photo of the filmstrip in full screen.
  static func press(_ state: inout AppState, inFilmstrip id: Photo.ID) -> [Effect] {
    guard let tile = state.filmstrip?.tiles.first(where: { $0.id == id }), tile.offset != 0 else {
      return []
    }
    return step(&state, tile.offset)
  }

  /// Retries the filmstrip's failed pictures when the network is back.
  static func retryFilmstrip(_ state: inout AppState) -> [Effect] {
    let failed = state.pictures.compactMap { key, status -> PictureKey? in
      if case .failed = status, key.use == .strip { key } else { nil }
    }
    for key in failed { state.pictures[key] = nil }
    return failed.map { .pictures(.retry($0)) }
  }
}
