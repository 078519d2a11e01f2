import AppCore
import Canvas
import CustomDump
import struct Harness.SeededGenerator
import Model
import Testing

/// Lists in rows: sizes, steps between rows, and photos that keep their place.
@Suite struct RowTests {
  private func feed(
    _ count: Int = 60,
    next: PageToken? = nil,
    _ viewport: Viewport = Viewport(columns: 120, rows: 40),
    size: RowSize = .medium
  ) -> AppState {
    var state = Given.feed(count, next: next, viewport: viewport, photo: Self.camera)
    state.views.restore(.feed, size)
    return state
  }

  /// Returns a photo with proportions that cameras produce.
  static func camera(_ number: Int) -> Photo {
    let shapes = [
      (6000, 4000), (4000, 6000), (4032, 3024), (3024, 4032), (5472, 3648), (4000, 4000),
    ]
    let (width, height) = shapes[number * 5 % 7 % shapes.count]
    return Given.photo(number, width: width, height: height)
  }

  // MARK: Sizes

  @Test func `keys choose the list's size, which is saved`() {
    var state = feed().extended
    expect(&state, .pressed(.smaller), [.view(.writeSize(.feed, .small))]) {
      $0.views.resize(.feed, to: .small)
    }
    // The layout key returns to the last rows.
    for size in [RowSize.columns, .single, .small] {
      expect(&state, .pressed(.format), [.view(.writeSize(.feed, size))]) {
        $0.views.resize(.feed, to: size)
      }
    }
    for size in [RowSize.medium, .large, .columns, .single] {
      #expect(
        AppReducer.reduce(&state, .pressed(.larger)) == [.view(.writeSize(.feed, size))]
      )
    }
    expect(&state, .pressed(.larger))
    for kind in ListID.Kind.allCases where kind != .feed {
      #expect(state.views.sizes(of: kind) == RowSizes())
    }
    // A hidden list requests nothing.
    expect(&state, .sizeRead(.search, .tiny)) {
      $0.views.resize(.search, to: .tiny)
    }
    expect(&state, .sizeRead(.search, .tiny))
  }

  @Test func `saved sizes are read after sign-in, in the extended edition only`() {
    var state = Given.splash(Given.extendedLaunch)
    let effects = AppReducer.reduce(&state, .sessionRead(.success(Account())))
    #expect(effects.contains(.view(.readSizes)))
    var basic = feed()
    #expect(AppReducer.reduce(&basic, .pressed(.smaller)) == [])
    #expect(basic.views.sizes(of: .feed).present == .small)
  }

  @Test func `by default about three rows fit on the screen, and more or fewer by size`() {
    func rows(_ viewport: Viewport, _ size: RowSize) -> Int {
      let layout = feed(200, viewport, size: size).tiles(of: .feed)
      return Set(layout.tiles.filter { $0.frame.maxY <= layout.metrics.body.maxY }.map(\.frame.y))
        .count
    }
    for viewport in [Viewport(columns: 120, rows: 40), Viewport(columns: 200, rows: 60)] {
      #expect((2...4).contains(rows(viewport, .medium)))
      let all = RowSize.allCases.map { rows(viewport, $0) }
      #expect(all == all.sorted(by: >) && all.last == 1)
    }
    #expect(rows(Viewport(columns: 40, rows: 12), .medium) == 1)
  }

  @Test(arguments: RowSize.allCases)
  func `the selected photo stays visible in any size`(_ size: RowSize) {
    var state = feed()
    for _ in 0..<7 { _ = AppReducer.reduce(&state, .pressed(.moveDown)) }
    let before = selectedTile(state)
    _ = AppReducer.reduce(&state, .sizeRead(.feed, size))
    checkFeed(state)
    let after = selectedTile(state)
    #expect(after?.id == before?.id)
    let body = state.metrics(of: .feed).body
    #expect(after.map { $0.frame.y > body.y && $0.frame.maxY < body.maxY } == true)
  }

  // MARK: Steps

  @Test(arguments: RowSize.allCases, ScrollingTests.viewports)
  func `up and down undo each other, from any row`(_ size: RowSize, _ viewport: Viewport) {
    for start in stride(from: 0, to: 60, by: 7) {
      var state = feed(60, viewport, size: size)
      for _ in 0..<start { _ = AppReducer.reduce(&state, .pressed(.moveRight)) }
      let rows = state.rows(of: .feed)
      let below = min(9, rows.rows.count - 1 - rows.row(of: state.views.feed.selection))
      let selection = state.views.feed.selection
      for _ in 0..<below {
        let before = state.views.feed.selection
        _ = AppReducer.reduce(&state, .pressed(.moveDown))
        checkFeed(state)
        #expect(rows.row(of: state.views.feed.selection) == rows.row(of: before) + 1)
      }
      for _ in 0..<below { _ = AppReducer.reduce(&state, .pressed(.moveUp)) }
      #expect(state.views.feed.selection == selection)
    }
  }

  @Test func `a step down selects the horizontally nearest tile`() {
    var state = feed()
    for _ in 0..<20 {
      let from = selectedTile(state)
      let x = state.views.feed.column ?? ((from?.frame.x ?? 0) + (from?.frame.width ?? 0) / 2)
      _ = AppReducer.reduce(&state, .pressed(.moveDown))
      guard let to = selectedTile(state), to.id != from?.id else { break }
      let others = state.tiles(of: .feed).tiles.filter { $0.frame.y == to.frame.y }
      func distance(_ rect: Rect) -> Int { max(0, rect.x - x, x - (rect.maxX - 1)) }
      #expect(others.allSatisfy { distance($0.frame) >= distance(to.frame) })
    }
  }

  @Test func `after a step sideways, steps down begin in the new column`() {
    var state = feed()
    _ = AppReducer.reduce(&state, .pressed(.moveDown))
    #expect(state.views.feed.column != nil)
    _ = AppReducer.reduce(&state, .pressed(.moveRight))
    #expect(state.views.feed.column == nil)
  }

  @Test(arguments: ScrollingTests.viewports)
  func `a page selects the tile at the selection's former position`(_ viewport: Viewport) throws {
    for size in RowSize.allCases {
      var state = feed(600, viewport, size: size)
      _ = AppReducer.reduce(&state, .pressed(.moveRight))
      for _ in 0..<8 {
        let top = state.views.feed.anchor
        _ = AppReducer.reduce(&state, .pressed(.pageDown))
        checkFeed(state)
        #expect(state.views.feed.anchor != top)
        let body = state.metrics(of: .feed).body
        func isWhole(_ tile: FeedLayout.Tile) -> Bool {
          tile.frame.intersection(body).height == tile.frame.height
        }
        let tile = try #require(selectedTile(state))
        // If any tile fits into the window completely, the selected one does.
        #expect(isWhole(tile) || !state.tiles(of: .feed).tiles.contains(where: isWhole))
        let shown = tile.frame.intersection(body).height
        #expect(shown * 2 >= min(tile.frame.height, body.height))
      }
    }
  }

  @Test func `a screen of 200 by 60 shows twelve whole photos at first`() {
    let state = feed(90, Viewport(columns: 200, rows: 60))
    let body = state.metrics(of: .feed).body
    let whole = state.tiles(of: .feed).tiles.filter { body.intersection($0.frame) == $0.frame }
    #expect(whole.count >= 12)
  }

  // MARK: Inserted and appended photos

  @Test(arguments: [1, 2, 3, 5, 17])
  func `photos inserted at the top move nothing visible, and have normal rows`(_ count: Int) {
    for size in RowSize.allCases where size != .columns {
      for steps in [0, 3, 11] {
        var state = feed(90, next: 4, size: size)
        for _ in 0..<steps { _ = AppReducer.reduce(&state, .pressed(.moveDown)) }
        state.feed.load = .idle
        let before = state.tiles(of: .feed)
        let selected = state.selected(in: .feed)
        _ = AppReducer.reduce(&state, .pressed(.refresh))
        let new = (1000..<1000 + count).map(Self.camera)
        let page = Page(photos: new + (0..<30).map(Self.camera), next: 2)
        _ = AppReducer.reduce(&state, .feed(.pageLoaded(1, .success(page))))
        checkFeed(state)
        let after = state.tiles(of: .feed)
        #expect(state.selected(in: .feed) == selected)
        #expect(after.tiles.map(\.id) == before.tiles.map(\.id))
        #expect(after.tiles.map(\.frame) == before.tiles.map(\.frame))
        #expect(after.tiles.map(\.picture) == before.tiles.map(\.picture))
        let rows = state.rows(of: .feed)
        let preferred = Int(rows.metrics.maker.target.rounded())
        for row in rows.rows {
          #expect(isFilled(row, rows) || row.height == preferred)
          #expect(size == .single || row.height <= preferred * 17 / 10)
        }
        // At the top of the list, everything is laid out as if it had always been there.
        _ = AppReducer.reduce(&state, .pressed(.first))
        checkFeed(state)
        #expect(state.views.feed.pivot == FeedRows.Pivot() && state.views.feed.selection == 0)
      }
    }
  }

  /// 200 feeds, with photos inserted at the top for any scroll position.
  @Test(arguments: 0..<10)
  func `no row gets higher because photos are inserted above it`(_ block: Int) {
    for seed in block * 20..<(block + 1) * 20 {
      var dice = SeededGenerator(seed)
      let viewport = Viewport(
        columns: .random(in: 60...240, using: &dice),
        rows: .random(in: 20...70, using: &dice)
      )
      let size = [RowSize.tiny, .small, .medium, .large].randomElement(using: &dice) ?? .medium
      var state = feed(.random(in: 1...40, using: &dice), next: 3, viewport, size: size)
      for round in 1...4 {
        for _ in 0..<Int.random(in: 0...6, using: &dice) {
          let command = [Command.moveDown, .moveUp, .pageDown].randomElement(using: &dice)
          _ = AppReducer.reduce(&state, .pressed(command ?? .moveDown))
        }
        state.feed.load = .idle
        let old = state.feed.order
        _ = AppReducer.reduce(&state, .pressed(.refresh))
        let start = 1000 * round
        let new = (start..<start + .random(in: 1...4, using: &dice)).map(Self.camera)
        let page = Page(photos: new + old.compactMap { state.photos[$0] }, next: 2)
        _ = AppReducer.reduce(&state, .feed(.pageLoaded(1, .success(page))))
        checkFeed(state)
        #expect(state.feed.order == new.map(\.id) + old, "\(seed)")
        let rows = state.rows(of: .feed)
        let highest = rows.rows.map(\.height).max() ?? 0
        #expect(Double(highest) <= 2 * rows.metrics.maker.target, "\(seed), round \(round)")
      }
    }
  }

  @Test func `pages move no row, and few photos wait for the next page`() {
    for size in RowSize.allCases {
      var state = feed(0, next: 1, size: size)
      _ = AppReducer.reduce(&state, .pressed(.refresh))
      state.feed.isRefreshing = false
      var old: [FeedRows.Row] = []
      for page in 1...20 {
        state.feed.load = .loading
        let photos = ((page - 1) * 30..<page * 30).map(ScrollingTests.mixed)
        let next = page < 20 ? PageToken(page + 1) : nil
        _ = AppReducer.reduce(
          &state,
          .feed(.pageLoaded(PageToken(page), .success(Page(photos: photos, next: next))))
        )
        checkFeed(state)
        let rows = state.rows(of: .feed)
        #expect(Array(rows.rows.prefix(old.count)) == old)
        #expect(page * 30 - rows.count < (next == nil ? 1 : 25))
        old = rows.rows
      }
    }
  }

  @Test func `waiting photos are shown if the page fails, and while it is retried`() {
    for count in 40...60 {
      var state = feed(count, next: 2)
      let waiting = state.rows(of: .feed)
      _ = AppReducer.reduce(&state, .pressed(.last))
      let before = state.rows(of: .feed).rows.dropLast()
      _ = AppReducer.reduce(&state, .feed(.pageLoaded(2, .failure(Given.timeout))))
      #expect(state.rows(of: .feed).count == count)
      #expect(state.rows(of: .feed).rows.starts(with: before.dropLast()))
      _ = AppReducer.reduce(&state, .pressed(.last))
      #expect(state.views.feed.selection == count - 1)
      expect(&state, .feed(.retryPressed), [.feed(.loadPage(2))]) { $0.feed.load = .loading }
      #expect(state.rows(of: .feed).count == count)
      let page = Page(photos: (count..<count + 30).map(Self.camera), next: 3)
      _ = AppReducer.reduce(&state, .feed(.pageLoaded(2, .success(page))))
      #expect(state.rows(of: .feed).rows.starts(with: waiting.rows))
      #expect(state.rows(of: .feed).count < count + 30 || count == 60)
    }
  }

  @Test func `a number selects its photo, even one that waits for a page`() {
    for count in 40...60 {
      var state = feed(count, next: 2)
      for (number, command) in [(count - 1, Command.first), (count, .last), (count + 9, .last)] {
        state.count = Count(number, at: state.place)
        _ = AppReducer.reduce(&state, .pressed(command))
        #expect(state.views.feed.selection == min(number, count) - 1)
        #expect(selectedTile(state) != nil)
        checkFeed(state)
      }
    }
  }

  @Test func `a waiting photo is selected after it was shown in full screen`() {
    var waited = 0
    for count in 40...60 {
      var state = feed(count, next: 2)
      waited += count - state.rows(of: .feed).count
      _ = AppReducer.reduce(&state, .pressed(.last))
      _ = AppReducer.reduce(&state, .pressed(.open))
      for _ in 0..<count { _ = AppReducer.reduce(&state, .pressed(.moveRight)) }
      #expect(state.photo?.id == Given.id(count - 1))
      _ = AppReducer.reduce(&state, .pressed(.back))
      #expect(selectedTile(state)?.id == Given.id(count - 1))
      checkFeed(state)
      // And it stays selected in its new row.
      let page = Page(photos: (count..<count + 30).map(Self.camera), next: 3)
      _ = AppReducer.reduce(&state, .feed(.pageLoaded(2, .success(page))))
      #expect(selectedTile(state)?.id == Given.id(count - 1))
      checkFeed(state)
    }
    #expect(waited > 0)
  }

  private func isFilled(_ row: FeedRows.Row, _ rows: FeedRows) -> Bool {
    let tiles = row.indices.map { rows.tile($0, in: row, top: 0) }
    let ends = (tiles.first?.frame.x ?? 0, tiles.last?.frame.maxX ?? 0)
    let gaps = zip(tiles, tiles.dropFirst()).map { $1.frame.x - $0.frame.maxX }
    return ends.1 - ends.0 == rows.metrics.width
      && gaps.allSatisfy { $0 == rows.metrics.columnGap }
  }

  @Test(arguments: 0..<30)
  func `any window size keeps the selected photo visible`(_ seed: Int) {
    var dice = SeededGenerator(seed)
    var state = feed(120)
    for _ in 0..<Int.random(in: 0..<20, using: &dice) {
      _ = AppReducer.reduce(&state, .pressed(.moveDown))
    }
    let before = selectedTile(state)
    let first = state
    for _ in 0..<6 {
      let viewport = Viewport(
        columns: .random(in: 40...300, using: &dice),
        rows: .random(in: 12...100, using: &dice)
      )
      _ = AppReducer.reduce(&state, .resized(viewport))
      checkFeed(state)
      #expect(selectedTile(state)?.id == before?.id)
    }
    _ = AppReducer.reduce(&state, .resized(first.program.viewport))
    #expect(selectedTile(state)?.id == before?.id)
    #expect(selectedTile(state)?.frame.size == before?.frame.size)
  }

  @Test func `the next page is requested about a screen ahead, and not at launch`() {
    for size in [RowSize.small, .medium, .large, .single] {
      var state = feed(150, next: 2, size: size)
      expect(&state, .resized(state.program.viewport))
      var asked = false
      for _ in 0..<150 where !asked {
        asked = AppReducer.reduce(&state, .pressed(.moveDown)).contains(.feed(.loadPage(2)))
      }
      let rows = state.rows(of: .feed)
      let body = rows.metrics.body.height
      let rest = rows.height - state.views.feed.top(in: rows) - body
      #expect(asked && rest < body && rest > body / 3, "\(size): \(rest) of \(body)")
    }
  }

  @Test func `the bar beside the list shows the position`() {
    var state = feed(200)
    let top = state.tiles(of: .feed).bar
    let body = state.metrics(of: .feed).body
    #expect(top?.thumb.y == body.y && (top?.thumb.height ?? 99) < body.height / 2)
    _ = AppReducer.reduce(&state, .pressed(.last))
    #expect(state.tiles(of: .feed).bar?.thumb.maxY == body.maxY)
    // Of a list whose length is known, only a part has loaded.
    state.feed.total = 2_000
    #expect((state.tiles(of: .feed).bar?.thumb.maxY ?? 99) < body.maxY / 2)
    // The largest number that a service can send, in the highest possible list.
    var huge = feed(2000, size: .single)
    huge.feed.total = 1_000_000_000_000_000
    #expect(huge.tiles(of: .feed).bar?.thumb.height == 1)
    #expect(feed(3).tiles(of: .feed).bar == nil)
    #expect(feed(200, Viewport(columns: 40, rows: 12)).tiles(of: .feed).bar == nil)
  }
}
