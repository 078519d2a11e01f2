import AppCore
import Canvas
import Localization
import Model

/// The rows of a list, or the message of an empty list.
enum FeedScreen {
  static func draw(_ painter: inout Painter, _ state: AppState, _ list: ListID = .feed) {
    let metrics = state.metrics(of: list)
    guard !state[list].order.isEmpty else {
      var room = metrics.body
      if list == .favourites, state[list].hasEnded {
        room.height = min(CollectionShelf.messageRows, room.height)
        if let shelf = state.collectionShelf { room.height = shelf.heading.y - room.y }
      }
      painter.draw(emptyFeed(&painter, state, list), in: room.inset(dx: 2, dy: 0))
      return
    }
    let layout = state.tiles(of: list)
    for tile in layout.tiles {
      guard let photo = state.photos[tile.id] else { continue }
      TileView(tile: tile, photo: photo, state: state, list: list, metrics: metrics)
        .draw(&painter)
    }
    if let bar = layout.bar { painter.scrollbar(bar) }
    if let footer = layout.footer, state.collectionShelf == nil {
      Self.footer(&painter, state, list, footer.intersection(metrics.body))
    }
  }

  private static func emptyFeed(
    _ painter: inout Painter,
    _ state: AppState,
    _ list: ListID
  ) -> [Block] {
    let width = min(64, painter.bounds.width - 4)
    let retry = painter.retryButton(
      .feed(.retryPressed, in: list),
      isFocused: state.place == state.screen && !state.isFocusOffPhotos
    )
    if case .failed(let problem) = state[list].load {
      // Without an account there is still the demo, which needs no network.
      let demo = state.likesAreLocal && problem.cause.isNoAnswer ? painter.texts[.demoCommand] : ""
      return painter.problemBlocks(problem, width: width)
        + (problem.isFinal ? [] : [Block([retry])])
        + [Block(painter.wrapped(demo, width: width, painter.ink.faint), rank: .helpful)]
    }
    if list.kind == .search, state.search.query == nil || state.isNothingFound {
      return SearchScreen.emptyBlocks(painter, state, width: width)
    }
    guard state[list].load == .idle, state[list].hasEnded else {
      return [Block([.busy(painter.texts[.loadingFeed], painter.ink.faint)])]
    }
    let (title, advice): (Label, Label) =
      switch list.kind {
      case .feed: (.emptyFeed, .emptyFeedAdvice)
      case .history: (.emptyHistory, .emptyHistoryAdvice)
      case .favourites: (.emptyFavourites, .emptyFavouritesAdvice)
      default: (.emptyFeed, .emptyListAdvice)
      }
    return [
      Block([Line(painter.texts[title], painter.ink.strong)]),
      Block(
        painter.wrapped(painter.texts[advice], width: width, painter.ink.faint),
        rank: .helpful,
        space: 0
      ),
    ]
  }

  /// Draws the line after the last row: the next page is loading, has failed to load, or the list
  /// has ended.
  private static func footer(
    _ painter: inout Painter,
    _ state: AppState,
    _ list: ListID,
    _ rect: Rect
  ) {
    guard !rect.isEmpty else { return }
    let room = rect.inset(dx: 2, dy: 0)
    switch state[list].load {
    case .failed(let problem):
      let retry = painter.retryButton(
        .feed(.retryPressed, in: list),
        hasKey: state.retryTarget == .page
      )
      let title = Line(painter.texts[.moreFailed], painter.ink.warning)
      var head = problem.isFinal ? title : retry
      if !problem.isFinal {
        head.spans.insert(Span(painter.texts[.moreFailed] + "  ", painter.ink.warning), at: 0)
      }
      let isShort = head.width <= room.width
      let reason = painter.wrapped(
        problem,
        width: room.width,
        painter.ink.faint,
        limit: isShort ? 2 : 1
      )
      let lines =
        isShort || problem.isFinal ? [head] + reason : [title, retry] + reason
      painter.draw([Block(lines)], in: room, isCentered: false)
    case .idle where state[list].hasEnded:
      let dash = painter.glyphs.dash
      // A service may serve only the first results of a search: fewer than it has found.
      if list.kind == .search, let depth = state.launch.service.searchDepth,
        let total = state[list].total, total > max(depth, state[list].order.count)
      {
        let words = painter.texts.searchDepth(depth, of: total)
        let lines = painter.wrapped(words, width: room.width, painter.ink.faint, limit: room.height)
        painter.draw([Block(lines)], in: room)
        return
      }
      let words = state[list].chosenFrom.map(painter.texts.looked(at:)) ?? painter.texts[.endOfFeed]
      let line = Line("\(dash) \(words) \(dash)", painter.ink.faint)
      painter.draw([Block([line])], in: room)
    case .idle, .loading:
      painter.draw([Block([.busy(painter.texts[.loadingMore], painter.ink.faint)])], in: room)
    }
  }

  /// Returns the pictures of the next screenful in the direction of scrolling, the nearest first.
  static func prefetch(_ state: AppState, _ list: ListID = .feed) -> [PicturePlacement] {
    let rows = state.rows(of: list)
    let view = state.views[list]
    guard rows.count > 0 else { return [] }
    let top = view.top(in: rows)
    let screen = rows.metrics.body.height
    func tiles(_ top: Int) -> [FeedLayout.Tile] {
      FeedLayout(rows, top: max(0, min(rows.lastTop, top)), total: nil).tiles
    }
    let visible = Set(tiles(top).map(\.index))
    let next = tiles(view.isMovingUp ? top - screen : top + screen)
    return (view.isMovingUp ? next.reversed() : next)
      .filter { !visible.contains($0.index) }
      .compactMap { tile in
        state.photos[tile.id].map { tile.placement(of: $0, state.program.viewport) }
      }
  }
}

extension FeedLayout.Tile {
  /// Returns the photo's picture covering the tile's box, cropped around its focal point.
  func placement(of photo: Photo, _ viewport: Viewport) -> PicturePlacement {
    let crop = Crop.filling(picture, with: photo, viewport)
    // Such a small crop can't be seen, and an uncropped picture is faster to draw.
    let isWhole = min(crop.width, crop.height) > 0.995
    return PicturePlacement(
      source: .photo(photo.id),
      use: .thumbnail,
      box: picture,
      crop: isWhole ? .whole : crop,
      followsFocus: isCut
    )
  }
}

extension Crop {
  /// Returns the central part of a photo with the proportions of a box of cells.
  static func filling(_ box: Rect, with photo: Photo, _ viewport: Viewport) -> Crop {
    filling(box, width: photo.width, height: photo.height, viewport)
  }

  /// Returns the central part of a picture with the proportions of a box of cells.
  ///
  /// - Parameters:
  ///   - width: The picture's width in pixels.
  ///   - height: The picture's height in pixels.
  static func filling(_ box: Rect, width: Int, height: Int, _ viewport: Viewport) -> Crop {
    let boxWidth = Double(max(1, box.width * viewport.cellWidth))
    let boxHeight = Double(max(1, box.height * viewport.cellHeight))
    let wanted = boxWidth / boxHeight
    let has = Double(max(1, width)) / Double(max(1, height))
    let shareX = min(1, wanted / has)
    let shareY = min(1, has / wanted)
    return Crop(x: (1 - shareX) / 2, y: (1 - shareY) / 2, width: shareX, height: shareY)
  }
}

extension Painter {
  /// Returns the text of a problem for the middle of a screen: title, explanation and advice.
  func problemBlocks(_ problem: Problem, width: Int) -> [Block] {
    let text = texts.problem(problem)
    return [
      Block(wrapped(text.title, width: width, ink.warning)),
      Block(wrapped(ServiceText.line(text.explanation), width: width, ink.plain)),
      Block(
        wrapped(ServiceText.line(text.advice), width: width, ink.faint),
        rank: .helpful,
        space: 0
      ),
    ]
  }
}
