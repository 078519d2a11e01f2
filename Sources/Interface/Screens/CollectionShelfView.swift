import AppCore
import Canvas
import Localization
import Model

/// The user's own collections below the favourites: covers and names.
enum CollectionShelfView {
  static func draw(_ painter: inout Painter, _ state: AppState) {
    guard let shelf = state.collectionShelf, let collections = state.ownCollections else { return }
    let body = state.metrics(of: .favourites).body
    let count = collections.next == nil ? collections.all.count : nil
    let heading = painter.heading(painter.texts[.ownCollections], count: count)
    painter.draw(heading, in: shelf.heading.intersection(body))
    if collections.all.isEmpty {
      let row = Rect(
        x: shelf.heading.x,
        y: shelf.heading.maxY + 1,
        width: shelf.heading.width,
        height: 1
      )
      drawState(&painter, collections.load, in: row.intersection(body))
    }
    for cover in shelf.covers { draw(&painter, state, cover, within: body) }
  }

  private static func draw(
    _ painter: inout Painter,
    _ state: AppState,
    _ cover: CollectionShelf.Cover,
    within body: Rect
  ) {
    let list = cover.offer.list
    let box = cover.picture
    painter.hit(
      Rect(x: box.x, y: box.y, width: box.width, height: box.height + 1).intersection(body),
      .profile(.collectionPressed(list))
    )
    let source = PictureSource.cover(list)
    let status = state.pictures[PictureKey(source, .thumbnail)]
    let isFailed = if case .failed? = status { true } else { false }
    if let picture = state.directory.infos[list]?.cover, state.program.hasPictures,
      !isFailed
    {
      let crop = Crop.filling(
        box,
        width: picture.width,
        height: picture.height,
        state.program.viewport
      )
      painter.picture(
        PicturePlacement(source: source, use: .thumbnail, box: box, crop: crop),
        in: body,
        isLoading: status.isLoading
      )
    } else {
      painter.onSurface { $0.fill(box.intersection(body)) }
    }
    if cover.isFocused, !painter.glyphs.isPlain { painter.selectionFrame(around: box, in: body) }
    let ink = painter.ink
    let row = cover.caption.intersection(body)
    guard !row.isEmpty else { return }
    if cover.isFocused { painter.focus(at: row.origin) }
    let title = painter.title(of: list, cover.offer.info)
    let style = cover.isFocused ? ink.key : ink.plain
    if painter.glyphs.isPlain {
      let photos = cover.offer.info.total.map { ", " + painter.texts.photos($0) } ?? ""
      let pointer = cover.isFocused ? painter.glyphs.pointer : " "
      painter.text("\(pointer) \(title)\(photos)", at: row.origin, style, limit: row.width)
      return
    }
    let used = painter.text(title, at: row.origin, style, limit: row.width)
    let total = cover.offer.info.total.flatMap { $0 > 0 ? painter.texts.number($0) : nil } ?? ""
    // The count is left out if it doesn't fit beside the name.
    guard used + 1 + TextWidth.of(total) <= row.width else { return }
    painter.text(
      total,
      at: Point(row.maxX - TextWidth.of(total), row.y),
      cover.isFocused ? ink.accent : ink.faint
    )
  }

  /// Draws the loading state of the collections: a spinner, or the failure and Retry.
  private static func drawState(
    _ painter: inout Painter,
    _ load: PhotoList.Load,
    in row: Rect
  ) {
    guard !row.isEmpty else { return }
    switch load {
    case .idle: break
    case .loading:
      painter.draw(.busy(painter.texts[.loading], painter.ink.faint), in: row)
    case .failed(let problem):
      var line = painter.retryButton(.profile(.collectionsRetryPressed), hasKey: false)
      let title = painter.texts.problem(problem).title
      line.spans.insert(Span(title + "  ", painter.ink.warning), at: 0)
      painter.draw(line, in: row)
    }
  }
}
