@testable import AppCore
import Harness
import Model
import Testing

/// Lists that have changed at the service: pages correct them.
@Suite struct CorrectionTests {
  private func loaded(_ count: Int = 90, next: PageToken? = 4) -> AppState {
    var state = Given.feed(count, next: next)
    state.launch = Given.extendedLaunch
    return state
  }

  private func numbers(_ state: AppState, in list: ListID = .feed) -> [Int] {
    state[list].order.map(Given.number)
  }

  /// Returns the page of a service that has these photos.
  private func page(_ number: Int, of photos: [Int], hasTotal: Bool = true) -> Page {
    ListService(photos: photos, hasTotal: hasTotal).page(number)
  }

  private func answer(
    _ state: inout AppState,
    _ effects: [Effect],
    from photos: [Int],
    in list: ListID = .feed
  ) -> [Int] {
    ListService(photos: photos).answer(&state, effects, in: list)
  }

  @Test func `photos that a refreshed page lacks are gone, as far as it reaches`() {
    var state = loaded()
    for _ in 0..<12 { _ = AppReducer.reduce(&state, .pressed(.moveRight)) }
    let selected = state.selected(in: .feed)
    state.feed.load = .loading
    (state.feed.isRefreshing, state.feed.isRefreshedInBackground) = (true, true)
    let left = (0..<90).filter { ![0, 5, 6, 29, 31, 60].contains($0) }
    let effects = AppReducer.reduce(
      &state,
      .feed(.pageLoaded(1, .success(page(1, of: left, hasTotal: false))))
    )
    // The page ends with photo 34.
    #expect(numbers(state) == (0..<90).filter { ![0, 5, 6, 29, 31].contains($0) })
    #expect(state.selected(in: .feed) == selected && state.feed.nextPage == 3)
    let kept = effects.compactMap { effect -> Int? in
      if case .cache(.writeList(.feed, let photos, next: _, total: _, isFresh: true)) = effect {
        photos.count
      } else {
        nil
      }
    }
    #expect(kept == [85])
    checkFeed(state)
  }

  @Test func `R starts the list over, page by page as the user gets there`() {
    var state = loaded(300, next: 11)
    let gone = Set(stride(from: 3, to: 300, by: 14))
    let left = [500, 501] + (0..<300).filter { !gone.contains($0) } + Array(300..<330)
    _ = answer(&state, AppReducer.reduce(&state, .pressed(.refresh)), from: left)
    #expect(numbers(state).prefix(30).elementsEqual(left.prefix(30)))
    #expect(numbers(state).contains(297) && numbers(state).contains(283))
    var asked: [Int] = []
    while state.views.feed.selection < state.feed.order.count - 1 {
      let before = state.selected(in: .feed)
      let effects = AppReducer.reduce(&state, .pressed(.moveRight))
      let selected = state.selected(in: .feed)
      #expect(selected != before)
      asked += answer(&state, effects, from: left)
      // The photo under the cursor stays, unless it is gone.
      if let selected, state.feed.known.contains(selected) {
        #expect(state.selected(in: .feed) == selected)
      }
    }
    #expect(numbers(state) == left)
    #expect(asked.sorted() == Array(2...11))
  }

  @Test func `R far down requests the first page and the one in view, nothing else`() {
    var state = loaded(300, next: 11)
    _ = AppReducer.reduce(&state, .pressed(.last))
    state.feed.load = .idle
    state.views.feed = ListView()
    for _ in 0..<200 { _ = AppReducer.reduce(&state, .pressed(.moveRight)) }
    let selected = state.selected(in: .feed)
    let left = (0..<330).filter { $0 != 7 && $0 != 203 && $0 != 250 }
    let asked = answer(&state, AppReducer.reduce(&state, .pressed(.refresh)), from: left)
    #expect(asked == [1, 7] && state.selected(in: .feed) == selected)
    #expect(!state.feed.known.contains(Given.id(203)) && state.feed.known.contains(Given.id(250)))
  }

  @Test func `a failed check ends unnoticed`() {
    var state = loaded(300, next: 11)
    _ = answer(&state, AppReducer.reduce(&state, .pressed(.refresh)), from: Array(0..<310))
    for _ in 0..<30 { _ = AppReducer.reduce(&state, .pressed(.moveRight)) }
    #expect(state.feed.load == .loading)
    let notice = state.notice
    _ = AppReducer.reduce(&state, .feed(.pageLoaded(2, .failure(Problem(.feed, .notFound)))))
    #expect(state.feed.load == .idle && state.notice == notice && state.feed.order.count == 300)
    #expect(AppReducer.reduce(&state, .pressed(.moveRight)).isEmpty)
  }

  @Test func `a photo that has moved, or is repeated, doesn't take others with it`() {
    let moved: [([Int], Int)] = [
      ([80] + Array(0..<29), 1), (Array(0..<29) + [80], 1), ([5] + Array(30..<59), 2),
      (Array(30..<45) + [2] + Array(45..<59), 2),
    ]
    for (numbers, number) in moved {
      var state = loaded()
      state.feed.load = .loading
      if number == 1 { state.feed.isRefreshing = true } else { state.feed.checked = [:] }
      let page = Page(photos: numbers.map { Given.photo($0) }, next: PageToken(number + 1))
      _ = AppReducer.reduce(&state, .feed(.pageLoaded(PageToken(number), .success(page))))
      #expect(state.feed.known.count == 90, "\(numbers)")
    }
  }

  @Test func `a page that follows the list and repeats some of it removes nothing else`() {
    var state = loaded(60, next: 3)
    _ = AppReducer.reduce(&state, .pressed(.last))
    let page = Page(photos: [4, 57, 58, 59, 60, 61].map { Given.photo($0) }, next: 4)
    _ = AppReducer.reduce(&state, .feed(.pageLoaded(3, .success(page))))
    #expect(numbers(state) == Array(0..<62))
  }

  @Test func `an empty page invalidates nothing, unless the service counts no photos`() {
    let topic = ListID.topic("sea")
    for (list, total, left) in [
      (.feed, nil, 30), (.feed, 30, 30), (.feed, 0, 30), (topic, nil, 30), (topic, 0, 0),
    ] as [(ListID, Int?, Int)] {
      var state = loaded(30, next: nil)
      state[list] = state[.feed]
      state[list].isRefreshing = true
      let page = Page(photos: [], next: nil, total: total)
      _ = state.merge(page, 1, in: list)
      #expect(state[list].order.count == left)
    }
  }

  // MARK: Favourites

  private func favourites(_ count: Int) -> AppState {
    var state = loaded(3, next: nil)
    for number in 0..<count { state.photos[Given.id(number)] = Given.photo(number, liked: true) }
    let kept = CachedList(
      photos: (0..<count).map { Given.photo($0, liked: true) },
      next: nil,
      total: count,
      time: 0
    )
    _ = AppReducer.reduce(&state, .tabPressed(.profile))
    _ = AppReducer.reduce(&state, .cache(.listRead(.favourites, kept, age: .seconds(60))))
    return state
  }

  @Test(arguments: [60, 120])
  func `a count that contradicts the favourites makes them load again, hearts included`(
    _ count: Int
  ) {
    var state = favourites(count)
    let left = (0..<count).filter { $0 % 3 != 0 }
    let refreshed = [Effect.feed(.loadPage(1, of: .favourites))]
    _ = answer(&state, refreshed, from: left, in: .favourites)
    #expect(state.favouritesCount == left.count)
    var effects: [Effect] = []
    for _ in 0..<left.count {
      effects = AppReducer.reduce(&state, .pressed(.moveRight))
      _ = answer(&state, effects, from: left, in: .favourites)
    }
    #expect(numbers(state, in: .favourites) == left)
    #expect(state.photos[Given.id(45)]?.isLiked == false)
    #expect(state.photos.values.filter(\.isLiked).count == left.count)
  }

  @Test func `a cleared heart is stored, for the gallery and the history`() {
    var state = favourites(20)
    let left = Array(1..<20)
    let effects = AppReducer.reduce(
      &state,
      .feed(.pageLoaded(1, .success(page(1, of: left))), in: .favourites)
    )
    #expect(effects.contains(.cache(.writeDetails(Given.photo(0)))))
  }

  @Test func `a like that the page may not know yet stays, with its heart`() {
    var state = favourites(20)
    _ = AppReducer.reduce(&state, .tabPressed(.feed))
    state.photos[Given.id(90)] = Given.photo(90)
    _ = AppReducer.reduce(&state, .likes(.heartPressed(Given.id(90))))
    _ = AppReducer.reduce(&state, .tabPressed(.profile))
    state[.favourites].load = .loading
    state[.favourites].isRefreshing = true
    let result = AppAction.feed(
      .pageLoaded(1, .success(page(1, of: Array(0..<20)))),
      in: .favourites
    )
    _ = AppReducer.reduce(&state, result)
    #expect(numbers(state, in: .favourites) == [90] + Array(0..<20))
    #expect(state.photos[Given.id(90)]?.isLiked == true)
  }

  // MARK: Deleted photos

  @Test(arguments: [Problem.Cause.notFound, .gone])
  func `a photo that the service no longer has leaves every list`(_ cause: Problem.Cause) {
    var state = loaded(30)
    _ = AppReducer.reduce(&state, .pressed(.open))
    _ = AppReducer.reduce(&state, .pressed(.back))
    #expect(state[.history].order == [Given.id(0)])
    state.details.loading = Given.id(0)
    let gone = Problem(.details, cause)
    let effects = AppReducer.reduce(&state, .details(.loaded(Given.id(0), .failure(gone))))
    #expect(effects.contains(.cache(.writeGone(Given.id(0)))))
    #expect(numbers(state) == Array(1..<30) && state[.history].order.isEmpty)
    #expect(state.selected(in: .feed) == Given.id(1))
    #expect(state.notice?.text == .failed(gone, retry: nil))
    checkFeed(state)
  }

  @Test func `a service that finds no photo at all removes only one`() {
    var state = loaded(30)
    let gone = Problem(.details, .notFound)
    for number in 0..<3 {
      _ = AppReducer.reduce(&state, .details(.loaded(Given.id(number), .failure(gone))))
    }
    #expect(numbers(state) == Array(1..<30) && state.details.failed[Given.id(1)] == gone)
    // After a response with details, the next one counts.
    _ = AppReducer.reduce(&state, .details(.loaded(Given.id(5), .success(Given.photo(5)))))
    _ = AppReducer.reduce(&state, .details(.loaded(Given.id(1), .failure(gone))))
    #expect(numbers(state) == Array(2..<30))
  }

  @Test func `a deleted photo in full screen stays until the user moves on, to its neighbours`() {
    for (command, number) in [(Command.moveRight, 4), (.moveLeft, 2)] {
      var state = Given.fullScreen(3)
      let gone = Problem(.details, .notFound)
      _ = AppReducer.reduce(&state, .details(.loaded(Given.id(3), .failure(gone))))
      #expect(state.photo?.id == Given.id(3) && !state.feed.known.contains(Given.id(3)))
      _ = AppReducer.reduce(&state, .pressed(command))
      #expect(state.photo?.id == Given.id(number))
    }
  }

  @Test func `a like of a deleted photo asks whether the photo is gone`() {
    var state = loaded(30)
    _ = AppReducer.reduce(&state, .pressed(.like))
    let refused = Problem(.like, .notFound)
    let answer = AppAction.likes(.answered(Given.id(0), liked: true, .failure(refused)))
    #expect(AppReducer.reduce(&state, answer).contains(.details(.load(Given.id(0)))))
    #expect(state.feed.order.count == 30)
    let gone = Problem(.details, .notFound)
    _ = AppReducer.reduce(&state, .details(.loaded(Given.id(0), .failure(gone))))
    #expect(numbers(state) == Array(1..<30) && state.likes.changes.isEmpty)
  }
}
