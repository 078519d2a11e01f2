import AppCore
import Canvas
import Library
import Localization
import Model
import Screens
import Testing

/// Full screen with and without its bars, and the description in its letterbox.
@Suite struct PhotoBarsScreenTests {
  private func open(_ size: Size, width: Int = 6000, height: Int = 2000) -> AppState {
    var state = Given.fullScreen(
      0,
      of: 3,
      viewport: Viewport(columns: size.width, rows: size.height)
    )
    let id = Given.id(0)
    state.pictures[PictureKey(.photo(id), .full)] = .full
    state.photos[id]?.width = width
    state.photos[id]?.height = height
    state.photos[id]?.description = "Morning fog over the hills"
    state.photos[id]?.author.name = "Annie Spratt"
    return state
  }

  private func frame(_ state: AppState) -> Frame {
    Screens.render(state, Snapshots.context(.english))
  }

  @Test(arguments: [Size(200, 60), Size(120, 40), Size(80, 24), Size(40, 12)])
  func `hidden bars don't move the photo`(_ size: Size) throws {
    var state = open(size)
    let before = frame(state)
    _ = AppReducer.reduce(&state, .photo(.barsExpired))
    let after = frame(state)
    #expect(before.placements.first?.box == after.placements.first?.box)
    for y in [0, size.height - 1] {
      let cells = (0..<size.width).map { after.canvas[$0, y].content }
      #expect(cells.allSatisfy { $0 == .text(" ") })
      #expect((0..<size.width).contains { before.canvas[$0, y].content != .text(" ") })
      // A hidden button can't be pressed.
      #expect((0..<size.width).allSatisfy { after.action(at: Point($0, y)) == nil })
    }
  }

  @Test func `pointer motion is reported in full screen only`() {
    var state = open(Size(120, 40))
    #expect(frame(state).modes.pointerMoves)
    state.program.hidesBars = false
    #expect(!frame(state).modes.pointerMoves)
    state.program.hidesBars = true
    _ = AppReducer.reduce(&state, .pressed(.back))
    #expect(state.photo == nil && !frame(state).modes.pointerMoves)
  }

  @Test func `the letterbox shows title and photographer, with bars and without`() throws {
    var state = open(Size(120, 40))
    for _ in 0..<2 {
      let frame = frame(state)
      let title = try #require(find("Morning fog over the hills", in: frame))
      let name = try #require(positions(of: "A", in: frame).first { $0.y == title.y + 1 })
      let box = try #require(frame.placements.first?.box)
      #expect(title.y >= box.maxY)
      #expect(frame.canvas[title.x, title.y].style.attributes.contains(.bold))
      #expect(!frame.canvas[name.x, name.y].style.attributes.contains(.bold))
      _ = AppReducer.reduce(&state, .photo(.barsExpired))
    }
  }

  @Test func `beside a tall photo the description is at the bottom`() throws {
    let frame = frame(open(Size(120, 40), width: 2000, height: 6000))
    let title = try #require(find("Morning fog over the hills", in: frame))
    let box = try #require(frame.placements.first?.box)
    #expect(title.x >= box.maxX && title.y > 30)
  }

  @Test func `the letterbox shows place, camera and exposure once they are known`() throws {
    for (width, height) in [(6000, 2000), (2000, 6000)] {
      var state = open(Size(120, 40), width: width, height: height)
      let facts = ["Oslo, Norway", "Pentax K1000", "1/125"]
      #expect(facts.allSatisfy { find($0, in: frame(state)) == nil })
      state.photos[Given.id(0)]?.details = PhotoDetails(
        camera: "Pentax K1000",
        exposure: "1/125",
        location: "Oslo, Norway"
      )
      let known = frame(state)
      let title = try #require(find("Morning fog over the hills", in: known))
      let box = try #require(known.placements.first?.box)
      for fact in facts {
        let point = try #require(find(fact, in: known))
        #expect(point.y > title.y && (point.y >= box.maxY || point.x >= box.maxX))
        #expect(!known.canvas[point.x, point.y].style.attributes.contains(.bold))
      }
    }
  }

  @Test func `a zoomed photo has no description`() {
    var state = open(Size(120, 40))
    _ = AppReducer.reduce(&state, .pressed(.zoomIn))
    #expect(find("Morning fog", in: frame(state)) == nil)
  }

  @Test func `on a small screen either all buttons have labels or none has`() {
    for edition in [Given.launch, Given.extendedLaunch] {
      for columns in 40...120 {
        var state = open(Size(columns, 12))
        state.launch = edition
        let frame = frame(state)
        let text = String(
          (0..<columns).compactMap { x in
            if case .text(let character) = frame.canvas[x, 0].content { character } else { nil }
          }
        )
        let labels = ["Back", "Share"] + (state.offers(.gallery) ? ["Download"] : [])
        let shown = labels.filter(text.contains)
        #expect(shown.isEmpty || shown == labels, "\(columns): \(text)")
      }
    }
  }
}
