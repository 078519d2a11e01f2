import AppCore
import Canvas
import Localization
import Model

/// The signed-in user above their favourites: avatar, name, biography, the sign-out button, and the
/// heading of the list; without an account, the heading alone.
enum ProfileHead {
  static func draw(_ painter: inout Painter, _ state: AppState) {
    let body = state.layout.body
    let height = min(state.headRows(of: .favourites), body.height)
    guard height > 0 else { return }
    guard !state.likesAreLocal else { return drawLocal(&painter, state, in: body, height) }
    // The heading takes the last row. A head of more than four rows has an empty row above it.
    let rows = max(0, height > 4 ? height - 2 : height - 1)
    let area = Rect(x: body.x + 1, y: body.y, width: max(0, body.width - 2), height: rows)
    drawPerson(&painter, state, in: area, within: body)
    let heading = Rect(x: area.x, y: body.y + height - 1, width: area.width, height: 1)
    painter.draw(
      painter.heading(painter.texts[.favourites], count: state.favouritesCount),
      in: heading
    )
  }

  /// Draws the heading of favourites without an account, and the ways to others.
  private static func drawLocal(
    _ painter: inout Painter,
    _ state: AppState,
    in body: Rect,
    _ height: Int
  ) {
    let heading = painter.heading(painter.texts[.onThisComputer], count: state.favouritesCount)
    let ways = state.nextService.map { service in
      painter.offer(.switchService, painter.texts.waysToAccount(service.name), state)
    }
    for (row, line) in [heading, ways].compactMap(\.self).prefix(height).enumerated() {
      painter.draw(line, in: Rect(x: body.x + 1, y: body.y + row, width: body.width - 2, height: 1))
    }
  }

  private static func drawPerson(
    _ painter: inout Painter,
    _ state: AppState,
    in area: Rect,
    within body: Rect
  ) {
    guard area.height > 0 else { return }
    let button = painter.signOutButton(state)
    let end = Rect(x: area.maxX - button.width, y: area.y, width: button.width, height: 1)
    painter.draw(button, in: end.intersection(area))
    let room = painter.roomBesideAvatar(of: state.profile.person, state, in: area, within: body)
    if let person = state.profile.person {
      let summary = PersonSummary(person, painter.texts, countsLikes: false)
      painter.person(summary, in: room, reserving: button.width + 2)
    } else if let problem = state.profile.problem {
      drawProblem(&painter, problem, state, in: room, before: button.width + 2)
    } else {
      let line = Line.busy(painter.texts[.loadingProfile], painter.ink.faint)
      painter.draw(line, in: Rect(x: room.x, y: room.y, width: end.x - room.x - 1, height: 1))
    }
  }

  private static func drawProblem(
    _ painter: inout Painter,
    _ problem: Problem,
    _ state: AppState,
    in area: Rect,
    before reserved: Int
  ) {
    let text = painter.texts.problem(problem)
    let room = Rect(x: area.x, y: area.y, width: max(0, area.width - reserved), height: 1)
    let title = Line(text.title + "  ", painter.ink.warning)
    let retry = painter.retryButton(
      .profile(.refreshPressed),
      hasKey: state.noticeRetry == nil
    )
    painter.draw(title, in: room)
    let rect = Rect(x: room.x + title.width, y: room.y, width: retry.width, height: 1)
    if rect.maxX <= room.maxX { painter.draw(retry, in: rect) }
    guard area.height > 1 else { return }
    let reason = painter.wrapped(
      problem,
      width: area.width,
      painter.ink.faint,
      limit: area.height - 1
    )
    for (index, line) in reason.enumerated() {
      painter.draw(
        line,
        in: Rect(x: area.x, y: area.y + 1 + index, width: area.width, height: 1)
      )
    }
  }
}

/// A summary of a `Person` in a few lines.
struct PersonSummary {
  let person: Person
  let location: String?
  /// The numbers of photos and likes, without zeros.
  let counts: [String]
  /// Location and counts.
  var facts: [String] { [location].compactMap(\.self) + counts }

  init(_ person: Person, _ texts: Texts, countsLikes: Bool = true) {
    self.person = person
    location = person.location.map(ServiceText.line).flatMap { $0.isEmpty ? nil : $0 }
    let photos = person.totalPhotos.flatMap { $0 > 0 ? texts.photos($0) : nil }
    let likes = person.totalLikes.flatMap { $0 > 0 && countsLikes ? texts.likes($0) : nil }
    counts = [photos, likes].compactMap(\.self)
  }
}

extension Painter {
  /// Returns a name in bold, followed by the user name.
  func title(of person: Person?, username: String) -> Line {
    let name = ServiceText.line(person?.name ?? username)
    let handle = ServiceText.line(username)
    let isKnown = person?.name == username
    return Line([Span(name, ink.strong), Span(isKnown ? "" : "  @" + handle, ink.faint)])
  }

  /// Returns a heading, followed by a count unless that is unknown.
  func heading(_ text: String, count: Int?) -> Line {
    let number = count.map { "  " + texts.number($0) } ?? ""
    return Line([Span(text, ink.strong), Span(number, ink.faint)])
  }

  /// Draws the avatar of a `Person`, or a placeholder, if there are at least two rows.
  ///
  /// - Returns: The part of the area beside it.
  mutating func roomBesideAvatar(
    of person: Person?,
    _ state: AppState,
    in area: Rect,
    within body: Rect
  ) -> Rect {
    guard area.height > 1, !glyphs.isPlain else { return area }
    let columns = state.program.viewport.columns(forRows: area.height, width: 1, height: 1)
    let box = Rect(x: area.x, y: area.y, width: columns, height: area.height)
    avatar(of: person, state, in: box, within: body)
    return Rect(x: box.maxX + 2, y: area.y, width: area.maxX - box.maxX - 2, height: area.height)
  }

  /// Draws the name of a `Person`, their facts and their biography.
  ///
  /// - Parameter reserved: The columns at the end of the first row that are used by something else.
  mutating func person(_ summary: PersonSummary, in area: Rect, reserving reserved: Int = 0) {
    let person = summary.person
    let width = max(1, area.width)
    var lines = [title(of: person, username: person.username)]
    if !summary.facts.isEmpty {
      lines.append(Line(summary.facts.joined(separator: glyphs.dot), ink.faint))
    }
    let room = area.height - lines.count
    let bio = person.bio.map(ServiceText.line) ?? ""
    if room > 0 { lines += wrapped(bio, width: width, ink.plain, limit: room) }
    for (index, line) in lines.prefix(area.height).enumerated() {
      let columns = index == 0 ? max(1, width - reserved) : width
      draw(line, in: Rect(x: area.x, y: area.y + index, width: columns, height: 1))
    }
  }
}
