import Canvas
import Model

/// A mosaic of photos that covers the screen above the hint line, with a plate in the middle.
///
/// Each photo has one tile. Its width follows the photo's proportions at the row's height.
package struct MosaicLayout: Equatable, Sendable {
  package struct Tile: Equatable, Sendable {
    /// The index of the photo.
    package let photo: Int
    package let box: Rect
  }

  package let tiles: [Tile]

  private static let smallest = Size(60, 20)
  private static let plateSize = Size(44, 13)
  /// The minimum height of a tile in rows.
  private static let lowest = 8.0
  /// The ratios of width to height that tiles follow; other photos are cropped.
  private static let proportions = 0.6...2.0

  package static func hasRoom(in viewport: Viewport) -> Bool {
    viewport.columns >= smallest.width && viewport.rows >= smallest.height
  }

  /// Returns the box of the plate, in the middle of the screen above the hint line.
  package static func plate(in viewport: Viewport) -> Rect {
    room(in: viewport).centered(plateSize)
  }

  private static func room(in viewport: Viewport) -> Rect {
    Rect(x: 0, y: 0, width: viewport.columns, height: viewport.rows - 1)
  }

  package init(_ photos: [BundledPhoto], in viewport: Viewport) {
    let room = Self.room(in: viewport)
    guard !photos.isEmpty, room.height > 0 else {
      tiles = []
      return
    }
    let cell = Double(viewport.cellHeight) / Double(viewport.cellWidth)
    let naturals = photos.map { photo in
      let aspect = Double(photo.width) / Double(max(1, photo.height))
      return min(max(aspect, Self.proportions.lowerBound), Self.proportions.upperBound) * cell
    }
    // At this height all photos together cover the screen; if they would be too small, some are
    // left out.
    let area = Double(room.width * room.height)
    let height = max(Self.lowest, (area / naturals.reduce(0, +)).squareRoot())
    let count = max(1, min(photos.count, Int((Double(room.height) / height).rounded())))
    var tiles: [Tile] = []
    var next = 0
    for row in 0..<count {
      let top = room.height * row / count
      let bottom = room.height * (row + 1) / count
      let most = (photos.count - next) / (count - row)
      let members = Self.members(
        naturals[next..<(next + most)],
        filling: Double(room.width) / Double(bottom - top)
      )
      let sum = naturals[members].reduce(0, +)
      var before = 0.0
      for index in members {
        let left = Int((before / sum * Double(room.width)).rounded())
        before += naturals[index]
        let right = Int((before / sum * Double(room.width)).rounded())
        let box = Rect(x: left, y: top, width: right - left, height: bottom - top)
        tiles.append(Tile(photo: index, box: box))
      }
      next = members.upperBound
    }
    self.tiles = tiles
  }

  /// Returns the photos of a row: those that best fill it uncropped, at least one.
  private static func members(_ naturals: ArraySlice<Double>, filling width: Double) -> Range<Int> {
    var sum = 0.0
    var end = naturals.startIndex
    for natural in naturals {
      // A photo is added only if at least half of it fits.
      if end > naturals.startIndex, sum + natural / 2 > width { break }
      sum += natural
      end += 1
    }
    return naturals.startIndex..<end
  }
}
