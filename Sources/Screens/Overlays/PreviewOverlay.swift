import AppCore
import Canvas
import Library
import Localization
import Model

/// The preview: a photo over its list, with its description and buttons.
enum PreviewOverlay {
  /// The narrowest and the widest preview: photos need more room than rows of text.
  private static let columns = Popup.columns.lowerBound...110
  /// The fewest rows of the screen for empty rows above and below; on lower ones the photo has
  /// these rows.
  private static let rowsForPadding = 30
  /// The minimum width of the text in columns, even if the picture is narrower.
  private static let textColumns = 62

  static func draw(_ painter: inout Painter, _ state: AppState, _ preview: PreviewState) {
    guard let photo = state.photos[preview.photo] else { return }
    painter.onSurface { painter in
      let area = painter.bounds.inset(dx: 0, dy: 1)
      let padding = painter.bounds.height < rowsForPadding ? 2 : 4
      let most = Size(Popup.mostColumns(in: area, columns: columns), area.height - padding)
      let layout = Layout(painter, photo, in: most, state)
      let content = Size(layout.width, layout.height)
      let popup = Popup(content: content, in: area, columns: columns)
      let rect = area.centered(popup.size)
      painter.hit(rect, nil)
      painter.box(rect, title: painter.texts.place(.preview), close: .overlayClosed(.preview))
      let room = popup.room(in: rect)
      let top = Rect(x: room.x, y: room.y, width: room.width, height: layout.picture.height)
      drawPicture(&painter, state, photo, in: top.centered(layout.picture))
      var y = top.maxY + layout.air
      painter.frame.detailsOverscroll = layout.overscroll
      painter.frame.hasHiddenDetails = layout.below > 0
      painter.scrollMarks(
        Rect(x: rect.x, y: y - 1, width: rect.width, height: layout.lines.count + 2),
        above: layout.scroll > 0,
        below: layout.below > 0
      )
      for line in layout.lines {
        painter.draw(line, in: Rect(x: room.x, y: y, width: room.width, height: 1))
        y += 1
      }
      if let heart = painter.heart(photo, state), layout.hasRoom(for: heart) {
        let rect = Rect(x: room.maxX - heart.width, y: y - 1, width: heart.width, height: 1)
        painter.draw(heart, in: rect)
      }
      let last = Rect(x: room.x, y: room.maxY - 1, width: room.width, height: 1)
      drawButtons(&painter, state, photo, in: last)
    }
  }

  /// The division of the box's rows: the picture gets the rows that the text leaves.
  private struct Layout {
    let width: Int
    let picture: Size
    /// The visible part of the description, then photographer, date and size.
    let lines: [Line]
    /// The empty rows above the text and below it.
    let air: Int

    /// The rows of the description below the visible ones.
    let below: Int
    /// The rows above the visible ones, and the rows scrolled past the end.
    let scroll: Int
    let overscroll: Int

    init(_ painter: Painter, _ photo: Photo, in room: Size, _ state: AppState) {
      let viewport = state.program.viewport
      let isTight = room.height < 16
      air = isTight ? 0 : 1
      let most = isTight ? 1 : 3
      let fixed = 2 * air + 1
      let wide = Self.lines(painter, photo, width: room.width, descriptionRows: most, isTight)
      let rows = max(1, room.height - fixed - wide.count)
      picture = viewport.fit(
        width: photo.width,
        height: photo.height,
        in: Size(room.width, rows)
      )
      width = max(picture.width, min(room.width, textColumns))
      // Below a narrow picture the same text needs more rows, as far as there are any.
      let left = room.height - fixed - picture.height
      let facts = Self.lines(painter, photo, width: width, descriptionRows: 0, isTight).count
      let seen = max(0, min(most, left - facts))
      let text = Self.description(painter, photo, width: width)
      scroll = max(0, min(state.detailsRows, text.count - seen))
      overscroll = state.detailsRows - scroll
      below = seen > 0 ? max(0, text.count - seen - scroll) : 0
      lines =
        text.dropFirst(scroll).prefix(seen)
        + Self.lines(painter, photo, width: width, descriptionRows: 0, isTight)
    }

    var height: Int { picture.height + lines.count + 2 * air + 1 }

    func hasRoom(for heart: Line) -> Bool {
      lines.last.map { $0.width + 2 + heart.width <= width } ?? false
    }

    private static func description(
      _ painter: Painter,
      _ photo: Photo,
      width: Int
    ) -> [Line] {
      let text = ServiceText.paragraph(photo.caption ?? "")
      return text.isEmpty ? [] : painter.wrapped(text, width: width, painter.ink.plain)
    }

    private static func lines(
      _ painter: Painter,
      _ photo: Photo,
      width: Int,
      descriptionRows: Int,
      _ isTight: Bool
    ) -> [Line] {
      let ink = painter.ink
      let description = description(painter, photo, width: width).prefix(descriptionRows)
      let name = Line(ServiceText.line(photo.author.name), ink.strong)
      let facts = [photo.created.map(painter.texts.date), painter.sizeText(photo)]
        .compactMap(\.self).joined(separator: painter.glyphs.dot)
      let whole = Line(name.spans + [Span(painter.glyphs.dot + facts, ink.faint)])
      if whole.width <= width { return description + [whole] }
      // On a low screen the picture needs every row. The size in pixels is also on the tile.
      if isTight, let date = photo.created.map(painter.texts.date) {
        let short = Line(name.spans + [Span(painter.glyphs.dot + date, ink.faint)])
        if short.width <= width { return description + [short] }
      }
      return description + [name, Line(facts, ink.faint)]
    }
  }

  private static func drawPicture(
    _ painter: inout Painter,
    _ state: AppState,
    _ photo: Photo,
    in box: Rect
  ) {
    guard state.program.hasPictures else {
      painter.words(of: photo, facts: painter.facts(of: photo), in: box, visible: box)
      return painter.downloadPanel(of: photo, state, over: box, true, at: .preview)
    }
    let source = PictureSource.photo(photo.id)
    let status = state.pictures[PictureKey(source, .full)]
    if case .failed(let problem) = status {
      return painter.placeholder(problem, in: box, visible: box, retry: .pressed(.refresh))
    }
    // The tile below shows the same photo in another size.
    let placement = PicturePlacement(source: source, use: .full, box: box)
    painter.picture(placement, in: painter.bounds, isLoading: status != .full)
    painter.downloadPanel(of: photo, state, over: box, true, at: .preview)
  }

  /// Draws the buttons in one row.
  ///
  /// The one for the full screen is left out if there is no room for it.
  private static func drawButtons(
    _ painter: inout Painter,
    _ state: AppState,
    _ photo: Photo,
    in row: Rect
  ) {
    let texts = painter.texts
    let download = painter.downloadAction(photo.id, state)
    let isKept = state.isInGallery(photo.id)
    let all: [(Command?, String, AppAction)] = [
      (isKept ? nil : .download, download.name, download.action),
      (.share, texts[.share], .pressed(.share)),
      (.open, texts[.fullScreen], .pressed(.open)),
    ]
    let buttons = all.map { painter.button($0.1, key: $0.0.flatMap(texts.key), action: $0.2) }
    let bare = all.map { command, name, action in
      Line(
        (command.map { painter.keySpans($0) } ?? []) + [Span(name, painter.ink.plain)],
        action: action
      )
    }
    let few = buttons.count - 1
    let ways = [
      (buttons, 2), (Array(buttons.prefix(few)), 2), (Array(bare.prefix(few)), 2),
      (Array(bare.prefix(few)), 1),
    ]
    func width(_ lines: [Line], _ gap: Int) -> Int { lines.reduce(-gap) { $0 + $1.width + gap } }
    guard let way = ways.first(where: { width($0.0, $0.1) <= row.width }) ?? ways.last else {
      return
    }
    var x = row.x
    for line in way.0 where x < row.maxX {
      painter.draw(line, in: Rect(x: x, y: row.y, width: row.maxX - x, height: 1))
      x += line.width + way.1
    }
  }
}

extension Painter {
  /// Returns the button that adds a photo to the gallery, or shows it there.
  func downloadAction(_ id: Photo.ID, _ state: AppState) -> (name: String, action: AppAction) {
    if state.isInGallery(id) { return (texts[.inGallery], .gallery(.openPressed(id))) }
    return (texts[.saveToGallery], .pressed(.download))
  }
}
