import AppCore
import Canvas
import Localization
import Model

/// The sheet to keep and to share photos, beside the photo where there is room.
enum ShareOverlay {
  private struct Row {
    let row: ShareState.Row
    let text: String
    /// The digit key that presses the row; empty for rows without one.
    let key: String
    var isAvailable: Bool
    /// The reason why the row is unavailable; empty if the user can't change it.
    var reason = ""
    var progress: DownloadProgress?
    /// Whether the reason is below the text, because it doesn't fit beside it.
    var isReasonBelow = false
    /// The blank rows above: 1 for the first row of another group.
    var gap = 0

    /// The columns of the text, of the reason beside it, and of the key.
    var width: Int {
      TextWidth.of(text) + (reason.isEmpty || isReasonBelow ? 0 : 2 + TextWidth.of(reason)) + 5
    }
    var height: Int { gap + (progress != nil || isReasonBelow ? 2 : 1) }
  }

  static func draw(_ painter: inout Painter, _ state: AppState, _ share: ShareState) {
    let title = title(painter.texts, state, share)
    let area = painter.bounds.inset(dx: 1, dy: 1)
    var rows = rows(painter, state, share)
    if rows.reduce(4, { $0 + $1.height }) > area.height {
      for index in rows.indices { rows[index].gap = 0 }
    }
    let widths = rows.map { max($0.width, $0.progress == nil ? 0 : 40) }
    let content = Size(
      max(widths.max() ?? 0, min(TextWidth.of(title) + 6, 36)),
      rows.reduce(0) { $0 + $1.height }
    )
    let popup = Popup(content: content, in: area)
    let rect = state.position(of: popup.size, beside: share.photo, in: area)
    painter.hit(rect, nil)
    painter.box(rect, title: title, close: .overlayClosed(.share))
    let room = popup.room(in: rect)
    var y = room.y
    for row in fitted(rows, around: state.shareFocus, to: room.height) {
      y += row.gap
      let height = row.height - row.gap
      let line = Rect(x: room.x, y: y, width: room.width, height: height)
      draw(row, &painter, state, share, in: line)
      y += height
    }
  }

  private static func title(_ texts: Texts, _ state: AppState, _ share: ShareState) -> String {
    guard !share.isOfSeveral, let photo = state.photos[share.photo] else {
      return texts.sharing(share.photos.count)
    }
    return texts.sharing(
      ServiceText.line(photo.description ?? photo.altDescription ?? ""),
      by: ServiceText.line(photo.author.name)
    )
  }

  private static func rows(
    _ painter: Painter,
    _ state: AppState,
    _ share: ShareState
  ) -> [Row] {
    let texts = painter.texts
    let most = Popup.mostColumns(in: painter.bounds)
    var rows: [Row] = []
    for group in state.shareGroups {
      for row in group {
        let (number, reason) = (rows.count + 1, ShareReducer.reason(state, row))
        var shown = Row(
          row: row,
          text: text(row, state, share, texts),
          key: number < 10 ? "\(number)" : "",
          isAvailable: reason == nil
        )
        shown.progress = state.progress(of: row)
        if let progress = shown.progress, painter.glyphs.isPlain {
          (shown.reason, shown.progress) = (texts.progressShare(progress), nil)
        } else if let reason, reason != .alreadyDownloading, shown.progress == nil {
          shown.reason = ServiceText.line(texts.reason(reason))
          shown.isReasonBelow = !painter.glyphs.isPlain && shown.width > most
        }
        shown.gap = row == group.first && !rows.isEmpty ? 1 : 0
        rows.append(shown)
      }
    }
    return rows
  }

  private static func text(
    _ row: ShareState.Row,
    _ state: AppState,
    _ share: ShareState,
    _ texts: Texts
  ) -> String {
    if case .command(let index) = row {
      return ServiceText.line(state.launch.preferences.shareCommands[index].name)
    }
    let isLost = state.gallery.ids.contains(share.photo) && !state.isInGallery(share.photo)
    return texts.share(
      row,
      isOfSeveral: share.isOfSeveral,
      isKept: isLost ? nil : !share.isOfSeveral && state.isInGallery(share.photo)
    )
  }

  /// Returns the rows that fit.
  ///
  /// Rows are dropped from the end up to the focused one, then from the start.
  private static func fitted(
    _ rows: [Row],
    around focus: ShareState.Row?,
    to height: Int
  ) -> ArraySlice<Row> {
    var rows = rows[...]
    func total() -> Int { rows.reduce(0) { $0 + $1.height } }
    while total() > height, let last = rows.last, last.row != focus { rows.removeLast() }
    while total() > height, rows.count > 1 { rows.removeFirst() }
    return rows
  }

  private static func draw(
    _ row: Row,
    _ painter: inout Painter,
    _ state: AppState,
    _ share: ShareState,
    in rect: Rect
  ) {
    let ink = painter.ink
    let isFocused = row.row == state.shareFocus
    let isAvailable = row.isAvailable && row.progress == nil
    let line = Rect(x: rect.x, y: rect.y, width: rect.width, height: 1)
    let style = isFocused ? ink.focus : isAvailable ? ink.plain : ink.faint
    painter.fill(line, " ", isFocused ? ink.focus : ink.plain)
    if share.running == row.row {
      painter.text(String(painter.spinner()), at: line.origin, isFocused ? style : ink.accent)
    } else if isFocused {
      painter.text(painter.glyphs.pointer, at: line.origin, style)
    }
    let left = Point(line.x + 2, line.y)
    let columns = line.width - 5
    painter.text(row.text, at: left, style, limit: columns)
    painter.text(row.key, at: Point(line.maxX - 2, line.y), isFocused ? style : ink.key)
    let below = Rect(x: left.x, y: line.maxY, width: line.width - 2, height: 1)
    if let progress = row.progress {
      painter.progress(progress, in: below)
    } else if row.isReasonBelow {
      painter.text(row.reason, at: below.origin, ink.faint, limit: below.width)
    } else if !row.reason.isEmpty {
      let x = left.x + TextWidth.of(row.text) + 2
      let faint = isFocused ? ink.focus : ink.faint
      painter.text(row.reason, at: Point(x, line.y), faint, limit: left.x + columns - x)
    }
    painter.hit(rect, .share(.rowPressed(row.row)))
  }
}

extension AppState {
  /// Returns the position of a popup beside a photo: right, left, below or above it.
  ///
  /// Covers the photo only if there is no room on any side, and is centred if the photo isn't on
  /// the screen.
  func position(of size: Size, beside photo: Photo.ID, in area: Rect) -> Rect {
    guard let tile = rect(of: photo), !tile.isEmpty else { return area.centered(size) }
    // The selection frame is in the columns beside the tile.
    let places = [
      Point(tile.maxX + 1, tile.y), Point(tile.x - size.width - 1, tile.y),
      Point(tile.x, tile.maxY + 1), Point(tile.x, tile.y - size.height - 1),
    ]
    let free = places.map { area.holding(size, at: $0) }
      .first { $0.inset(dx: -1, dy: 0).intersection(tile).isEmpty }
    return free ?? area.holding(size, at: tile.centered(size).origin)
  }

  /// Returns the visible part of a photo in full screen, in the gallery or in the list in view.
  private func rect(of photo: Photo.ID) -> Rect? {
    if self.photo != nil { return photoLayout?.box }
    guard let list = listInView else {
      let tiles = galleryLayout.visible(top: program.galleryView.top).tiles
      return tiles.first { $0.id == photo }?.picture.intersection(galleryMetrics.body)
    }
    let tile = tiles(of: list).tiles.first { $0.id == photo }
    return tile?.picture.intersection(metrics(of: list).body)
  }
}

extension Rect {
  /// Returns a rectangle of a size that is moved into this one.
  func holding(_ size: Size, at origin: Point) -> Rect {
    Rect(
      x: max(x, min(origin.x, maxX - size.width)),
      y: max(y, min(origin.y, maxY - size.height)),
      width: size.width,
      height: size.height
    )
  }
}

extension Painter {
  /// Draws the progress of a photo being written: a bar if the size is known, and the numbers.
  mutating func progress(_ progress: DownloadProgress, in rect: Rect) {
    var numbers = texts.progressShare(progress)
    var x = rect.x
    if let expected = progress.expected, expected > 0 {
      if rect.width - TextWidth.of(numbers) < 10 {
        numbers = texts.percent(progress.received, of: expected)
      }
      let width = min(rect.width - TextWidth.of(numbers) - 2, 24)
      bar(progress.received, of: expected, in: Rect(x: x, y: rect.y, width: width, height: 1))
      x += width + 2
    } else {
      text(String(spinner()), at: Point(x, rect.y), ink.accent)
      x += 2
    }
    text(numbers, at: Point(x, rect.y), ink.faint, limit: rect.maxX - x)
  }
}
