import AppCore
import Canvas
import enum Harness.Rounds
import struct Harness.SeededGenerator
import Model
import Testing

/// Properties of lists of any photos in any window: 10,000 lists, in blocks.
@Suite struct FeedPropertyTests {
  private static let blocks = Rounds.of(40)
  private static let feeds = 250

  @Test(arguments: 0..<blocks)
  func `steps can be undone, and the view never jumps`(_ block: Int) {
    for seed in block * Self.feeds..<(block + 1) * Self.feeds {
      var dice = SeededGenerator(seed)
      let feed = Self.feed(&dice)
      expectInverse(feed, &dice, "\(seed)")
      expectStable(feed, &dice, "\(seed)")
      expectAnchored(feed, &dice, "\(seed)")
    }
  }

  /// Checks that equally many steps up and down end where they began.
  private func expectInverse(_ feed: AppState, _ dice: inout SeededGenerator, _ seed: Comment) {
    var state = feed
    let rows = state.rows(of: .feed)
    let row = rows.row(of: state.views.feed.selection)
    let steps = min(.random(in: 1...4, using: &dice), rows.rows.count - 1 - row)
    for step in 0..<max(0, steps) {
      _ = AppReducer.reduce(&state, .pressed(.moveDown))
      #expect(rows.row(of: state.views.feed.selection) == row + step + 1, seed)
    }
    for _ in 0..<max(0, steps) { _ = AppReducer.reduce(&state, .pressed(.moveUp)) }
    #expect(state.views.feed.selection == feed.views.feed.selection, seed)
  }

  /// Checks that another window or row size shows the same photo, and the old one restores the
  /// view.
  private func expectStable(_ feed: AppState, _ dice: inout SeededGenerator, _ seed: Comment) {
    let before = selectedTile(feed)
    var state = feed
    _ = AppReducer.reduce(&state, .resized(Self.viewport(&dice)))
    expectInSight(state, before, seed)
    _ = AppReducer.reduce(&state, .sizeRead(.feed, Self.size(&dice)))
    expectInSight(state, before, seed)
    _ = AppReducer.reduce(&state, .sizeRead(.feed, feed.views.sizes(of: .feed).present))
    _ = AppReducer.reduce(&state, .resized(feed.program.viewport))
    expectInSight(state, before, seed)
    #expect(selectedTile(state)?.frame.size == before?.frame.size, seed)
  }

  private func expectInSight(_ state: AppState, _ before: FeedLayout.Tile?, _ seed: Comment) {
    let body = state.metrics(of: .feed).body
    guard let tile = selectedTile(state) else {
      Issue.record(seed)
      return
    }
    #expect(tile.id == before?.id, seed)
    let shown = tile.frame.intersection(body).height
    #expect(shown == min(tile.frame.height, body.height), "\(seed): \(tile.frame) in \(body)")
  }

  /// Checks that photos inserted at the top move nothing that is visible.
  ///
  /// Checks it for the first insertion and among inserted photos.
  private func expectAnchored(_ feed: AppState, _ dice: inout SeededGenerator, _ seed: Comment) {
    var state = feed
    for round in 1...3 {
      state.feed.load = .idle
      let old = state
      _ = AppReducer.reduce(&state, .pressed(.refresh))
      let start = 1000 * round
      let new = (start..<start + .random(in: 1...9, using: &dice)).map { Self.photo($0, &dice) }
      let photos = new + old.feed.order.compactMap { state.photos[$0] }
      let page = Page(photos: photos, next: old.feed.nextPage)
      _ = AppReducer.reduce(&state, .feed(.pageLoaded(1, .success(page))))
      #expect(state.feed.order == new.map(\.id) + old.feed.order, seed)
      #expect(state.selected(in: .feed) == old.selected(in: .feed), seed)
      #expect(selectedTile(state)?.id == selectedTile(old)?.id, seed)
      // A list that leaves rows of the screen empty moves down to fill them.
      if old.rows(of: .feed).lastTop > 0 {
        let (before, after) = (old.tiles(of: .feed).tiles, state.tiles(of: .feed).tiles)
        #expect(after.map(\.id) == before.map(\.id), seed)
        #expect(after.map(\.frame) == before.map(\.frame), seed)
        #expect(after.map(\.picture) == before.map(\.picture), seed)
      }
      for _ in 0..<Int.random(in: 0...3, using: &dice) {
        let command = [Command.moveUp, .pageUp].randomElement(using: &dice)
        _ = AppReducer.reduce(&state, .pressed(command ?? .moveUp))
      }
    }
  }

  // MARK: Random feeds

  /// Returns a list of 2 to 40 photos, scrolled to any position.
  private static func feed(_ dice: inout SeededGenerator) -> AppState {
    let photos = (0..<Int.random(in: 2...40, using: &dice)).map { photo($0, &dice) }
    // Some lists continue: their last photos wait for the next page to fill their row.
    let next: PageToken? = Bool.random(using: &dice) ? 2 : nil
    var state = Given.feed(photos.count, next: next, viewport: viewport(&dice)) { photos[$0] }
    state.views.restore(.feed, size(&dice))
    for _ in 0..<Int.random(in: 0...5, using: &dice) {
      let command = [Command.moveDown, .moveRight, .pageDown].randomElement(using: &dice)
      _ = AppReducer.reduce(&state, .pressed(command ?? .moveDown))
    }
    state.feed.load = .idle
    return state
  }

  /// Returns a photo of any proportions, most often common ones.
  private static func photo(_ number: Int, _ dice: inout SeededGenerator) -> Photo {
    let usual = [(6000, 4000), (4000, 6000), (4032, 3024), (3024, 4032), (4000, 4000)]
    let odd = (Int.random(in: 100...9000, using: &dice), Int.random(in: 100...9000, using: &dice))
    let isUsual = Int.random(in: 0..<5, using: &dice) > 0
    let (width, height) = isUsual ? usual.randomElement(using: &dice) ?? odd : odd
    return Given.photo(number, width: width, height: height)
  }

  private static func viewport(_ dice: inout SeededGenerator) -> Viewport {
    Viewport(columns: .random(in: 40...240, using: &dice), rows: .random(in: 12...70, using: &dice))
  }

  private static func size(_ dice: inout SeededGenerator) -> RowSize {
    RowSize.allCases.randomElement(using: &dice) ?? .medium
  }
}
