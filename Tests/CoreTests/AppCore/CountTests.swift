import AppCore
import Canvas
import Model
import Testing

/// Counts before commands, as in vi.
@Suite struct CountTests {
  /// Types keys like a user.
  private func type(_ keys: String, _ state: inout AppState) {
    for character in keys { press(.character(character), &state) }
  }

  @discardableResult
  private func press(_ key: Key, _ state: inout AppState) -> AppAction {
    let action = KeyMap.action(for: key, in: state)
    _ = AppReducer.reduce(&state, action)
    return action
  }

  /// Returns a feed whose digits are all free for counts, by default with one photo per row.
  private func feed(_ count: Int = 200, in size: RowSize = .single) -> AppState {
    var state = Given.feed(count, next: nil).extended
    let tabs: [Command] = [.feedTab, .profileTab, .searchTab, .galleryTab]
    state.program.keyMap = KeyMap(changing: Dictionary(uniqueKeysWithValues: tabs.map { ($0, []) }))
    while state.views.sizes(of: .feed).present != size {
      _ = AppReducer.reduce(&state, .pressed(.larger))
    }
    return state
  }

  @Test func `a command is repeated as often as its count says`() {
    var state = feed()
    for (keys, selection) in [
      ("5j", 5), ("12j", 17), ("3k", 14), ("20l", 34), ("4h", 30), ("j", 31), ("9k", 22),
    ] {
      type(keys, &state)
      #expect(state.views.feed.selection == selection, "\(keys)")
      #expect(state.pendingCount == nil)
    }
  }

  @Test func `a count stops at the ends`() {
    var state = feed(30)
    type("99j", &state)
    #expect(state.views.feed.selection == 29)
    type("99999h", &state)
    #expect(state.views.feed.selection == 0)
  }

  @Test func `a number selects the photo at that position`() {
    var state = feed()
    for (keys, selection) in [("182G", 181), ("12g", 11), ("G", 199), ("g", 0), ("900G", 199)] {
      type(keys, &state)
      #expect(state.views.feed.selection == selection, "\(keys)")
    }
  }

  @Test func `with several photos per row, a count is in rows`() {
    var state = feed(41, in: .medium)
    type("l", &state)
    var one = state
    for _ in 0..<3 { type("j", &one) }
    type("3j", &state)
    #expect(state.views.feed.selection == one.views.feed.selection)
    #expect(state.views.feed.selection > 4)
    type("3k", &state)
    #expect(state.views.feed.selection == 1)
    type("50k", &state)
    #expect(state.views.feed.selection == 1)
  }

  @Test func `a count applies to pages`() {
    var one = feed()
    var three = one
    for _ in 0..<3 { press(Key(.pageDown), &one) }
    type("3", &three)
    press(Key(.pageDown), &three)
    #expect(one.views.feed.anchor == three.views.feed.anchor)
    #expect(one.views.feed.anchor.index > 0)
  }

  @Test func `a count applies in the gallery`() {
    var state = Given.gallery(5, 30, 1)
    type("7l", &state)
    #expect(state.program.galleryView.selection == 7)
    type("5h", &state)
    #expect(state.program.galleryView.selection == 2)
    type("9G", &state)
    #expect(state.program.galleryView.selection == 8)
    var one = state
    for _ in 0..<6 { press(.character("k"), &one) }
    type("6k", &state)
    #expect(state.program.galleryView.selection == one.program.galleryView.selection)
    type("9j", &state)
    for _ in 0..<9 { press(.character("j"), &one) }
    #expect(state.program.galleryView.selection == one.program.galleryView.selection)
  }

  @Test func `in full screen a count is in photos`() {
    var state = Given.fullScreen(3)
    type("5l", &state)
    #expect(state.photo?.id == Given.id(8))
    type("20h", &state)
    #expect(state.photo?.id == Given.id(0))
    type("7G", &state)
    #expect(state.photo?.id == Given.id(6))
    type("g", &state)
    #expect(state.photo?.id == Given.id(0))
    type("G", &state)
    #expect(state.photo?.id == state.feed.order.last)
    #expect(state.views.feed.selection == state.feed.order.count - 1)
  }

  @Test func `in full screen of the gallery a count is in gallery photos`() {
    var state = Given.gallery(5, 30, 1)
    press(Key(.enter), &state)
    let first = state.photo?.id
    type("6l", &state)
    #expect(state.photo?.id == state.gallery.id(at: 6) && state.photo?.id != first)
    type("30G", &state)
    #expect(state.photo?.id == state.gallery.id(at: 29))
    type("99l", &state)
    #expect(state.photo?.id == state.gallery.id(at: 35))
  }

  @Test func `when zoomed, a count moves further`() {
    var one = Given.fullScreen(3)
    _ = AppReducer.reduce(&one, .pressed(.zoomActual))
    _ = AppReducer.reduce(&one, .pressed(.zoomIn))
    var two = one
    for _ in 0..<2 { press(.character("l"), &one) }
    type("2l", &two)
    let (x, y) = (one.photo?.centerX ?? 0, two.photo?.centerX ?? 1)
    #expect(abs(x - y) < 1e-9 && x > 0.5)
  }

  @Test func `a digit that is a command runs immediately, unless a count has begun`() {
    var state = Given.feed(30).extended
    #expect(KeyMap.action(for: .character("2"), in: state) == .pressed(.profileTab))
    #expect(press(.character("5"), &state) == .count(.typed(5)))
    // After the first digit, every digit continues the count.
    #expect(press(.character("2"), &state) == .count(.typed(2)))
    #expect(press(.character("0"), &state) == .count(.typed(0)))
    #expect(state.pendingCount == 520)
    var photo = Given.fullScreen(3)
    #expect(KeyMap.action(for: .character("0"), in: photo) == .pressed(.zoomFit))
    #expect(KeyMap.action(for: .character("1"), in: photo) == .pressed(.zoomActual))
    type("21", &photo)
    #expect(photo.pendingCount == 21)
    // A zero that has no other meaning doesn't begin a count.
    #expect(KeyMap.action(for: .character("0"), in: state.extended.dropped) == .unknownKeyPressed)
  }

  @Test func `Escape removes only the count`() {
    var state = Given.feed(30)
    state.showsDetails = true
    type("7", &state)
    #expect(press(Key(.escape), &state) == .count(.dropped))
    #expect(state.pendingCount == nil && state.showsDetails)
    type("j", &state)
    #expect(state.views.feed.selection == 1)
  }

  @Test func `a command without counts, an unknown key or another place removes the count`() {
    var state = Given.feed(30).extended
    type("7", &state)
    _ = AppReducer.reduce(&state, .pressed(.details))
    #expect(state.count == nil)
    type("7", &state)
    #expect(press(Key(.function(9)), &state) == .count(.dropped))
    type("7", &state)
    state.alerts = [Alert(number: 1, kind: .signedOut)]
    #expect(state.pendingCount == nil)
    #expect(KeyMap.action(for: .character("7"), in: state) == .unknownKeyPressed)
    press(Key(.enter), &state)
    type("7", &state)
    // Events without user input keep it.
    _ = AppReducer.reduce(
      &state,
      .pictureChanged(PictureKey(.photo(Given.id(0)), .full), .thumbnail)
    )
    #expect(state.pendingCount == 7)
    _ = AppReducer.reduce(&state, .unavailable(.share, .nothingSelected))
    #expect(state.count == nil)
  }

  @Test func `a count has a limit, however many digits are typed`() {
    var state = feed()
    type(String(repeating: "9", count: 400), &state)
    #expect(state.pendingCount == Count.maximum)
    type("G", &state)
    #expect(state.views.feed.selection == 199)
    type("99999", &state)
    press(Key(.pageUp), &state)
    #expect(state.views.feed.selection == 0)
  }

  @Test(arguments: Place.allCases)
  func `counts begin only in lists of photos`(_ place: Place) throws {
    let state = try #require(Every.place[place])
    let counts: Set<Place> = [.feed, .favourites, .visit, .search, .gallery, .photo]
    let action = KeyMap.action(for: .character("7"), in: state)
    #expect((action == .count(.typed(7))) == counts.contains(place))
    var typed = state
    _ = AppReducer.reduce(&typed, .count(.typed(7)))
    #expect((typed.pendingCount == 7) == counts.contains(place))
  }
}

extension AppState {
  fileprivate var dropped: AppState {
    var state = self
    _ = AppReducer.reduce(&state, .count(.dropped))
    return state
  }
}
