import Canvas
import Model

/// The search board, shown before the first search.
///
/// Recent searches are in a line, and topics are tiles with covers.
///
/// If the screen has too little room for all topics, the rows scroll to show the selected one.
package struct SearchBoard: Equatable, Sendable {
  package struct Tile: Equatable, Sendable {
    package let offer: ListOffer
    /// The box of the cover, in screen coordinates.
    package let picture: Rect
    /// The row at the cover's lower edge that shows the topic's name.
    package let name: Rect
  }

  /// The recent searches, in one line below their heading.
  package let recent: SearchChips
  /// The row of the topics' heading.
  package let heading: Rect
  /// The number of all topics, visible or not.
  package let count: Int
  /// The visible tiles.
  package let tiles: [Tile]
  /// The topics, in the service's order.
  private let topics: [ListID]
  /// The number of tiles in a row, their width, and the column of the first one.
  private let columns: Int
  private let tileWidth: Int
  private let left: Int

  /// The minimum number of screen rows for a board; smaller screens show chips.
  package static let leastRows = 24
  /// The columns of the screen for each of the smallest tiles: 120 columns have four tiles.
  private static let pitch = 30.0
  /// The number of tiles in a row below which tiles aren't enlarged to show all topics.
  private static let leastColumns = 4
  /// The empty columns and rows between tiles, for the selection frame.
  private static let gap = Size(2, 1)

  /// Lays out the board.
  ///
  /// - Parameters:
  ///   - chosen: the index of the selected topic; `nil` if none is selected.
  ///   - room: the body below the search line.
  package init(
    recent texts: [String],
    topics offers: [ListOffer],
    chosen: Int?,
    in room: Rect,
    _ viewport: Viewport
  ) {
    let line = Rect(x: room.x, y: room.y, width: room.width, height: 2)
    recent = SearchChips(recent: texts, ideas: [], in: line)
    topics = offers.map(\.list)
    count = offers.count
    let top = room.y + (texts.isEmpty ? 0 : line.height + 1)
    heading = Rect(x: room.x, y: top, width: room.width, height: 1)
    left = room.x
    // The tiles start below the heading and leave a row for the frame of the lowest ones.
    let first = heading.maxY + 1
    func width(_ columns: Int) -> Int {
      max(1, (room.width - (columns - 1) * Self.gap.width) / columns)
    }
    func leastHeight(_ columns: Int) -> Int {
      max(3, viewport.rows(forColumns: width(columns), width: 2, height: 1))
    }
    func fittingRows(_ columns: Int) -> Int {
      max(1, (room.maxY - first) / (leastHeight(columns) + Self.gap.height))
    }
    // The tiles are as large as possible with all topics visible.
    let most = max(2, Int((Double(viewport.columns) / Self.pitch).rounded()))
    let columns =
      (min(most, Self.leastColumns)...most).first { fittingRows($0) * $0 >= offers.count } ?? most
    self.columns = columns
    tileWidth = width(columns)
    let low = leastHeight(columns)
    let high = max(low, viewport.rows(forColumns: tileWidth, width: 4, height: 3))
    let visible = min(fittingRows(columns), max(1, (offers.count + columns - 1) / columns))
    // Remaining room makes the tiles higher.
    let height = max(low, min(high, (room.maxY - first) / visible - Self.gap.height))
    let pitch = height + Self.gap.height
    let hidden = max(0, (chosen ?? 0) / columns - visible + 1)
    var tiles: [Tile] = []
    for index in offers.indices {
      let row = index / columns - hidden
      guard row >= 0, row < visible else { continue }
      let picture = Rect(
        x: left + index % columns * (tileWidth + Self.gap.width),
        y: first + row * pitch,
        width: tileWidth,
        height: height
      )
      let name = Rect(x: picture.x, y: picture.maxY - 1, width: picture.width, height: 1)
      tiles.append(Tile(offer: offers[index], picture: picture, name: name))
    }
    self.tiles = tiles
  }

  /// The choices in the order of the arrow keys: recent searches, then all topics.
  var choices: [SearchChoice] { recent.chips.map { .text($0.text) } + topics.map { .topic($0) } }

  /// Returns the choice below or above another one; `nil` if there is none.
  func neighbour(of choice: SearchChoice, down: Bool) -> SearchChoice? {
    switch choice {
    case .text(let text):
      guard down, let chip = recent.chips.first(where: { $0.text == text }) else { return nil }
      let column = (chip.rect.x + chip.rect.width / 2 - left) / (tileWidth + Self.gap.width)
      return topics.isEmpty ? nil : .topic(topics[min(column, columns - 1, topics.count - 1)])
    case .topic(let list):
      guard let index = topics.firstIndex(of: list) else { return nil }
      let next = index + (down ? columns : -columns)
      if topics.indices.contains(next) { return .topic(topics[next]) }
      guard down else { return nearestRecent(to: index).map { .text($0) } }
      let hasRowBelow = index / columns < (topics.count - 1) / columns
      return hasRowBelow ? topics.last.map { .topic($0) } : nil
    case .person: return nil
    }
  }

  private func nearestRecent(to index: Int) -> String? {
    let middle = left + index % columns * (tileWidth + Self.gap.width) + tileWidth / 2
    func distance(_ rect: Rect) -> Int { max(0, rect.x - middle, middle - rect.maxX + 1) }
    return recent.chips.min { distance($0.rect) < distance($1.rect) }?.text
  }
}

extension AppState {
  /// The visible search board; `nil` if there is none.
  ///
  /// The board is shown before the first search if the topics are known and there is room.
  package var searchBoard: SearchBoard? {
    guard search.query == nil, hasRoomForBoard else { return nil }
    let topics = knownTopics
    guard !topics.isEmpty else { return nil }
    let chosen = topics.firstIndex { search.choice == .topic($0.list) }
    return SearchBoard(
      recent: Array(search.recentSearches.prefix(SearchState.offerLimit)),
      topics: topics,
      chosen: chosen,
      in: layout.body.inset(dx: 1, dy: 0).inset(top: 2),
      program.viewport
    )
  }

  /// Whether the service has topics and the screen has room for their covers.
  var hasRoomForBoard: Bool {
    offers(.topics) && program.hasPictures && program.viewport.rows >= SearchBoard.leastRows
  }
}
