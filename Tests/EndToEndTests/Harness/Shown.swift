import Foundation
import Harness

/// A photograph, and where on a screen which part of it has to be.
struct Shown {
  let photo: Raster
  /// In pixels of the screen.
  let area: Area
  /// In shares of the photograph.
  var part = Area.whole
  /// Points of the longer side that both are scaled to.
  var points = Likeness.points

  /// How much the screen looks as it has to.
  func likeness(on screen: Raster) -> Likeness {
    Likeness(screen, area, photo, part.scaled(photo.width, photo.height), points: points)
  }
}

/// Works out where photographs have to be, from what a person expects: no code of the program's.
extension RealTerminal {
  /// Rows of the bar above and the hint line below.
  private var body: (columns: Int, rows: Int) { (columns, rows - 2) }

  /// The first pictures of a feed with one in each row, after it was scrolled by rows.
  ///
  /// Each is as large as fits beside a margin at the left, a margin and a scrollbar at the right,
  /// below a free row, and above two rows of text, a free one and two of the next row.
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

  /// Whether photographs stand beside each other at the left of a feed's first row: at one height,
  /// two cells apart, each filling its tile with at most 10 % of one side cut off.
  ///
  /// - Parameter isThere: whether a photograph stands at a place, so that the next one is worth a
  ///   look.
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

  /// The parts of a photograph that can fill a tile, a fiftieth of a side apart.
  ///
  /// - Parameter width: the tile's width, where 1 leaves the photograph whole.
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

  /// The picture in full screen, enlarged, with its middle moved by shares of what is seen.
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

  /// The cells of a photograph as large as fits.
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

  /// Cells in pixels of the screen.
  func area(_ x: Int, _ y: Int, _ size: (columns: Int, rows: Int)) -> Area {
    Area(
      x: Double(left + x * cellWidth),
      y: Double(top + y * cellHeight),
      width: Double(size.columns * cellWidth),
      height: Double(size.rows * cellHeight)
    )
  }
}
