import AppCore
import Canvas
import Localization
import Model

/// The board of an empty search: recent searches, and topics as tiles with their covers.
enum SearchBoardView {
  static func draw(_ painter: inout Painter, _ board: SearchBoard, _ state: AppState) {
    SearchChipsView.draw(&painter, board.recent, state)
    let heading = painter.texts[.topics] + "  " + painter.texts.number(board.count)
    painter.text(heading, at: board.heading.origin, painter.ink.faint)
    for tile in board.tiles { draw(&painter, tile, state) }
  }

  private static func draw(
    _ painter: inout Painter,
    _ tile: SearchBoard.Tile,
    _ state: AppState
  ) {
    let list = tile.offer.list
    let box = tile.picture
    let isChosen =
      state.search.isTyping && state.isBoardActive && state.search.choice == .topic(list)
    painter.hit(box, .search(.topicPressed(list)))
    drawCover(&painter, state, list, in: box)
    if isChosen { painter.selectionFrame(around: box, in: painter.bounds) }
    // A band of the surface's colour makes the name readable over any photo.
    painter.onSurface { painter in
      let style = isChosen ? painter.ink.focus : painter.ink.strong
      painter.fill(tile.name, " ", style)
      painter.text(
        painter.title(of: list, tile.offer.info),
        at: Point(tile.name.x + 1, tile.name.y),
        style,
        limit: tile.name.width - 2
      )
    }
  }

  private static func drawCover(
    _ painter: inout Painter,
    _ state: AppState,
    _ list: ListID,
    in box: Rect
  ) {
    let source = PictureSource.cover(list)
    let status = state.pictures[PictureKey(source, .strip)]
    let isFailed = if case .failed? = status { true } else { false }
    guard let cover = state.directory.cover(of: list), !isFailed else {
      return painter.onSurface { $0.fill(box) }
    }
    let viewport = state.program.viewport
    painter.picture(
      PicturePlacement(
        source: source,
        use: .strip,
        box: box,
        crop: .filling(box, width: cover.width, height: cover.height, viewport),
        followsFocus: true
      ),
      in: painter.bounds,
      isLoading: false
    )
  }
}
