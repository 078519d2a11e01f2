import AppCore
import Canvas
import Harness
import Localization
import Model
import Screens
import Testing

/// Frames without colours.
///
/// Different states must still look different.
@Suite struct MonochromeTests {
  /// Returns a frame's characters and attributes, as a terminal without colours shows them.
  private func look(_ state: AppState) -> [Cell] {
    Screens.render(state, Snapshots.context(.english)).canvas.cells.map { cell in
      Cell(cell.content, Style(attributes: cell.style.attributes))
    }
  }

  @Test func `the focused button is visible, and the first screen is plain`() {
    let first = Sample.signIn(Size(120, 40)) {
      $0.reduce(.signIn(.backdropFound(Sample.bundled)))
    }
    var second = first
    second.signIn.focus = 1
    #expect(look(first) != look(second))
    var context = Snapshots.context(.english)
    #expect(!Screens.render(first, context).placements.isEmpty)
    context.hasShades = false
    #expect(Screens.render(first, context).placements.isEmpty)
  }

  @Test func `the selected tile is visible`() {
    let first = Sample.feed(Size(120, 60))
    var second = first
    second.views.feed.selection = 1
    #expect(look(first) != look(second))
  }

  /// Whether the frame around a rectangle is complete.
  private func isFramed(_ rect: Rect, _ state: AppState) -> Bool {
    Screens.render(state, Snapshots.context(.english)).canvas.hasFrame(around: rect)
  }

  @Test(arguments: [Size(200, 60), Size(120, 40), Size(80, 24), Size(40, 12)])
  func `the gallery's selected tile has a complete frame, wherever it is`(_ size: Size) {
    let viewport = Viewport(columns: size.width, rows: size.height)
    var state = Given.gallery(5, 30, 1, viewport: viewport)
    let steps: [Command] = [
      .first, .moveRight, .moveRight, .moveDown, .moveDown, .moveLeft, .pageDown, .pageDown,
      .moveUp, .last, .pageUp,
    ]
    for step in steps {
      _ = AppReducer.reduce(&state, .pressed(step))
      let tiles = state.galleryLayout.visible(top: state.program.galleryView.top).tiles
      guard let tile = tiles.first(where: { $0.index == state.program.galleryView.selection })
      else {
        Issue.record("\(step): out of sight")
        continue
      }
      #expect(isFramed(tile.picture, state), "\(step)")
    }
  }

  @Test(arguments: [0, 1, 20, 58, 59])
  func `the filmstrip's current tile has a complete frame`(_ number: Int) throws {
    for size in [Viewport(columns: 120, rows: 40), Viewport(columns: 41, rows: 17)] {
      var state = Given.fullScreen(number, of: 60, viewport: size).extended
      _ = AppReducer.reduce(&state, .pressed(.filmstrip))
      let own = try #require(state.filmstrip?.tiles.first { $0.offset == 0 })
      #expect(isFramed(own.box, state))
    }
  }

  @Test func `full and empty hearts differ`() {
    let empty = Sample.feed(Size(80, 24))
    var full = empty
    full.photos[Sample.id(0)]?.isLiked = true
    #expect(look(empty) != look(full))
  }

  @Test func `the open tab is visible`() {
    let feed = Sample.feed(Size(80, 24)) { $0.state.photos = [:] }
    var profile = feed
    profile.tab = .profile
    let bars = [feed, profile].map { Array(look($0).prefix(80)) }
    #expect(bars[0] != bars[1])
  }

  @Test func `the focus in bars, sheets and alerts is visible`() {
    let bar = Sample.photo(Size(80, 24))
    var back = bar
    back.photo?.focus = .back
    #expect(look(bar) != look(back))

    let sheet = Sample.photo(Size(80, 24)) { $0.reduce(.pressed(.share)) }
    var lower = sheet
    lower.share?.focus = .save
    #expect(look(sheet) != look(lower))

    let alert = Sample.profile(Size(80, 24)) { $0.reduce(.pressed(.signOut)) }
    var other = alert
    other.alerts[at: 0]?.focus = 1
    #expect(look(alert) != look(other))
  }

  @Test func `a notice differs from the line of keys`() {
    let state = Sample.feed(Size(80, 24)) { $0.reduce(.unavailable(.share, .nothingSelected)) }
    let text = Snapshots.text(Screens.render(state, Snapshots.context(.english)))
    #expect(text.contains("▌ No photo selected"))
  }
}
