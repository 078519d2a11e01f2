import AppCore
import Canvas
import Localization
import Model

/// The profile of the signed-in user, on services that don't list favourites.
enum ProfileScreen {
  static func draw(_ painter: inout Painter, _ state: AppState) {
    let body = state.layout.body
    let rows = body.height >= 14 ? 8 : 5
    let avatar = Size(state.program.viewport.columns(forRows: rows, width: 1, height: 1), rows)
    let gap = 3
    let width = min(body.width - 4, 76)
    let textWidth = max(1, width - avatar.width - gap)
    let blocks = blocks(painter, state, width: textWidth)
    // The width follows the text, so that the whole block is centred. At least 40 columns are
    // reserved, so that short names don't move it.
    let widest = blocks.flatMap(\.lines).map(\.width).max() ?? 0
    let used = avatar.width + gap + min(textWidth, max(widest, 40))
    let height = min(body.height, max(rows, Block.height(blocks)))
    let area = body.centered(Size(used, height))
    let box = Rect(x: area.x, y: area.y, width: avatar.width, height: avatar.height)
    let person = state.profile.problem == nil ? state.profile.person : nil
    painter.avatar(of: person, state, in: box, within: body)
    painter.draw(
      blocks,
      in: Rect(x: box.maxX + gap, y: area.y, width: textWidth, height: height),
      .leading,
      isCentered: false
    )
  }

  private static func blocks(
    _ painter: Painter,
    _ state: AppState,
    width: Int
  ) -> [Block] {
    let texts = painter.texts
    let profile = state.profile
    let buttons = Block([painter.signOutButton(state)])
    if let problem = profile.problem {
      return painter.problemBlocks(problem, width: width) + [
        Block([painter.retryButton(.profile(.refreshPressed), hasKey: state.noticeRetry == nil)]),
        buttons,
      ]
    }
    guard let person = profile.person else {
      return [
        Block([skeleton(painter, min(width, 20)), skeleton(painter, min(width, 12))]),
        Block([.busy(texts[.loadingProfile], painter.ink.faint)]), buttons,
      ]
    }
    // If the likes should be listed but aren't available, the screen says why.
    let isMissed = state.launch.capabilities.contains(.favourites)
    let reason = isMissed ? texts.reason(.likesNotOffered) : nil
    return personBlocks(painter, person, width: width, countsLikes: !isMissed)
      + [reason.map { Block(painter.wrapped($0, width: width, painter.ink.warning)) }, buttons]
      .compactMap(\.self)
  }

  private static func personBlocks(
    _ painter: Painter,
    _ person: Person,
    width: Int,
    countsLikes: Bool
  ) -> [Block] {
    let ink = painter.ink
    let name = painter.wrapped(ServiceText.line(person.name), width: width, ink.strong, limit: 2)
    var blocks = [
      Block(name + [Line("@" + ServiceText.line(person.username), ink.faint)])
    ]
    let summary = PersonSummary(person, painter.texts, countsLikes: countsLikes)
    if let location = summary.location {
      blocks.append(Block([Line(location, ink.faint)], rank: .helpful, space: 0))
    }
    if let bio = person.bio.map(ServiceText.paragraph), !bio.isEmpty {
      blocks.append(Block(painter.wrapped(bio, width: width, ink.plain, limit: 8)))
    }
    if !summary.counts.isEmpty {
      let line = Line(summary.counts.joined(separator: painter.glyphs.dot), ink.faint)
      blocks.append(Block([line], rank: .helpful))
    }
    return blocks
  }

  /// Returns a bar in place of a text that is still loading.
  private static func skeleton(_ painter: Painter, _ width: Int) -> Line {
    let shade = String(repeating: String(painter.glyphs.shade), count: width)
    return Line(shade, painter.ink.faint)
  }
}

extension Painter {
  /// Draws the avatar of a `Person`, or a placeholder.
  mutating func avatar(of person: Person?, _ state: AppState, in box: Rect, within body: Rect) {
    guard let person, person.avatarURL != nil, state.program.hasPictures else {
      return avatarPlaceholder(in: box)
    }
    let source = PictureSource.avatar(person.username)
    let status = state.pictures[PictureKey(source, .thumbnail)]
    if case .failed = status {
      avatarPlaceholder(in: box)
      hit(box, .pressed(.refresh))
      return
    }
    let placement = PicturePlacement(source: source, use: .thumbnail, box: box)
    picture(placement, in: body, isLoading: false)
    if status.isLoading {
      avatarPlaceholder(in: box)
      loadingMark(in: box)
    }
  }

  /// Draws head and shoulders on a plain surface.
  private mutating func avatarPlaceholder(in box: Rect) {
    guard !glyphs.isPlain else { return }
    onSurface { painter in
      painter.fill(box)
      let isFramed = box.height > 4
      if isFramed { painter.frameLines(box, painter.ink.line) }
      let figure =
        painter.glyphs.isASCII
        ? [" _ ", "(_)", "/ \\"] : [" ▄██▄ ", " ▀██▀ ", "▄████▄"]
      let lines = figure.map { Line($0, painter.ink.faint) }
      painter.draw([Block(lines, rank: .decorative)], in: isFramed ? box.inset(dx: 1, dy: 1) : box)
    }
  }
}
