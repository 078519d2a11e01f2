import AppCore
import Canvas
import Localization
import Model

/// The head of the search tab: the query and its filters, or the input line with its suggestions.
enum SearchScreen {
  static func draw(_ painter: inout Painter, _ state: AppState) {
    let body = state.layout.body
    let row = Rect(x: body.x, y: body.y, width: body.width, height: min(1, body.height))
    guard !row.isEmpty else { return }
    if state.search.isTyping { painter.hit(body, .search(.lineClosed)) }
    if let board = state.searchBoard { SearchBoardView.draw(&painter, board, state) }
    if let chips = state.searchChips { SearchChipsView.draw(&painter, chips, state) }
    if state.search.isTyping {
      SuggestionsView.draw(&painter, state, below: row)
      drawLine(&painter, state, in: row)
    } else {
      drawHead(&painter, state, in: row)
    }
  }

  // MARK: The query and its filters

  private static func drawHead(_ painter: inout Painter, _ state: AppState, in row: Rect) {
    let ink = painter.ink
    let query = state.search.query
    let text = query.map { ServiceText.line($0.text) } ?? painter.texts[.searchPrompt]
    let head = Line(
      painter.keySpans(.find) + [Span(text, query == nil ? ink.faint : ink.strong)],
      action: .search(.findPressed)
    )
    let room = row.inset(dx: 1, dy: 0)
    guard let query else {
      painter.draw(head, in: room)
      // While nothing is selected, the cursor is where a search begins.
      if painter.frame.modes.focus == nil { painter.focus(at: room.origin) }
      return
    }
    let wanted = min(head.width, 16)
    func width(_ lines: [Line]) -> Int { lines.reduce(0) { $0 + $1.width + 2 } }
    let shown = state.metrics(of: state.search.list).format
    let format = [false, true].map { painter.formatButton(shown, isShort: $0) }
    let filters = filterWays(painter, query, state)
    // The format's name is dropped before any filter is shortened. Its sign always stays.
    // Lines of text have no format.
    let isPlain = painter.glyphs.isPlain
    let ways = isPlain ? filters : filters.flatMap { [[format[0]] + $0, [format[1]] + $0] }
    let least = isPlain ? filters.last ?? [] : [format[1]]
    let lines = ways.first { wanted + width($0) <= room.width } ?? least
    var x = room.maxX + 2 - width(lines)
    painter.draw(head, in: Rect(x: room.x, y: room.y, width: x - 2 - room.x, height: 1))
    for line in lines {
      painter.draw(line, in: Rect(x: x, y: room.y, width: line.width, height: 1))
      x += line.width + 2
    }
  }

  /// Returns ever shorter forms of the filters and the total, the longest first.
  private static func filterWays(
    _ painter: Painter,
    _ query: SearchQuery,
    _ state: AppState
  ) -> [[Line]] {
    func filters(isShort: Bool) -> [Line] {
      [
        state.offers(.orientationFilter) ? orientation(painter, query, isShort: isShort) : nil,
        state.offers(.colorFilter) ? color(painter, query, isShort: isShort) : nil,
      ].compactMap(\.self)
    }
    let (chips, short) = (filters(isShort: false), filters(isShort: true))
    let sort = [
      state.offers(.sorting)
        ? other(
          .sort,
          painter.texts.sort(query.sort),
          query.sort != .relevant,
          .sortPressed,
          painter
        )
        : nil,
      state.offers(.scopeFilter)
        ? other(
          .scope,
          painter.texts.scope(query.scope),
          query.scope != .featured,
          .scopePressed,
          painter
        )
        : nil,
    ].compactMap(\.self)
    guard let total = state[state.search.list].total else { return [chips + sort, chips, short] }
    let words = Line(painter.texts.photos(total), painter.ink.faint)
    let number = Line(painter.texts.number(total), painter.ink.faint)
    return [
      chips + sort + [words], chips + sort + [number], chips + [number], short + [number], short,
    ]
  }

  private static func orientation(
    _ painter: Painter,
    _ query: SearchQuery,
    isShort: Bool
  ) -> Line {
    let isSet = query.orientation != nil
    let name =
      isShort && !isSet
      ? painter.texts[.anyValue] : painter.texts.orientation(query.orientation)
    return Line(
      painter.keySpans(.orientation)
        + [Span(name, isSet ? painter.ink.strong : painter.ink.faint)],
      action: .search(.orientationPressed)
    )
  }

  /// Returns the name of the one of two values that is chosen; the usual one is faint.
  private static func other(
    _ command: Command,
    _ name: String,
    _ isSet: Bool,
    _ action: SearchAction,
    _ painter: Painter
  ) -> Line {
    let style = isSet ? painter.ink.strong : painter.ink.faint
    return Line(painter.keySpans(command) + [Span(name, style)], action: .search(action))
  }

  private static func color(_ painter: Painter, _ query: SearchQuery, isShort: Bool) -> Line {
    let isSet = query.color != nil
    let name = isShort && !isSet ? painter.texts[.anyValue] : painter.texts.color(query.color)
    var spans = painter.keySpans(.color)
    if let patch = painter.patch(query.color) { spans.append(patch) }
    spans.append(Span(name, isSet ? painter.ink.strong : painter.ink.faint))
    return Line(spans, action: .search(.colorPressed))
  }

  // MARK: The line

  private static func drawLine(_ painter: inout Painter, _ state: AppState, in row: Rect) {
    painter.hit(row, nil)
    painter.onSurface { painter in
      painter.fill(row)
      let sign = Line(painter.keySpans(.find))
      painter.draw(sign, in: row.inset(dx: 1, dy: 0))
      let start = row.x + 1 + sign.width
      let room = Rect(x: start, y: row.y, width: row.maxX - 1 - start, height: 1)
      let cursor = painter.input(state.search.line, in: room)
      if state.search.line.text.isEmpty {
        let prompt = painter.texts[.searchPrompt]
        let behind = Point(cursor.x + 1, row.y)
        painter.text(prompt, at: behind, painter.ink.faint, limit: room.width - 1)
      }
      if state.place == .searchInput { painter.frame.modes.cursor = cursor }
    }
  }

  // MARK: Without results

  /// Returns the message shown if no search has been made or nothing was found.
  static func emptyBlocks(_ painter: Painter, _ state: AppState, width: Int) -> [Block] {
    let texts = painter.texts
    let isFocused = state.place == .search
    let find = painter.button(
      texts.command(.find).name,
      key: isFocused ? texts.key(of: .find) : nil,
      isFocused: isFocused,
      action: .search(.findPressed)
    )
    guard let query = state.search.query else {
      // While the line is open, or chips or the board are shown, there is no message.
      guard !state.search.isTyping, state.searchChips == nil, state.searchBoard == nil else {
        return []
      }
      return [Block([Line(texts[.searchPrompt], painter.ink.strong)]), Block([find])]
    }
    let title = painter.wrapped(
      texts.nothingFound(ServiceText.line(query.text)),
      width: width,
      painter.ink.strong,
      limit: 3
    )
    guard query.hasFilters else {
      let advice = painter.wrapped(texts[.searchAdvice], width: width, painter.ink.faint)
      return [Block(title), Block(advice, space: 0), Block([find])]
    }
    let filters = [
      query.orientation.map(texts.orientation), query.color.map(texts.color),
      state[state.search.list].chosenFrom.map(texts.looked(at:)),
    ].compactMap(\.self).joined(separator: painter.glyphs.dot)
    let clear = painter.button(
      texts[.clearFilters],
      key: isFocused ? texts.key(of: .open) : nil,
      isFocused: isFocused,
      action: .search(.filtersCleared)
    )
    return [Block(title), Block([Line(filters, painter.ink.faint)], space: 0), Block([clear])]
  }
}

extension Painter {
  /// Returns the button that changes a list's format, with the sign of the present one.
  func formatButton(_ format: RowSize.Format, isShort: Bool) -> Line {
    let sign = Span(glyphs.format(format), ink.strong)
    let name = isShort ? [] : [Span(" " + texts.format(format), ink.faint)]
    return Line(keySpans(.format) + [sign] + name, action: .pressed(.format))
  }

  /// Returns a patch of a colour; `nil` if there is none to show.
  func patch(_ color: SearchQuery.Color?) -> Span? {
    color == .blackAndWhite ? nil : patch(of: color?.shown)
  }

  /// Returns a patch of a colour; `nil` without colours.
  func patch(of color: Color?) -> Span? {
    guard context.hasColors, !glyphs.isPlain, let color else { return nil }
    return Span(glyphs.patch + " ", Style(foreground: color, background: ink.background))
  }
}
