@testable import AppCore
import CustomDump
import Harness
import Model
import Testing

/// Cached data of earlier runs, and its replacement by the service's responses.
@Suite struct CacheTests {
  private let failure = Problem(.storage, .diskFull(path: "/data/imagefeed.db"))

  @Test func `a database that was set aside is reported on every screen, with its new name`() {
    for start in [Given.splash(), Given.signIn(), Given.feed(3)] {
      var state = start.extended
      expect(&state, .dataFile(.databaseSetAside(path: "/data/imagefeed.db.damaged-1"))) {
        $0.program.nextNumber = 1
        $0.alerts = [
          Alert(number: 1, kind: .databaseSetAside(path: "/data/imagefeed.db.damaged-1"))
        ]
      }
      #expect(state.alerts.first?.buttons == [.ok])
    }
  }

  @Test func `an unusable database is reported once, even after a sign-out`() {
    var state = Given.feed(3).extended
    expect(&state, .dataFile(.databaseFailed(failure)), [noticeTimer(1, seconds: 8)]) {
      $0.cache.hasReportedFailure = true
      $0.program.nextNumber = 1
      $0.notice = Notice(number: 1, text: .failed(failure, retry: nil))
    }
    _ = AppReducer.reduce(&state, .profile(.signedOut(.success(nil))))
    expect(&state, .dataFile(.databaseFailed(failure)))
  }

  // MARK: Lists

  private func kept(_ numbers: Range<Int>, next: PageToken? = 2) -> CachedList {
    CachedList(photos: numbers.map { Given.photo($0) }, next: next, total: nil, time: 1_000)
  }

  /// Returns the cached feed, with its refresh in progress.
  private func started(_ numbers: Range<Int> = 0..<30) -> AppState {
    var state = Given.splash(Given.extendedLaunch)
    let effects = AppReducer.reduce(&state, .sessionRead(.success(Account())))
    #expect(
      effects == [
        .cancel(Effect.ID(.app, "backdrop")),
        .view(.readSizes), .cache(.readLikes), .chooser(.readSource), .cache(.readList(.feed)),
        .feed(.loadPage(1)), .downloads(.restore), .gallery(.read),
      ]
    )
    let read = AppAction.cache(.listRead(.feed, kept(numbers), age: .seconds(7_200)))
    expect(&state, read, [growing]) {
      $0.cache.isAging = true
      for number in numbers { $0.photos[Given.id(number)] = Given.photo(number) }
      $0.feed.order = numbers.map(Given.id)
      $0.feed.known = Set(numbers.map(Given.id))
      $0.feed.nextPage = 2
      $0.feed.cacheAge = .seconds(7_200)
      $0.feed.isRefreshing = true
      $0.feed.isRefreshedInBackground = true
    }
    return state
  }

  private var growing: Effect {
    .after(Effect.ID(.app, "age"), .seconds(60), .cache(.minutesPassed(1)))
  }

  @Test func `the age of cached data grows while it is shown`() {
    var state = started()
    _ = AppReducer.reduce(&state, failed)
    expect(&state, .cache(.minutesPassed(1)), [growing]) { $0.feed.cacheAge = .seconds(7_260) }
    // Data that is read later shows the same age.
    _ = AppReducer.reduce(&state, .tabPressed(.profile))
    let profile = AppAction.cache(.profileRead(Given.person, age: .seconds(3)))
    #expect(AppReducer.reduce(&state, profile) == [])
    expect(&state, .cache(.minutesPassed(1)), [growing]) {
      $0.feed.cacheAge = .seconds(7_320)
      $0.profile.cacheAge = .seconds(63)
    }
    // The service's response has no age.
    _ = AppReducer.reduce(&state, .profile(.loaded(.success(Given.person))))
    _ = AppReducer.reduce(&state, .feed(.refreshPressed))
    _ = AppReducer.reduce(&state, loaded(0..<30))
    expect(&state, .cache(.minutesPassed(1))) { $0.cache.isAging = false }
  }

  @Test func `the time until the next hourly budget counts down`() {
    var state = Given.feed(0).extended
    state.feed.load = .loading
    let spent = { Problem(.feed, .rateLimited(minutes: $0)) }
    let effects = AppReducer.reduce(&state, .feed(.pageLoaded(1, .failure(spent(3)))))
    #expect(effects.contains(growing))
    expect(&state, .cache(.minutesPassed(1)), [growing]) { $0.feed.load = .failed(spent(2)) }
    expect(&state, .cache(.minutesPassed(1)), [growing]) { $0.feed.load = .failed(spent(1)) }
    // After the wait, the page is requested again.
    let asked = [Effect.feed(.loadPage(2))]
    expect(&state, .cache(.minutesPassed(1)), asked) {
      $0.feed.load = .loading
      $0.cache.isAging = false
    }
    state.feed.load = .failed(spent(25))
    state.cache.isAging = true
    expect(&state, .cache(.minutesPassed(720)), asked) {
      $0.feed.load = .loading
      $0.cache.isAging = false
    }
  }

  private func loaded(_ numbers: Range<Int>, next: PageToken? = 2) -> AppAction {
    .feed(.pageLoaded(1, .success(Given.page(numbers, next: next))))
  }

  private var failed: AppAction {
    .feed(.pageLoaded(1, .failure(Problem(.feed, .connectionRefused(host: "h")))))
  }

  @Test func `cached data is shown immediately, and a refresh adds new photos at the top`() {
    var state = started()
    let top = state.selected(in: .feed)
    _ = AppReducer.reduce(&state, loaded(-4..<26))
    #expect(state.feed.order.count == 34 && state.selected(in: .feed) == top)
    #expect(state.feed.cacheAge == nil)
    #expect(state.notice?.text == .newPhotos(4) && state.feed.load == .idle)
    // If nothing is new, nothing is reported, since the user didn't ask.
    state = started()
    _ = AppReducer.reduce(&state, loaded(0..<30))
    #expect(state.notice == nil && state.feed.cacheAge == nil)
  }

  @Test func `a page without cached photos waits until the user accepts it`() {
    var state = started()
    _ = AppReducer.reduce(&state, .pressed(.moveRight))
    let before = state
    _ = AppReducer.reduce(&state, loaded(100..<130))
    #expect(
      state.feed.order == before.feed.order && state.views.feed.anchor == before.views.feed.anchor
    )
    #expect(state.views.feed.selection == 1 && state.feed.cacheAge == .seconds(7_200))
    #expect(state.notice?.text == .newerPhotos(.feed))
    #expect(AppReducer.reduce(&state, .pressed(.refresh)) == [.feed(.loadPage(1))])
    _ = AppReducer.reduce(&state, loaded(100..<130))
    #expect(state.feed.order == (100..<130).map(Given.id) && state.feed.cacheAge == nil)
  }

  @Test func `without a network cached data stays, and no alert covers it`() {
    var state = started()
    expect(&state, failed, [Given.tryLater]) {
      $0.feed.load = .idle
      $0.feed.isRefreshing = false
      $0.feed.isRefreshedInBackground = false
      $0.isOffline = true
    }
    // At the end of the cached data, the list stops, and the footer says so.
    _ = AppReducer.reduce(&state, .pressed(.last))
    let problem = Problem(.feed, .connectionRefused(host: "h"))
    _ = AppReducer.reduce(&state, .feed(.pageLoaded(2, .failure(problem))))
    #expect(state.feed.load == .failed(problem) && state.alerts.isEmpty)
    #expect(AppReducer.reduce(&state, .pressed(.refresh)) == [.feed(.loadPage(2))])
    _ = AppReducer.reduce(&state, .feed(.pageLoaded(2, .failure(problem))))
    // After any response, loading continues automatically.
    let person = AppAction.profile(.loaded(.success(Given.person)))
    state.profile.isLoading = true
    let effects = AppReducer.reduce(&state, person)
    #expect(
      effects == [.cache(.writeProfile(Given.person)), Given.isBack, .feed(.loadPage(2))]
    )
    #expect(!state.isOffline)
  }

  @Test func `once online, details and the visible photo are requested again`() {
    var state = started()
    _ = AppReducer.reduce(&state, .pressed(.open))
    _ = AppReducer.reduce(&state, .pressed(.details))
    _ = AppReducer.reduce(&state, failed)
    let (front, other) = (Given.id(0), Given.id(1))
    state.details.loading = nil
    state.details.failed = [
      front: Problem(.details, .timedOut(host: "h")), other: Problem(.details, .notFound),
    ]
    let key = PictureKey(.photo(front), .full)
    state.pictures[key] = .failed(Problem(.picture, .timedOut(host: "h")))
    let person = AppAction.profile(.loaded(.success(Given.person)))
    state.profile.isLoading = true
    let effects = AppReducer.reduce(&state, person)
    #expect(effects.contains(.pictures(.retry(key))) && state.pictures[key] == nil)
    #expect(state.details.failed.keys.map(\.self) == [other])
    #expect(AppReducer.reduce(&state, .details(.delayPassed(front))) == [.details(.load(front))])
  }

  @Test func `once online, old lists refresh in the background and pictures are requested again`() {
    var state = started()
    _ = AppReducer.reduce(&state, failed)
    let key = PictureKey(.photo(Given.id(3)), .thumbnail)
    state.pictures[key] = .failed(Problem(.picture, .timedOut(host: "h")))
    state.details.loading = Given.id(0)
    var photo = Given.photo(0)
    photo.details = PhotoDetails()
    let effects = AppReducer.reduce(&state, .details(.loaded(Given.id(0), .success(photo))))
    #expect(
      effects == [
        .cache(.writeDetails(photo)), Given.isBack, .pictures(.retry(key)), .feed(.loadPage(1)),
      ]
    )
    #expect(state.feed.isRefreshing && state.feed.isRefreshedInBackground)
  }

  @Test func `once online, an old list on another tab is refreshed when it is shown`() {
    var state = started()
    _ = AppReducer.reduce(&state, failed)
    _ = AppReducer.reduce(&state, .tabPressed(.search))
    state.search.isTyping = false
    state.search.query = SearchQuery("cat")
    let problem = Problem(.feed, .connectionRefused(host: "h"))
    state[state.search.list].load = .failed(problem)
    _ = AppReducer.reduce(&state, .tabPressed(.profile))
    _ = AppReducer.reduce(&state, .profile(.loaded(.success(Given.person))))
    #expect(!state.isOffline && state.feed.needsRefresh)
    let back = AppReducer.reduce(&state, .tabPressed(.feed))
    #expect(back.contains(.feed(.loadPage(1))))
    #expect(state.feed.isRefreshedInBackground && !state.feed.needsRefresh)
    _ = AppReducer.reduce(&state, loaded(0..<30))
    let search = AppReducer.reduce(&state, .tabPressed(.search))
    #expect(search.contains(.feed(.loadPage(1, of: .search(SearchQuery("cat"))))))
    #expect(!AppReducer.reduce(&state, .tabPressed(.feed)).contains(.feed(.loadPage(1))))
  }

  @Test func `without a network requests are retried automatically and silently`() {
    var state = started()
    #expect(AppReducer.reduce(&state, .networkAwaited) == [])
    #expect(AppReducer.reduce(&state, failed) == [Given.tryLater])
    #expect(AppReducer.reduce(&state, .networkAwaited) == [.feed(.loadPage(1))])
    // A request is running; the retry waits for its end.
    #expect(AppReducer.reduce(&state, .networkAwaited) == [Given.tryLater])
    #expect(AppReducer.reduce(&state, failed) == [Given.tryLater])
    #expect(state.alerts.isEmpty && state.notice == nil && state.feed.order.count == 30)
    // What failed is retried if the user waits for it; otherwise the feed.
    _ = AppReducer.reduce(&state, .pressed(.last))
    let problem = Problem(.feed, .connectionRefused(host: "h"))
    _ = AppReducer.reduce(&state, .feed(.pageLoaded(2, .failure(problem))))
    #expect(AppReducer.reduce(&state, .networkAwaited) == [.feed(.loadPage(2))])
    _ = AppReducer.reduce(&state, .feed(.pageLoaded(2, .failure(problem))))
    _ = AppReducer.reduce(&state, .pressed(.galleryTab))
    #expect(AppReducer.reduce(&state, .networkAwaited) == [.feed(.loadPage(1))])
    let answer = AppReducer.reduce(&state, loaded(0..<30))
    #expect(answer.contains(Given.isBack) && !state.isOffline)
    #expect(AppReducer.reduce(&state, .networkAwaited) == [])
  }

  @Test func `offline, R retries everything at once, and a missing picture causes no alert`() {
    var state = started()
    _ = AppReducer.reduce(&state, failed)
    let key = PictureKey(.photo(Given.id(0)), .thumbnail)
    let gone = PictureStatus.failed(Problem(.picture, .connectionRefused(host: "h")))
    _ = AppReducer.reduce(&state, .pictureChanged(key, gone))
    var other = state
    let effects = AppReducer.reduce(&other, .pressed(.refresh))
    #expect(effects == [.pictures(.retry(key)), .feed(.loadPage(1))])
    // The user asked, so the failure is reported.
    _ = AppReducer.reduce(&other, failed)
    #expect(other.notice?.retry == .feed(.refreshPressed) && other.alerts.isEmpty)
    _ = AppReducer.reduce(&state, .pressed(.open))
    let full = PictureKey(.photo(Given.id(0)), .full)
    _ = AppReducer.reduce(&state, .pictureChanged(full, gone))
    #expect(state.alerts.isEmpty && state.place == .photo)
  }

  @Test func `a response that arrives before the cached data isn't replaced by it`() {
    var state = Given.splash(Given.extendedLaunch)
    _ = AppReducer.reduce(&state, .sessionRead(.success(Account())))
    _ = AppReducer.reduce(&state, loaded(0..<30))
    expect(&state, .cache(.listRead(.feed, kept(50..<60), age: .seconds(9))))
    // If the two overlap, the list continues with cached pages, which aren't requested again.
    _ = AppReducer.reduce(&state, .cache(.listRead(.feed, kept(10..<60, next: 3), age: .zero)))
    #expect(state.feed.order == (0..<60).map(Given.id) && state.feed.nextPage == 3)
    #expect(state.feed.cacheAge == nil)
    // A failure doesn't stay if cached data is read after it.
    state = Given.splash(Given.extendedLaunch)
    _ = AppReducer.reduce(&state, .sessionRead(.success(Account())))
    _ = AppReducer.reduce(&state, failed)
    _ = AppReducer.reduce(&state, .cache(.listRead(.feed, kept(0..<30), age: .seconds(9))))
    #expect(state.feed.order.count == 30 && state.feed.load == .idle && state.isOffline)
  }

  @Test func `a cached second page replaces the one that was requested`() {
    var state = Given.splash(Given.extendedLaunch)
    _ = AppReducer.reduce(&state, .sessionRead(.success(Account())))
    _ = AppReducer.reduce(&state, loaded(0..<30))
    _ = AppReducer.reduce(&state, .pressed(.last))
    #expect(state.feed.load == .loading)
    // Only the first page is cached, so the second one must load.
    var other = state
    let kept30 = AppAction.cache(.listRead(.feed, kept(0..<30), age: .zero))
    #expect(AppReducer.reduce(&other, kept30).isEmpty && other == state)
    let effects = AppReducer.reduce(
      &state,
      .cache(.listRead(.feed, kept(10..<60, next: 3), age: .zero))
    )
    #expect(effects.first == .cancel(Effect.ID(.feed, "page")))
    #expect(state.feed.order.count == 60 && state.feed.nextPage == 3 && state.feed.load == .idle)
  }

  @Test func `a cached list that is read after the second page continues after it`() {
    var state = Given.splash(Given.extendedLaunch)
    _ = AppReducer.reduce(&state, .sessionRead(.success(Account())))
    _ = AppReducer.reduce(&state, loaded(0..<30))
    _ = AppReducer.reduce(&state, .pressed(.last))
    let second = AppAction.feed(.pageLoaded(2, .success(Given.page(30..<60, next: 3))))
    _ = AppReducer.reduce(&state, second)
    #expect(state.feed.order.count == 60 && state.feed.nextPage == 3)
    // The cached data ends there.
    var other = state
    let kept60 = AppAction.cache(.listRead(.feed, kept(0..<60, next: 3), age: .zero))
    #expect(AppReducer.reduce(&other, kept60).isEmpty && other == state)
    _ = AppReducer.reduce(&state, .cache(.listRead(.feed, kept(5..<120, next: 5), age: .zero)))
    #expect(state.feed.order == (0..<120).map(Given.id) && state.feed.nextPage == 5)
  }

  @Test func `a refused refresh is reported, with Retry`() {
    var state = started()
    let problem = Problem(.feed, .rateLimited(minutes: 9))
    _ = AppReducer.reduce(&state, .feed(.pageLoaded(1, .failure(problem))))
    #expect(state.notice?.text == .failed(problem, retry: .feed(.refreshPressed)))
    #expect(state.feed.order.count == 30 && state.alerts.isEmpty && !state.isOffline)
    #expect(AppReducer.reduce(&state, .pressed(.refresh)) == [.feed(.loadPage(1))])
  }

  @Test func `a page is cached as it is shown, with the time of its first page`() {
    var state = started()
    _ = AppReducer.reduce(&state, failed)
    _ = AppReducer.reduce(&state, .pressed(.last))
    let effects = AppReducer.reduce(
      &state,
      .feed(.pageLoaded(2, .success(Given.page(30..<60, next: 3))))
    )
    let photos = (0..<60).map { Given.photo($0) }
    #expect(
      effects.contains(.cache(.writeList(.feed, photos, next: 3, total: nil, isFresh: false)))
    )
  }

  // MARK: Profile

  @Test func `the cached profile is shown, and refreshed in the background`() {
    var state = Given.feed(30, next: nil).extended
    let opened = AppReducer.reduce(&state, .tabPressed(.profile))
    #expect(
      opened == [
        .cancelReads(.feed), .cancelReads(.details), .cache(.readProfile), .profile(.load),
        .cache(.readList(.favourites)), .feed(.loadPage(1, of: .favourites)),
      ]
    )
    expect(&state, .cache(.profileRead(Given.person, age: .seconds(60))), [growing]) {
      $0.cache.isAging = true
      $0.profile.person = Given.person
      $0.profile.cacheAge = .seconds(60)
      $0.profile.isRefreshedInBackground = true
      $0.account?.username = "ann"
    }
    var offline = state
    expect(&offline, .profile(.loaded(.failure(Given.timeout))), [Given.tryLater]) {
      $0.profile.isLoading = false
      $0.profile.isRefreshedInBackground = false
      $0.isOffline = true
    }
    // It is requested on return while it is old.
    _ = AppReducer.reduce(&offline, .pressed(.feedTab))
    #expect(AppReducer.reduce(&offline, .pressed(.profileTab)).contains(.profile(.load)))
    expect(&state, .profile(.loaded(.success(Given.person))), [.cache(.writeProfile(Given.person))])
    {
      $0.profile.isLoading = false
      $0.profile.isRefreshedInBackground = false
      $0.profile.cacheAge = nil
    }
  }

  @Test func `writes run in order, and reads can be cancelled`() {
    let writes: [Effect] = [
      .cache(.writeLike(Given.photo(0), true)),
      .cache(.writeList(.feed, [], next: nil, total: nil, isFresh: true)),
      .cache(.writeProfile(Given.person)), .cache(.removeAccount),
    ]
    #expect(Set(writes.map(\.id)).count == 1)
    #expect(writes.allSatisfy { $0.traits.isOrdered && !$0.traits.isRead })
    let choices: [Effect] = [
      .view(.writeSize(.feed, .columns)), .view(.writeGallerySize(.tiny)),
      .chooser(.writeSource(.feed)), .search(.record("cat")), .search(.remove("cat")),
    ]
    #expect(choices.allSatisfy { $0.traits.isOrdered && !$0.traits.isRead })
    let reads: [Effect] = [.cache(.readList(.feed)), .cache(.readProfile)]
    #expect(reads.allSatisfy { !$0.traits.isOrdered && $0.traits.isRead })
  }
}
