import AppCore
import Canvas
import Harness
import Model
import Testing

@Suite struct SlideshowTests {
  private let timer = Effect.ID(.photo, "slideshow")

  /// Returns a list of six in the extended edition, with or without further pages.
  private func list(next: PageToken? = nil) -> AppState {
    var state = Given.feed(6, next: next)
    state.launch = Given.extendedLaunch
    for number in 0..<6 {
      state.pictures[PictureKey(.photo(Given.id(number)), .full)] = .full
    }
    return state
  }

  private func show(_ state: AppState? = nil) -> AppState {
    var state = state ?? list()
    _ = AppReducer.reduce(&state, .pressed(.slideshow))
    return state
  }

  private func wait(_ seconds: Int = 5) -> Effect {
    .after(timer, .seconds(seconds), .photo(.slideshow(.timePassed)))
  }

  private func passTime(_ state: inout AppState) -> [Effect] {
    AppReducer.reduce(&state, .photo(.slideshow(.timePassed)))
  }

  @Test func `the slideshow begins with the selected photo, and shows each for its seconds`() {
    var state = list()
    _ = AppReducer.reduce(&state, .pressed(.moveRight))
    let effects = AppReducer.reduce(&state, .pressed(.slideshow))
    #expect(state.photo?.id == Given.id(1) && state.place == .slideshow)
    #expect(effects.filter { $0.id == timer } == [wait()])
    for number in 2..<6 {
      #expect(passTime(&state).filter { $0.id == timer } == [wait()])
      #expect(state.photo?.id == Given.id(number) && state.place == .slideshow)
    }
    #expect(state.views.feed.selection == 5)
  }

  @Test func `after the last photo the slideshow ends, and the bars return`() {
    var state = show()
    for _ in 0..<5 { _ = passTime(&state) }
    #expect(state.place == .slideshow)
    let effects = passTime(&state)
    #expect(state.place == .photo && state.photo?.id == Given.id(5))
    #expect(state.notice?.text == .slideshowEnded)
    #expect(effects.contains(.cancel(timer)) && !effects.contains { $0 == wait() })
    // A timer that was already due does nothing.
    #expect(passTime(&state) == [])
  }

  @Test
  func `a slideshow continues in a list that a refresh has replaced, and ends without photos`() {
    var state = show()
    for number in 10..<13 { state.photos[Given.id(number)] = Given.photo(number) }
    state.feed.order = (10..<13).map(Given.id)
    _ = passTime(&state)
    #expect(state.photo?.id == Given.id(10) && state.place == .slideshow)
    state.feed.order = []
    let effects = passTime(&state)
    #expect(state.place == .photo && effects.contains(.cancel(timer)))
  }

  @Test func `at the end of the loaded photos the slideshow waits for the next page`() {
    var state = show(list(next: 2))
    for _ in 0..<5 { _ = passTime(&state) }
    #expect(state.feed.load == .loading && state.photo?.id == Given.id(5))
    #expect(passTime(&state) == [wait(1)])
    #expect(state.place == .slideshow)
    _ = AppReducer.reduce(
      &state,
      .feed(.pageLoaded(2, .success(Given.page(6..<9))), in: .feed)
    )
    _ = passTime(&state)
    #expect(state.photo?.id == Given.id(6))
    // A page that failed isn't waited for.
    var failed = show(list(next: 2))
    for _ in 0..<5 { _ = passTime(&failed) }
    _ = AppReducer.reduce(&failed, .feed(.pageLoaded(2, .failure(Given.timeout)), in: .feed))
    _ = passTime(&failed)
    #expect(failed.place == .photo)
  }

  @Test func `a loading picture is waited for, but not forever`() {
    var state = show()
    let key = PictureKey(.photo(Given.id(0)), .full)
    state.pictures[key] = .blurHash
    for _ in 0..<30 {
      #expect(passTime(&state) == [wait(1)])
      #expect(state.photo?.id == Given.id(0))
    }
    _ = passTime(&state)
    #expect(state.photo?.id == Given.id(1))
    // A failed one is shown as long as any other, without an alert.
    state = show()
    _ = AppReducer.reduce(&state, .pictureChanged(key, .failed(Given.timeout)))
    #expect(state.alerts.isEmpty)
    _ = passTime(&state)
    #expect(state.photo?.id == Given.id(1))
  }

  @Test func `the keys of a slideshow change the seconds and step through photos`() {
    var state = show()
    #expect(AppReducer.reduce(&state, .pressed(.showLonger)).contains(wait(7)))
    #expect(state.notice?.text == .slideshowInterval(seconds: 7))
    for _ in 0..<3 { _ = AppReducer.reduce(&state, .pressed(.showShorter)) }
    #expect(state.slideshowSeconds == 3)
    for _ in 0..<9 { _ = AppReducer.reduce(&state, .pressed(.showShorter)) }
    #expect(state.slideshowSeconds == 1)
    for _ in 0..<30 { _ = AppReducer.reduce(&state, .pressed(.showLonger)) }
    #expect(state.slideshowSeconds == 3600)
    #expect(AppReducer.reduce(&state, .pressed(.moveRight)).contains(wait(3600)))
    #expect(state.photo?.id == Given.id(1))
    #expect(AppReducer.reduce(&state, .pressed(.moveLeft)).contains(wait(3600)))
    #expect(state.photo?.id == Given.id(0) && state.place == .slideshow)
    // The configured value may lie between the steps.
    state.program.chosenSlideshowSeconds = nil
    state.launch.preferences.slideshowSeconds = 6
    #expect(AppReducer.reduce(&state, .pressed(.showShorter)).contains(wait(5)))
  }

  @Test func `any other key pauses the slideshow, and acts as in full screen`() {
    var state = show()
    let like = KeyMap.action(for: .character("f"), in: state)
    let effects = AppReducer.reduce(&state, like)
    #expect(state.place == .photo && effects.contains(.cancel(timer)))
    #expect(state.photos[Given.id(0)]?.isLiked == true)
    _ = AppReducer.reduce(&state, .pressed(.slideshow))
    #expect(state.place == .slideshow && state.photo?.id == Given.id(0))
    for key in [
      Key.character(" "), .character("%"), Key(.escape), .character("q"), .character("S"),
    ] {
      var paused = state
      let action = KeyMap.action(for: key, in: paused)
      _ = AppReducer.reduce(&paused, action)
      #expect(paused.place == .photo && paused.photo?.id == Given.id(0), "\(key)")
    }
    for key in [Key.character("Q"), .control("c")] {
      #expect(KeyMap.action(for: key, in: state) == .pressed(.quit))
    }
    // With a Russian layout too.
    #expect(KeyMap.action(for: .character("Ы"), in: state) == .pressed(.slideshow))
  }

  @Test func `an alert pauses the slideshow`() {
    var state = show()
    state.alerts = [Alert(number: 1, kind: .confirmSignOut)]
    _ = passTime(&state)
    #expect(state.slideshow == nil && state.photo?.id == Given.id(0))
  }

  @Test func `in the gallery a slideshow steps through the gallery`() {
    var state = Given.gallery(2, 1)
    _ = AppReducer.reduce(&state, .pressed(.slideshow))
    let first = state.photo?.id
    #expect(state.photo?.isInGallery == true && state.place == .slideshow)
    _ = passTime(&state)
    #expect(state.photo?.id != first && state.place == .slideshow)
    _ = passTime(&state)
    #expect(state.place == .slideshow)
    _ = passTime(&state)
    #expect(state.place == .photo && state.notice?.text == .slideshowEnded)
  }

  @Test func `a slideshow uses the whole screen, and the basic edition has none`() {
    var state = show()
    #expect(state.photoScreen.body == Rect(x: 0, y: 0, width: 80, height: 24))
    _ = AppReducer.reduce(&state, .pressed(.back))
    #expect(state.photoScreen.body == Rect(x: 0, y: 1, width: 80, height: 22))
    var basic = Given.feed(3)
    #expect(KeyMap.action(for: .character("S"), in: basic) == .unknownKeyPressed)
    expect(&basic, .pressed(.slideshow))
  }

  @Test func `signing out keeps the user's key map and seconds`() {
    var state = show()
    _ = AppReducer.reduce(&state, .pressed(.showLonger))
    let map = KeyMap(changing: [.like: [Key.character("L")]])
    _ = AppReducer.reduce(&state, .keysRead(map))
    state.feed.load = .loading
    let refused = Problem(.feed, .unauthorized)
    _ = AppReducer.reduce(&state, .feed(.pageLoaded(1, .failure(refused)), in: .feed))
    #expect(state.stage == .signIn)
    #expect(state.program.keyMap == map && state.slideshowSeconds == 7)
    #expect(state.slideshow == nil && state.photo == nil)
  }

  // MARK: Random order

  private func shuffled(_ seed: UInt64 = 1) -> AppState {
    var state = list()
    state.program.seed = seed
    state.launch.preferences.slideshowOrder = .shuffled
    return show(state)
  }

  /// Shows the next photos, and returns the current one and these.
  private func round(_ state: inout AppState, _ count: Int) -> [Photo.ID] {
    var ids = [state.photo?.id].compactMap(\.self)
    for _ in 1..<count {
      #expect(passTime(&state).filter { $0.id == timer } == [wait()])
      ids += [state.photo?.id].compactMap(\.self)
    }
    return ids
  }

  @Test func `in random order no photo is shown twice in a round, and rounds follow`() {
    let all = Set((0..<6).map { Given.id($0) })
    var orders: Set<[Photo.ID]> = []
    for seed in 1...20 as ClosedRange<UInt64> {
      var state = shuffled(seed)
      let first = round(&state, 6)
      #expect(first.first == Given.id(0) && Set(first) == all)
      // The last photo of a round is the first of the next one.
      #expect(Set(round(&state, 6)) == all && state.place == .slideshow)
      orders.insert(first)
    }
    #expect(orders.count > 10)
  }

  @Test func `the left arrow returns to the photo shown before, and right goes on`() {
    var state = shuffled()
    let ids = round(&state, 4)
    for id in ids.reversed().dropFirst() {
      _ = AppReducer.reduce(&state, .pressed(.moveLeft))
      #expect(state.photo?.id == id)
    }
    _ = AppReducer.reduce(&state, .pressed(.moveLeft))
    #expect(state.photo?.id == ids.first)
    for id in ids.dropFirst() {
      _ = AppReducer.reduce(&state, .pressed(.moveRight))
      #expect(state.photo?.id == id)
    }
  }

  @Test func `photos that left the list are skipped, and new ones come in the next round`() {
    var state = shuffled()
    let next = state.slideshow?.upcoming ?? []
    state[.feed].order.removeAll { $0 == next[0] }
    _ = passTime(&state)
    #expect(state.photo?.id == next[1])
    let new = Given.id(77)
    state.photos[new] = Given.photo(77)
    state[.feed].order.append(new)
    let rest = round(&state, 4)
    #expect(!rest.contains(new))
    #expect(round(&state, 6).contains(new))
  }

  @Test func `a key changes the order, and the next slideshow has it`() {
    var state = show()
    _ = AppReducer.reduce(&state, .pressed(.shuffle))
    #expect(state.notice?.text == .slideshowOrder(.shuffled))
    #expect(state.slideshow?.upcoming.count == 5)
    _ = AppReducer.reduce(&state, .pressed(.back))
    _ = AppReducer.reduce(&state, .pressed(.slideshow))
    #expect(state.slideshow?.upcoming.count == 5)
    _ = AppReducer.reduce(&state, .pressed(.shuffle))
    #expect(state.notice?.text == .slideshowOrder(.listed) && state.slideshow?.upcoming == [])
  }

  @Test func `a single photo ends in any order`() {
    var state = Given.feed(1, next: nil)
    state.launch = Given.extendedLaunch
    state.launch.preferences.slideshowOrder = .shuffled
    state.pictures[PictureKey(.photo(Given.id(0)), .full)] = .full
    state = show(state)
    _ = passTime(&state)
    #expect(state.place == .photo && state.notice?.text == .slideshowEnded)
  }
}
