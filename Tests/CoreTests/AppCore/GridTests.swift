import AppCore
import Canvas
import CustomDump
import Library
import Model
import Testing

/// Lists shown as a grid.
@Suite struct GridTests {
  private func grid(
    _ count: Int = 40,
    next: Int? = nil,
    _ viewport: Viewport = Viewport(columns: 80, rows: 24)
  ) -> AppState {
    var state = Given.feed(count, next: next, viewport: viewport, photo: ScrollingTests.mixed)
    state.launch = Given.extendedLaunch
    _ = AppReducer.reduce(&state, .pressed(.viewMode))
    return state
  }

  @Test func `the key and the sign switch the list alone, and it is remembered`() {
    var state = Given.feed(30).extended
    expect(&state, .pressed(.viewMode), [.view(.keepMode(.feed, .grid))]) {
      $0.views.feed.mode = .grid
    }
    expect(&state, .feed(.modePressed, in: .feed), [.view(.keepMode(.feed, .column))]) {
      $0.views.feed.mode = .column
    }
    state.tab = .search
    state.search.query = SearchQuery("cat")
    state[state.search.list] = state.feed
    expect(&state, .pressed(.viewMode), [.view(.keepMode(.search, .grid))]) {
      $0.views.search.mode = .grid
    }
    // A list out of sight asks for nothing.
    expect(&state, .modeRead(.feed, .grid)) { $0.views.feed.mode = .grid }
    expect(&state, .modeRead(.feed, .grid))
  }

  @Test func `how lists were shown is read when somebody is signed in`() {
    var state = Given.splash(Given.extendedLaunch)
    let effects = AppReducer.reduce(&state, .sessionRead(.success(Account())))
    #expect(effects.contains(.view(.readModes)))
    var basic = Given.splash()
    let others = AppReducer.reduce(&basic, .sessionRead(.success(Account())))
    #expect(others == [.feed(.loadPage(1))])
    expect(&basic, .modeRead(.feed, .grid))
  }

  @Test(arguments: [(40, 2), (80, 2), (98, 3), (120, 3), (200, 6)])
  func `there are two columns, and more where there is room`(_ columns: Int, _ tiles: Int) {
    let state = grid(40, Viewport(columns: columns, rows: 30))
    #expect(state.metrics(of: .feed).columns == tiles)
    let cards = state.cards(of: .feed)
      .cards
    let rows = Dictionary(grouping: cards, by: \.picture.y)
    for row in rows.values where row.count > 1 {
      #expect(row.count <= tiles)
      for (left, right) in zip(row, row.dropFirst()) {
        #expect(left.picture.maxX < right.picture.x)
      }
      #expect(row.allSatisfy { $0.picture.size == row[0].picture.size })
      #expect(row.allSatisfy { $0.picture.x >= 2 && $0.picture.maxX <= columns })
    }
  }

  @Test(arguments: ScrollingTests.viewports)
  func `a selected tile is seen whole, by rows and by columns`(_ viewport: Viewport) {
    var state = grid(40, viewport)
    let columns = state.metrics(of: .feed).columns
    func check(_ selection: Int) {
      checkFeed(state)
      #expect(state.views.feed.selection == selection)
      let body = state.metrics(of: .feed).body
      let card = selectedCard(state)
      let isLast = selection >= 40 - columns
      #expect((card?.frame.y ?? -9) >= body.y - (isLast ? 4 : 0))
      #expect((card?.caption.maxY ?? .max) <= body.maxY)
    }
    for step in 1..<(40 / columns) {
      _ = AppReducer.reduce(&state, .pressed(.moveDown))
      check(step * columns)
    }
    _ = AppReducer.reduce(&state, .pressed(.first))
    for step in 1..<40 {
      _ = AppReducer.reduce(&state, .pressed(.moveRight))
      check(step)
    }
    for step in (0..<39).reversed() {
      _ = AppReducer.reduce(&state, .pressed(.moveLeft))
      check(step)
    }
    expect(&state, .pressed(.moveUp))
    #expect(state.views.feed.anchor == ListView.Anchor(index: 0, offset: 0))
  }

  @Test func `up and down stay in their column`() {
    var state = grid(41)
    let columns = state.metrics(of: .feed).columns
    _ = AppReducer.reduce(&state, .pressed(.moveRight))
    for _ in 0..<5 { _ = AppReducer.reduce(&state, .pressed(.moveDown)) }
    #expect(state.views.feed.selection == 1 + 5 * columns)
    for _ in 0..<9 { _ = AppReducer.reduce(&state, .pressed(.moveUp)) }
    #expect(state.views.feed.selection == 1)
  }

  @Test func `the wheel moves whole rows, and the selection stays in sight`() {
    var state = grid()
    for _ in 0..<60 {
      _ = AppReducer.reduce(&state, .feed(.scrolled(rows: 3)))
      checkFeed(state)
      #expect(state.views.feed.anchor.index % state.metrics(of: .feed).columns == 0)
      #expect(selectedCard(state) != nil)
    }
    #expect(state.views.feed.selection > 20)
  }

  @Test func `resizing and switching keep what is looked at in sight`() {
    var state = grid()
    for _ in 0..<7 { _ = AppReducer.reduce(&state, .pressed(.moveDown)) }
    let selected = state.selected(in: .feed)
    for columns in [200, 41, 120, 64, 80] {
      _ = AppReducer.reduce(&state, .resized(Viewport(columns: columns, rows: 24)))
      checkFeed(state)
      #expect(state.selected(in: .feed) == selected && selectedCard(state) != nil)
    }
    for _ in 0..<3 {
      _ = AppReducer.reduce(&state, .pressed(.viewMode))
      checkFeed(state)
      #expect(state.selected(in: .feed) == selected && selectedCard(state) != nil)
    }
  }

  @Test func `the next page is asked for while two screens are left`() {
    var state = grid(40, next: 2)
    #expect(state.feed.load == .idle)
    var asked = false
    while !asked, state.views.feed.selection < 39 {
      asked = AppReducer.reduce(&state, .pressed(.moveDown)).contains(.feed(.loadPage(2)))
    }
    let metrics = state.metrics(of: .feed)
    #expect(asked && state.views.feed.selection < 40 - 2 * metrics.columns)
  }
}
