import AppCore
import Canvas
import Localization
import Model
import Screens
import Testing

/// The terminal's cursor, which screen readers and braille displays follow even if it is invisible.
@Suite struct CursorTests {
  private static let sizes = [Size(40, 12), Size(80, 24), Size(120, 40), Size(200, 60)]

  /// Returns the text of the cursor's row, from the cursor on.
  private func text(_ frame: Frame, at point: Point) -> String {
    (point.x..<frame.canvas.columns).map { x in
      guard case .text(let character) = frame.canvas[x, point.y].content else { return " " }
      return String(character)
    }.joined()
  }

  @Test(arguments: Scene.all)
  func `the cursor is on the selected element`(_ scene: Scene) {
    for size in Self.sizes {
      let state = scene.state(size)
      let frame = Screens.render(state, Snapshots.context(.english))
      if let point = frame.modes.cursor {
        #expect(frame.canvas.bounds.contains(point), "\(size)")
        continue
      }
      guard let point = frame.modes.focus else {
        #expect(Self.hasNothingSelected(state), "\(size): \(state.place) has no cursor")
        continue
      }
      #expect(frame.canvas.bounds.contains(point), "\(size)")
      // The caption of a photo may be below the visible rows.
      let cell = frame.canvas[point.x, point.y]
      let isPhoto = if case .picture = cell.content { true } else { false }
      let words = text(frame, at: point).filter { $0.isLetter || $0.isNumber }
      #expect(isPhoto || !words.isEmpty, "\(size): nothing to read at \(point)")
    }
  }

  /// Whether nothing on the screen can be selected.
  ///
  /// Nothing can be if the list is empty or loading, or if a photo fills the screen.
  private static func hasNothingSelected(_ state: AppState) -> Bool {
    switch state.place {
    case .splash, .signInWaiting, .slideshow: true
    case .feed, .favourites, .visit, .search:
      state.listInView.map { state[$0].order.isEmpty } ?? true
    case .gallery: state.gallery.count == 0
    case .profile: true
    default: false
    }
  }

  @Test func `a focused button has the cursor, and an overlay takes it from the list`() throws {
    var sample = Sample.feed(Size(80, 24), edition: .extended) { _ in }
    let list = try #require(cursor(sample))
    _ = AppReducer.reduce(&sample, .pressed(.menu))
    let menu = try #require(cursor(sample))
    #expect(menu != list)
    _ = AppReducer.reduce(&sample, .pressed(.moveDown))
    #expect(cursor(sample) == Point(menu.x, menu.y + 1))
    _ = AppReducer.reduce(&sample, .pressed(.back))
    #expect(cursor(sample) == list)
    _ = AppReducer.reduce(&sample, .pressed(.moveRight))
    #expect(cursor(sample) != list)
  }

  @Test func `a mark doesn't move the cursor`() throws {
    var state = Sample.feed(Size(120, 40), edition: .extended) { _ in }
    _ = AppReducer.reduce(&state, .pressed(.mark))
    _ = AppReducer.reduce(&state, .pressed(.moveLeft))
    let before = try #require(cursor(state))
    let frame = Screens.render(state, Snapshots.context(.english))
    #expect(text(frame, at: before).contains("Annie Spratt"))
  }

  @Test(arguments: ["palette", "topics", "collecting"])
  func `moving puts the cursor on the focused row, typing puts it into the line`(
    _ scene: String
  ) throws {
    var state = try #require(Scene.all.first { $0.name == scene }).state(Size(80, 24))
    func type(_ edit: TextField.Edit) {
      _ = AppReducer.reduce(&state, .overlay(.typed(edit), in: state.place))
    }
    type(.delete(.start))
    let line = try #require(Screens.render(state, Snapshots.context(.english)).modes.cursor)
    for (key, row) in [(Command.moveDown, 1), (.moveDown, 2), (.moveUp, 1), (.moveUp, 0)] {
      _ = AppReducer.reduce(&state, .pressed(key))
      let frame = Screens.render(state, Snapshots.context(.english))
      #expect(frame.modes.cursor == nil)
      let place = try #require(frame.modes.focus)
      #expect(place.y == line.y + 1 + row)
      #expect(text(frame, at: place).hasPrefix("▸"))
    }
    type(.insert("a"))
    #expect(cursor(state) == Point(line.x + 1, line.y))
  }

  @Test func `where nothing is selected the message has the cursor`() throws {
    var gallery = Given.gallery(0)
    #expect(try message(gallery).hasPrefix("No photos in the gallery yet"))
    gallery.gallery.load = .reading
    #expect(try message(gallery).contains("Loading the gallery"))
    let search = try #require(Scene.all.first { $0.name == "search-left" }).state(Size(80, 24))
    #expect(try message(search).hasPrefix("/ Search for photos"))
  }

  /// Returns the text of a screen from the cursor on.
  private func message(_ state: AppState) throws -> String {
    text(Screens.render(state, Snapshots.context(.english)), at: try #require(cursor(state)))
  }

  private func cursor(_ state: AppState) -> Point? {
    let modes = Screens.render(state, Snapshots.context(.english)).modes
    return modes.cursor ?? modes.focus
  }
}
