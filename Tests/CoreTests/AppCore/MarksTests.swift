import AppCore
import Canvas
import Harness
import Model
import Testing

/// Marks, and commands for all marked photos.
@Suite struct MarksTests {
  private func ids(_ numbers: Int...) -> [Photo.ID] { numbers.map(Given.id) }

  /// Returns a feed with some photos marked; the first photo is selected.
  private func marked(_ numbers: Int..., in start: AppState? = nil) -> AppState {
    var state = start ?? Given.feed(30, next: nil).extended
    state.views.feed.marks = Set(numbers.map(Given.id))
    return state
  }

  @Test func `Space marks and moves on, as often as its count says`() {
    var state = Given.feed(30, next: nil).extended
    #expect(KeyMap.action(for: .character(" "), in: state) == .pressed(.mark))
    _ = AppReducer.reduce(&state, .pressed(.mark))
    #expect(state.marked == ids(0) && state.views.feed.selection == 1)
    _ = AppReducer.reduce(&state, .count(.typed(3)))
    _ = AppReducer.reduce(&state, .pressed(.mark))
    #expect(state.marked == ids(0, 1, 2, 3) && state.views.feed.selection == 4)
    _ = AppReducer.reduce(&state, .pressed(.moveLeft))
    _ = AppReducer.reduce(&state, .pressed(.mark))
    #expect(state.marked == ids(0, 1, 2))
    _ = AppReducer.reduce(&state, .pressed(.last))
    _ = AppReducer.reduce(&state, .pressed(.mark))
    #expect(state.marked == ids(0, 1, 2, 29) && state.views.feed.selection == 29)
  }

  @Test(arguments: [Place.feed, .favourites, .search, .gallery])
  func `one key marks all loaded photos, or unmarks them`(_ place: Place) throws {
    var state = try #require(Every.place[place])
    if place == .feed { state = state.extended }
    let count =
      state.listInView.map { state[$0].order.count } ?? state.gallery.groups.flatMap(\.ids).count
    #expect(KeyMap.action(for: .character("*"), in: state) == .pressed(.markAll))
    _ = AppReducer.reduce(&state, .pressed(.mark))
    _ = AppReducer.reduce(&state, .pressed(.markAll))
    #expect(state.marked.count == count && count > 1)
    _ = AppReducer.reduce(&state, .pressed(.markAll))
    #expect(state.marked.isEmpty)
  }

  @Test(arguments: [Place.feed, .favourites, .search, .gallery])
  func `every list has marks, which Esc and q remove before anything else`(_ place: Place) throws {
    for command in [Command.back, .close] {
      var state = try #require(Every.place[place])
      if place == .feed { state = state.extended }
      if place != .gallery { _ = AppReducer.reduce(&state, .pressed(.details)) }
      _ = AppReducer.reduce(&state, .pressed(.first))
      _ = AppReducer.reduce(&state, .pressed(.mark))
      #expect(state.marked.count == 1 && state.hasMarks)
      #expect(state.hints(at: place).contains(.back))
      let details = state.showsDetails
      #expect(!AppReducer.reduce(&state, .pressed(command)).contains(.quit))
      #expect(state.marked.isEmpty && state.place == place && state.showsDetails == details)
    }
  }

  @Test func `the basic edition has no marks: Space scrolls by a screen`() {
    var state = Given.feed(30)
    #expect(KeyMap.action(for: .character(" "), in: state) == .pressed(.pageDown))
    for action in [AppAction.pressed(.mark), .marks(.toggled(Given.id(0)))] {
      expect(&state, action)
    }
  }

  @Test func `in an empty list the key says so`() {
    let state = Given.feed(0).extended
    #expect(
      KeyMap.action(for: .character(" "), in: state) == .unavailable(.mark, .nothingSelected)
    )
  }

  @Test func `a click marks only in the list`() {
    var state = marked()
    expect(&state, .marks(.toggled(Given.id(4)))) { $0.views.feed.marks = [Given.id(4)] }
    expect(&state, .marks(.toggled(Given.id(4)))) { $0.views.feed.marks = [] }
    expect(&state, .marks(.toggled(Given.id(99))))
    _ = AppReducer.reduce(&state, .pressed(.help))
    expect(&state, .marks(.toggled(Given.id(4))))
  }

  @Test func `each list has its own marks, kept by paging, resizing and full screen`() {
    var state = marked(1, 3, in: Given.feed(30).extended)
    let page = AppAction.feed(.pageLoaded(2, .success(Given.page(30..<60))))
    _ = AppReducer.reduce(&state, .pressed(.last))
    _ = AppReducer.reduce(&state, page)
    #expect(state.feed.order.count == 60)
    _ = AppReducer.reduce(&state, .resized(Viewport(columns: 120, rows: 40)))
    _ = AppReducer.reduce(&state, .pressed(.open))
    #expect(state.photo != nil && !state.hasMarks)
    _ = AppReducer.reduce(&state, .pressed(.back))
    _ = AppReducer.reduce(&state, .tabPressed(.search))
    #expect(state.marked.isEmpty)
    _ = AppReducer.reduce(&state, .search(.lineClosed))
    _ = AppReducer.reduce(&state, .tabPressed(.feed))
    #expect(state.marked == ids(1, 3))
  }

  @Test func `marks disappear with the list, and with a photo that leaves it`() {
    var state = marked(1, 3)
    _ = AppReducer.reduce(&state, .feed(.refreshPressed))
    _ = AppReducer.reduce(&state, .feed(.pageLoaded(1, .success(Given.page(40..<70)))))
    #expect(state.feed.order.first == Given.id(40) && state.marked.isEmpty)

    guard var liked = Every.place[.favourites] else { return }
    liked.views.favourites.marks = Set(ids(0, 1))
    _ = AppReducer.reduce(&liked, .likes(.heartPressed(Given.id(0))))
    #expect(liked.views.favourites.marks == [Given.id(1)])
  }

  // MARK: Commands for marked photos

  private func sent(_ effects: [Effect]) -> [Effect] {
    effects.filter { if case .likes = $0 { true } else { false } }
  }

  @Test func `many hearts change at once, but only a few requests run at a time`() {
    var state = marked(0, 1, 2, 3, 4, 5, 6)
    state.photos[Given.id(0)]?.isLiked = true
    let first = AppReducer.reduce(&state, .pressed(.like))
    #expect((0..<7).allSatisfy { state.photos[Given.id($0)]?.isLiked == true })
    #expect(sent(first) == (1...4).map { .likes(.set(Given.id($0), liked: true)) })
    #expect(state.notice?.text == .likedPhotos(6, true))
    var asked = Array(1...4)
    while let number = asked.first {
      asked.removeFirst()
      let answer = LikeResponse(isLiked: true, likes: 11)
      let next = AppReducer.reduce(
        &state,
        .likes(.answered(Given.id(number), liked: true, .success(answer)))
      )
      for case .likes(.set(let id, _)) in next { asked.append(Int(id.value.dropFirst()) ?? 0) }
      #expect(state.likes.pending.count <= 4)
    }
    #expect(state.likes.changes.isEmpty && state.likes.pending.isEmpty)
    // The marks stay. If all are liked, they are unliked.
    _ = AppReducer.reduce(&state, .pressed(.like))
    #expect((0..<7).allSatisfy { state.photos[Given.id($0)]?.isLiked == false })
    #expect(state.notice?.text == .likedPhotos(7, false))
  }

  @Test func `a refused heart is reverted, and the others continue`() {
    var state = marked(0, 1, 2, 3, 4)
    _ = AppReducer.reduce(&state, .pressed(.like))
    // A problem that isn't a response of the service, which would otherwise send waiting likes.
    let problem = Problem(.like, .malformedAnswer)
    let next = AppReducer.reduce(
      &state,
      .likes(.answered(Given.id(0), liked: true, .failure(problem)))
    )
    #expect(sent(next) == [.likes(.set(Given.id(4), liked: true))])
    #expect(state.photos[Given.id(0)]?.isLiked == false)
  }

  @Test func `a spent budget pauses the rest`() {
    var state = marked(0, 1, 2, 3, 4, 5)
    _ = AppReducer.reduce(&state, .pressed(.like))
    let problem = Problem(.like, .rateLimited(minutes: 5))
    let next = AppReducer.reduce(
      &state,
      .likes(.answered(Given.id(0), liked: true, .failure(problem)))
    )
    #expect(sent(next).isEmpty && state.likes.isHeld)
    #expect(state.photos[Given.id(5)]?.isLiked == true)
  }

  @Test func `downloads are queued, and one notice says which are already here`() {
    var state = marked(0, 1, 2, 3, 4)
    state.gallery.ids = [Given.id(1), Given.id(3)]
    let effects = AppReducer.reduce(&state, .pressed(.download))
    #expect(state.downloads.items.map(\.id.photo) == ids(0, 2, 4))
    #expect(effects.count { if case .downloads(.run) = $0 { true } else { false } } == 3)
    #expect(state.notice?.text == .downloadingPhotos(3, here: 2))
    #expect(state.marked.count == 5)
  }

  @Test func `links are copied one per line, credits in one text`() throws {
    var state = marked(0, 1, 2)
    state.photos[Given.id(1)]?.pageURL = nil
    _ = AppReducer.reduce(&state, .pressed(.share))
    let share = try #require(state.share)
    #expect(share.photos == ids(0, 1, 2))
    #expect(state.shareRows == [.copyLink, .save, .download, .copyCredit])
    expect(&state, .share(.rowPressed(.showCode)))
    var copied = state
    let effects = AppReducer.reduce(&copied, .pressed(.open))
    guard case .terminal(.copy(let text))? = effects.first else {
      Issue.record("nothing is copied")
      return
    }
    let lines = text.text.split(separator: "\n")
    #expect(lines.count == 2 && lines.allSatisfy { $0.hasPrefix("https://test/photos/") })
    #expect(copied.notice?.text == .copied && copied.share == nil)

    for format in Credit.Format.allCases {
      var credited = state
      _ = AppReducer.reduce(&credited, .share(.rowPressed(.copyCredit)))
      let effects = AppReducer.reduce(&credited, .share(.rowPressed(.credit(format))))
      guard case .terminal(.copy(let text))? = effects.first else {
        Issue.record("nothing is copied")
        return
      }
      #expect(!text.text.contains("\n") && text.text.split(separator: "·").count == 3)
      #expect(credited.notice?.text == .copied)
    }
    _ = AppReducer.reduce(&state, .share(.rowPressed(.save)))
    #expect(state.downloads.items.map(\.id) == ids(0, 1, 2).map { DownloadID($0, to: .pictures) })
    #expect(state.notice?.text == .savingPhotos(3))
  }

  @Test func `without a page there is no link to copy`() {
    var state = marked(0, 1)
    for id in ids(0, 1) { state.photos[id]?.pageURL = nil }
    _ = AppReducer.reduce(&state, .pressed(.share))
    #expect(state.shareRows == [.save, .download, .copyCredit])
  }

  @Test func `several photos are downloaded from the sheet`() {
    var state = marked(0, 1, in: Given.gallery(3))
    state.tab = .feed
    (state.gallery.ids, state.gallery.items) = ([], [:])
    _ = AppReducer.reduce(&state, .pressed(.share))
    _ = AppReducer.reduce(&state, .share(.rowPressed(.download)))
    #expect(state.share == nil && state.downloads.items.map(\.id.photo) == ids(0, 1))
    #expect(state.notice?.text == .downloadingPhotos(2, here: 0))
  }

  @Test func `without marks, keys act on the selected photo`() {
    var state = Given.feed(30, next: nil).extended
    _ = AppReducer.reduce(&state, .pressed(.moveRight))
    _ = AppReducer.reduce(&state, .pressed(.share))
    #expect(state.share == ShareState(photo: Given.id(1)))
  }
}
