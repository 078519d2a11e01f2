import AppCore
import Canvas
import Localization
import Model

/// Recent searches and suggested queries, as chips below their headings.
enum SearchChipsView {
  static func draw(_ painter: inout Painter, _ chips: SearchChips, _ state: AppState) {
    let isFront = state.search.isTyping && state.search.input.text.isEmpty
    for (section, point) in chips.headings {
      let label: Label = section == .recent ? .earlierSearches : .searchIdeas
      painter.text(painter.texts[label], at: point, painter.ink.faint)
    }
    painter.onSurface { painter in
      for chip in chips.chips {
        let isChosen = isFront && chip.text == state.search.chosen
        let style = isChosen ? painter.ink.focus : painter.ink.plain
        let (rect, sign) = (chip.rect, SearchChips.signColumns)
        let isRecent = chip.section == .recent
        painter.fill(rect, " ", style)
        painter.hit(rect, .search(.offerPressed(chip.text)))
        painter.text(
          ServiceText.line(chip.text),
          at: Point(rect.x + 1, rect.y),
          style,
          limit: rect.width - 2 - (isRecent ? sign : 0)
        )
        guard isRecent else { continue }
        let forget = Line(
          painter.glyphs.close,
          isChosen ? style : painter.ink.faint,
          action: .search(.removePressed(chip.text))
        )
        painter.draw(forget, in: Rect(x: rect.maxX - sign, y: rect.y, width: sign, height: 1))
      }
    }
  }
}
