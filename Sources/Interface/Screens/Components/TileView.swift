import AppCore
import Canvas
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

  func draw(_ painter: inout Painter) {
    let mark = AppAction.marks(.toggled(photo.id))
    painter.hit(
      tile.frame.intersection(body),
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
    drawSize(&painter, over: picture)
    if metrics.summary != nil { painter.heartBadge(photo, state, over: picture) }
    painter.downloadPanel(of: photo, state, over: picture, isSelected, at: .feed)
    guard metrics.captionRows > 0 else { return }
    TileCaption(
      photo: photo,
      state: state,
      list: list,
      rect: tile.caption,
      body: body,
      isSelected: isSelected
    ).draw(&painter)
  }

  /// Draws the size of a search result over the upper right corner of its picture.
  ///
  /// The size may reach into the gap beside a narrow tile by one column. If the tile is even
  /// narrower, only the line below the list has the size.
  private func drawSize(_ painter: inout Painter, over picture: Rect) {
    guard list.kind == .search, state.program.hasPictures, !picture.isEmpty,
      let size = painter.sizeText(photo)
    else { return }
    let mark = state.marks.contains(photo.id) ? TextWidth.of(painter.glyphs.marked) + 2 : 0
    let start = tile.frame.x + mark
    let room = tile.frame.maxX + 1 - start
    guard let text = [" \(size) ", size].first(where: { TextWidth.of($0) <= room }) else { return }
    let corner = Point(max(start, picture.maxX - TextWidth.of(text)), picture.y)
    painter.onSurface { painter in _ = painter.text(text, at: corner, painter.ink.plain) }
  }

  private func drawPicture(_ painter: inout Painter) {
    guard state.program.hasPictures else {
      let size = list.kind == .search ? painter.sizeText(photo) : nil
      let facts = [size].compactMap(\.self)
      return painter.words(of: photo, facts: facts, in: tile.picture, visible: body)
    }
    let status = state.pictures[PictureKey(.photo(photo.id), .thumbnail)]
    let placement = tile.placement(of: photo, state.program.viewport)
    painter.picture(placement, in: body, isLoading: status.isLoading)
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
    state.isHeadedByDate(photo)
      ? photo.created.map(texts.date) ?? "" : ServiceText.line(photo.author.name)
  }

  /// Returns the size in pixels without spaces, such as "6000×4000"; `nil` if it is unknown.
  func sizeText(_ photo: Photo) -> String? {
    photo.isMeasured ? "\(photo.width)\(glyphs.times)\(photo.height)" : nil
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

extension AppState {
  /// Whether a photo's date is its heading: its service has albums, with photos of one person.
  func isHeadedByDate(_ photo: Photo) -> Bool {
    photo.created != nil && launch.service(of: photo.id).hasAlbums
  }
}
