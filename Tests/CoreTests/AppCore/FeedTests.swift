@testable import AppCore
import Canvas
import CustomDump
import Harness
import Model
import Testing

@Suite struct FeedTests {
  private func pictureKey(_ number: Int) -> PictureKey {
    PictureKey(.photo(Given.id(number)), .thumbnail)
  }

  /// Returns a feed whose first page is loading.
  private func loading() -> AppState {
    var state = Given.splash()
    _ = AppReducer.reduce(&state, .sessionRead(.success(Account())))
    return state
  }

  @Test func `a page is added, and the next one waits until it is needed`() {
    var state = loading()
    expect(&state, .feed(.pageLoaded(1, .success(Given.page(0..<30, next: 2))))) {
      $0.feed.load = .idle
      $0.feed.nextPage = 2
      $0.feed.order = (0..<30).map(Given.id)
      $0.feed.known = Set($0.feed.order)
      for number in 0..<30 { $0.photos[Given.id(number)] = Given.photo(number) }
    }
  }

  @Test func `the next page is requested about a screen ahead, and never twice`() {
    var state = loading()
    _ = AppReducer.reduce(&state, .feed(.pageLoaded(1, .success(Given.page(0..<30, next: 2)))))
    var asked: [Effect] = []
    var remaining: Int?
    for _ in 0..<40 {
      let effects = AppReducer.reduce(&state, .pressed(.moveDown))
      if !effects.isEmpty, remaining == nil {
        let rows = state.rows(of: .feed)
        remaining = rows.height - state.views.feed.top(in: rows) - rows.metrics.body.height
      }
      asked += effects
    }
    expectNoDifference(asked, [.feed(.loadPage(2))])
    let body = state.metrics(of: .feed).body.height
    #expect((remaining ?? .max) < body)
    #expect((remaining ?? 0) >= body / 2)
  }

  @Test func `a list ends after several pages without new photos`() {
    var state = loading()
    _ = AppReducer.reduce(&state, .feed(.pageLoaded(1, .success(Given.page(0..<3, next: 2)))))
    func take(_ photos: [Photo], _ number: Int) -> [Effect] {
      let page = Page(photos: photos, next: PageToken(number + 1))
      return AppReducer.reduce(&state, .feed(.pageLoaded(PageToken(number), .success(page))))
    }
    for number in 2...5 {
      #expect(take([Given.photo(0)], number) == [.feed(.loadPage(PageToken(number + 1)))])
    }
    // A page with a new photo starts the count again.
    #expect(take([Given.photo(3)], 6) == [.feed(.loadPage(7))])
    for number in 7...10 { #expect(take([], number) == [.feed(.loadPage(PageToken(number + 1)))]) }
    #expect(take([], 11) == [])
    #expect(state.feed.hasEnded && state.feed.order.count == 4)
  }

  @Test func `duplicates within a page and across pages are dropped`() {
    var state = loading()
    let first = Page(photos: [0, 1, 1, 0, 2].map { Given.photo($0) }, next: 2)
    expect(&state, .feed(.pageLoaded(1, .success(first))), [.feed(.loadPage(2))]) {
      $0.feed.order = (0...2).map(Given.id)
      $0.feed.known = Set($0.feed.order)
      for number in 0...2 { $0.photos[Given.id(number)] = Given.photo(number) }
      $0.feed.nextPage = 2
    }
    // After a page of duplicates or an empty page, the next one is requested.
    expect(
      &state,
      .feed(.pageLoaded(2, .success(Given.page(0...2, next: 3)))),
      [.feed(.loadPage(3))]
    ) {
      $0.feed.nextPage = 3
      $0.feed.pages = PageOrder(known: -1)
    }
    expect(
      &state,
      .feed(.pageLoaded(3, .success(Page(photos: [], next: 4)))),
      [.feed(.loadPage(4))]
    ) {
      $0.feed.nextPage = 4
      $0.feed.pages = PageOrder(known: -2)
    }
    expect(&state, .feed(.pageLoaded(4, .success(Given.page(2...3))))) {
      $0.feed.load = .idle
      $0.feed.nextPage = nil
      $0.feed.pages = PageOrder()
      $0.feed.order.append(Given.id(3))
      $0.feed.known.insert(Given.id(3))
      $0.photos[Given.id(3)] = Given.photo(3)
    }
    #expect(state.feed.hasEnded)
    // At the end nothing more is requested.
    expectNoDifference(AppReducer.reduce(&state, .pressed(.last)), [])
  }

  @Test func `a failed page keeps the feed, stops loading, and can be retried`() {
    var state = Given.feed(2)
    expect(&state, .pressed(.moveRight), [.feed(.loadPage(2))]) {
      $0.feed.load = .loading
      $0.views.feed.selection = 1
    }
    let limited = Problem(.feed, .rateLimited(minutes: 12))
    expect(&state, .feed(.pageLoaded(2, .failure(limited)))) { $0.feed.load = .failed(limited) }
    expectNoDifference(AppReducer.reduce(&state, .pressed(.moveLeft)), [])
    for retry in [AppAction.feed(.retryPressed), .pressed(.refresh)] {
      var state = state
      expect(&state, retry, [.feed(.loadPage(2))]) { $0.feed.load = .loading }
      expect(&state, retry)
    }
  }

  @Test func `the empty feed is requested again, once`() {
    var state = loading()
    // Enter while the first page is loading doesn't request it twice.
    expect(&state, .pressed(.open))
    expect(&state, .feed(.retryPressed))
    expect(&state, .feed(.pageLoaded(1, .success(Page(photos: [], next: nil))))) {
      $0.feed.load = .idle
      $0.feed.nextPage = nil
      $0.feed.pages = PageOrder(known: -1)
    }
    expect(&state, .pressed(.open), [.feed(.loadPage(1))]) {
      $0.feed.load = .loading
      $0.feed.nextPage = 1
    }
    expect(&state, .feed(.pageLoaded(1, .failure(Given.timeout)))) {
      $0.feed.load = .failed(Given.timeout)
    }
    expect(&state, .pressed(.open), [.feed(.loadPage(1))]) { $0.feed.load = .loading }
  }

  @Test func `a retry without a failure requests nothing`() {
    var state = Given.feed(30)
    expect(&state, .feed(.retryPressed))
  }

  @Test func `a refresh adds new photos at the top without moving the view`() {
    var state = Given.feed(30)
    for _ in 0..<3 { _ = AppReducer.reduce(&state, .pressed(.moveDown)) }
    _ = AppReducer.reduce(&state, .feed(.scrolled(rows: 5)))
    let selected = state.selected(in: .feed)
    let layout = state.tiles(of: .feed)
    expect(&state, .pressed(.refresh), [.feed(.loadPage(1))]) {
      $0.feed.load = .loading
      $0.feed.isRefreshing = true
    }
    expect(&state, .pressed(.refresh))
    expect(
      &state,
      .feed(.pageLoaded(1, .success(Given.page([90, 91, 0, 1], next: 2)))),
      [noticeTimer(1)]
    ) {
      $0.feed.load = .idle
      $0.feed.isRefreshing = false
      $0.feed.checked = [1: CheckedPage(next: 2, last: Given.id(1))]
      $0.feed.order = [90, 91].map(Given.id) + $0.feed.order
      $0.feed.known.formUnion([90, 91].map(Given.id))
      for number in [90, 91] { $0.photos[Given.id(number)] = Given.photo(number) }
      $0.views.feed.selection += 2
      $0.views.feed.anchor.index += 2
      $0.views.feed.pivot.index = $0.views.feed.anchor.index
      $0.program.nextNumber = 1
      $0.notice = Notice(number: 1, text: .newPhotos(2))
    }
    #expect(state.selected(in: .feed) == selected)
    let after = state.tiles(of: .feed)
    #expect(after.tiles.map(\.frame) == layout.tiles.map(\.frame))
    #expect(after.tiles.map(\.id) == layout.tiles.map(\.id))
  }

  @Test func `a refresh that shares no photo with the feed replaces it, without duplicates`() {
    for numbers in [[90, 91, 92], [90, 91, 90, 92]] {
      var state = Given.feed(30)
      _ = AppReducer.reduce(&state, .pressed(.last))
      state.feed.load = .idle
      _ = AppReducer.reduce(&state, .pressed(.refresh))
      expect(
        &state,
        .feed(.pageLoaded(1, .success(Given.page(numbers, next: 2)))),
        [noticeTimer(1), .feed(.loadPage(2))]
      ) {
        $0.feed = PhotoList()
        $0.views.feed = ListView()
        $0.feed.order = [90, 91, 92].map(Given.id)
        $0.feed.known = Set($0.feed.order)
        $0.feed.nextPage = 2
        $0.feed.load = .loading
        for number in 90...92 { $0.photos[Given.id(number)] = Given.photo(number) }
        $0.program.nextNumber = 1
        $0.notice = Notice(number: 1, text: .newPhotos(3))
      }
    }
  }

  @Test func `a refresh without new photos says so and removes nothing`() {
    for page in [Given.page(0..<30, next: 2), Page(photos: [], next: 2)] {
      var state = Given.feed(30)
      _ = AppReducer.reduce(&state, .pressed(.refresh))
      expect(&state, .feed(.pageLoaded(1, .success(page))), [noticeTimer(1)]) {
        $0.feed.checked = [1: CheckedPage(next: 2, last: page.photos.last?.id)]
        $0.feed.load = .idle
        $0.feed.isRefreshing = false
        $0.program.nextNumber = 1
        $0.notice = Notice(number: 1, text: .upToDate)
      }
    }
  }

  @Test func `a refresh at the end requests the next page, since the end may have moved`() {
    var state = Given.feed(30)
    _ = AppReducer.reduce(&state, .pressed(.last))
    _ = AppReducer.reduce(&state, .feed(.pageLoaded(2, .success(Page(photos: [], next: nil)))))
    #expect(state.feed.hasEnded)
    _ = AppReducer.reduce(&state, .pressed(.refresh))
    let page = Given.page(0..<30, next: 2)
    let effects = AppReducer.reduce(&state, .feed(.pageLoaded(1, .success(page))))
    #expect(effects.contains(.feed(.loadPage(2))))
    // A service with only this page has no more at the end either.
    state.feed.load = .loading
    state.feed.isRefreshing = true
    state.feed.nextPage = nil
    _ = AppReducer.reduce(&state, .feed(.pageLoaded(1, .success(Given.page(0..<30)))))
    #expect(state.feed.hasEnded)
  }

  @Test func `a failed refresh keeps the feed and the focus, and its Retry works anywhere`() {
    var state = Given.feed(30)
    _ = AppReducer.reduce(&state, .pressed(.refresh))
    _ = AppReducer.reduce(&state, .pressed(.open))
    let timer = noticeTimer(1, seconds: 8)
    expect(&state, .feed(.pageLoaded(1, .failure(Given.timeout))), [timer]) {
      $0.feed.load = .idle
      $0.feed.isRefreshing = false
      $0.program.nextNumber = 1
      $0.notice = Notice(number: 1, text: .failed(Given.timeout, retry: .feed(.refreshPressed)))
    }
    expect(&state, .pressed(.refresh), [.feed(.loadPage(1))]) {
      $0.feed.load = .loading
      $0.feed.isRefreshing = true
    }
  }

  @Test func `a page that isn't awaited changes nothing`() {
    var state = Given.feed(3)
    expect(&state, .feed(.pageLoaded(2, .success(Given.page(50..<60)))))
    expect(&state, .feed(.pageLoaded(2, .failure(Given.timeout))))
  }

  @Test func `a page that arrives doesn't move the view`() {
    var state = Given.feed(13)
    _ = AppReducer.reduce(&state, .feed(.scrolled(rows: 3)))
    #expect(state.feed.load == .loading)
    let feed = state.feed
    expect(&state, .feed(.pageLoaded(2, .success(Given.page(20..<50, next: 3))))) {
      $0.feed = feed
      $0.feed.load = .idle
      $0.feed.nextPage = 3
      $0.feed.order += (20..<50).map(Given.id)
      $0.feed.known = Set($0.feed.order)
      for number in 20..<50 { $0.photos[Given.id(number)] = Given.photo(number) }
    }
    #expect(state.views.feed.anchor == ListView.Anchor(index: 0, offset: 3))
  }

  @Test func `another tab cancels the page, and returning requests it again`() {
    var state = Given.feed(2)
    _ = AppReducer.reduce(&state, .pressed(.last))
    #expect(state.feed.load == .loading)
    expect(
      &state,
      .pressed(.nextTab),
      [.cancelReads(.feed), .cancelReads(.details), .profile(.load)]
    ) {
      $0.tab = .profile
      $0.feed.load = .idle
      $0.profile.isLoading = true
    }
    expect(&state, .pressed(.feedTab), [.cancelReads(.profile), .feed(.loadPage(2))]) {
      $0.tab = .feed
      $0.feed.load = .loading
      $0.profile.isLoading = false
    }
  }

  @Test func `a refresh cancelled by another tab is repeated as a refresh`() {
    var state = Given.feed(30)
    _ = AppReducer.reduce(&state, .pressed(.refresh))
    _ = AppReducer.reduce(&state, .tabPressed(.profile))
    #expect(state.feed.load == .idle)
    expect(&state, .tabPressed(.feed), [.cancelReads(.profile), .feed(.loadPage(1))]) {
      $0.tab = .feed
      $0.feed.load = .loading
      $0.profile.isLoading = false
    }
    #expect(state.feed.isRefreshing)
  }

  @Test func `a page doesn't change pending likes, and keeps loaded details`() {
    var state = Given.feed(4)
    state.photos[Given.id(0)]?.details = PhotoDetails(camera: "K1000")
    _ = AppReducer.reduce(&state, .likes(.heartPressed(Given.id(1))))
    state.feed.load = .loading
    let page = Page(
      photos: [Given.photo(0, likes: 77), Given.photo(1, liked: true, likes: 99)],
      next: nil
    )
    _ = AppReducer.reduce(&state, .feed(.pageLoaded(2, .success(page))))
    expectNoDifference(state.photos[Given.id(1)], Given.photo(1))
    #expect(state.photos[Given.id(0)]?.likes == 77)
    #expect(state.photos[Given.id(0)]?.details?.camera == "K1000")
  }

  @Test func `a click selects and opens`() {
    var state = Given.feed(30)
    expect(&state, .feed(.cardPressed(Given.id(999))))
    _ = AppReducer.reduce(&state, .feed(.cardPressed(Given.id(1))))
    #expect(state.views.feed.selection == 1 && state.photo == PhotoState(id: Given.id(1)))
    // A press that was meant for an earlier frame.
    expect(&state, .feed(.cardPressed(Given.id(2))))
  }

  @Test func `a failed picture is requested again by a press or by the key`() {
    for action in [AppAction.feed(.picturePressed(Given.id(0))), .pressed(.refresh)] {
      var state = Given.feed(30)
      state.pictures[pictureKey(0)] = .failed(Problem(.picture, .notFound))
      expect(&state, action, [.pictures(.retry(pictureKey(0)))]) { $0.pictures = [:] }
    }
    var state = Given.feed(30)
    state.pictures[pictureKey(0)] = .thumbnail
    expect(&state, .feed(.picturePressed(Given.id(0))))
  }

  @Test func `all failed pictures are requested again together, also by a refresh`() {
    let failed = PictureStatus.failed(Problem(.picture, .notFound))
    var state = Given.feed(30)
    // Two that may be visible and one that isn't.
    let keys = [pictureKey(0), pictureKey(1), pictureKey(29)]
    for key in keys { state.pictures[key] = failed }
    var other = state
    other.pictures[keys[0]] = .thumbnail
    let effects = keys.map { Effect.pictures(.retry($0)) }
    expect(&state, .pressed(.refresh), effects) { $0.pictures = [:] }
    // The selected one has loaded: the key refreshes, and the others are retried.
    #expect(
      AppReducer.reduce(&other, .pressed(.refresh)) == effects.dropFirst() + [.feed(.loadPage(1))]
    )
  }

  @Test func `an empty feed has nothing to open, like or share`() {
    var state = Given.feed(0, next: nil)
    for command in [Command.like, .share, .details] {
      #expect(command.unavailable(in: state) == .nothingSelected)
    }
    for command in [Command.like, .share, .moveUp, .moveDown, .pageDown, .pageUp, .last, .first] {
      expect(&state, .pressed(command))
    }
    expect(&state, .feed(.scrolled(rows: 3)))
  }
}
