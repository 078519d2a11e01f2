import AppCore
import CustomDump
import Harness
import Model
import Testing

/// The list of liked photos on the profile.
@Suite struct FavouritesTests {
  private func keep(_ numbers: [Int], next: PageToken?, total: Int?, isFresh: Bool = false)
    -> Effect
  {
    // The ten are in the list; the one beyond was liked just now.
    let photos = numbers.map { Given.photo($0, liked: true, likes: $0 == 9 ? 11 : 10) }
    return .cache(.writeList(.favourites, photos, next: next, total: total, isFresh: isFresh))
  }

  /// Returns the profile of a user with this many likes.
  private func profile(_ likes: Int? = 3) -> AppState {
    var state = Given.feed(30, next: nil).extended
    _ = AppReducer.reduce(&state, .tabPressed(.profile))
    var person = Given.person
    person.totalLikes = likes
    _ = AppReducer.reduce(&state, .profile(.loaded(.success(person))))
    return state
  }

  /// Returns the loaded favourites, photos 0 to 4.
  private func opened(next: PageToken? = nil, total: Int? = 5) -> AppState {
    var state = profile(5)
    let page = Page(photos: (0..<5).map { Given.photo($0) }, next: next, total: total)
    _ = AppReducer.reduce(&state, .feed(.pageLoaded(1, .success(page)), in: .favourites))
    return state
  }

  private func order(_ state: AppState) -> [Int] {
    state[.favourites].order.compactMap { Int($0.value.dropFirst()) }
  }

  private func answer(_ state: inout AppState, _ number: Int, _ liked: Bool) {
    let result = Result<LikeResponse, Problem>.success(LikeResponse(isLiked: liked, likes: nil))
    _ = AppReducer.reduce(&state, .likes(.answered(Given.id(number), liked: liked, result)))
  }

  @Test func `the profile loads the user and the favourites, and reloads them on return`() {
    var state = Given.feed(30, next: nil).extended
    expect(
      &state,
      .tabPressed(.profile),
      [
        .cancelReads(.feed), .cancelReads(.details), .cache(.readProfile), .profile(.load),
        .cache(.readList(.favourites)), .feed(.loadPage(1, of: .favourites)),
      ]
    ) {
      $0.tab = .profile
      $0.profile.isLoading = true
      $0[.favourites].load = .loading
    }
    #expect(state.place == .favourites)
    expect(
      &state,
      .pressed(.feedTab),
      [.cancelReads(.profile), .cancelReads(.favourites), .cancelReads(.details)]
    ) {
      $0.tab = .feed
      $0.profile.isLoading = false
      $0[.favourites].load = .idle
    }
    let asked = AppReducer.reduce(&state, .pressed(.profileTab))
    #expect(asked.contains(.profile(.load)) && asked.contains(.feed(.loadPage(1, of: .favourites))))
    // The basic edition has no favourites.
    var basic = Given.feed(30)
    let effects = AppReducer.reduce(&basic, .pressed(.profileTab))
    #expect(basic.place == .profile && !effects.contains(.feed(.loadPage(1, of: .favourites))))
  }

  @Test func `if the service withdraws likes, the favourites disappear`() {
    var state = opened()
    _ = AppReducer.reduce(&state, .pressed(.like))
    let refused = Problem(.unlike, .notOffered)
    _ = AppReducer.reduce(&state, .likes(.answered(Given.id(0), liked: false, .failure(refused))))
    #expect(state.place == .profile && state.listInView == nil)
    _ = AppReducer.reduce(&state, .pressed(.open))
    #expect(state.alerts.map(\.kind) == [.confirmSignOut])
  }

  @Test func `the number of favourites includes changes the service doesn't know yet`() {
    var state = profile(nil)
    #expect(state.favouritesCount == nil)
    state = profile(3)
    #expect(state.favouritesCount == 3)
    _ = AppReducer.reduce(&state, .likes(.heartPressed(Given.id(9))))
    #expect(state.favouritesCount == 4)
    answer(&state, 9, true)
    #expect(state.favouritesCount == 4 && state.profile.person?.totalLikes == 4)
    // The list counts its own changes.
    state = opened(next: 2, total: 40)
    #expect(state.favouritesCount == 40)
    _ = AppReducer.reduce(&state, .pressed(.like))
    #expect(state.favouritesCount == 39)
    answer(&state, 0, false)
    #expect(state.favouritesCount == 39 && state[.favourites].total == 39)
    _ = AppReducer.reduce(&state, .likes(.heartPressed(Given.id(1))))
    let refused = Problem(.unlike, .server(status: 500))
    _ = AppReducer.reduce(&state, .likes(.answered(Given.id(1), liked: false, .failure(refused))))
    #expect(state.favouritesCount == 39 && order(state).contains(1))
  }

  @Test func `a like appears in favourites that were loaded and empty`() {
    var state = profile(0)
    _ = AppReducer.reduce(&state, .pressed(.feedTab))
    _ = AppReducer.reduce(&state, .pressed(.like))
    _ = AppReducer.reduce(&state, .pressed(.profileTab))
    let refused = Problem(.feed, .connectionRefused(host: "h"))
    _ = AppReducer.reduce(&state, .feed(.pageLoaded(1, .failure(refused)), in: .favourites))
    let none = CachedList(photos: [], next: nil, total: 0, time: 0)
    _ = AppReducer.reduce(&state, .cache(.listRead(.favourites, none, age: .seconds(60))))
    #expect(state[.favourites].order == [Given.id(0)])
    #expect(state[.favourites].load == .idle && state[.favourites].hasEnded)
  }

  @Test func `an unliked photo leaves the list, the next is selected, and undo restores it`() {
    var state = opened()
    #expect(state.photos[Given.id(2)]?.isLiked == true)
    for _ in 0..<2 { _ = AppReducer.reduce(&state, .pressed(.moveRight)) }
    let effects = AppReducer.reduce(&state, .pressed(.like))
    #expect(effects.contains(keep([0, 1, 3, 4], next: nil, total: 5)))
    #expect(effects.contains(.likes(.set(Given.id(2), liked: false))))
    #expect(order(state) == [0, 1, 3, 4] && state.selected(in: .favourites) == Given.id(3))
    _ = AppReducer.reduce(&state, .pressed(.moveRight))
    _ = AppReducer.reduce(&state, .pressed(.like))
    #expect(order(state) == [0, 1, 3] && state.selected(in: .favourites) == Given.id(3))
    for (number, expected) in [(4, [0, 1, 3, 4]), (2, [0, 1, 2, 3, 4])] {
      #expect(Command.undo.unavailable(in: state) == nil)
      _ = AppReducer.reduce(&state, .pressed(.undo))
      #expect(order(state) == expected && state.selected(in: .favourites) == Given.id(number))
      #expect(state.photos[Given.id(number)]?.isLiked == true)
    }
    #expect(Command.undo.unavailable(in: state) == .nothingToUndo)
    expect(&state, .pressed(.undo))
    checkFeed(state)
  }

  @Test func `undo restores the former position, even the first`() {
    var state = opened()
    let before = state.tiles(of: .favourites)
    for result in [true, false] {
      _ = AppReducer.reduce(&state, .pressed(.like))
      #expect(order(state) == [1, 2, 3, 4])
      if result {
        _ = AppReducer.reduce(&state, .pressed(.undo))
        #expect(state.selected(in: .favourites) == Given.id(0))
      } else {
        let refused = Problem(.unlike, .server(status: 500))
        _ = AppReducer.reduce(
          &state,
          .likes(.answered(Given.id(0), liked: false, .failure(refused)))
        )
        #expect(state.selected(in: .favourites) == Given.id(1))
      }
      #expect(state.tiles(of: .favourites) == before)
      checkFeed(state)
    }
  }

  @Test func `after unliking all, the list explains likes, and undo still works`() {
    var state = opened()
    for _ in 0..<5 { _ = AppReducer.reduce(&state, .pressed(.like)) }
    #expect(state[.favourites].order.isEmpty && state.views.favourites.selection == 0)
    checkFeed(state)
    for _ in 0..<5 { _ = AppReducer.reduce(&state, .pressed(.undo)) }
    #expect(order(state) == [0, 1, 2, 3, 4])
  }

  @Test func `a refused unlike puts the photo back in its place`() {
    var state = opened()
    _ = AppReducer.reduce(&state, .pressed(.moveRight))
    _ = AppReducer.reduce(&state, .pressed(.like))
    let refused = Problem(.unlike, .forbidden(message: nil))
    _ = AppReducer.reduce(&state, .likes(.answered(Given.id(1), liked: false, .failure(refused))))
    #expect(order(state) == [0, 1, 2, 3, 4])
    #expect(state.favourites.removed.isEmpty && state.notice?.retry != nil)
  }

  @Test func `a photo liked elsewhere is put first without moving the view`() {
    var state = opened()
    _ = AppReducer.reduce(&state, .pressed(.moveRight))
    _ = AppReducer.reduce(&state, .tabPressed(.feed))
    let effects = AppReducer.reduce(&state, .likes(.heartPressed(Given.id(9))))
    #expect(effects.contains(keep([9, 0, 1, 2, 3, 4], next: nil, total: 5)))
    #expect(order(state) == [9, 0, 1, 2, 3, 4] && state.selected(in: .favourites) == Given.id(1))
    // If the user left at the top, it is visible there.
    state = opened()
    _ = AppReducer.reduce(&state, .tabPressed(.feed))
    _ = AppReducer.reduce(&state, .likes(.heartPressed(Given.id(9))))
    #expect(state.selected(in: .favourites) == Given.id(9))
    _ = AppReducer.reduce(&state, .likes(.heartPressed(Given.id(9))))
    #expect(order(state) == [0, 1, 2, 3, 4])
  }

  @Test func `a photo unliked in full screen stays until the user returns`() {
    var state = opened()
    _ = AppReducer.reduce(&state, .pressed(.moveRight))
    _ = AppReducer.reduce(&state, .pressed(.open))
    _ = AppReducer.reduce(&state, .pressed(.like))
    #expect(order(state) == [0, 1, 2, 3, 4] && state.photo?.id == Given.id(1))
    var again = state
    _ = AppReducer.reduce(&again, .pressed(.like))
    _ = AppReducer.reduce(&again, .pressed(.back))
    #expect(order(again) == [0, 1, 2, 3, 4] && again.selected(in: .favourites) == Given.id(1))
    let effects = AppReducer.reduce(&state, .pressed(.back))
    #expect(effects.contains(keep([0, 2, 3, 4], next: nil, total: 5)))
    #expect(order(state) == [0, 2, 3, 4] && state.selected(in: .favourites) == Given.id(2))
    _ = AppReducer.reduce(&state, .pressed(.undo))
    #expect(order(state) == [0, 1, 2, 3, 4])
  }

  @Test func `pages that moved up after an unlike are requested again`() {
    var state = profile(60)
    _ = AppReducer.reduce(
      &state,
      .feed(.pageLoaded(1, .success(Given.page(0..<30, next: 2))), in: .favourites)
    )
    _ = AppReducer.reduce(&state, .pressed(.like))
    #expect(state[.favourites].nextPage == 1)
    let effects = AppReducer.reduce(&state, .pressed(.last))
    #expect(effects.contains(.feed(.loadPage(1, of: .favourites))))
    let page = AppAction.feed(
      .pageLoaded(1, .success(Given.page(1..<31, next: 2))),
      in: .favourites
    )
    _ = AppReducer.reduce(&state, page)
    #expect(order(state) == Array(1..<31) && state[.favourites].nextPage == 2)
  }

  @Test func `a page neither restores a pending unlike nor removes a pending like`() {
    var state = profile()
    _ = AppReducer.reduce(&state, .likes(.heartPressed(Given.id(9))))
    state.photos[Given.id(1)] = Given.photo(1, liked: true)
    _ = AppReducer.reduce(&state, .likes(.heartPressed(Given.id(1))))
    let page = AppAction.feed(.pageLoaded(1, .success(Given.page(0..<3))), in: .favourites)
    _ = AppReducer.reduce(&state, page)
    #expect(order(state) == [9, 0, 2])
  }

  @Test func `a refresh with the complete list removes photos unliked elsewhere`() {
    var state = opened()
    for _ in 0..<3 { _ = AppReducer.reduce(&state, .pressed(.moveRight)) }
    _ = AppReducer.reduce(&state, .pressed(.refresh))
    let whole = Page(photos: [6, 3, 4].map { Given.photo($0) }, next: nil, total: 3)
    let page = AppAction.feed(.pageLoaded(1, .success(whole)), in: .favourites)
    _ = AppReducer.reduce(&state, page)
    #expect(order(state) == [6, 3, 4] && state.selected(in: .favourites) == Given.id(3))
    #expect(state.favouritesCount == 3)
    checkFeed(state)
  }
}
