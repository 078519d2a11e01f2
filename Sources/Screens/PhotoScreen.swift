import AppCore
import Canvas
import Localization
import Model

/// One photograph on the whole screen.
enum PhotoScreen {
  static func draw(_ painter: inout Painter, _ state: AppState, _ view: PhotoState) {
    guard let photo = state.photos[view.id], let layout = state.photoLayout else { return }
    drawPicture(&painter, state, view, layout)
    let focus = state.place == .photo ? view.focus : .picture
    painter.topBar(photo, state, focus)
    DetailsPane.draw(&painter, state, state.photoScreen)
  }

  private static func drawPicture(
    _ painter: inout Painter,
    _ state: AppState,
    _ view: PhotoState,
    _ layout: PhotoLayout
  ) {
    let body = state.photoScreen.body
    let source = PictureSource.photo(view.id)
    let status = state.pictures[PictureKey(source, .full)]
    var placement = PicturePlacement(
      source: source,
      use: .full,
      box: layout.box,
      crop: layout.crop,
      quarterTurns: view.quarterTurns
    )
    guard case .failed(let problem) = status else {
      painter.picture(placement, in: body, isLoading: status != .full)
      badge(&painter, view, layout, in: body)
      return
    }
    guard state.pictures[PictureKey(source, .thumbnail)] == .thumbnail else {
      painter.placeholder(problem, in: layout.box, visible: body, retry: .pressed(.refresh))
      return
    }
    // The card's picture is better than nothing; below it stands that it is only that.
    placement.use = .thumbnail
    painter.picture(placement, in: body, isLoading: false)
    failureBadge(&painter, problem, in: body)
  }

  /// How the picture is shown, where that is not plainly as a whole and upright.
  private static func badge(
    _ painter: inout Painter,
    _ view: PhotoState,
    _ layout: PhotoLayout,
    in body: Rect
  ) {
    var parts: [String] = []
    switch view.zoom {
    case .fit: break
    case .actual: parts.append("1:1")
    case .fill: parts.append(painter.texts[.fill])
    case .scale: parts.append(painter.texts.percent(layout.scale))
    }
    if view.quarterTurns % 4 != 0 {
      parts.append("\(view.quarterTurns % 4 * 90)\(painter.glyphs.degrees)")
    }
    guard !parts.isEmpty else { return }
    painter.onSurface { painter in
      let text = " " + parts.joined(separator: painter.glyphs.dot) + " "
      // In the corner, where it leaves of the picture no more than two rectangles.
      painter.text(text, at: Point(body.x, body.maxY - 1), painter.ink.strong)
    }
  }

  private static func failureBadge(_ painter: inout Painter, _ problem: Problem, in body: Rect) {
    painter.onSurface { painter in
      let retry = painter.retryButton(.pressed(.refresh))
      let title = painter.texts.problem(problem).title
      let row = Rect(x: body.x, y: body.maxY - 1, width: body.width, height: 1)
      painter.fill(row)
      painter.text(
        title,
        at: Point(row.x + 1, row.y),
        painter.ink.warning,
        limit: row.width - retry.width - 3
      )
      let place = Rect(x: row.maxX - retry.width - 1, y: row.y, width: retry.width, height: 1)
      painter.draw(retry, in: place)
    }
  }

  /// The photograph's own card, which stands in until it is there at full size, then those of the
  /// neighbours.
  static func prefetch(_ state: AppState, _ view: PhotoState) -> [PicturePlacement] {
    let order = state.feed.order
    let metrics = state.feedMetrics
    let index = order.firstIndex(of: view.id)
    let neighbours = index.map { [$0 + 1, $0 - 1].filter(order.indices.contains) } ?? []
    return ([view.id] + neighbours.map { order[$0] }).compactMap { id in
      guard let photo = state.photos[id] else { return nil }
      let size = metrics.pictureSize(of: photo)
      return PicturePlacement(
        source: .photo(id),
        use: .thumbnail,
        box: metrics.body.centered(size)
      )
    }
  }
}

extension Painter {
  /// The line with Back, title, heart and Share; on a narrow screen the title goes first, then the
  /// words, then the count.
  fileprivate mutating func topBar(
    _ photo: Photo,
    _ state: AppState,
    _ focus: PhotoState.Focus
  ) {
    let bar = state.photoScreen.bar
    var back = barButton(glyphs.back + " " + texts[.back], focus == .back)
    var share = barButton(texts[.share] + " " + glyphs.share, focus == .share)
    var heart = barHeart(photo, state, focus == .like)
    var width: Int { back.width + heart.width + share.width + 2 }
    if width > bar.width {
      back = barButton(glyphs.back, focus == .back)
      share = barButton(glyphs.share, focus == .share)
    }
    if width > bar.width { heart = barHeart(photo, state, focus == .like, hasCount: false) }
    back.action = .photo(.backPressed)
    share.action = .photo(.sharePressed)
    draw(back, in: bar)
    draw(share, in: Rect(x: bar.maxX - share.width, y: bar.y, width: share.width, height: 1))
    let right = bar.maxX - share.width - heart.width
    draw(heart, in: Rect(x: right, y: bar.y, width: heart.width, height: 1))

    let left = bar.x + back.width + 1
    let between = Rect(x: left, y: bar.y, width: right - 1 - left, height: 1)
    draw(title: photo, in: bar, between)
  }

  /// Centres the title in the bar, or between the buttons where that leaves it more room.
  private mutating func draw(title photo: Photo, in bar: Rect, _ between: Rect) {
    guard between.width >= 8 else { return }
    let name = ServiceText.line(photo.author.name)
    let date = photo.created.map { glyphs.dot + texts.date($0) } ?? ""
    let hasDate = TextWidth.of(name) + TextWidth.of(date) <= between.width
    let title = Line([Span(name, ink.strong)] + (hasDate ? [Span(date, ink.faint)] : []))
    let centered = bar.centered(Size(title.width, 1))
    let fits = centered.x >= between.x && centered.maxX <= between.maxX
    draw(title, in: fits ? centered : between, .center)
  }

  /// The heart as a button of the bar; empty where this edition or the service has none here.
  private mutating func barHeart(
    _ photo: Photo,
    _ state: AppState,
    _ isFocused: Bool,
    hasCount: Bool = true
  ) -> Line {
    guard state.hasPhotoHeart, var heart = heart(photo, state, hasCount: hasCount) else {
      return Line()
    }
    heart.spans = [Span(" ", ink.plain)] + heart.spans + [Span(" ", ink.plain)]
    if isFocused { for index in heart.spans.indices { heart.spans[index].style = ink.focus } }
    return heart
  }

  private func barButton(_ text: String, _ isFocused: Bool) -> Line {
    Line(" \(text) ", isFocused ? ink.focus : ink.accent)
  }
}
