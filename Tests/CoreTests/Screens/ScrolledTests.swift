import AppCore
import Canvas
import Localization
import Model
@testable import Screens
import Testing

/// The region that a frame declares to have scrolled since the previous one.
@Suite struct ScrolledTests {
  private func frame(_ state: AppState) -> Frame {
    Screens.render(state, Snapshots.context(.english))
  }

  @Test func `a step of the wheel moves the rows between the bars`() throws {
    var state = Sample.feed(Size(80, 24))
    for step in [3, 3, -3, 1] {
      let before = frame(state)
      _ = AppReducer.reduce(&state, .feed(.scrolled(rows: step)))
      let scrolled = try #require(frame(state).scrolled(since: before))
      #expect(scrolled.distance == step)
      #expect(scrolled.rows.lowerBound == 1)
      #expect(state.layout.body.maxY - scrolled.rows.upperBound < 4)
    }
  }

  @Test func `no scrolling is declared if nothing scrolled or other things changed`() {
    let feed = Sample.feed(Size(80, 24)) { $0.reduce(.pressed(.format), .pressed(.format)) }
    let before = frame(feed)
    #expect(frame(feed).scrolled(since: before) == nil)
    #expect(frame(Sample.feed(Size(81, 24))).scrolled(since: before) == nil)
    #expect(frame(Sample.feed(Size(80, 25))).scrolled(since: before) == nil)
    #expect(frame(Sample.photo(Size(80, 24))).scrolled(since: before) == nil)
    var liked = feed
    _ = AppReducer.reduce(&liked, .pressed(.like))
    #expect(frame(liked).scrolled(since: before) == nil)
    var far = feed
    _ = AppReducer.reduce(&far, .feed(.scrolled(rows: 500)))
    #expect(frame(far).scrolled(since: before) == nil)
  }

  @Test func `pictures that moved unevenly or changed are drawn separately`() {
    var before = Frame(columns: 40, rows: 20, background: .standard)
    let boxes = [Rect(x: 2, y: 1, width: 30, height: 8), Rect(x: 2, y: 10, width: 30, height: 8)]
    func place(_ frame: inout Frame, _ boxes: [Rect]) {
      frame.placements = []
      for (index, box) in boxes.enumerated() {
        let id = Sample.id(index)
        frame.placements.append(
          PicturePlacement(source: .photo(id), use: .thumbnail, box: box)
        )
        frame.canvas.place(placement: index, box: box, visible: frame.canvas.bounds)
      }
    }
    func moved(_ change: (inout [Rect]) -> Void) -> ScrolledRegion? {
      var boxes = boxes
      change(&boxes)
      var after = Frame(columns: 40, rows: 20, background: .standard)
      place(&after, boxes)
      return after.scrolled(since: before)
    }
    place(&before, boxes)
    #expect(
      moved { for index in $0.indices { $0[index].y += 2 } }
        == ScrolledRegion(rows: 1..<20, distance: -2)
    )
    #expect(moved { $0[0].y += 1 } == nil)
    #expect(moved { for index in $0.indices { $0[index] = $0[index].inset(dx: 1, dy: 1) } } == nil)
    #expect(moved { for index in $0.indices { $0[index].x += 1 } } == nil)
    #expect(moved { $0.removeAll() } == nil)
  }
}
