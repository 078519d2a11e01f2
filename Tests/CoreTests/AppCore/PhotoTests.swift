@testable import AppCore
import Canvas
import CustomDump
import struct Harness.SeededGenerator
import Model
import Testing

@Suite struct PhotoTests {
  private func layout(
    _ size: Size,
    turns: Int = 0,
    _ zoom: Zoom,
    x: Double = 0.5,
    y: Double = 0.5,
    viewport: Viewport = Viewport(columns: 100, rows: 42)
  ) -> PhotoLayout {
    PhotoLayout(
      size: size,
      quarterTurns: turns,
      zoom: zoom,
      centerX: x,
      centerY: y,
      viewport: viewport,
      body: Rect(x: 0, y: 1, width: viewport.columns, height: viewport.rows - 2)
    )
  }

  // The body is 100 × 40 cells of 10 × 20 pixels: 1000 × 800.
  @Test func `a fitted photo touches two opposite edges, centred and uncropped`() {
    let wide = layout(Size(2000, 1000), .fit)
    #expect(wide.box == Rect(x: 0, y: 8, width: 100, height: 25))
    #expect(wide.crop == .whole)
    #expect(wide.scale == 0.5)
    #expect(!wide.isPannable)
    let high = layout(Size(1000, 1600), .fit)
    #expect(high.box == Rect(x: 25, y: 1, width: 50, height: 40))
    #expect(high.scale == 0.5)
    // A small one is enlarged.
    #expect(layout(Size(100, 80), .fit).scale == 10)
    // Rotated, the sides are swapped.
    #expect(layout(Size(1600, 1000), turns: 1, .fit).box == high.box)
  }

  @Test func `a filled photo touches all edges, with its middle visible`() {
    let wide = layout(Size(2000, 1000), .fill)
    #expect(wide.box == Rect(x: 0, y: 1, width: 100, height: 40))
    #expect(wide.scale == 0.8)
    #expect(wide.crop == Crop(x: 0.1875, y: 0, width: 0.625, height: 1))
    #expect(wide.isPannable)
  }

  @Test func `at one to one, a pixel is a pixel`() {
    let large = layout(Size(4000, 1600), .actual)
    #expect(large.box == Rect(x: 0, y: 1, width: 100, height: 40))
    #expect(large.crop == Crop(x: 0.375, y: 0.25, width: 0.25, height: 0.5))
    let small = layout(Size(200, 100), .actual)
    #expect(small.box == Rect(x: 40, y: 18, width: 20, height: 5))
    #expect(small.crop == .whole)
    #expect(!small.isPannable)
  }

  @Test func `a point near an edge is as near to the middle as the edge permits`() {
    let corner = layout(Size(4000, 1600), .actual, x: 0.05, y: 0.99)
    #expect(corner.crop == Crop(x: 0, y: 0.5, width: 0.25, height: 0.5))
  }

  /// Computes the part in the simplest way: a window of the box's size over the scaled picture.
  private func reference(_ size: Size, scale: Double, x: Double, y: Double) -> Crop {
    func part(_ length: Double, _ room: Double, _ center: Double) -> (Double, Double) {
      let all = length * scale
      guard all > room * 1.0001 else { return (0, 1) }
      let start = min(max(center * all - room / 2, 0), all - room)
      return (start / all, room / all)
    }
    let (left, width) = part(Double(size.width), 1000, x)
    let (top, height) = part(Double(size.height), 800, y)
    return Crop(x: left, y: top, width: width, height: height)
  }

  @Test(arguments: 0..<50)
  func `any zoom and point equal the reference`(_ seed: Int) {
    var dice = SeededGenerator(seed)
    for _ in 0..<40 {
      let size = Size(.random(in: 1...9000, using: &dice), .random(in: 1...9000, using: &dice))
      let scale = Double.random(in: 0.01...8, using: &dice)
      let x = Double.random(in: 0...1, using: &dice)
      let y = Double.random(in: 0...1, using: &dice)
      for turns in 0..<4 {
        let turned = turns % 2 == 0 ? size : Size(size.height, size.width)
        let actual = layout(size, turns: turns, .scale(scale), x: x, y: y)
        let expected = reference(turned, scale: scale, x: x, y: y)
        #expect(abs(actual.crop.x - expected.x) < 1e-9)
        #expect(abs(actual.crop.y - expected.y) < 1e-9)
        #expect(abs(actual.crop.width - expected.width) < 1e-9)
        #expect(abs(actual.crop.height - expected.height) < 1e-9)
        #expect(actual.box.width >= 1 && actual.box.width <= 100)
        #expect(actual.box.height >= 1 && actual.box.height <= 40)
      }
    }
  }

  @Test func `four turns are the identity, from any view`() {
    var state = Given.fullScreen(2)
    for command in [Command.zoomIn, .zoomIn, .zoomIn, .zoomIn, .moveRight, .moveDown, .moveDown] {
      _ = AppReducer.reduce(&state, .pressed(command))
    }
    let before = state
    for turns in [1, 2, 3, 0] {
      _ = AppReducer.reduce(&state, .pressed(.rotate))
      #expect(state.photo?.quarterTurns == turns)
    }
    #expect(state.photo?.centerX == before.photo?.centerX)
    #expect(state.photoLayout == before.photoLayout)
  }

  @Test func `a turn is clockwise and keeps the middle of the view`() {
    var state = Given.fullScreen(2)
    state.photo?.centerX = 0.25
    state.photo?.centerY = 0.75
    expect(&state, .pressed(.rotate)) {
      $0.photo?.quarterTurns = 1
      $0.photo?.centerX = 0.25
      $0.photo?.centerY = 0.25
    }
    expect(&state, .pressed(.rotate)) {
      $0.photo?.quarterTurns = 2
      $0.photo?.centerX = 0.75
      $0.photo?.centerY = 0.25
    }
  }

  @Test func `zooming in and out changes by a quarter and ends fitted`() throws {
    var state = Given.fullScreen(2)
    let fitted = try #require(state.photoLayout)
    expect(&state, .pressed(.zoomOut))
    for step in 1...3 {
      _ = AppReducer.reduce(&state, .pressed(.zoomIn))
      let scale = try #require(state.photoLayout).scale
      var expected = fitted.scale
      for _ in 0..<step { expected *= 1.25 }
      #expect(abs(scale - expected) < 1e-9)
    }
    for _ in 0..<3 { _ = AppReducer.reduce(&state, .pressed(.zoomOut)) }
    #expect(state.photo?.zoom == .fit)
    for _ in 0..<60 { _ = AppReducer.reduce(&state, .photo(.zoomed(steps: 1))) }
    #expect(state.photo?.zoom == .scale(8))
  }

  @Test func `the wheel keeps the point under the pointer in place`() throws {
    var dice = SeededGenerator(7)
    for _ in 0..<200 {
      var state = Given.fullScreen(2)
      _ = AppReducer.reduce(&state, .photo(.zoomed(steps: .random(in: 3...9, using: &dice))))
      let before = try #require(state.photoLayout)
      // In the middle third, no step reaches an edge.
      let (box, step) = (before.box, Bool.random(using: &dice) ? 1 : -1)
      let cell = Point(
        box.x + .random(in: box.width / 3...box.width * 2 / 3, using: &dice),
        box.y + .random(in: box.height / 3...box.height * 2 / 3, using: &dice)
      )
      _ = AppReducer.reduce(&state, .photo(.zoomed(steps: step, pointer: cell)))
      let after = try #require(state.photoLayout)
      #expect(abs(after.scale / before.scale - (step > 0 ? 1.25 : 0.8)) < 1e-9)
      let (old, new) = (before.point(under: cell), after.point(under: cell))
      #expect(abs(old.x - new.x) < 1e-9 && abs(old.y - new.y) < 1e-9)
    }
  }

  @Test func `the wheel at an edge shows nothing beyond it`() throws {
    var state = Given.fullScreen(2)
    _ = AppReducer.reduce(&state, .pressed(.zoomActual))
    let box = try #require(state.photoLayout).box
    for _ in 0..<3 {
      _ = AppReducer.reduce(&state, .photo(.zoomed(steps: 1, pointer: Point(box.x, box.y))))
    }
    let corner = try #require(state.photoLayout).crop
    for _ in 0..<30 {
      _ = AppReducer.reduce(
        &state,
        .photo(.zoomed(steps: -1, pointer: Point(box.maxX - 1, box.y)))
      )
      let crop = try #require(state.photoLayout).crop
      #expect(crop.x >= 0 && crop.x + crop.width <= 1 + 1e-9)
    }
    #expect(state.photo?.zoom == .fit && corner.x < 0.5)
    #expect(state.photo?.centerX == 0.5 && state.photo?.centerY == 0.5)
    _ = AppReducer.reduce(&state, .photo(.zoomed(steps: 3, pointer: Point(-5, 0))))
    let crop = try #require(state.photoLayout).crop
    #expect(abs(crop.x + crop.width / 2 - 0.5) < 1e-9)
  }

  @Test func `dragging moves the picture, up to its edges`() throws {
    var state = Given.fullScreen(2)
    // The whole photo is visible, so dragging does nothing.
    expect(&state, .photo(.dragged(columns: 3, rows: 3)))
    _ = AppReducer.reduce(&state, .photo(.zoomed(steps: 6)))
    let before = try #require(state.photoLayout)
    let start = Point(before.box.x + 20, before.box.y + 10)
    _ = AppReducer.reduce(&state, .photo(.dragged(columns: -4, rows: 2)))
    let after = try #require(state.photoLayout)
    let (old, new) = (
      before.point(under: start), after.point(under: Point(start.x - 4, start.y + 2))
    )
    #expect(abs(old.x - new.x) < 1e-9 && abs(old.y - new.y) < 1e-9)
    _ = AppReducer.reduce(&state, .photo(.dragged(columns: 10_000, rows: -10_000)))
    let corner = try #require(state.photoLayout).crop
    #expect(corner.x == 0 && abs(corner.y + corner.height - 1) < 1e-9)
    // Dragging back is visible immediately.
    _ = AppReducer.reduce(&state, .photo(.dragged(columns: -1, rows: 1)))
    let back = try #require(state.photoLayout).crop
    #expect(back.x > 0 && back.y < corner.y)
  }

  @Test func `a growing window leaves no picture smaller than fitted`() throws {
    var state = Given.fullScreen(2)
    _ = AppReducer.reduce(&state, .pressed(.zoomIn))
    let scale = try #require(state.photoLayout).scale
    _ = AppReducer.reduce(&state, .resized(Viewport(columns: 81, rows: 25)))
    #expect(state.photoLayout?.scale == scale)
    _ = AppReducer.reduce(&state, .resized(Viewport(columns: 300, rows: 90)))
    #expect(state.photo?.zoom == .fit)
    #expect(try #require(state.photoLayout).scale > scale)
  }

  @Test func `a small photo is zoomed out to its own pixels, not further`() {
    var state = Given.fullScreen(0) { Given.photo($0, width: 100, height: 100) }
    for _ in 0..<20 { _ = AppReducer.reduce(&state, .pressed(.zoomOut)) }
    #expect(state.photo?.zoom == .actual)
    // It is completely visible, so the arrows lead to the neighbours.
    _ = AppReducer.reduce(&state, .pressed(.moveRight))
    #expect(state.photo?.id == Given.id(1))
  }

  @Test func `the keys for sizes fit, fill and show single pixels`() {
    var state = Given.fullScreen(2)
    expect(&state, .pressed(.zoomToggle)) { $0.photo?.zoom = .fill }
    expect(&state, .pressed(.zoomToggle)) { $0.photo?.zoom = .fit }
    expect(&state, .pressed(.zoomActual)) { $0.photo?.zoom = .scale(1) }
    expect(&state, .pressed(.zoomFit)) { $0.photo?.zoom = .fit }
  }

  @Test func `panning moves by an eighth of the view and stops at the edges`() throws {
    var state = Given.fullScreen(2)
    _ = AppReducer.reduce(&state, .pressed(.zoomActual))
    let start = try #require(state.photoLayout).crop
    for (command, dx, dy) in [
      (Command.moveRight, 1.0, 0.0), (.moveDown, 0, 1), (.moveLeft, -1, 0), (.moveUp, 0, -1),
    ] {
      let before = try #require(state.photoLayout).crop
      expectNoDifference(AppReducer.reduce(&state, .pressed(command)), [])
      let after = try #require(state.photoLayout).crop
      #expect(abs(after.x - before.x - dx * before.width / 8) < 1e-9)
      #expect(abs(after.y - before.y - dy * before.height / 8) < 1e-9)
    }
    let crop = try #require(state.photoLayout).crop
    #expect(abs(crop.x - start.x) < 1e-9 && abs(crop.y - start.y) < 1e-9)
    for _ in 0..<200 { _ = AppReducer.reduce(&state, .pressed(.moveRight)) }
    for _ in 0..<200 { _ = AppReducer.reduce(&state, .pressed(.moveDown)) }
    let edge = try #require(state.photoLayout).crop
    #expect(abs(edge.x + edge.width - 1) < 1e-9 && abs(edge.y + edge.height - 1) < 1e-9)
    // One step back is visible immediately.
    _ = AppReducer.reduce(&state, .pressed(.moveLeft))
    #expect(try #require(state.photoLayout).crop.x < edge.x - 1e-6)
    #expect(state.photo?.id == Given.id(2))
  }

  @Test func `zoom, turn and position are kept through resize and overlays`() {
    var state = Given.fullScreen(2)
    for command in [Command.zoomActual, .moveRight, .rotate] {
      _ = AppReducer.reduce(&state, .pressed(command))
    }
    let view = state.photo
    let layout = state.photoLayout
    let size = state.program.viewport
    for action in [
      AppAction.resized(Viewport(columns: 200, rows: 60)), .resized(size), .pressed(.help),
      .pressed(.back), .pressed(.share), .pressed(.back), .pressed(.details), .pressed(.details),
    ] { _ = AppReducer.reduce(&state, action) }
    #expect(state.photo == view)
    #expect(state.photoLayout == layout)
  }

  @Test func `neighbours are shown fitted and upright, and the feed follows`() {
    var state = Given.fullScreen(2)
    _ = AppReducer.reduce(&state, .pressed(.rotate))
    _ = AppReducer.reduce(&state, .pressed(.moveRight))
    #expect(state.photo == PhotoState(id: Given.id(3)))
    _ = AppReducer.reduce(&state, .pressed(.zoomActual))
    _ = AppReducer.reduce(&state, .pressed(.pageUp))
    #expect(state.photo == PhotoState(id: Given.id(2)))
    _ = AppReducer.reduce(&state, .pressed(.moveLeft))
    expect(&state, .pressed(.back)) { $0.photo = nil }
    #expect(state.selected(in: .feed) == Given.id(1))
    #expect(selectedTile(state) != nil)
  }

  @Test(arguments: [(Command.pageUp, 3), (.pageDown, 5), (.first, 0), (.last, 8)])
  func `a photo that a refresh has removed from its list leads to its neighbours`(
    command: Command,
    number: Int
  ) {
    var state = Given.fullScreen(4)
    state.feed.order.removeAll { $0 == Given.id(4) }
    _ = AppReducer.reduce(&state, .pressed(command))
    #expect(state.photo?.id == Given.id(number))
  }

  @Test func `there is nothing before the first photo and after the last`() {
    var first = Given.fullScreen(0)
    expect(&first, .pressed(.moveLeft))
    var last = Given.fullScreen(8)
    expect(&last, .pressed(.moveRight))
    expect(&last, .pressed(.moveUp))
  }

  @Test func `neighbours near the end request the next page`() {
    var state = Given.feed(20)
    for _ in 0..<3 { _ = AppReducer.reduce(&state, .pressed(.moveRight)) }
    _ = AppReducer.reduce(&state, .pressed(.open))
    var asked: [Effect] = []
    for _ in 0..<16 { asked += AppReducer.reduce(&state, .pressed(.moveRight)) }
    expectNoDifference(asked, [.feed(.loadPage(2))])
  }

  @Test func `Back returns to exactly the same rows`() {
    var state = Given.feed(30, next: nil)
    _ = AppReducer.reduce(&state, .feed(.scrolled(rows: 5)))
    let before = state
    _ = AppReducer.reduce(&state, .pressed(.open))
    expect(&state, .pressed(.back)) { $0 = before }
  }

  @Test func `after the window grew in full screen, the feed loads more on return`() {
    var state = Given.feed(6)
    _ = AppReducer.reduce(&state, .pressed(.open))
    expectNoDifference(
      AppReducer.reduce(&state, .resized(Viewport(columns: 80, rows: 60))),
      []
    )
    expectNoDifference(AppReducer.reduce(&state, .pressed(.back)), [.feed(.loadPage(2))])
  }

  @Test func `the focus cycles through the bar`() {
    var state = Given.fullScreen(2)
    expect(&state, .pressed(.open))
    expect(&state, .pressed(.nextTab)) { $0.photo?.focus = .back }
    expect(&state, .pressed(.nextTab)) { $0.photo?.focus = .share }
    var share = state
    expect(&share, .pressed(.open)) { $0.share = ShareState(photo: Given.id(2)) }
    expect(&state, .pressed(.nextTab)) { $0.photo?.focus = .picture }
    expect(&state, .pressed(.previousTab)) { $0.photo?.focus = .share }
    expect(&state, .pressed(.previousTab)) { $0.photo?.focus = .back }
    expect(&state, .pressed(.open)) { $0.photo = nil }
  }

  @Test func `the key requests again what failed, or says that nothing did`() {
    var state = Given.fullScreen(2)
    let full = PictureKey(.photo(Given.id(2)), .full)
    let thumbnail = PictureKey(.photo(Given.id(2)), .thumbnail)
    let failed = PictureStatus.failed(Problem(.picture, .notFound))
    state.pictures = [full: failed, thumbnail: failed]
    expect(&state, .pressed(.refresh), [.pictures(.retry(full)), .pictures(.retry(thumbnail))]) {
      $0.pictures = [:]
    }
    expect(&state, .pressed(.refresh), [noticeTimer(1)]) {
      $0.program.nextNumber = 1
      $0.notice = Notice(number: 1, text: .unknownKey)
    }
  }
}
