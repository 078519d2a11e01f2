import AppCore
import Canvas
import Localization
import Model

/// One photo in full screen.
enum PhotoScreen {
  static func draw(_ painter: inout Painter, _ state: AppState, _ view: PhotoState) {
    if let pair = state.comparedLayouts(zoom: view.zoom) {
      return drawComparison(&painter, state, view, pair)
    }
    guard let photo = state.photos[view.id], let layout = state.photoLayout else { return }
    let isShow = state.slideshow != nil
    let press: AppAction? = isShow ? .photo(.slideshow(.interrupted(then: nil))) : nil
    painter.hit(painter.bounds, press, menu: isShow ? nil : .menu(.openPressed(view.id)))
    if state.program.hasPictures {
      drawPicture(&painter, state, view, layout, in: state.photoScreen.body)
    } else {
      DetailsPane.describe(&painter, state, photo, in: state.photoScreen.body)
    }
    guard !isShow else { return }
    painter.frame.modes.pointerMoves = state.areBarsInTheWay
    if state.program.hasPictures {
      PhotoLetterbox.draw(&painter, state, photo)
      painter.focus(at: layout.box.intersection(layout.body).origin)
    }
    if view.isInGallery, state.program.hasPictures {
      drawCondition(&painter, state, view)
    }
    painter.downloadPanel(of: photo, state, over: state.photoScreen.body, true, at: .photo)
    if let strip = state.filmstrip { painter.filmstrip(strip, state) }
    if !state.areBarsHidden {
      painter.frame.modes.focus = nil
      let focus = state.place == .photo ? view.focus : .picture
      painter.topBar(photo, state, focus)
    }
    DetailsPane.draw(&painter, state, state.photoScreen)
  }

  static func drawPicture(
    _ painter: inout Painter,
    _ state: AppState,
    _ view: PhotoState,
    _ layout: PhotoLayout,
    in body: Rect
  ) {
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
      if view.zoom == .fit, view.beside == nil {
        // The details stay on a plain background.
        let area = view.showsDetails ? body : painter.bounds
        painter.light(of: painter.frame.placements.count, in: area)
      }
      painter.picture(placement, in: layout.body, isLoading: status != .full)
      badge(&painter, view, layout, in: body)
      return
    }
    let hasKey = state.retryTarget == .picture
    let hasSmaller = state.pictures[PictureKey(source, .thumbnail)] == .thumbnail
    guard hasSmaller || state.photos[view.id]?.blurHash != nil else {
      painter.placeholder(
        problem,
        in: layout.box,
        visible: layout.body,
        retry: .photo(.retryPressed),
        hasKey: hasKey
      )
      return
    }
    // The smaller picture of the list, or the blurred one, is shown instead. The line below names
    // the failure.
    if hasSmaller { placement.use = .thumbnail }
    painter.picture(placement, in: layout.body, isLoading: false)
    failureBadge(&painter, problem, hasKey: hasKey, in: body)
  }

  /// Draws the file condition of a photo in the gallery, above the row with a loading failure.
  private static func drawCondition(
    _ painter: inout Painter,
    _ state: AppState,
    _ view: PhotoState
  ) {
    var body = state.photoScreen.body
    if case .failed = state.pictures[PictureKey(.photo(view.id), .full)] { body.height -= 1 }
    painter.condition(of: view.id, state, in: body)
  }

  /// Draws the zoom and the rotation, unless the picture is shown whole and upright.
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
      // In the corner, the badge leaves at most two rectangles of the picture to draw.
      painter.text(text, at: Point(body.x, body.maxY - 1), painter.ink.strong)
    }
  }

  private static func failureBadge(
    _ painter: inout Painter,
    _ problem: Problem,
    hasKey: Bool,
    in body: Rect
  ) {
    painter.onSurface { painter in
      let retry = painter.retryButton(.photo(.retryPressed), hasKey: hasKey)
      let text = painter.texts.problem(problem)
      let whole = text.title + painter.glyphs.dot + ServiceText.line(text.explanation)
      let room = body.width - retry.width - 3
      let title = TextWidth.of(whole) <= room ? whole : text.title
      let row = Rect(x: body.x, y: body.maxY - 1, width: body.width, height: 1)
      painter.fill(row)
      painter.text(
        title,
        at: Point(row.x + 1, row.y),
        painter.ink.warning,
        limit: room
      )
      let rect = Rect(x: row.maxX - retry.width - 1, y: row.y, width: retry.width, height: 1)
      painter.draw(retry, in: rect)
    }
  }

  /// Returns the pictures to load ahead, the most urgent first.
  ///
  /// A slideshow begins with the next photo at full size. The photo's own thumbnail follows, which
  /// is shown until the full size has loaded. The thumbnails of the neighbours and the filmstrip
  /// are last.
  static func prefetch(_ state: AppState, _ view: PhotoState) -> [PicturePlacement] {
    var order = state[view.list].order
    if view.isInGallery {
      let index = state.program.galleryView.selection
      order = [index - 1, index, index + 1].compactMap(state.gallery.id)
    }
    // The list's row size doesn't matter here: thumbnails are as large as the screen allows.
    let body = state.metrics(of: view.list).body
    let metrics = FeedMetrics(viewport: state.program.viewport, body: body, size: .single)
    let index = order.firstIndex(of: view.id)
    let neighbours = index.map { [$0 + 1, $0 - 1].filter(order.indices.contains) } ?? []
    let next = index.flatMap { order.indices.contains($0 + 1) ? order[$0 + 1] : nil }
    let nextSlide = state.slideshow?.upcoming.first ?? next
    let slides = state.slideshow == nil ? [] : [nextSlide.flatMap { slide($0, state) }]
    let strip = (state.filmstrip?.ahead ?? []).compactMap { tile in
      state.photos[tile.id].map { tile.placement(of: $0, state.program.viewport) }
    }
    return slides.compactMap(\.self)
      + ([view.id] + neighbours.map { order[$0] }).compactMap { id in
        guard let photo = state.photos[id] else { return nil }
        let size = metrics.pictureSize(of: photo)
        return PicturePlacement(
          source: .photo(id),
          use: .thumbnail,
          box: metrics.body.centered(size)
        )
      } + strip
  }

  /// Returns the placement that a photo will have in the slideshow.
  private static func slide(_ id: Photo.ID, _ state: AppState) -> PicturePlacement? {
    var next = state
    next.photo = PhotoState(id: id)
    return next.photoLayout.map { layout in
      PicturePlacement(source: .photo(id), use: .full, box: layout.box, crop: layout.crop)
    }
  }
}

extension Painter {
  /// Lights the cells around a picture.
  fileprivate mutating func light(of placement: Int, in area: Rect) {
    guard context.hasLight else { return }
    frame.light = Frame.Light(
      placement: placement,
      area: area,
      background: theme.canvas,
      texts: [theme.text, theme.faint, theme.accent, theme.heart, theme.warning]
    )
  }

  /// Draws the bar with Back, title, heart and buttons.
  ///
  /// If the bar is too narrow, the buttons lose their names, then the heart its count, then the
  /// title the photographer's name.
  mutating func topBar(
    _ photo: Photo,
    _ state: AppState,
    _ focus: PhotoState.Focus
  ) {
    let bar = state.photoScreen.bar
    fill(bar)
    let isExtended = state.offers(.gallery)
    // Either all buttons have names, or none has.
    var isShort = false
    var hasCount = true
    func parts() -> (back: Line, right: [Line]) {
      let heart = barHeart(photo, state, focus == .like, hasCount: hasCount)
      let more = isExtended ? barActions(photo, state, focus, isShort: isShort) : []
      let isWord = !isShort || glyphs.isPlain
      let back = glyphs.back + (isWord ? texts[.back] : "")
      let share = barButton(
        isShort ? glyphs.share : named(texts[.share], glyphs.share),
        focus == .share,
        .photo(.sharePressed)
      )
      return (
        barButton(back, focus == .back, .photo(.backPressed)),
        // A narrow plain bar has the states only. Keys do the rest.
        [heart] + more + (isShort && glyphs.isPlain ? [] : [share])
      )
    }
    func width() -> Int { parts().right.reduce(parts().back.width + 2) { $0 + $1.width } }
    let (lead, dot, dates) = title(of: photo, state)
    let date = TextWidth.of(dates.first ?? "")
    let name = isExtended ? min(22, TextWidth.of(lead + dot)) : 0
    if width() + name + date > bar.width { isShort = true }
    if width() + date > bar.width { hasCount = false }
    let (back, right) = parts()
    draw(back, in: bar)
    var x = bar.maxX
    for line in right.reversed() {
      x -= line.width
      draw(line, in: Rect(x: x, y: bar.y, width: line.width, height: 1))
    }
    let left = bar.x + back.width + 1
    let between = Rect(x: left, y: bar.y, width: x - 1 - left, height: 1)
    draw(title: photo, state, in: bar, between)
  }

  /// Returns the button that adds a photo to the gallery, or shows it there.
  private func downloadAction(
    _ id: Photo.ID,
    _ state: AppState
  ) -> (name: String, action: AppAction) {
    if state.isInGallery(id) { return (texts[.inGallery], .gallery(.openPressed(id))) }
    return (texts[.saveToGallery], .pressed(.download))
  }

  /// Returns the extended edition's buttons: to the gallery, and to other programs.
  private func barActions(
    _ photo: Photo,
    _ state: AppState,
    _ focus: PhotoState.Focus,
    isShort: Bool
  ) -> [Line] {
    let download = downloadAction(photo.id, state)
    let isDownloaded = state.isInGallery(photo.id)
    let icon = isDownloaded ? glyphs.gallery : glyphs.download
    if isShort, glyphs.isPlain, !isDownloaded { return [] }
    let short = glyphs.isPlain ? texts[.isDownloaded] : icon
    let text = isShort ? short : named(download.name, icon)
    return [barButton(text, focus == .download, download.action)]
  }

  /// Returns the text of a button with its sign, if it has one.
  private func named(_ name: String, _ sign: String) -> String {
    sign.isEmpty ? name : name + " " + sign
  }

  /// Returns the parts of the title: the mark of a download and the photographer, a separator, and
  /// two forms of the photo's date.
  ///
  /// Details name the photographer themselves, and albums have none.
  private func title(
    of photo: Photo,
    _ state: AppState
  ) -> (lead: String, dot: String, dates: ArraySlice<String>) {
    let dates = photo.created.map { texts.dateForms($0).prefix(2) } ?? [""]
    let mark = state.isInGallery(photo.id) && !glyphs.isPlain ? glyphs.inGallery + " " : ""
    let name = heading(of: photo, state)
    let isNamed = !state.showsDetails && !state.describesPhoto && name != dates.first
    return (isNamed ? mark + name : mark, isNamed && dates != [""] ? glyphs.dot : "", dates)
  }

  /// Centres the title in the bar, or between the buttons if it fits better there.
  ///
  /// The name is shortened, then left out, before the date.
  private mutating func draw(title photo: Photo, _ state: AppState, in bar: Rect, _ between: Rect) {
    let (lead, dot, dates) = title(of: photo, state)
    let date = dates.first { TextWidth.of(lead + dot + $0) <= between.width } ?? dates.last ?? ""
    let room = between.width - TextWidth.of(dot + date)
    let isLed = room >= min(5, TextWidth.of(lead))
    let short = TextWidth.truncate(lead, to: room, mark: glyphs.ellipsis)
    let title =
      isLed
      ? Line([Span(short, ink.strong), Span(dot + date, ink.faint)]) : Line(date, ink.faint)
    guard title.width <= between.width else { return }
    let centered = bar.centered(Size(title.width, 1))
    let fits = centered.x >= between.x && centered.maxX <= between.maxX
    let cells = fits ? centered : between.centered(Size(title.width, 1))
    if frame.modes.focus == nil { focus(at: cells.origin) }
    draw(title, in: cells)
  }

  /// Returns the heart as a button of the bar; empty if the edition or the service offers no likes
  /// here.
  private mutating func barHeart(
    _ photo: Photo,
    _ state: AppState,
    _ isFocused: Bool,
    hasCount: Bool = true
  ) -> Line {
    let hearts = state.hasPhotoHeart ? hearts(photo, state) : []
    guard var heart = hasCount ? hearts.first : hearts.last else { return Line() }
    heart.spans = [Span(" ", ink.plain)] + heart.spans + [Span(" ", ink.plain)]
    if isFocused { for index in heart.spans.indices { heart.spans[index].style = ink.focus } }
    return heart
  }

  private func barButton(_ text: String, _ isFocused: Bool, _ action: AppAction) -> Line {
    Line(" \(text) ", isFocused ? ink.focus : ink.accent, action: action)
  }
}
