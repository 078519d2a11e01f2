import Foundation
import Harness

/// A photograph, and where on a screen which part of it has to be.
struct Shown {
  let photo: Raster
  /// In pixels of the screen.
  let area: Area
  /// In shares of the photograph.
  var part = Area.whole

  /// How much the screen looks as it has to.
  func likeness(on screen: Raster) -> Likeness {
    Likeness(screen, area, photo, part.scaled(photo.width, photo.height))
  }
}

/// Works out where photographs have to be, from what a person expects: no code of the program's.
extension RealTerminal {
  /// Rows of the bar above and the hint line below.
  private var body: (columns: Int, rows: Int) { (columns, rows - 2) }

  /// The picture of the card at the top: as large as fits beside margins of two columns and above
  /// two rows of text, a free one and two of the next card.
  func card(_ photo: Raster) -> Shown {
    let size = cells(of: photo, columns: body.columns - 4, rows: body.rows - 5)
    return Shown(photo: photo, area: area((columns - size.columns) / 2, 1, size))
  }

  /// The picture of a card whose text ends where the feed does, and what is seen of the one above.
  func lastCard(_ photo: Raster, below above: Raster) -> [Shown] {
    let last = card(photo)
    let first = card(above)
    let lastTop = 1 + body.rows - 2 - rows(last)
    // Two rows of text and a free one are in between.
    let hidden = 1 + rows(first) - (lastTop - 3)
    return [
      Shown(photo: photo, area: last.area.moved(y: lastTop * cellHeight)),
      Shown(
        photo: above,
        area: first.area.withoutTop(rows: hidden, of: cellHeight),
        part: Area(
          x: 0,
          y: Double(hidden) / Double(rows(first)),
          width: 1,
          height: 1 - Double(hidden) / Double(rows(first))
        )
      ),
    ]
  }

  private func rows(_ shown: Shown) -> Int { Int(shown.area.height) / cellHeight }

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
      x: Double(x * cellWidth),
      y: Double(y * cellHeight),
      width: Double(size.columns * cellWidth),
      height: Double(size.rows * cellHeight)
    )
  }
}

extension Area {
  fileprivate func moved(y: Int) -> Area {
    var area = self
    area.y = Double(y)
    return area
  }

  fileprivate func withoutTop(rows: Int, of cellHeight: Int) -> Area {
    var area = self
    area.height -= Double(rows * cellHeight)
    return area
  }
}
