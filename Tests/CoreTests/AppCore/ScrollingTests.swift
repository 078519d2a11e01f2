@testable import AppCore
import Canvas
import CustomDump
import Harness
import Model
import Testing

@Suite struct ScrollingTests {
  static let viewports = [
    Viewport(columns: 40, rows: 12), Viewport(columns: 80, rows: 24),
    Viewport(columns: 120, rows: 40), Viewport(columns: 200, rows: 60),
    Viewport(columns: 61, rows: 17, cellWidth: 733, cellHeight: 1541),
    Viewport(columns: 200, rows: 12), Viewport(columns: 40, rows: 60),
  ]

  /// Returns panoramas, portraits, squares, and sizes that no camera produces.
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
  func `a selected tile is completely visible, all the way down and up`(_ viewport: Viewport) {
    var state = feed(viewport)
    let body = state.metrics(of: .feed).body
    let lastRow = state.rows(of: .feed).rows.last?.start ?? 39
    for command in [Command.moveRight, .moveLeft] {
      for step in 1..<40 {
        _ = AppReducer.reduce(&state, .pressed(command))
        checkFeed(state)
        #expect(state.views.feed.selection == (command == .moveRight ? step : 39 - step))
        guard let tile = selectedTile(state) else {
          Issue.record("tile \(state.views.feed.selection) is out of sight")
          return
        }
        // The footer after the last row is visible too, and may cover its first rows.
        let hidden = state.views.feed.selection >= lastRow ? 4 : 0
        #expect(tile.frame.y >= body.y - hidden)
        #expect(tile.caption.maxY <= body.maxY)
      }
    }
    #expect(state.views.feed.anchor == ListView.Anchor(index: 0, offset: 0))
  }

  @Test(arguments: viewports)
  func `keys select the first and the last photo`(_ viewport: Viewport) {
    var state = feed(viewport)
    _ = AppReducer.reduce(&state, .pressed(.last))
    checkFeed(state)
    #expect(state.views.feed.selection == 39)
    #expect(selectedTile(state)?.caption.maxY ?? .max <= state.metrics(of: .feed).body.maxY)
    // The footer is completely visible, and there is nothing below it.
    let anchor = state.views.feed.anchor
    for command in [Command.moveDown, .moveRight, .pageDown] {
      _ = AppReducer.reduce(&state, .pressed(command))
      #expect(state.views.feed.anchor == anchor)
    }
    let metrics = state.metrics(of: .feed)
    let footer = state.tiles(of: .feed).footer
    #expect(footer?.maxY ?? .max <= metrics.body.maxY)
    _ = AppReducer.reduce(&state, .pressed(.first))
    checkFeed(state)
    #expect(state.views.feed.selection == 0)
    #expect(state.views.feed.anchor == ListView.Anchor(index: 0, offset: 0))
  }

  @Test(arguments: viewports)
  func `a page down and up returns to the same place`(_ viewport: Viewport) {
    // Enough photos that the third page isn't the last.
    var state = feed(viewport, count: 120)
    for _ in 0..<3 {
      let anchor = state.views.feed.anchor
      _ = AppReducer.reduce(&state, .pressed(.pageDown))
      checkFeed(state)
      var back = state
      _ = AppReducer.reduce(&back, .pressed(.pageUp))
      checkFeed(back)
      #expect(back.views.feed.anchor == anchor)
      #expect(selectedTile(back) != nil)
    }
  }

  @Test(arguments: viewports)
  func `pages reach the last tile and the first`(_ viewport: Viewport) {
    var state = feed(viewport)
    for _ in 0..<80 { _ = AppReducer.reduce(&state, .pressed(.pageDown)) }
    #expect(state.views.feed.selection == 39)
    for _ in 0..<80 { _ = AppReducer.reduce(&state, .pressed(.pageUp)) }
    #expect(state.views.feed.selection == 0)
    #expect(state.views.feed.anchor == ListView.Anchor(index: 0, offset: 0))
  }

  @Test(arguments: viewports)
  func `the wheel scrolls row by row from end to end, with the selection visible`(
    _ viewport: Viewport
  ) {
    var state = feed(viewport, count: 80)
    var seen: [Int] = []
    for rows in [3, -3] {
      for _ in 0..<1000 {
        let last = state.views.feed.anchor
        _ = AppReducer.reduce(&state, .feed(.scrolled(rows: rows)))
        checkFeed(state)
        #expect(state.views.feed.isMovingUp == (rows < 0))
        let shown = selectedTile(state)?.frame.intersection(state.metrics(of: .feed).body).height
        #expect((shown ?? 0) > 0)
        // The row of the selection; within one, the selection keeps to its column.
        seen.append(state.rows(of: .feed).row(of: state.views.feed.selection))
        if state.views.feed.anchor == last { break }
      }
    }
    let bottom = seen.max() ?? 0
    #expect(bottom * 3 > state.rows(of: .feed).rows.count * 2)
    #expect(state.views.feed.anchor == ListView.Anchor(index: 0, offset: 0))
    // Never back and forth.
    #expect(seen == seen.prefix { $0 < bottom }.sorted() + seen.drop { $0 < bottom }.sorted(by: >))
  }

  @Test func `the same size again changes nothing`() {
    var state = Given.feed(30, next: nil)
    _ = AppReducer.reduce(&state, .feed(.scrolled(rows: 7)))
    let viewport = state.program.viewport
    expect(&state, .resized(viewport))
  }

  @Test func `a larger window requests what it needs`() {
    var state = Given.feed(30)
    _ = AppReducer.reduce(&state, .resized(Viewport(columns: 80, rows: 24)))
    #expect(state.feed.load == .idle)
    let effects = AppReducer.reduce(&state, .resized(Viewport(columns: 300, rows: 60)))
    expectNoDifference(effects, [.feed(.loadPage(2))])
  }

  @Test(arguments: viewports, RowSize.allCases.filter { $0 != .columns })
  func `rows are one below another, inside the body and with the right proportions`(
    _ viewport: Viewport,
    _ size: RowSize
  ) {
    var state = feed(viewport)
    state.views.restore(.feed, size)
    let rows = state.rows(of: .feed)
    let metrics = rows.metrics
    #expect(rows.count == 40)
    // On a low screen a photo with its own row is cut.
    let most = !metrics.isSingle ? 0.15 : metrics.body.height < 16 ? 0.4 : 0.031
    for (row, next) in zip(rows.rows, rows.rows.dropFirst()) {
      #expect(next.top == row.top + rows.pitch(row) && next.start == row.start + row.count)
    }
    for row in rows.rows {
      #expect(rows.pitch(row) <= metrics.body.height)
      for index in row.indices {
        let tile = rows.tile(index, in: row, top: 0)
        let box = tile.picture
        #expect(tile.index == index && tile.id == state.feed.order[index])
        #expect(box.x >= metrics.margin && box.maxX <= metrics.body.width - metrics.margin)
        #expect(tile.frame.intersection(box) == box)
        #expect(tile.caption.y == tile.frame.maxY - metrics.captionRows)
        // Right to half a cell in either axis, or as near as the photo may be cropped.
        let photo = Self.mixed(index)
        let width = Double(box.width) * Double(viewport.cellWidth)
        let height = Double(box.height) * Double(viewport.cellHeight)
        let ratio = Double(photo.width) / Double(photo.height)
        let isRight =
          abs(width - height * ratio) <= Double(viewport.cellWidth)
          || abs(height - width / ratio) <= Double(viewport.cellHeight)
          || metrics.maker.cut(ratio, in: box.size) <= most
        #expect(isRight || box.width == 1 || box.height == 1)
      }
    }
  }

  @Test func `absurd sizes don't trap`() {
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
