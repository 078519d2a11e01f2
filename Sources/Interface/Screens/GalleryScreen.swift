import AppCore
import Canvas
import Localization
import Model

/// The downloaded photos of the gallery, in groups by their origin.
enum GalleryScreen {
  static func draw(_ painter: inout Painter, _ state: AppState) {
    let metrics = state.galleryMetrics
    let gallery = state.gallery
    guard gallery.count > 0 else {
      let area = ScreenLayout(state.program.viewport, hasPane: false).body
      painter.draw(empty(&painter, state), in: area.inset(dx: 2, dy: 0))
      return
    }
    let layout = state.galleryLayout
    let (headings, tiles) = layout.visible(top: state.program.galleryView.top)
    for heading in headings where metrics.body.contains(Point(heading.rect.x, heading.rect.y)) {
      painter.heading(gallery.groups[heading.group], state, in: heading.rect)
    }
    for tile in tiles {
      GalleryTile(tile: tile, photo: state.photos[tile.id], state: state, metrics: metrics)
        .draw(&painter)
    }
    SelectedPhotoLine.drawInGallery(&painter, state)
    if let bar = layout.bar(top: state.program.galleryView.top) { painter.scrollbar(bar) }
  }

  private static func empty(_ painter: inout Painter, _ state: AppState) -> [Block] {
    let width = min(64, painter.bounds.width - 4)
    switch state.gallery.load {
    case .failed(let problem):
      let retry = painter.retryButton(
        .gallery(.readPressed),
        isFocused: state.place == state.screen
      )
      return painter.problemBlocks(problem, width: width) + [Block([retry])]
    case .unread, .reading:
      return [Block([.busy(painter.texts[.readingGallery], painter.ink.faint)])]
    case .read:
      let advice = painter.texts[.emptyGalleryAdvice]
      return [
        Block([Line(painter.texts[.emptyGallery], painter.ink.strong)]),
        Block(painter.wrapped(advice, width: width, painter.ink.faint), space: 0),
      ]
    }
  }

  /// Returns the pictures of the next screenful in the direction of scrolling, the nearest first.
  static func prefetch(_ state: AppState) -> [PicturePlacement] {
    let gallery = state.gallery
    guard gallery.count > 0 else { return [] }
    let layout = state.galleryLayout
    let view = state.program.galleryView
    let visible = Set(layout.visible(top: view.top).tiles.map(\.index))
    let rows = layout.metrics.body.height
    let top = max(0, min(layout.lastTop, view.top + (view.isMovingUp ? -rows : rows)))
    let tiles = layout.visible(top: top).tiles.filter { !visible.contains($0.index) }
    return (view.isMovingUp ? tiles.reversed() : tiles).compactMap { tile in
      guard state.localFile(of: tile.id) != nil else { return nil }
      return state.photos[tile.id].map { tile.placement(of: $0, state.program.viewport) }
    }
  }
}

extension GalleryLayout.Tile {
  /// Returns the photo's picture covering the tile's box, cropped around its focal point.
  func placement(of photo: Photo, _ viewport: Viewport) -> PicturePlacement {
    PicturePlacement(
      source: .photo(id),
      use: .thumbnail,
      box: picture,
      crop: .filling(picture, with: photo, viewport),
      followsFocus: true
    )
  }
}

/// The tile of a photo: its picture or the state of its file, its mark, and its author.
private struct GalleryTile {
  let tile: GalleryLayout.Tile
  /// The photo; `nil` until it has been read.
  let photo: Photo?
  let state: AppState
  let metrics: GalleryMetrics

  private var body: Rect { metrics.body }
  private var isSelected: Bool { state.program.galleryView.selection == tile.index }

  private var status: PictureStatus? {
    state.pictures[PictureKey(.photo(tile.id), .thumbnail)]
  }

  /// Whether a better picture is loading, or the photo is being deleted.
  private var isBusy: Bool {
    let condition = state.gallery.conditions[tile.id]
    if state.gallery.deleting.contains(tile.id) { return true }
    return state.program.hasPictures && condition?.isUsable ?? true && status.isLoading
  }

  func draw(_ painter: inout Painter) {
    let mark = AppAction.marks(.toggled(tile.id))
    painter.hit(
      tile.frame.intersection(body),
      state.hasMarks ? mark : .gallery(.photoPressed(tile.id)),
      menu: .gallery(.menuPressed(tile.id)),
      mark: mark
    )
    let picture = tile.picture.intersection(body)
    guard !state.program.isPlain else {
      if let photo {
        painter.plainLine(
          of: photo,
          state,
          in: tile.picture,
          within: body,
          isSelected: isSelected,
          condition: condition(painter.texts)
        )
      }
      return
    }
    if let photo {
      drawPicture(&painter, of: photo)
    } else {
      painter.onSurface { $0.fill(picture) }
    }
    if isBusy { painter.loadingMark(in: picture) }
    painter.markBadge(tile.id, state, over: picture)
    if let photo {
      painter.downloadPanel(of: photo, state, over: picture, isSelected, at: .gallery)
    }
    if isSelected { painter.selectionFrame(around: tile.picture, in: body) }
    if let photo, metrics.summary == nil {
      TileCaption(
        photo: photo,
        state: state,
        list: nil,
        rect: tile.caption,
        body: body,
        isSelected: isSelected
      ).draw(&painter)
    } else if let photo {
      painter.heartBadge(photo, state, over: picture)
    }
  }

  /// Returns the text about a file that can't be used; `nil` for other files.
  private func condition(_ texts: Texts) -> String? {
    switch state.gallery.conditions[tile.id] {
    case .missing: texts[.fileMissing]
    case .damaged: texts[.fileDamaged]
    case .unreadable: texts[.fileUnreadable]
    case nil, .checking, .whole, .verified: nil
    }
  }

  private func drawPicture(_ painter: inout Painter, of photo: Photo) {
    switch state.gallery.conditions[photo.id] {
    case .missing: drawLoss(&painter, painter.texts[.fileMissing])
    case .damaged: drawLoss(&painter, painter.texts[.fileDamaged])
    case .unreadable: drawLoss(&painter, painter.texts[.fileUnreadable])
    case nil, .checking, .whole, .verified:
      guard state.program.hasPictures else {
        let date = state.isHeadedByDate(photo) ? nil : photo.created.map(painter.texts.date)
        let facts = [painter.sizeText(photo), date].compactMap(\.self)
        return painter.words(of: photo, facts: facts, in: tile.picture, visible: body)
      }
      if case .failed(let problem) = status {
        painter.placeholder(
          problem,
          in: tile.picture,
          visible: body,
          retry: .gallery(.picturePressed(photo.id)),
          hasKey: isSelected
        )
      } else {
        painter.picture(
          tile.placement(of: photo, state.program.viewport),
          in: body,
          isLoading: false
        )
      }
    }
  }

  /// Draws the message in place of a picture whose file can't be used, and a button that
  /// downloads it again.
  private func drawLoss(_ painter: inout Painter, _ text: String) {
    painter.onSurface { painter in
      let area = tile.picture.intersection(body)
      guard !area.isEmpty else { return }
      painter.fill(area)
      if area == tile.picture { painter.frameLines(area, painter.ink.line) }
      let room = area.inset(dx: 2, dy: area.height > 4 ? 1 : 0)
      // The key repairs the selected photo only; the mouse reaches every photo.
      var retry = painter.repairButton(tile.id, hasKey: isSelected)
      if retry.width > room.width { retry = painter.repairButton(tile.id, hasKey: false) }
      // A photo that is being downloaded has the buttons of its download panel.
      let isFetched = state.downloads.shown(for: tile.id) != nil
      let words = Block(painter.wrapped(text, width: room.width, painter.ink.warning, limit: 2))
      painter.draw(isFetched ? [words] : [words, Block([retry])], in: room)
    }
  }
}

extension Painter {
  fileprivate func repairButton(_ id: Photo.ID, hasKey: Bool) -> Line {
    retryButton(.gallery(.fetchPressed(id)), title: texts[.repair], hasKey: hasKey)
  }

  /// Draws a group's name, and its number of photos if there are other groups.
  fileprivate mutating func heading(_ group: GalleryGroup, _ state: AppState, in rect: Rect) {
    let isOnly = state.gallery.groups.count == 1
    let count = isOnly ? "" : glyphs.dot + texts.photos(group.ids.count)
    let room = rect.width - 4 - TextWidth.of(count)
    let name = TextWidth.truncate(
      ServiceText.line(name(of: group, state)),
      to: max(1, room),
      mark: glyphs.ellipsis
    )
    let action = group.ids.first.flatMap { first in
      state.program.galleryView.marks.isEmpty ? nil : AppAction.gallery(.headingPressed(of: first))
    }
    draw(
      Line([Span(name, ink.strong), Span(count, ink.faint)], action: action),
      in: rect.inset(dx: 2, dy: 0)
    )
  }

  /// Returns a group's name: its title at the service, or else the name of its kind.
  private func name(of group: GalleryGroup, _ state: AppState) -> String {
    if let title = group.title, !title.isEmpty { return title }
    var texts = texts
    // The group may belong to another service than the current one.
    if let first = group.ids.first {
      texts.hasAlbums = state.launch.service(of: first).hasAlbums
    }
    return texts.origin(group.origin)
  }
}
