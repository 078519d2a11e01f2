import Canvas

/// The suggestions of an empty search as rows of chips: recent searches, then search ideas, each
/// below a heading.
package struct SearchChips: Equatable, Sendable {
  package enum Section: Equatable, Sendable { case recent, ideas }

  /// A suggestion in a box that the user can select.
  package struct Chip: Equatable, Sendable {
    package let text: String
    package let section: Section
    package let rect: Rect
  }

  /// The headings of the sections that have chips, and the points where they begin.
  package private(set) var headings: [(section: Section, point: Point)] = []
  /// The chips in the order of the arrow keys, without those that don't fit.
  package private(set) var chips: [Chip] = []

  /// The columns of a recent search's button that removes it.
  package static let signColumns = 2

  /// Lays out the chips.
  ///
  /// Chips that don't fit into the room are left out.
  ///
  /// - Parameter room: the area for headings and chips.
  package init(recent: [String], ideas: [String], in room: Rect) {
    // Rows of chips have empty rows between them if all chips fit then.
    let airy = Self(recent, ideas, in: room, pitch: 2)
    let isWhole = airy.chips.count == recent.count + ideas.count
    self = isWhole ? airy : Self(recent, ideas, in: room, pitch: 1)
  }

  private init(_ recent: [String], _ ideas: [String], in room: Rect, pitch: Int) {
    var y = room.y
    for (section, texts) in [(Section.recent, recent), (.ideas, ideas)] where !texts.isEmpty {
      guard y + 1 < room.maxY else { return }
      headings.append((section, Point(room.x, y)))
      y += 1
      var x = room.x
      for text in texts {
        let sign = section == .recent ? Self.signColumns : 0
        let width = min(room.width, TextWidth.of(text) + 2 + sign)
        if x > room.x, x + width > room.maxX { (x, y) = (room.x, y + pitch) }
        guard y < room.maxY else { return }
        let rect = Rect(x: x, y: y, width: width, height: 1)
        chips.append(Chip(text: text, section: section, rect: rect))
        x += width + 2
      }
      y += pitch
    }
  }

  /// Returns the chip in the row below or above that is nearest to the chip with this text.
  ///
  /// - Returns: `nil` if there is no such row, or no chip with this text.
  package func neighbour(of text: String, down: Bool) -> Chip? {
    guard let chip = chips.first(where: { $0.text == text }) else { return nil }
    let rows = chips.map(\.rect.y).filter { down ? $0 > chip.rect.y : $0 < chip.rect.y }
    guard let row = down ? rows.min() : rows.max() else { return nil }
    let middle = chip.rect.x + chip.rect.width / 2
    func distance(_ rect: Rect) -> Int { max(0, rect.x - middle, middle - rect.maxX + 1) }
    return chips.filter { $0.rect.y == row }
      .min { distance($0.rect) < distance($1.rect) }
  }

  package static func == (one: SearchChips, other: SearchChips) -> Bool {
    one.chips == other.chips && one.headings.map(\.point) == other.headings.map(\.point)
  }
}

extension AppState {
  /// The visible chips; `nil` if there are none.
  ///
  /// Chips are shown before the first search, unless the search board or suggestions are shown.
  package var searchChips: SearchChips? {
    guard search.query == nil, searchBoard == nil, searchSuggestions.isEmpty else { return nil }
    let room = layout.body.inset(dx: 1, dy: 0).inset(top: min(2, max(1, layout.body.height - 10)))
    let recent = Array(search.recentSearches.prefix(SearchState.offerLimit))
    let ideas = program.searchIdeas.filter { !recent.contains($0) }
    let chips = SearchChips(recent: recent, ideas: ideas, in: room)
    return chips.chips.isEmpty ? nil : chips
  }

  /// The choices that the arrow keys move through in the search line.
  package var searchChoices: [SearchChoice] {
    if isBoardActive, let board = searchBoard { return board.choices }
    if areChipsActive, let chips = searchChips { return chips.chips.map { .text($0.text) } }
    return searchSuggestions.map(\.choice)
  }

  /// Whether the arrow keys move the selection on the search board.
  ///
  /// While text is typed, suggestions cover the board.
  package var isBoardActive: Bool { search.input.text.isEmpty && searchBoard != nil }

  /// Whether the arrow keys move the selection on the chips.
  ///
  /// Chips that are shown because the typed text has no suggestions can't be selected.
  package var areChipsActive: Bool { search.input.text.isEmpty && searchChips != nil }
}
