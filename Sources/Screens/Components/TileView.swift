import AppCore
import Canvas
import Library
import Localization
import Model

/// One photo of a list: the picture with the caption below.
struct TileView {
  let tile: FeedLayout.Tile
  let photo: Photo
  let state: AppState
  let list: ListID
  let metrics: FeedMetrics

  /// The part of the screen that shows the list's rows.
  var body: Rect { metrics.body }
  var isSelected: Bool {
    state.views[list].selection == tile.index && !state.isFocusOffPhotos
  }

  /// The caption's rectangle, moved below the selection frame if the tile is selected.
  var caption: Rect {
    isSelected ? tile.caption.below(frameAround: tile.picture) : tile.caption
  }

  func draw(_ painter: inout Painter) {
    let mark = AppAction.marks(.toggled(photo.id))
    painter.hit(
      tile.frame.union(caption).intersection(body),
      state.hasMarks ? mark : .feed(.cardPressed(photo.id), in: list),
      menu: .feed(.menuPressed(photo.id), in: list),
      mark: state.offers(.marks) ? mark : nil
    )
    guard !metrics.isPlain else {
      painter.plainLine(of: photo, state, in: tile.picture, within: body, isSelected: isSelected)
      return
    }
    drawPicture(&painter)
    if isSelected { painter.selectionFrame(around: tile.picture, in: body) }
    let picture = tile.picture.intersection(body)
    painter.markBadge(photo.id, state, over: picture)
    if metrics.summary != nil {
      painter.heartBadge(photo, state, over: picture)
      painter.downloadPanel(of: photo, state, over: picture, isSelected, at: .feed)
    } else {
      let caption = TileCaption(tile: self)
      caption.drawSizePanel(&painter, over: picture)
      painter.downloadPanel(of: photo, state, over: picture, isSelected, at: .feed)
      caption.draw(&painter)
    }
  }

  private func drawPicture(_ painter: inout Painter) {
    guard state.program.hasPictures else {
      let size = TileCaption(tile: self).saysSize(painter) ? nil : painter.sizeText(photo)
      let facts = [size].compactMap(\.self)
      return painter.words(of: photo, facts: facts, in: tile.picture, visible: body)
    }
    let status = state.pictures[PictureKey(.photo(photo.id), .thumbnail)]
    let placement = tile.placement(of: photo, state.program.viewport)
    let hasCaption = metrics.summary == nil
    painter.picture(placement, in: body, isLoading: status.isLoading && !hasCaption)
    if case .failed(let problem) = status {
      painter.failureMark(
        problem,
        over: tile.picture,
        visible: body,
        isSelected: isSelected,
        hasKey: state.retryTarget == .picture,
        retry: .feed(.picturePressed(photo.id), in: list)
      )
    }
  }
}

extension Painter {
  /// Returns the short heading of a photo: its photographer, or its date if the service has albums.
  func heading(of photo: Photo, _ state: AppState) -> String {
    let date = photo.created.map { texts.date($0) }
    guard state.launch.service(of: photo.id).hasAlbums, let date else {
      return ServiceText.line(photo.author.name)
    }
    return date
  }

  /// Returns a photo's size and date, as far as they are known.
  func facts(of photo: Photo) -> [String] {
    [sizeText(photo), photo.created.map(texts.date)].compactMap(\.self)
  }

  /// Returns the size in pixels without spaces, such as "6000×4000"; `nil` if it is unknown.
  func shortSizeText(_ photo: Photo) -> String? {
    photo.isMeasured ? "\(photo.width)\(glyphs.times)\(photo.height)" : nil
  }

  /// Returns the size in pixels; `nil` if it is unknown.
  func sizeText(_ photo: Photo) -> String? {
    photo.isMeasured ? texts.pixels(photo.width, photo.height, glyphs.times) : nil
  }

  /// Draws a photo's description and facts in place of its picture, for terminals without pictures.
  mutating func words(of photo: Photo, facts: [String], in box: Rect, visible: Rect) {
    onSurface { painter in
      let area = box.intersection(visible)
      guard !area.isEmpty else { return }
      painter.fill(area)
      let room = box.inset(dx: 0, dy: box.height > 5 ? 1 : 0)
      let below = facts.filter { TextWidth.of($0) <= room.width }.prefix(max(0, room.height - 2))
      let text = ServiceText.line(photo.caption ?? "")
      let limit = room.height - below.count - (below.isEmpty ? 0 : 1)
      let lines =
        painter.wrapped(text, width: room.width, painter.ink.plain, limit: max(1, limit))
      for (index, line) in lines.enumerated() where visible.contains(Point(room.x, room.y + index))
      {
        painter.draw(line, in: Rect(x: room.x, y: room.y + index, width: room.width, height: 1))
      }
      for (index, fact) in below.enumerated() {
        let point = Point(room.x, room.maxY - below.count + index)
        guard visible.contains(point) else { continue }
        painter.text(fact, at: point, painter.ink.faint, limit: room.width)
      }
    }
  }

  /// Draws the scrollbar of a list.
  mutating func scrollbar(_ bar: Scrollbar) {
    fill(bar.column, glyphs.track, ink.line)
    fill(bar.thumb, glyphs.thumb, ink.faint)
  }
}
