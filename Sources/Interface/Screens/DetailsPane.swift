import AppCore
import Canvas
import Localization
import Model

/// Everything known about a photo, beside or below it, or over the lower part of a list.
enum DetailsPane {
  static func draw(_ painter: inout Painter, _ state: AppState, _ layout: ScreenLayout) {
    guard state.showsDetails, let id = state.currentPhoto, let photo = state.photos[id] else {
      return
    }
    if let pane = layout.pane {
      // Beside a list, the scrollbar is the line between.
      if state.photo != nil || state.listInView.flatMap({ state.tiles(of: $0).bar }) == nil {
        let edge = Rect(x: pane.x, y: pane.y, width: 1, height: pane.height)
        painter.fill(edge, painter.glyphs.border.vertical, painter.ink.line)
      }
      let room = Rect(x: pane.x + 2, y: pane.y, width: pane.width - 3, height: pane.height)
      draw(&painter, state, photo, in: room, marks: pane.inset(dx: 0, dy: -1))
    } else if let lowerPane = layout.lowerPane {
      painter.onSurface { painter in
        painter.hit(lowerPane, nil)
        // The title has the cursor if the pane covers the selected photo.
        if let focus = painter.frame.modes.focus, lowerPane.contains(focus) {
          painter.frame.modes.focus = nil
        }
        let room = painter.box(
          lowerPane,
          title: painter.texts[.details],
          close: .pressed(.details)
        )
        draw(&painter, state, photo, in: room, marks: lowerPane)
      }
    }
  }

  /// Draws the details in place of the photo, vertically centred if all rows fit.
  static func describe(
    _ painter: inout Painter,
    _ state: AppState,
    _ photo: Photo,
    in body: Rect
  ) {
    let width = min(64, body.width - 4)
    let column = Rect(
      x: body.x + (body.width - width) / 2,
      y: body.y,
      width: width,
      height: body.height
    )
    draw(&painter, state, photo, in: column, marks: body.inset(dx: 1, dy: -1), isCentered: true)
  }

  private static func draw(
    _ painter: inout Painter,
    _ state: AppState,
    _ photo: Photo,
    in room: Rect,
    marks: Rect,
    isCentered: Bool = false
  ) {
    let all = blocks(painter, state, photo, room).filter { !$0.lines.isEmpty }
    let fitted = Block.fitted(all, rows: room.height)
    let isWhole = fitted.count { $0.rank != .decorative } == all.count { $0.rank != .decorative }
    guard !isWhole || Block.height(fitted) > room.height else {
      painter.frame.detailsOverscroll = state.detailsRows
      return painter.draw(all, in: room, .leading, isCentered: isCentered)
    }
    // A low pane has no empty rows between blocks, and leaves out what isn't needed.
    let hasAir = room.height > 10
    let shown = hasAir ? all : all.filter { $0.rank != .decorative }
    let lines = shown.enumerated().flatMap { index, block in
      Array(repeating: Line(), count: index > 0 && hasAir ? block.space : 0) + block.lines
    }
    let hidden = max(0, lines.count - room.height)
    var scroll = min(state.detailsRows, hidden)
    // Tab may lead to a colour that is out of sight.
    if let focused = lines.firstIndex(where: { $0.spans.last?.style == painter.ink.focus }) {
      scroll = min(focused, max(scroll, focused - room.height + 1))
    }
    painter.frame.detailsOverscroll = state.detailsRows - scroll
    painter.frame.hasHiddenDetails = scroll < hidden
    for (index, line) in lines.dropFirst(scroll).prefix(room.height).enumerated() {
      painter.draw(line, in: Rect(x: room.x, y: room.y + index, width: room.width, height: 1))
    }
    painter.scrollMarks(marks, above: scroll > 0, below: scroll < hidden)
  }

  private static func blocks(
    _ painter: Painter,
    _ state: AppState,
    _ photo: Photo,
    _ room: Rect
  ) -> [Block] {
    let ink = painter.ink
    let name = ServiceText.line(photo.author.name)
    let username = photo.author.handle.map(ServiceText.line) ?? ""
    let action: AppAction? =
      state.hasAuthorPage(of: photo.id) ? .visits(.authorPressed(photo.id)) : nil
    let author = Line([Span(name + "  ", ink.strong), Span(username, ink.faint)], action: action)
    var blocks = [Block([author])]
    if author.width > room.width {
      blocks = [
        Block([Line(name, ink.strong, action: action)]),
        Block([Line(username, ink.faint)], rank: .decorative, space: 0),
      ]
    }
    if let text = photo.caption {
      let lines = painter.wrapped(
        ServiceText.paragraph(text),
        width: room.width,
        ink.plain,
        limit: .max
      )
      blocks.append(Block(lines, rank: .helpful))
    }
    if let problem = state.details.failed[photo.id] {
      let text = painter.texts.problem(problem)
      blocks.append(Block(painter.wrapped(text.title, width: room.width, ink.warning)))
      let reason = ServiceText.line(text.explanation)
      blocks.append(
        Block(painter.wrapped(reason, width: room.width, ink.faint), rank: .helpful, space: 0)
      )
      let retry = painter.retryButton(
        .details(.retryPressed(photo.id)),
        hasKey: state.retryTarget == .details
      )
      blocks.append(Block([retry], space: 0))
    }
    blocks += facts(painter, photo, width: room.width)
    blocks += colors(painter, state)
    if state.details.loading == photo.id {
      blocks.append(Block([.busy(painter.texts[.loadingDetails], ink.faint)]))
    }
    return blocks
  }

  /// Returns the main colours: patch, value, and the search that a press starts.
  private static func colors(_ painter: Painter, _ state: AppState) -> [Block] {
    let lines = state.mainColors.enumerated().map { index, color in
      let isFocused = state.photo?.focus == .color(index)
      let name =
        state.offers(.colorFilter) ? "  " + painter.texts.color(color.nearest) : ""
      let text = Span(color.color.hex + name, isFocused ? painter.ink.focus : painter.ink.plain)
      let patch = painter.patch(of: color.color).map { [$0] } ?? []
      return Line(patch + [text], action: .details(.colorPressed(color)))
    }
    guard !lines.isEmpty else { return [] }
    let heading = Line(painter.texts[.mainColors], painter.ink.faint)
    return [Block([heading] + lines, rank: .helpful)]
  }

  /// The minimum number of columns for values, enough for the longest words and numbers.
  private static let leastValue = 16

  /// Returns labels and values in two columns.
  ///
  /// A long value wraps within its column. The value of a long label is below it, so that all
  /// values align.
  ///
  /// If rows are scarce, exposure, views and downloads are dropped before the description.
  private static func facts(_ painter: Painter, _ photo: Photo, width: Int) -> [Block] {
    let facts = known(painter, photo)
    let widths = facts.map { TextWidth.of(painter.texts[$0.label]) }
    let most = max(8, width - leastValue - 2)
    let indent = (widths.filter { $0 <= most }.max() ?? 0) + 2
    var blocks: [Block] = []
    for (fact, labelWidth) in zip(facts, widths) {
      var lines: [Line] = []
      let label = painter.texts[fact.label]
      let values = TextWrap.lines(
        fact.value,
        width: max(8, width - indent),
        limit: .max,
        mark: painter.glyphs.ellipsis
      )
      let isAbove = labelWidth > most
      if isAbove { lines.append(Line(label, painter.ink.faint)) }
      for (index, value) in values.enumerated() {
        let lead = index == 0 && !isAbove ? label : ""
        let gap = String(repeating: " ", count: indent - TextWidth.of(lead))
        lines.append(Line([Span(lead + gap, painter.ink.faint), Span(value, painter.ink.plain)]))
      }
      let isExtra = [.exposure, .views, .downloads].contains(fact.label)
      blocks.append(
        Block(lines, rank: isExtra ? .helpful : .essential, space: blocks.isEmpty ? 1 : 0)
      )
    }
    return blocks
  }

  private static func known(_ painter: Painter, _ photo: Photo) -> [(label: Label, value: String)] {
    painter.texts.facts(of: photo, times: painter.glyphs.times)
      .map { ($0.label, ServiceText.line($0.value)) }
      .filter { !$0.1.isEmpty }
  }
}
