import Foundation
import Harness

/// A photo, and the expected position of a part of it on a screen.
struct Shown {
  let photo: Raster
  /// The position in pixels of the screen.
  let area: Area
  /// The part in fractions of the photo.
  var part = Area.whole
  /// The number of points of the longer side, after scaling both.
  var points = Likeness.points

  /// Returns the similarity of the screen to the expected picture.
  func likeness(on screen: Raster) -> Likeness {
    Likeness(screen, area, photo, part.scaled(photo.width, photo.height), points: points)
  }
}

/// Computes the expected positions of photos without the program's code.
extension RealTerminal {
  /// The columns, and the rows between the bar and the hint line.
  private var body: (columns: Int, rows: Int) { (columns, rows - 2) }

  /// Returns the first pictures of a feed with one per row, scrolled by a number of rows.
  ///
  /// Each is as large as fits. There are a margin at the left, a margin and a scrollbar at the
  /// right, and a free row above. Below are two rows of text, a free row and two rows of the next
  /// photo.
  func cards(_ photos: [Raster], scrolled: Int = 0) -> [Shown] {
    var top = 2 - scrolled
    return photos.map { photo in
      let size = cells(of: photo, columns: body.columns - 3, rows: body.rows - 6)
      let first = max(0, 1 - top)
      let seen = min(size.rows, 1 + body.rows - top) - first
      defer { top += size.rows + 3 }
      return Shown(
        photo: photo,
        area: area(1 + (columns - 3 - size.columns) / 2, top + first, (size.columns, seen)),
        part: Area(
          x: 0,
          y: Double(first) / Double(size.rows),
          width: 1,
          height: Double(seen) / Double(size.rows)
        )
      )
    }
  }

  /// Whether photos are side by side at the left of a feed's first row.
  ///
  /// The photos have the same height and are two cells apart. Each fills its tile with at most 10%
  /// of one side cut off.
  ///
  /// - Parameter isThere: whether a photo is in a place, so that the next one needs to be checked.
  func hasRow(of photos: [Raster], where isThere: (Shown) -> Bool) -> Bool {
    func continues(_ rest: ArraySlice<Raster>, _ x: Int, _ rows: Int) -> Bool {
      guard let photo = rest.first else { return true }
      let exact = Double(rows * cellHeight * photo.width) / Double(photo.height * cellWidth)
      let widths = stride(from: Int((exact * 0.9).rounded(.up)), through: Int(exact / 0.9), by: 1)
      return widths.contains { width in
        parts(width: Double(width) / exact).contains { part in
          isThere(
            Shown(
              photo: photo,
              area: area(x, 2, (width, rows)),
              part: part,
              // They come from JPEGs hardly larger than they are drawn.
              points: Likeness.points / 2
            )
          )
        } && continues(rest.dropFirst(), x + width + 2, rows)
      }
    }
    return (5...body.rows).contains { continues(photos[...], 1, $0) }
  }

  /// Returns the parts of a photo that can fill a tile, at intervals of a fiftieth of a side.
  ///
  /// - Parameter width: the tile's width; 1 shows the whole photo.
  private func parts(width: Double) -> [Area] {
    let seen = min(width, 1 / width)
    let steps = Int(((1 - seen) * 50).rounded(.up))
    return (0...steps).map { step in
      let start = steps == 0 ? 0 : (1 - seen) * Double(step) / Double(steps)
      return width < 1
        ? Area(x: start, y: 0, width: seen, height: 1)
        : Area(x: 0, y: start, width: 1, height: seen)
    }
  }

  /// Returns the picture in full screen, zoomed, with its middle moved by fractions of the view.
  func fullScreen(_ photo: Raster, zoom: Double = 1, right: Double = 0, down: Double = 0) -> Shown {
    let room = (x: Double(body.columns * cellWidth), y: Double(body.rows * cellHeight))
    let scale = zoom * min(room.x / Double(photo.width), room.y / Double(photo.height))
    let seenX = min(1, room.x / (Double(photo.width) * scale))
    let seenY = min(1, room.y / (Double(photo.height) * scale))
    let size = cells(
      of: (Double(photo.width) * seenX * scale, Double(photo.height) * seenY * scale)
    )
    return Shown(
      photo: photo,
      area: area((columns - size.columns) / 2, 1 + (body.rows - size.rows) / 2, size),
      part: Area(
        x: min(1 - seenX, (1 - seenX) / 2 + right * seenX),
        y: min(1 - seenY, (1 - seenY) / 2 + down * seenY),
        width: seenX,
        height: seenY
      )
    )
  }

  /// Returns the size in cells of a photo as large as fits.
  private func cells(of photo: Raster, columns: Int, rows: Int) -> (columns: Int, rows: Int) {
    let scale = min(
      Double(columns * cellWidth) / Double(photo.width),
      Double(rows * cellHeight) / Double(photo.height)
    )
    return cells(of: (Double(photo.width) * scale, Double(photo.height) * scale))
  }

  private func cells(of pixels: (x: Double, y: Double)) -> (columns: Int, rows: Int) {
    (
      Int((pixels.x / Double(cellWidth)).rounded()),
      Int((pixels.y / Double(cellHeight)).rounded())
    )
  }

  /// Converts cells to pixels of the screen.
  func area(_ x: Int, _ y: Int, _ size: (columns: Int, rows: Int)) -> Area {
    Area(
      x: Double(left + x * cellWidth),
      y: Double(top + y * cellHeight),
      width: Double(size.columns * cellWidth),
      height: Double(size.rows * cellHeight)
    )
  }
}
