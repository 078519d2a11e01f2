import AppCore
import Canvas
import Model
import Testing

@testable import AppCore

@Suite struct GallerySizeTests {
  private static let screens = [(80, 24), (120, 40), (160, 45), (200, 60)]

  /// Returns a gallery with so many photos that their number doesn't determine the size.
  private static func many(_ columns: Int, _ rows: Int) -> AppState {
    Given.gallery(300, viewport: Viewport(columns: columns, rows: rows))
  }

  @Test(arguments: screens)
  func `photos are as high as in the feed at the same size`(_ columns: Int, _ rows: Int) {
    let state = Self.many(columns, rows)
    for size in [RowSize.tiny, .small, .medium, .large] {
      let tile = state.galleryMetrics(in: size).tile.height
      let feed = state.metrics(of: .feed, in: size).target
      // Whole columns fill the width, so tiles differ from the target by less than half of it.
      #expect(Double(tile) > feed * 0.6 && Double(tile) < feed * 1.5, "\(size): \(tile), \(feed)")
    }
  }

  @Test(arguments: screens)
  func `a few photos are large, many are medium`(_ columns: Int, _ rows: Int) {
    let viewport = Viewport(columns: columns, rows: rows)
    let few = Given.gallery(2, viewport: viewport)
    #expect(few.gallerySize == .large && few.galleryLayout.lastTop == 0)
    #expect(Self.many(columns, rows).gallerySize == .medium)
  }

  @Test func `a photo that no longer fits makes the others medium and keeps the selected one`() {
    var state = Given.gallery(1, viewport: Viewport(columns: 80, rows: 24))
    for number in 1..<40 {
      let selected = state.selectedInGallery
      _ = AppReducer.reduce(&state, .gallery(.added(Given.entry(number, .feed))))
      #expect(state.selectedInGallery == selected)
      #expect(state.gallerySize == (state.galleryLayout.lastTop == 0 ? .large : .medium))
      checkGallery(state)
    }
    #expect(state.gallerySize == .medium)
  }

  @Test func `the keys cycle through the sizes, keep the selected photo, and save the size`() {
    var state = Self.many(120, 40)
    _ = AppReducer.reduce(&state, .pressed(.last))
    let selected = state.selectedInGallery
    func press(_ command: Command) -> RowSize? {
      let effects = AppReducer.reduce(&state, .pressed(command))
      checkGallery(state)
      #expect(state.selectedInGallery == selected)
      let rows = state.galleryLayout.rows(of: state.program.galleryView.selection)
      let top = state.program.galleryView.top
      #expect(top <= rows.lowerBound)
      #expect(rows.upperBound <= top + state.galleryMetrics.body.height)
      for case .view(.writeGallerySize(let size)) in effects { return size }
      return nil
    }
    #expect(press(.larger) == .large)
    #expect(press(.larger) == nil)
    #expect(press(.smaller) == .medium)
    #expect(press(.smaller) == .small)
    #expect(press(.smaller) == .tiny)
    #expect(press(.smaller) == nil)
    #expect(state.gallerySize == .tiny)
  }

  @Test func `a screen without room for another size says so`() {
    var state = Self.many(20, 6)
    for command in [Command.smaller, .larger] {
      let effects = AppReducer.reduce(&state, .pressed(command))
      #expect(!effects.contains { if case .view = $0 { true } else { false } })
      #expect(state.notice?.text == .unavailable(command, .noRoom))
    }
  }

  @Test func `lines of text have no size, and the keys say so`() {
    var state = Self.many(120, 40)
    state.program.isPlain = true
    for command in [Command.smaller, .larger] {
      _ = AppReducer.reduce(&state, .pressed(command))
      #expect(state.notice?.text == .unavailable(command, .plainLines))
    }
    _ = AppReducer.reduce(&state, .pressed(.feedTab))
    for command in [Command.smaller, .larger] {
      state.notice = nil
      #expect(FeedReducer.resize(&state, by: command, in: .feed) != [])
      #expect(state.notice?.text == .unavailable(command, .plainLines))
    }
  }

  @Test func `the saved size is used in the next run`() {
    var state = Self.many(120, 40)
    _ = AppReducer.reduce(&state, .gallery(.sizeRead(.tiny)))
    #expect(state.gallerySize == .tiny)
    _ = AppReducer.reduce(&state, .gallery(.sizeRead(.single)))
    #expect(state.gallerySize == .tiny, "the gallery has no single column")
  }

  @Test func `photos too narrow for captions show one line for the selected photo`() {
    let state = Self.many(120, 40)
    let tiny = state.galleryMetrics(in: .tiny)
    #expect(tiny.captionRows == 0 && tiny.summary?.y == state.layout.hint.y - 1)
    #expect(tiny.body.maxY == tiny.summary?.y)
    let medium = state.galleryMetrics(in: .medium)
    #expect(medium.captionRows == 1 && medium.summary == nil)
  }
}
