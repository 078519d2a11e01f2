import AppCore
import Canvas
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

  private static let sizes = [Size(200, 60), Size(120, 40), Size(80, 24), Size(40, 12)]

  private func row(_ y: Int, of frame: Frame) -> [Cell.Content] {
    (0..<frame.canvas.columns).map { frame.canvas[$0, y].content }
  }

  @Test(arguments: sizes)
  func `bars stay where the photo leaves their rows empty`(_ size: Size) throws {
    var state = open(size)
    let before = frame(state)
    let box = try #require(before.placements.first?.box)
    #expect(box.width == size.width && box.y > 0 && box.maxY < size.height)
    _ = AppReducer.reduce(&state, .photo(.barsExpired))
    #expect(frame(state) == before)
    #expect(!before.modes.pointerMoves)
  }

  @Test(arguments: sizes)
  func `bars hide where the photo is larger without them, and don't move it`(_ size: Size) throws {
    for isWide in [false, true] {
      var state = isWide ? open(size) : open(size, width: 2000, height: 6000)
      if isWide { _ = AppReducer.reduce(&state, .pressed(.zoomToggle)) }
      let before = frame(state)
      let box = try #require(before.placements.first?.box)
      #expect(box.y == 0 && box.maxY == size.height && before.modes.pointerMoves)
      _ = AppReducer.reduce(&state, .photo(.barsExpired))
      let after = frame(state)
      #expect(after.placements.first == before.placements.first)
      for y in [0, size.height - 1] {
        let isPicture = { (content: Cell.Content) in
          if case .picture = content { true } else { false }
        }
        #expect(row(y, of: after).count(where: isPicture) == box.width)
        #expect(row(y, of: before).allSatisfy { !isPicture($0) })
        // A hidden button can't be pressed.
        #expect((0..<size.width).allSatisfy { after.action(at: Point($0, y)) == nil })
      }
    }
  }

  @Test func `rows that can't show pixels have no picture`() throws {
    var state = open(Size(120, 40), width: 2000, height: 6000)
    state.program.viewport.reservedRows = 1
    let box = try #require(frame(state).placements.first?.box)
    #expect(box.y == 0 && box.maxY == 39)
    state.launch = Given.extendedLaunch
    _ = AppReducer.reduce(&state, .pressed(.slideshow))
    #expect(frame(state).placements.first?.box == box)
  }

  @Test func `bars stay with details below the photo, and below a filmstrip`() throws {
    var state = open(Size(40, 12), width: 2000, height: 6000)
    _ = AppReducer.reduce(&state, .pressed(.details))
    let box = try #require(frame(state).placements.first?.box)
    #expect(box.y == 1 && box.maxY == 6)
    state = open(Size(120, 40), width: 2000, height: 6000)
    state.launch = Given.extendedLaunch
    _ = AppReducer.reduce(&state, .pressed(.filmstrip))
    let strip = try #require(state.filmstrip?.area)
    let above = try #require(frame(state).placements.first?.box)
    #expect(above.y == 0 && above.maxY == strip.y)
  }

  @Test func `the photographer is named once, and the date gives way last`() {
    for (width, height) in [(6000, 2000), (2000, 6000), (6000, 4000)] {
      for edition in [Given.launch, Given.extendedLaunch] {
        for columns in 40...130 {
          for command in [Command.back, .details] {
            var state = open(Size(columns, 30), width: width, height: height)
            state.launch = edition
            state.photos[Given.id(0)]?.created = CalendarDate(year: 2022, month: 8, day: 27)
            if command == .details { _ = AppReducer.reduce(&state, .pressed(command)) }
            let frame = frame(state)
            let text = Snapshots.text(frame)
            let bar = String(
              row(0, of: frame).compactMap { if case .text(let text) = $0 { text } else { nil } }
            )
            #expect(bar.contains(/27 Aug(ust)? 2022/) && bar.hasSuffix("↗ "), "\(columns): \(bar)")
            let names = text.matches(of: /Annie[ Sprat]*(t|…)/).count
            #expect(names == 1, "\(columns): \(text)")
          }
        }
      }
    }
  }

  @Test func `the position in the list is shown`() {
    for size in Self.sizes {
      var state = Given.feed(30, viewport: Viewport(columns: size.width, rows: size.height))
      state.feed.total = 2000
      for command in [Command.open, .moveRight] { _ = AppReducer.reduce(&state, .pressed(command)) }
      #expect(find("2 / 2,000", in: frame(state)) != nil, "\(size)")
    }
    var gallery = Given.gallery(3)
    for command in [Command.open, .moveRight] {
      _ = AppReducer.reduce(&gallery, .pressed(command))
    }
    let text = Snapshots.text(frame(gallery))
    let number = gallery.program.galleryView.selection + 1
    #expect(text.contains("\(number) / 3"))
  }

  @Test func `pointer motion is reported in full screen only`() {
    var state = open(Size(120, 40), width: 2000, height: 6000)
    #expect(frame(state).modes.pointerMoves)
    state.program.hidesBars = false
    #expect(!frame(state).modes.pointerMoves)
    state.program.hidesBars = true
    _ = AppReducer.reduce(&state, .pressed(.back))
    #expect(state.photo == nil && !frame(state).modes.pointerMoves)
  }

  @Test func `the letterbox shows the title, and the bar the photographer`() throws {
    let frame = frame(open(Size(120, 40)))
    let title = try #require(find("Morning fog over the hills", in: frame))
    let box = try #require(frame.placements.first?.box)
    #expect(title.y >= box.maxY)
    #expect(frame.canvas[title.x, title.y].style.attributes.contains(.bold))
    #expect(find("Annie Spratt", in: frame)?.y == 0)
    #expect(Snapshots.text(frame).matches(of: /Annie Spratt/).count == 1)
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
