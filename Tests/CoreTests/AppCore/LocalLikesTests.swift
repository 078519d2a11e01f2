@testable import AppCore
import Canvas
import Harness
import Localization
@testable import Model
import Screens
import Testing

/// Likes and favourites of a service without accounts.
@Suite struct LocalLikesTests {
  private static let other = ServiceDescription(
    id: "other",
    name: "Other",
    capabilities: [],
    pageSize: 10
  )

  private func feed(_ count: Int = 30, edition: Edition = .extended) -> AppState {
    var state = Given.feed(count) { Given.photo($0, likes: nil) }
    state.launch = Launch(
      edition: edition,
      service: ServiceDescription(
        id: Given.service,
        name: "Archive",
        capabilities: [.likes, .favourites, .search],
        hasAccounts: false,
        pageSize: 20,
        paging: .tokens
      ),
      otherServices: [Self.other]
    )
    return state
  }

  private func favourites(_ numbers: [Int]) -> AppState {
    var state = feed()
    #expect(
      AppReducer.reduce(&state, .pressed(.profileTab)).contains(.cache(.readList(.favourites)))
    )
    read(&state, numbers)
    return state
  }

  private func read(_ state: inout AppState, _ numbers: [Int]) {
    let photos = numbers.map { Given.photo($0, liked: true, likes: nil) }
    let list = CachedList(photos: photos, next: nil, total: photos.count, time: 0)
    _ = AppReducer.reduce(&state, .cache(.listRead(.favourites, list, age: .zero)))
  }

  @Test(arguments: Edition.allCases)
  func `a like changes at once, is written here and asks no service`(_ edition: Edition) {
    var state = feed(edition: edition)
    state.isOffline = true
    let liked = Given.photo(0, liked: true, likes: nil)
    #expect(AppReducer.reduce(&state, .pressed(.like)) == [.likes(.keep(liked, liked: true))])
    #expect(state.photos[Given.id(0)] == liked && state.likes.changes.isEmpty)
    #expect(state.notice == nil)
    let unliked = Given.photo(0, likes: nil)
    #expect(AppReducer.reduce(&state, .pressed(.like)) == [.likes(.keep(unliked, liked: false))])
  }

  @Test func `a like that can't be written goes back, and Retry writes it`() {
    var state = feed()
    _ = AppReducer.reduce(&state, .pressed(.like))
    let full = Problem(.like, .diskFull(path: "/d"))
    _ = AppReducer.reduce(&state, .likes(.notKept(Given.id(0), liked: true, full)))
    #expect(state.photos[Given.id(0)]?.isLiked == false)
    #expect(
      state.notice?.text == .likesRefused(RefusedLikes(likes: [Given.id(0): true], problem: full))
    )
    let again = AppReducer.reduce(&state, .pressed(.refresh))
    #expect(
      again.contains(.likes(.keep(Given.photo(0, liked: true, likes: nil), liked: true)))
    )
    #expect(state.notice == nil)
  }

  @Test func `marked photos are liked together, without a network too`() {
    var state = feed()
    state.isOffline = true
    for _ in 0..<3 { _ = AppReducer.reduce(&state, .pressed(.mark)) }
    let effects = AppReducer.reduce(&state, .pressed(.like))
    let written = effects.filter { if case .likes(.keep) = $0 { true } else { false } }
    #expect(written.count == 3 && state.notice?.text == .likedPhotos(3, true))
  }

  @Test func `a like of another process is seen with the next page, an own one stays`() {
    var state = feed()
    _ = AppReducer.reduce(&state, .pressed(.like))
    _ = state.beginRefresh(of: .feed)
    let photos = (0..<30).map { Given.photo($0, liked: $0 == 1, likes: nil) }
    _ = AppReducer.reduce(
      &state,
      .feed(.pageLoaded(.first, .success(Page(photos: photos, next: nil))))
    )
    #expect((0..<3).map { state.photos[Given.id($0)]?.isLiked } == [true, true, false])
  }

  @Test func `the service's page doesn't change a heart of this run`() {
    var state = feed()
    _ = AppReducer.reduce(&state, .pressed(.like))
    _ = state.beginRefresh(of: .feed)
    let page = Page(photos: (0..<30).map { Given.photo($0, likes: nil) }, next: nil)
    _ = AppReducer.reduce(&state, .feed(.pageLoaded(.first, .success(page))))
    #expect(state.photos[Given.id(0)]?.isLiked == true)
  }

  @Test func `the second tab is Favourites, read from this computer alone`() {
    let state = favourites([7, 3])
    #expect(state.listInView == .favourites && state[.favourites].hasEnded)
    #expect(state[.favourites].order == [7, 3].map(Given.id))
    #expect(state.favouritesCount == 2 && state[.favourites].cacheAge == nil)
    let text = Snapshots.text(Screens.render(state, Snapshots.context(.english)))
    #expect(text.contains("2 Favourites") && text.contains("On this computer  2"))
    #expect(text.contains("W Switch to Other") && !text.contains("Profile"))
    for word in ["sign out", "Sign out", "Loading", "@"] {
      #expect(!text.contains(word), "\(word)")
    }
    let russian = Snapshots.text(Screens.render(state, Snapshots.context(.russian)))
    #expect(russian.contains("2 Избранное") && russian.contains("На этом компьютере  2"))
  }

  @Test func `a liked photo stands first, and undo brings back an unliked one`() {
    var state = favourites([7, 3])
    _ = AppReducer.reduce(&state, .pressed(.like))
    #expect(state[.favourites].order == [Given.id(3)] && state.favouritesCount == 1)
    _ = AppReducer.reduce(&state, .pressed(.undo))
    #expect(state[.favourites].order == [7, 3].map(Given.id))
    _ = AppReducer.reduce(&state, .pressed(.feedTab))
    _ = AppReducer.reduce(&state, .pressed(.like))
    #expect(state[.favourites].order == [0, 7, 3].map(Given.id))
  }

  @Test func `a like before the tab was opened stands in it, whatever was read`() {
    var state = feed()
    _ = AppReducer.reduce(&state, .pressed(.like))
    _ = AppReducer.reduce(&state, .pressed(.profileTab))
    read(&state, [3])
    #expect(state[.favourites].order == [0, 3].map(Given.id))
  }

  @Test func `without a network the favourites stay, and no request is sent for them`() {
    var state = favourites([7, 3])
    state.isOffline = true
    let effects = AppReducer.reduce(&state, .networkAwaited)
    #expect(effects == [.feed(.loadPage(.first, of: .feed))])
    #expect(state[.favourites].order == [7, 3].map(Given.id))
  }

  @Test func `a failure to read offers Retry`() {
    var state = feed()
    _ = AppReducer.reduce(&state, .pressed(.profileTab))
    let broken = Problem(.favourites, .disk(path: "/d", reason: "no"))
    _ = AppReducer.reduce(&state, .cache(.favouritesFailed(broken)))
    #expect(state[.favourites].load == .failed(broken))
    #expect(AppReducer.reduce(&state, .pressed(.refresh)) == [.cache(.readList(.favourites))])
    read(&state, [3])
    #expect(state[.favourites].order == [Given.id(3)])
  }

  @Test func `a list left while it is read is read again`() {
    var state = feed()
    _ = AppReducer.reduce(&state, .pressed(.profileTab))
    _ = AppReducer.reduce(&state, .pressed(.feedTab))
    let effects = AppReducer.reduce(&state, .pressed(.profileTab))
    #expect(effects.contains(.cache(.readList(.favourites))))
  }

  @Test func `nothing signs out, and no arrow leads to a button that isn't there`() {
    var state = favourites([7, 3])
    #expect(KeyMap.action(for: .character("L"), in: state) == .unknownKeyPressed)
    _ = AppReducer.reduce(&state, .pressed(.moveUp))
    #expect(state.profileFocus == .list)
    #expect(!AppState.Tab.all(in: feed(edition: .basic).launch.capabilities).contains(.profile))
  }

  @Test func `a service without accounts adds no button to another one's sign-in screen`() {
    var state = Given.signIn()
    state.launch.otherServices = [feed().launch.service]
    #expect(state.signInButtons == [.openAgain, .tryDemo])
    let switched = AppReducer.reduce(&state, .pressed(.switchService))
    #expect(switched == [.terminal(.switchService(Given.service))])
    state.launch.otherServices.append(Self.other)
    #expect(state.signInButtons.last == .switchService && state.nextService == Self.other)
  }

  @Test func `without keys, the first button browses a service without accounts`() {
    var state = Given.signIn()
    state.launch.setup = .notConfigured(path: "/c")
    state.launch.otherServices = [Self.other, feed().launch.service]
    #expect(state.signInButtons == [.browse, .tryDemo, .openAgain, .switchService])
    #expect(state.focusedButton == .browse && state.nextService == Self.other)
    let text = Snapshots.text(Screens.render(state, Snapshots.context(.english)))
    #expect(text.contains("Browse Archive"))
    let effect = [Effect.terminal(.switchService(Given.service))]
    var pressed = state
    #expect(AppReducer.reduce(&pressed, .pressed(.open)) == effect)
    #expect(AppReducer.reduce(&state, .pressed(.browse)) == effect)
    // Nothing of this is offered without such a service.
    state.launch.otherServices = [Self.other]
    #expect(state.signInButtons == [.tryDemo, .openAgain, .switchService])
    #expect(KeyMap.action(for: .character("b"), in: state) == .unknownKeyPressed)
  }

  @Test func `a feed that can't be reached says so, and that the demo can`() {
    var state = feed(0)
    state.feed = PhotoList()
    state.feed.load = .failed(Problem(.feed, .unresolvedHost("archive.example")))
    let text = Snapshots.text(Screens.render(state, Snapshots.context(.english)))
    #expect(text.contains("archive.example") && text.contains("imagefeed --demo"))
  }
}
