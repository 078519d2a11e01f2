import AppCore
import Canvas
import Localization
import Model

/// The heading above the photos of a photographer, a topic or a collection: the Back button and the
/// name.
///
/// Further facts follow if there are rows for them.
enum ListHeading {
  static func draw(_ painter: inout Painter, _ state: AppState, _ list: ListID) {
    let body = state.layout.body
    let height = min(state.headRows(of: list), body.height)
    guard height > 0, list.kind != .search, list != .favourites else { return }
    let area = Rect(x: body.x, y: body.y, width: body.width, height: height)
    let first = Rect(x: area.x, y: area.y, width: area.width, height: 1)
    if let name = list.person {
      let person = state.directory.people[name]
      drawPerson(&painter, state, list, name, person, area, first)
    } else {
      drawInfo(&painter, state, list, area, first)
    }
  }

  // MARK: Photographers

  private static func drawPerson(
    _ painter: inout Painter,
    _ state: AppState,
    _ list: ListID,
    _ username: String,
    _ person: Person?,
    _ area: Rect,
    _ first: Rect
  ) {
    let right = drawSections(&painter, state, list, username, person, in: first)
    let left = painter.back(state, in: first)
    guard area.height > 1, let person else {
      let room = Rect(x: left, y: first.y, width: max(0, right - left - 1), height: 1)
      return painter.draw(painter.title(of: person, username: username), in: room)
    }
    let room = area.inset(top: 1).inset(dx: 1, dy: 0)
    let beside = painter.roomBesideAvatar(of: person, state, in: room, within: state.layout.body)
    painter.person(PersonSummary(person, painter.texts), in: beside)
  }

  /// Draws the photographer's lists at the right end of the first row.
  ///
  /// - Returns: The first column of the lists, or the end of the row if none are drawn.
  private static func drawSections(
    _ painter: inout Painter,
    _ state: AppState,
    _ list: ListID,
    _ username: String,
    _ person: Person?,
    in row: Rect
  ) -> Int {
    let ink = painter.ink
    let sections = PersonSection.allCases.filter { $0.isOffered(in: state) }
    var lines = sections.map { section in
      let isActive = section.list(of: username) == list
      return Line(
        (isActive && painter.glyphs.isPlain ? [Span(painter.glyphs.pointer, ink.key)] : [])
          + [Span(painter.texts.section(section), isActive ? ink.active : ink.plain)],
        action: .visits(.sectionPressed(section))
      )
    }
    if lines.count > 1 { lines[0].spans = painter.keySpans(.nextTab) + lines[0].spans }
    if state.offers(.collections) {
      let name = painter.texts.command(.collections).name
      let spans = painter.keySpans(.collections) + [Span(name, ink.plain)]
      lines.append(Line(spans, action: .chooser(.opened(.collections(of: username)))))
    }
    // The name of the photographer is more important than their other lists.
    while lines.count > 1, lines.reduce(0, { $0 + $1.width + 2 }) > row.width / 2 {
      lines.removeLast()
    }
    if lines.count == 1 { return row.maxX }
    var x = row.maxX + 1 - lines.reduce(0) { $0 + $1.width + 2 }
    let start = x
    for line in lines {
      painter.draw(line, in: Rect(x: x, y: row.y, width: line.width, height: 1))
      x += line.width + 2
    }
    return start
  }

  // MARK: Topics and collections

  private static func drawInfo(
    _ painter: inout Painter,
    _ state: AppState,
    _ list: ListID,
    _ area: Rect,
    _ first: Rect
  ) {
    let ink = painter.ink
    let info = state.directory.infos[list]
    let left = painter.back(state, in: first)
    var spans: [Span] = []
    if list == state.source, state.visit == nil { spans = painter.keySpans(.topics) }
    spans.append(Span(painter.title(of: list, info), ink.strong))
    let facts = [
      info?.owner.map { painter.texts.collected(by: ServiceText.line($0)) },
      (state[list].total ?? info?.total).flatMap { $0 > 0 ? painter.texts.photos($0) : nil },
    ].compactMap(\.self)
    if !facts.isEmpty {
      spans.append(Span("  " + facts.joined(separator: painter.glyphs.dot), ink.faint))
    }
    let isSource = list == state.source && state.visit == nil
    let title = Line(spans, action: isSource ? .chooser(.opened(.topics)) : nil)
    painter.draw(title, in: Rect(x: left, y: first.y, width: first.maxX - left - 1, height: 1))
    let text = info?.description.map(ServiceText.line) ?? ""
    let room = area.inset(top: 1).inset(dx: 1, dy: 0)
    guard !text.isEmpty, room.height > 0 else { return }
    let width = min(room.width, 100)
    let lines = painter.wrapped(text, width: width, ink.faint, limit: room.height)
    for (index, line) in lines.enumerated() {
      painter.draw(line, in: Rect(x: room.x, y: room.y + index, width: width, height: 1))
    }
  }
}

extension Painter {
  /// Draws the button that leads back to the previous list.
  ///
  /// - Returns: The first column for the text after the button.
  fileprivate mutating func back(_ state: AppState, in row: Rect) -> Int {
    guard state.visit != nil else { return row.x + 1 }
    var back = Line(" \(glyphs.back)\(texts[.back])", ink.accent)
    back.action = .visits(.backPressed)
    draw(back, in: row)
    return row.x + back.width + 3
  }
}
