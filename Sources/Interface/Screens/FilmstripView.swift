import AppCore
import Canvas
import Model

extension Painter {
  /// Draws the neighbouring photos under the photo in full screen.
  ///
  /// Pictures that haven't loaded show their colours, and failed ones have no message: there is no
  /// room for it.
  mutating func filmstrip(_ strip: Filmstrip, _ state: AppState) {
    for tile in strip.tiles {
      guard let photo = state.photos[tile.id] else { continue }
      hit(tile.box, .photo(.filmstripPressed(tile.id)))
      if state.program.hasPictures {
        picture(tile.placement(of: photo, state.program.viewport), in: strip.area, isLoading: false)
      } else {
        text(
          heading(of: photo, state),
          at: Point(tile.box.x, tile.box.y),
          ink.plain,
          limit: tile.box.width
        )
      }
      if tile.offset == 0 { selectionFrame(around: tile.box, in: strip.area) }
    }
  }
}

extension Filmstrip.Tile {
  /// Returns the photo's picture covering the tile's box, at the size of the filmstrip.
  func placement(of photo: Photo, _ viewport: Viewport) -> PicturePlacement {
    PicturePlacement(
      source: .photo(id),
      use: .strip,
      box: box,
      crop: .filling(box, with: photo, viewport)
    )
  }
}
