@testable import AppCore
import Canvas
import CustomDump
import Harness
@testable import Model
import Testing
import Unsplash

/// States and values that reducer tests begin with.
enum Given {
  static let service = ServiceID("test")

  static let unsplash = ServiceDescription.unsplash

  /// Returns a service like Unsplash with only these capabilities.
  static func unsplash(_ capabilities: Capabilities) -> ServiceDescription {
    var service = ServiceDescription.unsplash
    service.capabilities = capabilities
    return service
  }

  static func id(_ number: Int) -> Photo.ID { Photo.ID(service: service, value: "p\(number)") }

  static func photo(
    _ number: Int,
    width: Int = 3000,
    height: Int = 2000,
    liked: Bool = false,
    likes: Int? = 10
  ) -> Photo {
    Photo(
      id: id(number),
      width: width,
      height: height,
      author: Person(username: "ann", name: "Ann", pageURL: "https://test/@ann"),
      likes: likes,
      isLiked: liked,
      picture: .derived(from: "https://images.test/\(number)"),
      pageURL: "https://test/photos/\(number)"
    )
  }

  /// Returns a photo after a like; it has ten other likes.
  static func liked(_ number: Int, _ liked: Bool = true, likes: Int? = nil) -> Photo {
    photo(number, liked: liked, likes: likes ?? (liked ? 11 : 10))
  }

  /// Returns the number that an ID was made from.
  static func number(of id: Photo.ID) -> Int { Int(id.value.dropFirst()) ?? 0 }

  /// Returns a like or unlike whose heart waits for the response.
  static func change(liked: Bool) -> LikeChange {
    LikeChange(confirmed: LikeResponse(isLiked: !liked, likes: 10), target: liked)
  }

  static func page(_ numbers: some Sequence<Int>, next: PageToken? = nil) -> Page {
    Page(photos: numbers.map { photo($0) }, next: next)
  }

  /// The timer that retries without a network, until it returns.
  static let tryLater = Effect.after(Effect.ID(.app, "network"), .seconds(30), .networkAwaited)
  static let isBack = Effect.cancel(Effect.ID(.app, "network"))

  static let launch = Launch(service: unsplash, picturesFolder: "/pictures")
  static let extendedLaunch = Launch(
    edition: .extended,
    service: unsplash,
    picturesFolder: "/pictures"
  )
  static let demoLaunch = Launch(service: unsplash, isDemo: true, picturesFolder: "/pictures")

  static func splash(_ launch: Launch = launch) -> AppState {
    AppState(viewport: Viewport(columns: 80, rows: 24), launch: launch)
  }

  /// Returns the state with a running demo service and no signed-in user.
  static func demo() -> AppState {
    var state = signIn(demoLaunch)
    state.program.isDemoRunning = true
    return state
  }

  static func signIn(_ launch: Launch = launch) -> AppState {
    var state = splash(launch)
    state.stage = .signIn
    return state
  }

  /// Returns a signed-in user's feed with this many photos.
  static func feed(
    _ count: Int,
    next: PageToken? = 2,
    viewport: Viewport = Viewport(columns: 80, rows: 24),
    photo: (Int) -> Photo = { Given.photo($0) }
  ) -> AppState {
    var state = AppState(viewport: viewport, launch: launch)
    state.stage = .main
    state.account = Account()
    for number in 0..<count { state.photos[id(number)] = photo(number) }
    state.feed.order = (0..<count).map(id)
    state.feed.known = Set(state.feed.order)
    state.feed.nextPage = next
    return state
  }

  /// Returns the extended edition's search with 30 results.
  static func found() -> AppState {
    var state = feed(30, next: nil).extended
    state.tab = .search
    state.search.query = SearchQuery("cat")
    state[state.search.list] = state.feed
    return state
  }

  /// Returns the same with the menu of the first photo.
  static func menu() -> AppState {
    var state = found()
    _ = AppReducer.reduce(&state, .pressed(.menu))
    return state
  }

  /// Returns the feed with the photo of this number in full screen.
  static func fullScreen(
    _ number: Int,
    of count: Int = 9,
    viewport: Viewport = Viewport(columns: 80, rows: 24),
    photo: (Int) -> Photo = { Given.photo($0) }
  ) -> AppState {
    var state = feed(count, next: nil, viewport: viewport, photo: photo)
    _ = AppReducer.reduce(&state, .pressed(.first))
    for _ in 0..<number { _ = AppReducer.reduce(&state, .pressed(.moveRight)) }
    _ = AppReducer.reduce(&state, .pressed(.open))
    return state
  }

  /// Applies the changes that opening a photo leaves in the state.
  static func opened(_ id: Photo.ID, in state: inout AppState) {
    state[.history].nextPage = nil
    state[.history].order.removeAll { $0 == id }
    state[.history].order.insert(id, at: 0)
    state[.history].known.insert(id)
  }

  static let timeout = Problem(.feed, .timedOut(host: "api.test"))
  static let person = Person(username: "ann", name: "Ann", avatarURL: "https://images.test/ann")
}

/// Fails with a readable difference if two values aren't equal.
///
/// CustomDump's function of the same name records nothing unless another package is linked.
func expectNoDifference<Value: Equatable>(
  _ actual: Value,
  _ expected: Value,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  guard actual != expected else { return }
  let text = diff(expected, actual) ?? "\(expected) is not \(actual)"
  Issue.record("expected −, actual +:\n\(text)", sourceLocation: sourceLocation)
}

/// Reduces one action, and compares the whole state and all effects with the expected ones.
///
/// `change` turns the state before the action into the expected state after it.
func expect(
  _ state: inout AppState,
  _ action: AppAction,
  _ effects: [Effect] = [],
  sourceLocation: SourceLocation = #_sourceLocation,
  change: (inout AppState) -> Void = { _ in }
) {
  var expected = state
  change(&expected)
  let actual = AppReducer.reduce(&state, action)
  expectNoDifference(state, expected, sourceLocation: sourceLocation)
  expectNoDifference(actual, effects, sourceLocation: sourceLocation)
}

/// Returns the timer that removes a notice.
func noticeTimer(_ number: Int, seconds: Int = 3) -> Effect {
  .after(Effect.ID(.app, "notice"), .seconds(seconds), .noticeExpired(number))
}

extension Capabilities {
  /// The editions' capabilities with a service that has all of them.
  static let basic = Edition.basic.capabilities
  static let extended = Edition.extended.capabilities
}
