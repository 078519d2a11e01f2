import AppCore
import Canvas
import Harness
import Model
import Testing

/// Two marked photos side by side in full screen.
@Suite struct ComparisonTests {
  /// Marks photos of a feed with two shapes, and presses the key.
  private func open(_ numbers: Int...) -> AppState {
    var state = Given.feed(9, next: nil, viewport: Viewport(columns: 120, rows: 40)) { number in
      number.isMultiple(of: 2)
        ? Given.photo(number, width: 3000, height: 2000)
        : Given.photo(number, width: 2000, height: 4000)
    }.extended
    state.views.feed.marks = Set(numbers.map(Given.id))
    press(&state, "=")
    return state
  }

  private func press(_ state: inout AppState, _ keys: Character...) {
    for key in keys { press(&state, .character(key)) }
  }

  private func press(_ state: inout AppState, _ key: Key) {
    _ = AppReducer.reduce(&state, KeyMap.action(for: key, in: state))
  }

  @Test func `the marked photos are side by side, and Esc returns to the marks`() throws {
    var state = open(2, 5)
    #expect(state.place == .comparison && state.photo?.id == Given.id(2))
    #expect(state.photo?.beside == Given.id(5))
    let pair = try #require(state.comparedLayouts(zoom: .fit))
    #expect(pair.left.scale == pair.right.scale && pair.left.box.maxX < pair.right.box.x)
    #expect(!pair.left.isPannable && !pair.right.isPannable)
    press(&state, Key(.escape))
    #expect(state.place == .feed && state.marked == [Given.id(2), Given.id(5)])
    #expect(state.views.feed.selection == 2)
  }

  @Test(arguments: [[], [1], [1, 2, 3]]) func `only two photos are compared`(_ marks: [Int]) {
    var state = open()
    state.views.feed.marks = Set(marks.map(Given.id))
    #expect(KeyMap.action(for: .character("="), in: state) == .unavailable(.compare, .notTwoMarks))
    state.views.feed.marks = [Given.id(1), Given.id(2)]
    #expect(state.hints(at: .feed).contains(.compare))
    state.program.hasPictures = false
    #expect(KeyMap.action(for: .character("="), in: state) == .unavailable(.compare, .noPictures))
  }

  @Test func `keys act on the photo with the frame, which Tab and a click move`() {
    var state = open(2, 5)
    press(&state, "d")
    press(&state, Key(.tab))
    #expect(state.photo?.id == Given.id(5) && state.photo?.isRight == true)
    press(&state, "f")
    #expect(state.downloads.items.map(\.id.photo) == [Given.id(2)])
    #expect(Array(state.likes.changes.keys) == [Given.id(5)])
    _ = AppReducer.reduce(&state, .photo(.otherPressed))
    #expect(state.photo?.id == Given.id(2) && state.photo?.isRight == false)
    press(&state, Key(.escape))
    #expect(state.views.feed.selection == 2)
  }

  @Test func `both are enlarged and moved together`() throws {
    var state = open(2, 5)
    for _ in 0..<8 { press(&state, "+") }
    let before = try #require(state.photo.flatMap { state.comparedLayouts(zoom: $0.zoom) })
    #expect(before.left.scale == before.right.scale && before.left.isPannable)
    press(&state, "l", "j")
    let after = try #require(state.photo.flatMap { state.comparedLayouts(zoom: $0.zoom) })
    #expect(after.left.crop.x > before.left.crop.x && after.left.crop.y > before.left.crop.y)
    #expect(after.right.crop.x > before.right.crop.x && after.right.crop.y > before.right.crop.y)
    press(&state, Key(.tab))
    #expect(state.photo.flatMap { state.comparedLayouts(zoom: $0.zoom) }?.left == after.left)
    press(&state, "1")
    #expect(state.comparedLayouts(zoom: .actual)?.right.scale == 1)
  }

  @Test func `arrows show neighbours in the frame, without the photo beside`() {
    var state = open(2, 3)
    press(&state, Key(.right))
    #expect(state.photo?.id == Given.id(4) && state.photo?.beside == Given.id(3))
    press(&state, Key(.left))
    #expect(state.photo?.id == Given.id(2) && state.photo?.isRight == false)
    state = open(0, 1)
    press(&state, Key(.tab), Key(.left))
    #expect(state.photo?.id == Given.id(1))
    press(&state, "+", "+")
    press(&state, Key(.pageDown))
    #expect(state.photo?.id == Given.id(2) && state.photo?.zoom != .fit)
  }

  private func press(_ state: inout AppState, _ keys: Key...) {
    for key in keys { press(&state, key) }
  }

  @Test func `Enter shows the photo with the frame alone`() {
    var state = open(2, 5)
    press(&state, Key(.tab), Key(.enter))
    #expect(state.place == .photo && state.photo?.id == Given.id(5) && state.photo?.zoom == .fit)
    press(&state, Key(.right))
    #expect(state.photo?.id == Given.id(6))
  }

  @Test func `photos of the gallery are read first`() {
    var state = Given.gallery(4)
    let ids = state.gallery.groups.flatMap(\.ids)
    state.program.galleryView.marks = [ids[1], ids[3]]
    let photo = state.photos[ids[3]]
    state.photos[ids[3]] = nil
    press(&state, "=")
    #expect(state.place == .gallery)
    let read = AppAction.gallery(.photosRead([ids[3]], .success([photo].compactMap(\.self))))
    _ = AppReducer.reduce(&state, read)
    #expect(state.place == .comparison && state.photo?.isInGallery == true)
    press(&state, Key(.tab), Key(.left))
    #expect(state.photo?.id == ids[2])
    press(&state, Key(.left))
    #expect(state.photo?.id == ids[0] && state.program.galleryView.selection == 0)
  }

  @Test func `no photo is compared with itself`() {
    var state = open(0, 3)
    press(&state, Key(.tab))
    press(&state, "h", "h", "h", "h")
    #expect(state.photo?.id == Given.id(1) && state.photo?.beside == Given.id(0))
    // The photo with the frame leaves the list, which selects the other one.
    state = open(0, 1)
    state.feed.order.removeFirst()
    press(&state, Key(.right))
    #expect(state.photo?.id == Given.id(2) && state.photo?.beside == Given.id(1))
    state = open(7, 8)
    press(&state, Key(.right))
    #expect(state.photo?.id == Given.id(7))
  }

  @Test func `a photo from elsewhere ends the comparison, and the sheet opens no details over it`()
  {
    var state = open(2, 5)
    press(&state, "s", "i")
    #expect(state.place == .comparison && state.photo?.showsDetails == false)
    _ = AppReducer.reduce(&state, .addressInput(.photoLoaded(.success(Given.photo(7)))))
    #expect(state.place == .photo && state.photo?.id == Given.id(7))
  }
}
