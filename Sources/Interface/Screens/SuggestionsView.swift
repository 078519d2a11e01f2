import AppCore
import Canvas
import Localization
import Model

/// The rows below the search line: topics, photographers and recent searches that match the typed
/// text.
enum SuggestionsView {
  /// The most columns of a row; the box is as wide as the screen, so that it covers whole photos.
  private static let widest = 72
  /// The minimum number of columns with room for the names of groups beside the rows.
  private static let leastForGroups = 56

  static func draw(_ painter: inout Painter, _ state: AppState, below row: Rect) {
    let suggestions = state.searchSuggestions
    guard !suggestions.isEmpty else { return }
    painter.onSurface { painter in
      let rows = min(suggestions.count, painter.bounds.height - row.maxY - 3)
      // In plain screens nothing separates the rows from those of a list below, which is covered.
      let height = painter.glyphs.isPlain ? painter.bounds.height - row.maxY - 1 : rows + 2
      let box = Rect(x: row.x, y: row.maxY, width: row.width, height: height)
      painter.hit(box, nil)
      var room = painter.box(box)
      room.width = min(room.width, widest)
      let labels = row.width < leastForGroups ? 0 : labelColumns(painter)
      for (index, suggestion) in suggestions.prefix(rows).enumerated() {
        let line = Rect(x: room.x, y: room.y + index, width: room.width, height: 1)
        let isFirst = index == 0 || suggestions[index - 1].group != suggestion.group
        if labels > 0, isFirst {
          let label = label(of: suggestion.group, painter)
          painter.text(label, at: line.origin, painter.ink.faint, limit: labels)
        }
        let cells = Rect(x: line.x + labels, y: line.y, width: line.width - labels, height: 1)
        draw(&painter, suggestion, isChosen: suggestion.choice == state.search.choice, in: cells)
      }
    }
  }

  private static func label(of group: SearchSuggestion.Group, _ painter: Painter) -> String {
    switch group {
    case .topics: painter.texts[.topics]
    case .people: painter.texts[.photographers]
    case .recent: painter.texts[.earlierSearches]
    }
  }

  /// Returns the columns of the longest name of a group, and of the gap after it.
  private static func labelColumns(_ painter: Painter) -> Int {
    let groups: [SearchSuggestion.Group] = [.topics, .people, .recent]
    return (groups.map { TextWidth.of(label(of: $0, painter)) }.max() ?? 0) + 2
  }

  private static func draw(
    _ painter: inout Painter,
    _ suggestion: SearchSuggestion,
    isChosen: Bool,
    in rect: Rect
  ) {
    let style = isChosen ? painter.ink.focus : painter.ink.plain
    let faint = isChosen ? style : painter.ink.faint
    painter.fill(rect, " ", style)
    if isChosen { painter.text(painter.glyphs.pointer, at: rect.origin, style) }
    let end: Line
    switch suggestion.choice {
    case .text(let text):
      painter.hit(rect, .search(.offerPressed(text)))
      let sign = " \(painter.glyphs.close) "
      end =
        suggestion.group == .recent
        ? Line(sign, faint, action: .search(.removePressed(text))) : Line("", faint)
    case .topic(let list):
      painter.hit(rect, .search(.topicPressed(list)))
      end = Line(suggestion.total.map { painter.texts.number($0) + " " } ?? "", faint)
    case .person(let username):
      painter.hit(rect, .search(.personPressed(username)))
      end = Line(ServiceText.line("@" + username) + " ", faint)
    }
    let room = rect.width - 4
    let title = ServiceText.line(suggestion.title)
    // The name is more important than the text at the row's end. The sign that removes a recent
    // search always stays.
    let isSign = end.action != nil
    let hasEnd = isSign || TextWidth.of(title) + 2 + end.width <= room
    painter.text(
      title,
      at: Point(rect.x + 2, rect.y),
      style,
      limit: room - (hasEnd ? end.width : 0)
    )
    guard hasEnd else { return }
    painter.draw(end, in: Rect(x: rect.maxX - end.width, y: rect.y, width: end.width, height: 1))
  }
}
