import AppCore
import Canvas
import Library
import Localization

/// The row above the favourites: the way back, and how many there are.
enum FavouritesHead {
  static func draw(_ painter: inout Painter, _ state: AppState) {
    let body = state.layout.body
    let row = Rect(x: body.x, y: body.y, width: body.width, height: 1)
    var back = Line(" \(painter.glyphs.back) \(painter.texts[.profileTab]) ", painter.ink.accent)
    back.action = .favourites(.closePressed)
    painter.draw(back, in: row)
    let title = Line(painter.texts.favourites(state.library.favouritesCount), painter.ink.strong)
    let centered = row.centered(Size(title.width, 1))
    let left = row.x + back.width + 1
    // In the middle of the screen, or where the way back leaves room.
    let x = max(left, centered.x)
    guard x + title.width <= row.maxX else { return }
    painter.draw(title, in: Rect(x: x, y: row.y, width: title.width, height: 1))
  }
}
