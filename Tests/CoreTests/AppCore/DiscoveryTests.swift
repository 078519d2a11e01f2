import AppCore
import Canvas
import Harness
import Model
import Testing

/// Opening by URL, random photos, and the history.
@Suite struct DiscoveryTests {
  private func feed() -> AppState {
    var state = Given.feed(30)
    state.launch = Given.extendedLaunch
    return state
  }

  // MARK: URLs

  @Test func `pasted text is looked up if no text field is open`() {
    let state = feed()
    let text = "https://unsplash.com/@ann"
    #expect(KeyMap.action(forPaste: text, in: state) == .addressInput(.pasted(text)))
    var pasted = state
    #expect(
      AppReducer.reduce(&pasted, .addressInput(.pasted(text))) == [.addressInput(.look(text))]
    )
    #expect(pasted == state)
    _ = AppReducer.reduce(&pasted, .addressInput(.unknown))
    #expect(pasted.notice?.text == .unknownAddress)
    let long = String(repeating: "x", count: 1_000_000)
    #expect(
      AppReducer.reduce(&pasted, .addressInput(.pasted(long)))
        == [.addressInput(.look(String(long.prefix(2_000))))]
    )
  }

  @Test func `the input line requests once, and reports a URL that leads nowhere`() {
    var state = feed()
    _ = AppReducer.reduce(&state, .pressed(.openAddress))
    #expect(state.place == .address)
    #expect(AppReducer.reduce(&state, .pressed(.open)) == [])
    #expect(KeyMap.action(for: .character("q"), in: state) != .pressed(.close))
    _ = AppReducer.reduce(&state, .overlay(.typed(.insert("@ann")), in: .address))
    #expect(AppReducer.reduce(&state, .pressed(.open)) == [.addressInput(.look("@ann"))])
    #expect(AppReducer.reduce(&state, .pressed(.open)) == [])
    _ = AppReducer.reduce(&state, .addressInput(.unknown))
    #expect(state.addressInput?.isUnknown == true && state.addressInput?.line.text == "@ann")
    #expect(state.notice == nil)
    _ = AppReducer.reduce(&state, .overlay(.typed(.insert("e")), in: .address))
    #expect(state.addressInput?.isUnknown == false)
    _ = AppReducer.reduce(&state, .addressInput(.found(.photographer("anne"))))
    #expect(state.addressInput == nil && state.visit?.list == .photographer("anne"))
  }

  @Test func `Esc cancels the lookup`() {
    var state = feed()
    _ = AppReducer.reduce(&state, .pressed(.openAddress))
    _ = AppReducer.reduce(&state, .overlay(.typed(.insert("@ann")), in: .address))
    _ = AppReducer.reduce(&state, .pressed(.open))
    let look = AddressInputEffect.look("@ann")
    #expect(AppReducer.reduce(&state, .pressed(.back)) == [.cancel(look.id)])
    #expect(state == feed())
  }

  @Test func `a photo opens in full screen over the current view`() {
    var state = feed()
    _ = AppReducer.reduce(&state, .pressed(.openAddress))
    _ = AppReducer.reduce(&state, .addressInput(.photoLoaded(.success(Given.photo(77)))))
    #expect(state.place == .photo && state.photo?.id == Given.id(77))
    _ = AppReducer.reduce(&state, .pressed(.back))
    #expect(state.place == .feed && state.views.feed.selection == 0)
    // A photo that is loaded isn't requested.
    let unknown = AppReducer.reduce(&state, .addressInput(.photoNamed(Given.id(78))))
    #expect(unknown == [.addressInput(.load(Given.id(78)))] && state.place == .feed)
    var known = state
    let opened = AppReducer.reduce(&known, .addressInput(.photoNamed(Given.id(5))))
    #expect(known.photo?.id == Given.id(5) && !opened.contains(.addressInput(.load(Given.id(5)))))
    let missing = Problem(.details, .notFound)
    _ = AppReducer.reduce(&state, .addressInput(.photoLoaded(.failure(missing))))
    #expect(state.notice?.text == .failed(Problem(.picture, .notFound), retry: nil))
  }

  // MARK: Random photos

  private let random = ListID.random(.all)

  private func page(_ numbers: Range<Int>, _ page: PageToken = 1) -> AppAction {
    let next = page.number.map { PageToken($0 + 1) }
    return .feed(.pageLoaded(page, .success(Given.page(numbers, next: next))), in: random)
  }

  @Test func `the arrow at the last loaded photo continues too`() {
    var state = feed()
    _ = AppReducer.reduce(&state, .pressed(.random))
    _ = AppReducer.reduce(&state, page(100..<105))
    // Shortly before the end, more are requested, once.
    var asked: [Effect] = []
    for number in 101..<105 {
      asked += AppReducer.reduce(&state, .pressed(.moveRight))
      #expect(state.photo?.id == Given.id(number))
    }
    #expect(asked.filter { $0 == .feed(.loadPage(2, of: random)) }.count == 1)
    // A user faster than the service waits.
    _ = AppReducer.reduce(&state, .pressed(.moveRight))
    #expect(state.photo?.id == Given.id(104) && state.notice?.text == .seekingRandom)
    _ = AppReducer.reduce(&state, page(200..<205, 2))
    #expect(state.photo?.id == Given.id(200))
    _ = AppReducer.reduce(&state, .pressed(.moveLeft))
    #expect(state.photo?.id == Given.id(104))
  }

  @Test func `a set without photos says so`() {
    var state = feed()
    _ = AppReducer.reduce(&state, .pressed(.random))
    #expect(state.notice?.text == .seekingRandom)
    let empty = FeedAction.pageLoaded(1, .success(Given.page(0..<0, next: nil)))
    _ = AppReducer.reduce(&state, .feed(empty, in: random))
    #expect(state.notice?.text == .noRandomPhotos && state.photo == nil)
  }

  @Test func `thirty photos are requested and shown one after another`() {
    var state = feed()
    let effects = AppReducer.reduce(&state, .pressed(.random))
    #expect(effects.contains(.feed(.loadPage(1, of: random))))
    #expect(state.photo == nil)
    _ = AppReducer.reduce(&state, page(100..<130))
    for number in 100..<110 {
      #expect(state.photo?.id == Given.id(number))
      let next = AppReducer.reduce(&state, .pressed(.random))
      #expect(!next.contains { if case .feed = $0 { true } else { false } })
    }
    // Opening them again continues here.
    _ = AppReducer.reduce(&state, .pressed(.back))
    #expect(state.place == .feed)
    var asked: [Effect] = []
    for number in 111..<130 {
      asked += AppReducer.reduce(&state, .pressed(.random))
      #expect(state.photo?.id == Given.id(number))
    }
    // Shortly before the end, and once.
    #expect(asked.filter { $0 == .feed(.loadPage(2, of: random)) }.count == 1)
  }

  @Test func `a small set repeats instead of being requested forever`() {
    var state = feed()
    _ = AppReducer.reduce(&state, .pressed(.random))
    _ = AppReducer.reduce(&state, page(100..<102))
    var asked = 0
    for _ in 0..<20 {
      let effects = AppReducer.reduce(&state, .pressed(.random))
      asked += effects.count { if case .feed = $0 { true } else { false } }
      if state[random].load == .loading {
        _ = AppReducer.reduce(&state, page(100..<102, state[random].nextPage ?? 1))
      }
      #expect(state.place == .photo)
    }
    #expect(asked <= 1 && state[random].hasEnded)
  }

  @Test func `a late response changes nothing`() {
    var state = feed()
    _ = AppReducer.reduce(&state, .pressed(.random))
    _ = AppReducer.reduce(&state, .feed(.cardPressed(Given.id(4))))
    _ = AppReducer.reduce(&state, page(100..<130))
    #expect(state.photo?.id == Given.id(4))
    _ = AppReducer.reduce(&state, .pressed(.random))
    #expect(state.photo?.id == Given.id(100))
  }

  @Test func `random photos come from the list in view`() {
    var state = feed()
    _ = AppReducer.reduce(&state, .visits(.opened(.topic("fog"))))
    _ = AppReducer.reduce(&state, .pressed(.random))
    #expect(state.random?.list == .random(.topic("fog")))
    _ = AppReducer.reduce(&state, .pressed(.back))
    _ = AppReducer.reduce(&state, .pressed(.random))
    #expect(state.random?.list == random)
    #expect(RandomChoice(like: .search(SearchQuery("a"))) == .search(SearchQuery("a")))
    #expect(RandomChoice(like: .search(SearchQuery(""))) == .all)
    #expect(RandomChoice(like: .likes(of: "ann")) == .all)
    #expect(RandomChoice(like: .collection("7")) == .collection("7"))
    let portraits = SearchQuery("a", orientation: .portrait)
    #expect(
      RandomChoice(like: .search(portraits)) == RandomChoice(query: "a", orientation: .portrait)
    )
  }

  @Test func `a failure is a notice with Retry`() {
    var state = feed()
    _ = AppReducer.reduce(&state, .pressed(.random))
    let problem = Problem(.random, .server(status: 500))
    _ = AppReducer.reduce(&state, .feed(.pageLoaded(1, .failure(problem)), in: random))
    #expect(state.notice?.text == .failed(problem, retry: .pressed(.random)))
    let again = AppReducer.reduce(&state, .pressed(.refresh))
    #expect(again.contains(.feed(.loadPage(1, of: random))))
  }

  @Test func `after a failed request in advance, the next key sends it again`() {
    var state = feed()
    _ = AppReducer.reduce(&state, .pressed(.random))
    _ = AppReducer.reduce(&state, page(100..<103))
    let problem = Problem(.random, .server(status: 500))
    _ = AppReducer.reduce(&state, .feed(.pageLoaded(2, .failure(problem)), in: random))
    #expect(state.notice?.text != .failed(problem, retry: .pressed(.random)))
    for _ in 0..<2 { _ = AppReducer.reduce(&state, .pressed(.random)) }
    #expect(state.photo?.id == Given.id(102))
    _ = AppReducer.reduce(&state, .feed(.pageLoaded(2, .failure(problem)), in: random))
    let asked = AppReducer.reduce(&state, .pressed(.random))
    #expect(asked.contains(.feed(.loadPage(2, of: random))))
    _ = AppReducer.reduce(&state, .feed(.pageLoaded(2, .failure(problem)), in: random))
    #expect(state.notice?.text == .failed(problem, retry: .pressed(.random)))
  }

  // MARK: History

  private func open(_ state: inout AppState, _ number: Int) -> [Effect] {
    _ = AppReducer.reduce(&state, .feed(.cardPressed(Given.id(number))))
    let effects = AppReducer.reduce(&state, .pressed(.back))
    return effects
  }

  @Test func `opened photos are in the history once, the latest first`() {
    var state = feed()
    var kept: [Effect] = []
    for number in [3, 5, 3] {
      kept += AppReducer.reduce(&state, .feed(.cardPressed(Given.id(number))))
      kept += AppReducer.reduce(&state, .pressed(.back))
    }
    _ = AppReducer.reduce(&state, .feed(.cardPressed(Given.id(8))))
    _ = AppReducer.reduce(&state, .pressed(.pageDown))
    _ = AppReducer.reduce(&state, .pressed(.back))
    #expect(state[.history].order == [9, 8, 3, 5].map(Given.id))
    #expect(kept.filter { $0 == .cache(.writeOpened(Given.photo(3))) }.count == 2)
    #expect(AppReducer.reduce(&state, .pressed(.history)).contains(.cache(.readList(.history))))
    #expect(state.place == .visit && state.listInView == .history)
    // Stepping through the history doesn't change it.
    _ = AppReducer.reduce(&state, .pressed(.last))
    _ = AppReducer.reduce(&state, .pressed(.open))
    #expect(state.photo?.id == Given.id(5))
    #expect(state[.history].order == [9, 8, 3, 5].map(Given.id))
  }

  @Test func `photos opened in earlier runs follow`() {
    var state = feed()
    _ = open(&state, 3)
    _ = AppReducer.reduce(&state, .pressed(.history))
    let old = CachedList(photos: [3, 70, 71].map { Given.photo($0) }, next: nil, time: 0)
    _ = AppReducer.reduce(&state, .cache(.listRead(.history, old, age: .zero)))
    #expect(state[.history].order == [3, 70, 71].map(Given.id))
    _ = AppReducer.reduce(&state, .cache(.listRead(.history, old, age: .zero)))
    #expect(state[.history].order.count == 3 && state[.history].hasEnded)
  }

  @Test func `the history is limited, and can be cleared`() {
    var state = Given.feed(600)
    state.launch = Given.extendedLaunch
    for number in 0..<600 { _ = open(&state, number) }
    #expect(state[.history].order.count == 500 && state[.history].known.count == 500)
    #expect(state[.history].order.first == Given.id(599))
    #expect(Command.clearHistory.unavailable(in: state) == nil)
    _ = AppReducer.reduce(&state, .pressed(.history))
    _ = AppReducer.reduce(&state, .pressed(.clearHistory))
    #expect(state.alerts.map(\.kind) == [.confirmClearHistory] && !state[.history].order.isEmpty)
    let effects = AppReducer.reduce(&state, .pressed(.yes))
    #expect(effects.contains(.cache(.clearHistory)) && state[.history].order.isEmpty)
    #expect(state.notice?.text == .historyCleared)
  }
}
