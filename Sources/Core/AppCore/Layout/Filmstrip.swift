import Canvas
import Model

/// The row of small pictures below the photo in full screen: the photo itself and its neighbours in
/// the list.
package struct Filmstrip: Equatable, Sendable {
  package struct Tile: Equatable, Sendable {
    package let id: Photo.ID
    /// The distance from the photo in full screen; negative for photos before it.
    package let offset: Int
    package let box: Rect
  }

  /// The filmstrip's box, including a margin of one cell for the current photo's selection frame.
  package let area: Rect
  /// The tiles from left to right.
  package let tiles: [Tile]
  /// The next photos at both ends, to be prefetched; their boxes are off screen.
  package let ahead: [Tile]

  /// The empty columns between tiles.
  private static let gap = 2
  /// The columns of a name that replaces a picture.
  private static let nameColumns = 18

  /// Lays out the tiles.
  ///
  /// The photo in full screen is in the middle if there are enough others on both sides.
  ///
  /// - Parameters:
  ///   - hasPictures: whether tiles have their photos' proportions; otherwise all are as wide as a
  ///     name.
  ///   - photo: returns the photo at a distance from the one in full screen; `nil` beyond the ends.
  init(_ area: Rect, _ viewport: Viewport, hasPictures: Bool, photo: (Int) -> Photo?) {
    self.area = area
    let end = area.maxX
    let area = area.inset(dx: 1, dy: 1)
    let height = area.height
    let shape = Double(height * viewport.cellHeight) / Double(max(1, viewport.cellWidth))
    func width(_ photo: Photo) -> Int {
      guard hasPictures else { return min(area.width, Self.nameColumns) }
      return max(3, min(min(area.width, height * 5), Int((photo.aspect * shape).rounded())))
    }
    // Pictures may be cut off at the edges of the screen. Names are shown only if they fit.
    func side(_ step: Int, _ room: Int) -> (widths: [Int], used: Int, isEnd: Bool) {
      var (widths, used): ([Int], Int) = ([], 0)
      while let next = photo(step * (widths.count + 1)) {
        let more = width(next) + Self.gap
        guard used + (hasPictures ? Self.gap : more) <= room else {
          return (widths, used, false)
        }
        widths.append(more - Self.gap)
        used += more
      }
      return (widths, used, used <= room)
    }
    let own = photo(0).map(width) ?? 0
    let half = (area.width - own) / 2
    let first = side(-1, half)
    // The other side also uses the room that one side doesn't need.
    var right = side(1, area.width - own - (first.isEnd ? first.used : half))
    let left = side(-1, area.width - own - (right.isEnd ? right.used : area.width - own - half))
    if first.isEnd { right = side(1, area.width - own - left.used) }
    let total = left.used + own + right.used
    var x =
      switch (left.isEnd, right.isEnd) {
      case (true, true): area.x + (area.width - total) / 2
      case (true, false): area.x
      case (false, true): area.maxX - total
      case (false, false): area.x + half - left.used
      }
    var tiles: [Tile] = []
    let widths = left.widths.reversed() + [own] + right.widths
    for (index, width) in widths.enumerated() {
      let offset = index - left.widths.count
      guard let id = photo(offset)?.id else { continue }
      tiles.append(
        Tile(id: id, offset: offset, box: Rect(x: x, y: area.y, width: width, height: height))
      )
      x += width + Self.gap
    }
    self.tiles = tiles
    ahead = [right.widths.count + 1, -left.widths.count - 1].compactMap { offset in
      photo(offset).map { photo in
        let box = Rect(x: end, y: area.y, width: width(photo), height: height)
        return Tile(id: photo.id, offset: offset, box: box)
      }
    }
  }
}
