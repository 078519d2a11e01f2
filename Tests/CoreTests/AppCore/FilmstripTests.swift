import AppCore
import Canvas
import Harness
import Localization
@testable import Model
import Screens
import Testing

/// The filmstrip: a row of neighbours below a photo in full screen.
@Suite struct FilmstripTests {
  private let size = Viewport(columns: 120, rows: 40)

  /// Opens full screen in a list of photos of several shapes.
  private func open(_ number: Int, of count: Int = 60) -> AppState {
    let sizes = [(3000, 2000), (2000, 3000), (2000, 2000), (9000, 1000), (500, 9000)]
    var state = Given.fullScreen(number, of: count, viewport: size) { index in
      let (width, height) = sizes[index % sizes.count]
      return Given.photo(index, width: width, height: height)
    }.extended
    _ = AppReducer.reduce(&state, .pressed(.filmstrip))
    return state
  }

  @Test func `the filmstrip is below the photo, and its state is saved`() throws {
    var state = open(20)
    let strip = try #require(state.filmstrip)
    let screen = state.photoScreen
    #expect(strip.area.y == screen.body.maxY && strip.area.maxY == screen.hint.y)
    #expect(try #require(state.photoLayout).box.maxY <= strip.area.y)
    _ = AppReducer.reduce(&state, .pressed(.back))
    _ = AppReducer.reduce(&state, .pressed(.open))
    #expect(state.filmstrip != nil)
    _ = AppReducer.reduce(&state, .pressed(.filmstrip))
    #expect(state.filmstrip == nil && state.photoScreen.body.maxY == state.photoScreen.hint.y)
  }

  @Test func `without pictures the filmstrip is a row of names`() throws {
    var state = open(20)
    let height = try #require(state.filmstrip).area.height
    state.program.hasPictures = false
    let strip = try #require(state.filmstrip)
    #expect(strip.area.height == 3 && height > 3)
    #expect(strip.tiles.count == 5)
    #expect(strip.tiles.allSatisfy { $0.box.width == 18 && $0.box.height == 1 })
    #expect(strip.area.maxY == state.photoScreen.hint.y)
  }

  @Test func `tiles are in order, with the current one in the middle`() throws {
    for number in 0..<60 {
      let state = open(number)
      let strip = try #require(state.filmstrip)
      let own = try #require(strip.tiles.first { $0.offset == 0 })
      #expect(own.id == Given.id(number))
      for (tile, next) in zip(strip.tiles, strip.tiles.dropFirst()) {
        #expect(next.offset == tile.offset + 1 && next.box.x == tile.box.maxX + 2)
        #expect(tile.id == Given.id(number + tile.offset))
      }
      let all = strip.tiles.map(\.box)
      #expect(all.allSatisfy { !$0.intersection(strip.area).isEmpty && $0.width >= 3 })
      // Neighbours are cut off at the edges unless the list ends there.
      let (first, last) = (try #require(strip.tiles.first), try #require(strip.tiles.last))
      #expect(first.box.x <= 2 || first.id == Given.id(0))
      #expect(last.box.maxX >= 118 || last.id == Given.id(59))
      let middle = own.box.x + own.box.width / 2
      if (20..<40).contains(number) { #expect(abs(middle - 60) <= 1) }
      if number == 0 { #expect(own.box.x == 1) }
      if number == 59 { #expect(own.box.maxX == 119) }
      if (20..<40).contains(number) {
        #expect(first.box.x < strip.area.x || last.box.maxX > strip.area.maxX)
      }
      #expect(strip.ahead.allSatisfy { ahead in !strip.tiles.contains { $0.id == ahead.id } })
    }
    let few = try #require(open(1, of: 3).filmstrip)
    #expect(few.tiles.count == 3 && few.ahead.isEmpty)
    let (first, last) = (try #require(few.tiles.first), try #require(few.tiles.last))
    #expect(abs(first.box.x - (120 - last.box.maxX)) <= 1)
  }

  @Test func `a press on the filmstrip opens that photo, in lists and in the gallery`() throws {
    var state = open(20)
    _ = AppReducer.reduce(&state, .photo(.filmstripPressed(Given.id(22))))
    #expect(state.photo?.id == Given.id(22) && state.views.feed.selection == 22)
    #expect(AppReducer.reduce(&state, .photo(.filmstripPressed(Given.id(59)))).isEmpty)
    #expect(state.photo?.id == Given.id(22))
    var gallery = Given.gallery(5, 30, viewport: size)
    for command in [Command.open, .filmstrip] { _ = AppReducer.reduce(&gallery, .pressed(command)) }
    #expect(try #require(gallery.filmstrip).tiles.first?.id == Given.id(0))
    _ = AppReducer.reduce(&gallery, .photo(.filmstripPressed(Given.id(2))))
    #expect(gallery.photo?.id == Given.id(2) && gallery.program.galleryView.selection == 2)
  }

  @Test func `a slideshow and a small screen have no filmstrip`() {
    var state = open(20)
    _ = AppReducer.reduce(&state, .pressed(.slideshow))
    #expect(state.filmstrip == nil)
    _ = AppReducer.reduce(&state, .pressed(.back))
    #expect(state.filmstrip != nil)
    _ = AppReducer.reduce(&state, .resized(Viewport(columns: 40, rows: 12)))
    #expect(state.filmstrip == nil)
    #expect(
      KeyMap.action(for: .character("t"), in: state) == .unavailable(.filmstrip, .noRoom)
    )
  }

  @Test func `a service may show the filmstrip by default, in both editions`() {
    var state = Given.fullScreen(3, viewport: size).extended
    #expect(!state.showsFilmstrip)
    state.launch.service = ServiceDescription(
      id: "album",
      name: "Album",
      capabilities: [],
      pageSize: 30,
      opensFilmstrip: true
    )
    #expect(state.filmstrip != nil)
    // Then the service decides, whatever the edition.
    state.launch.edition = .basic
    #expect(state.filmstrip != nil)
    state.launch.service = Given.launch.service
    #expect(state.filmstrip == nil)
  }

  @Test func `the filmstrip's pictures have the tile's size, also when loaded ahead`() throws {
    let state = open(20)
    let strip = try #require(state.filmstrip)
    let frame = Screens.render(state, Snapshots.context(.english))
    let drawn = frame.placements.filter { $0.use == .strip }
    #expect(drawn.map(\.box) == strip.tiles.map(\.box))
    let ahead = Screens.prefetch(state).filter { $0.use == .strip }
    #expect(ahead.map(\.source) == strip.ahead.map { .photo($0.id) } && ahead.count == 2)
    for tile in strip.tiles {
      #expect(
        frame.action(at: tile.box.intersection(strip.area).origin)
          == .photo(.filmstripPressed(tile.id))
      )
    }
  }

  @Test func `pictures that failed offline are requested again once online`() {
    var state = open(20)
    let key = PictureKey(.photo(Given.id(21)), .strip)
    state.isOffline = true
    state.pictures[key] = .failed(Given.timeout)
    _ = AppReducer.reduce(&state, .feed(.refreshPressed))
    let page = AppAction.feed(.pageLoaded(1, .success(Given.page(0..<30))))
    #expect(AppReducer.reduce(&state, page).contains(.pictures(.retry(key))))
    #expect(state.pictures[key] == nil)
  }
}
