import AppCore
import Canvas
import Model

extension Painter {
  /// Draws the plate of the splash and sign-in screens, over the mosaic as soon as its photos are
  /// known.
  ///
  /// - Returns: The room on the plate; `nil` if the screen has none.
  mutating func plate(_ state: AppState) -> Rect? {
    guard state.hasPlate, context.hasShades else { return nil }
    let viewport = state.program.viewport
    if let photos = state.program.backdrop {
      for tile in MosaicLayout(photos, in: viewport).tiles {
        mosaicTile(tile, photos[tile.photo], viewport)
      }
    }
    let plate = MosaicLayout.plate(in: viewport)
    fill(plate)
    return plate.inset(dx: 1, dy: 1)
  }

  private mutating func mosaicTile(
    _ tile: MosaicLayout.Tile,
    _ photo: BundledPhoto,
    _ viewport: Viewport
  ) {
    // Photos fade to a quarter of their brightness on a dark screen, and into the background on a
    // light one.
    let color = theme.isDark ? 0 : theme.background.raw
    let placement = PicturePlacement(
      source: .bundled(tile.photo, fading: color),
      use: .thumbnail,
      box: tile.box,
      crop: .filling(tile.box, width: photo.width, height: photo.height, viewport),
      followsFocus: true
    )
    picture(placement, in: bounds, isLoading: false)
  }
}
