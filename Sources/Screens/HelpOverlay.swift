import AppCore
import Canvas
import Library
import Model
import Localization

/// Every key and what it does, those of the place it was opened at first.
enum HelpOverlay {
  private static let widest = 74

  /// The order of the other places.
  private static let places: [Place] = [
    .feed, .photo, .slideshow, .profile, .search, .searchInput, .colors, .menu, .preview,
    .favourites,
    .gallery, .downloads, .export, .share, .qrCode, .signIn, .signInWaiting, .signInInput, .alert,
  ]

  static func draw(_ painter: inout Painter, _ state: AppState, _ help: HelpState) {
    painter.onSurface { painter in
      let width = min(widest, painter.bounds.width - 4)
      let lines = lines(painter, state, help.place, width: width - 4)
      let area = Rect(
        x: 0,
        y: 0,
        width: painter.bounds.width,
        height: painter.bounds.height - 1
      )
      let rect = area.centered(Size(width, min(area.height, lines.count + 2)))
      painter.hit(rect, nil)
      let room = painter.box(rect, title: painter.texts[.keys], close: .overlayClosed(.help))
      let scroll = min(help.scroll, max(0, lines.count - room.height))
      painter.frame.overscroll = help.scroll - scroll
      for (index, line) in lines.dropFirst(scroll).prefix(room.height).enumerated() {
        painter.draw(line, in: Rect(x: room.x, y: room.y + index, width: room.width, height: 1))
      }
      painter.scrollMarks(
        rect,
        above: scroll > 0,
        below: lines.count - scroll > room.height
      )
    }
  }

  private static func lines(
    _ painter: Painter,
    _ state: AppState,
    _ place: Place,
    width: Int
  ) -> [Line] {
    /// A key that means something else elsewhere is told there once more.
    func meaning(_ command: Command, at place: Place) -> [String] {
      [command.rawValue, painter.texts.command(command, at: place).description]
    }
    let places = places.filter { $0.isOffered(in: state.launch.capabilities) && $0 != state.screen }
    var groups = [(place, commands(at: place, state))]
    var shown = Set(groups[0].1.map { meaning($0, at: place) })
    // The screen below what lies over it comes next.
    for other in [state.screen] + places where other != place {
      let rest = commands(at: other, state).filter { shown.insert(meaning($0, at: other)).inserted }
      if !rest.isEmpty { groups.append((other, rest)) }
    }
    let widest = Command.allCases.map { TextWidth.of(painter.keys($0, at: .feed)) }.max() ?? 0
    let column = min(widest, width * 2 / 5)
    var lines: [Line] = []
    for (place, commands) in groups {
      if !lines.isEmpty { lines.append(Line()) }
      lines.append(Line(painter.texts.place(place), painter.ink.strong))
      for command in commands {
        let text = painter.texts.command(command, at: place, in: state.launch.capabilities)
        lines += painter.helpLines(
          text.description,
          painter.keys(command, at: place),
          column,
          width
        )
      }
    }
    return lines
  }

  private static func commands(at place: Place, _ state: AppState) -> [Command] {
    // Where likes are gone, the extended edition has no key for them either.
    let isLikeGone = state.offers(.eagerLikes) && !state.offers(.likes)
    return Command.allCases.filter {
      $0.places.contains(place) && $0.isOffered(in: state.launch.capabilities)
        && !($0 == .like && isLikeGone)
    }
  }
}

extension Painter {
  fileprivate func keys(_ command: Command, at place: Place) -> String {
    texts.keys.keys(of: command, at: place).map { texts.key($0) }.joined(separator: "  ")
  }

  /// Keys at the left, what they do at the right; either goes on below itself where it is long.
  fileprivate func helpLines(
    _ description: String,
    _ keys: String,
    _ column: Int,
    _ width: Int
  ) -> [Line] {
    let left = TextWrap.lines(keys, width: column)
    let right = TextWrap.lines(description, width: width - column - 2)
    return (0..<max(left.count, right.count)).map { index in
      let key = index < left.count ? left[index] : ""
      let gap = String(repeating: " ", count: column - TextWidth.of(key) + 2)
      return Line([
        Span(key + gap, ink.key), Span(index < right.count ? right[index] : "", ink.plain),
      ])
    }
  }

  /// Signs on the frame that there is more in a direction.
  mutating func scrollMarks(_ rect: Rect, above: Bool, below: Bool) {
    if above { text(glyphs.up, at: Point(rect.maxX - 1, rect.y + 1), ink.key) }
    if below { text(glyphs.down, at: Point(rect.maxX - 1, rect.maxY - 2), ink.key) }
  }
}
