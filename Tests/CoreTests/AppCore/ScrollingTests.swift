import AppCore
import Canvas
import CustomDump
import struct Harness.SeededDice
import Library
import Model
import Testing

@Suite struct ScrollingTests {
  static let viewports = [
    Viewport(columns: 40, rows: 12), Viewport(columns: 80, rows: 24),
    Viewport(columns: 120, rows: 40), Viewport(columns: 200, rows: 60),
    Viewport(columns: 61, rows: 17, cellWidth: 733, cellHeight: 1541),
    Viewport(columns: 200, rows: 12), Viewport(columns: 40, rows: 60),
  ]

  /// Panoramas, portraits, squares, and sizes that no camera makes.
  static func mixed(_ number: Int) -> Photo {
    let shapes = [
      (3000, 2000), (2000, 3000), (9000, 1000), (800, 9000), (1000, 1000), (1, 1), (5, 9000),
      (10_000, 3), (4032, 3024),
    ]
    let (width, height) = shapes[number * 7 % shapes.count]
    return Given.photo(number, width: width, height: height)
  }

  private func feed(_ viewport: Viewport, count: Int = 40) -> AppState {
    Given.feed(count, next: nil, viewport: viewport, photo: Self.mixed)
  }

  @Test(arguments: viewports)
  func `a selected card is seen whole, all the way down and up`(_ viewport: Viewport) {
    var state = feed(viewport)
    let body = state.metrics(of: .feed).body
    for command in [Command.moveDown, .moveUp] {
      for step in 1..<40 {
        _ = AppReducer.reduce(&state, .pressed(command))
        checkFeed(state)
        #expect(state.views.feed.selection == (command == .moveDown ? step : 39 - step))
        guard let card = selectedCard(state) else {
          Issue.record("card \(state.views.feed.selection) is out of sight")
          return
        }
        // What stands behind the last card is seen too, and may take its first rows.
        let hidden = step == 39 && command == .moveDown ? 4 : 0
        #expect(card.frame.y >= body.y - hidden)
        #expect(card.caption.maxY <= body.maxY)
      }
    }
    #expect(state.views.feed.anchor == ListView.Anchor(index: 0, offset: 0))
  }

  @Test(arguments: viewports)
  func `the first and the last`(_ viewport: Viewport) {
    var state = feed(viewport)
    _ = AppReducer.reduce(&state, .pressed(.last))
    checkFeed(state)
    #expect(state.views.feed.selection == 39)
    #expect(selectedCard(state)?.caption.maxY ?? .max <= state.metrics(of: .feed).body.maxY)
    // What stands behind it is seen whole, and there is nothing further down.
    let anchor = state.views.feed.anchor
    for command in [Command.moveDown, .pageDown] {
      _ = AppReducer.reduce(&state, .pressed(command))
      #expect(state.views.feed.anchor == anchor)
    }
    let metrics = state.metrics(of: .feed)
    let footer = state.cards(of: .feed).footer
    #expect(footer?.maxY ?? .max <= metrics.body.maxY)
    _ = AppReducer.reduce(&state, .pressed(.first))
    checkFeed(state)
    #expect(state.views.feed.selection == 0)
    #expect(state.views.feed.anchor == ListView.Anchor(index: 0, offset: 0))
  }

  @Test(arguments: viewports)
  func `a page down and up again returns`(_ viewport: Viewport) {
    var state = feed(viewport)
    for _ in 0..<3 {
      let anchor = state.views.feed.anchor
      _ = AppReducer.reduce(&state, .pressed(.pageDown))
      checkFeed(state)
      var back = state
      _ = AppReducer.reduce(&back, .pressed(.pageUp))
      checkFeed(back)
      #expect(back.views.feed.anchor == anchor)
      #expect(selectedCard(back) != nil)
    }
  }

  @Test(arguments: viewports)
  func `pages reach the last card and the first`(_ viewport: Viewport) {
    var state = feed(viewport)
    for _ in 0..<80 { _ = AppReducer.reduce(&state, .pressed(.pageDown)) }
    #expect(state.views.feed.selection == 39)
    for _ in 0..<80 { _ = AppReducer.reduce(&state, .pressed(.pageUp)) }
    #expect(state.views.feed.selection == 0)
    #expect(state.views.feed.anchor == ListView.Anchor(index: 0, offset: 0))
  }

  @Test(arguments: viewports)
  func `the wheel goes row by row from end to end, with the selection in sight`(
    _ viewport: Viewport
  ) {
    var state = feed(viewport)
    var seen: [Int] = []
    for rows in [3, -3] {
      for _ in 0..<1000 {
        let last = state.views.feed.anchor
        _ = AppReducer.reduce(&state, .feed(.scrolled(rows: rows)))
        checkFeed(state)
        #expect(state.views.feed.isMovingUp == (rows < 0))
        let shown = selectedCard(state)?.frame.intersection(state.metrics(of: .feed).body).height
        #expect((shown ?? 0) > 0)
        seen.append(state.views.feed.selection)
        if state.views.feed.anchor == last { break }
      }
    }
    let bottom = seen.max() ?? 0
    #expect(bottom > 30)
    #expect(state.views.feed.anchor == ListView.Anchor(index: 0, offset: 0))
    // Never back and forth.
    #expect(seen == seen.prefix { $0 < bottom }.sorted() + seen.drop { $0 < bottom }.sorted(by: >))
  }

  @Test(arguments: 0..<20)
  func `any size in between keeps the card at the top and the selection in sight`(_ seed: Int) {
    var dice = SeededDice(seed)
    let start = Self.viewports[seed % Self.viewports.count]
    var state = feed(start)
    for _ in 0..<Int.random(in: 0..<30, using: &dice) {
      _ = AppReducer.reduce(&state, .pressed(.moveDown))
    }
    for _ in 0..<30 {
      let wasWhole = selectedCard(state).map {
        $0.frame.intersection(state.metrics(of: .feed).body).height * 2 >= $0.frame.height
      }
      let selection = state.views.feed.selection
      let viewport = Viewport(
        columns: .random(in: 1...220, using: &dice),
        rows: .random(in: 1...70, using: &dice)
      )
      expectNoDifference(AppReducer.reduce(&state, .resized(viewport)), [])
      #expect(state.viewport == viewport)
      checkFeed(state)
      if wasWhole == true { #expect(state.views.feed.selection == selection) }
      if !viewport.isTooSmall { #expect(selectedCard(state) != nil) }
    }
  }

  @Test func `a resize keeps the share of the card at the top`() {
    var state = Given.feed(30, next: nil, viewport: Viewport(columns: 120, rows: 40))
    _ = AppReducer.reduce(&state, .pressed(.moveDown))
    _ = AppReducer.reduce(&state, .feed(.scrolled(rows: -9)))
    #expect(state.views.feed.anchor.index == 0)
    let before = state
    let share =
      Double(state.views.feed.anchor.offset)
      / Double(state.metrics(of: .feed).cardHeight(of: Given.photo(0)))
    _ = AppReducer.reduce(&state, .resized(Viewport(columns: 80, rows: 24)))
    #expect(state.views.feed.anchor.index == 0)
    let after =
      Double(state.views.feed.anchor.offset)
      / Double(state.metrics(of: .feed).cardHeight(of: Given.photo(0)))
    #expect(abs(share - after) < 0.1)
    _ = AppReducer.reduce(&state, .resized(before.viewport))
    #expect(abs(state.views.feed.anchor.offset - before.views.feed.anchor.offset) <= 2)
    #expect(state.views.feed.selection == before.views.feed.selection)
  }

  @Test func `the same size again changes nothing`() {
    var state = Given.feed(30, next: nil)
    _ = AppReducer.reduce(&state, .feed(.scrolled(rows: 7)))
    let viewport = state.viewport
    expect(&state, .resized(viewport))
  }

  @Test func `a larger window asks for what it needs`() {
    var state = Given.feed(6)
    _ = AppReducer.reduce(&state, .resized(Viewport(columns: 80, rows: 24)))
    #expect(state.feed.load == .idle)
    let effects = AppReducer.reduce(&state, .resized(Viewport(columns: 80, rows: 60)))
    expectNoDifference(effects, [.feed(.loadPage(2))])
  }

  @Test(arguments: viewports)
  func `cards stand below one another, inside the body and in the right shape`(
    _ viewport: Viewport
  ) {
    let state = feed(viewport)
    let metrics = state.metrics(of: .feed)
    for index in state.feed.order.indices {
      var state = state
      state.views.feed.anchor.index = index
      let cards = state.cards(of: .feed).cards
      for (card, next) in zip(cards, cards.dropFirst()) {
        #expect(next.frame.y == card.frame.maxY)
        #expect(next.index == card.index + 1)
      }
      for card in cards {
        let photo = Self.mixed(card.index)
        let box = card.picture
        #expect(card.frame.height == metrics.cardHeight(of: photo))
        #expect(card.frame.height <= metrics.body.height)
        #expect(box.x >= metrics.margin && box.maxX <= metrics.body.width - metrics.margin)
        #expect(card.caption.y == box.maxY)
        // Right to half a cell in either axis.
        let width = Double(box.width) * Double(viewport.cellWidth)
        let height = Double(box.height) * Double(viewport.cellHeight)
        let ratio = Double(photo.width) / Double(photo.height)
        let isRight =
          abs(width - height * ratio) <= Double(viewport.cellWidth)
          || abs(height - width / ratio) <= Double(viewport.cellHeight)
        #expect(isRight || box.width == 1 || box.height == 1)
      }
    }
  }

  @Test func `sizes that nobody means do not trap`() {
    for (width, height) in [
      (Int.max, 1), (1, Int.max), (Int.max, Int.max), (0, 0), (-5, 7), (.min, .min),
    ] {
      var state = Given.feed(3, next: nil) { Given.photo($0, width: width, height: height) }
      for command in [Command.moveDown, .last, .open, .zoomIn, .rotate, .zoomActual, .back] {
        _ = AppReducer.reduce(&state, .pressed(command))
        checkFeed(state)
      }
    }
  }
}
