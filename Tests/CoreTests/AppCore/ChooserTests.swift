import AppCore
import Canvas
import Harness
import Localization
import Model
import Screens
import Testing

/// The chooser of topics and collections.
@Suite struct ChooserTests {
  private let topics = ["Street Photography", "Nature", "Fog & Rain"].map { title in
    ListOffer(
      .topic(title.lowercased().split { !$0.isLetter }.joined(separator: "-")),
      ListInfo(title: title, total: 120)
    )
  }

  private func feed() -> AppState {
    var state = Given.feed(30)
    state.launch = Given.extendedLaunch
    return state
  }

  private func choosing() -> AppState {
    var state = feed()
    _ = AppReducer.reduce(&state, .pressed(.topics))
    _ = AppReducer.reduce(
      &state,
      .chooser(.loaded(.topics, page: 1, .success(OfferPage(offers: topics, next: nil))))
    )
    return state
  }

  private func type(_ state: inout AppState, _ text: String) -> [Effect] {
    AppReducer.reduce(&state, .overlay(.typed(.insert(text)), in: .chooser))
  }

  @Test func `without matches, Enter is not in the hints`() {
    var state = choosing()
    #expect(state.hints(at: .chooser).contains(.open))
    _ = type(&state, "qqqq")
    #expect(choices(state).isEmpty)
    #expect(!state.hints(at: .chooser).contains(.open))
  }

  private func choices(_ state: AppState) -> [ListID] {
    state.chooser.map { state.choices(of: $0).map(\.list) } ?? []
  }

  @Test func `topics are requested once and stored`() {
    var state = feed()
    #expect(AppReducer.reduce(&state, .pressed(.topics)) == [.chooser(.load(.topics, page: 1))])
    #expect(state.place == .chooser)
    #expect(
      AppReducer.reduce(
        &state,
        .chooser(.loaded(.topics, page: 1, .success(OfferPage(offers: topics, next: nil))))
      )
        == [.cache(.writeTopics(topics))]
    )
    _ = AppReducer.reduce(&state, .pressed(.back))
    #expect(AppReducer.reduce(&state, .pressed(.topics)) == [])
    #expect(choices(state) == [.feed] + topics.map(\.list))
  }

  @Test(arguments: ["edit", "feed", "лент"])
  func `the feed is found by its name on the screen`(_ text: String) {
    var state = feed()
    state.program.paletteMemory.words = .texts
    _ = AppReducer.reduce(&state, .pressed(.topics))
    _ = type(&state, text)
    #expect(choices(state) == [.feed])
  }

  @Test func `all photos of albums are found by their name on the screen`() {
    var state = feed()
    state.program.paletteMemory.words = .texts
    let all = ListOffer(.topic("-1_all"), ListInfo(title: ""))
    _ = AppReducer.reduce(&state, .pressed(.topics))
    let page = OfferPage(offers: [all], next: nil)
    _ = AppReducer.reduce(&state, .chooser(.loaded(.topics, page: 1, .success(page))))
    _ = type(&state, "all ph")
    #expect(choices(state) == [all.list])
  }

  @Test func `cached topics are shown until the service responds, and never after`() {
    var state = feed()
    _ = AppReducer.reduce(&state, .pressed(.topics))
    _ = AppReducer.reduce(&state, .chooser(.topicsRead(Array(topics.prefix(1)))))
    #expect(choices(state) == [.feed, topics[0].list])
    _ = AppReducer.reduce(
      &state,
      .chooser(.loaded(.topics, page: 1, .success(OfferPage(offers: topics, next: nil))))
    )
    _ = AppReducer.reduce(&state, .chooser(.topicsRead([])))
    #expect(choices(state).count == 4)
  }

  @Test func `typing finds names by words and initials`() {
    var state = choosing()
    _ = type(&state, "photo")
    #expect(choices(state) == [topics[0].list])
    _ = AppReducer.reduce(&state, .overlay(.typed(.delete(.start)), in: .chooser))
    _ = type(&state, "fr")
    #expect(choices(state) == [topics[2].list])
    _ = type(&state, "zzz")
    #expect(choices(state).isEmpty)
    _ = type(&state, String(repeating: "я", count: 1_000))
    #expect(state.chooser?.line.text.count == 60)
  }

  @Test func `a topic replaces the feed, and the choice is saved`() {
    var state = choosing()
    _ = AppReducer.reduce(&state, .pressed(.moveDown))
    _ = AppReducer.reduce(&state, .pressed(.moveDown))
    let nature = ListID.topic("nature")
    let effects = AppReducer.reduce(&state, .pressed(.open))
    #expect(state.place == .feed && state.source == nature && state.listInView == nature)
    #expect(effects.contains(.chooser(.writeSource(nature))))
    #expect(effects.contains(.feed(.loadPage(1, of: nature))))
    // Its title is the service's; no further request is needed for it.
    #expect(!effects.contains(.visits(.loadInfo(nature))))
    #expect(AppReducer.reduce(&state, .pressed(.close)) == [.quit])
    // Back to the feed, which is still loaded.
    _ = AppReducer.reduce(&state, .pressed(.topics))
    #expect(state.chooser?.focus == 2)
    let back = AppReducer.reduce(&state, .overlay(.listPressed(.feed), in: .chooser))
    #expect(state.source == .feed && back.contains(.chooser(.writeSource(.feed))))
    #expect(!back.contains { if case .feed = $0 { true } else { false } })
  }

  @Test func `a topic chosen on another tab leads to the feed's tab`() {
    var state = choosing()
    _ = AppReducer.reduce(&state, .pressed(.back))
    _ = AppReducer.reduce(&state, .visits(.opened(.photographer("ann"))))
    _ = AppReducer.reduce(&state, .tabPressed(.profile))
    _ = AppReducer.reduce(&state, .pressed(.topics))
    let effects = AppReducer.reduce(&state, .overlay(.listPressed(.topic("nature")), in: .chooser))
    #expect(state.tab == .feed && state.visits.isEmpty && state.listInView == .topic("nature"))
    #expect(effects.contains(.feed(.loadPage(1, of: .topic("nature")))))
  }

  @Test func `the next run shows the topic again, unless another was chosen first`() {
    var state = feed()
    let effects = AppReducer.reduce(&state, .chooser(.sourceRead(.topic("fog"))))
    #expect(state.source == .topic("fog"))
    #expect(effects.contains(.feed(.loadPage(1, of: .topic("fog")))))
    _ = AppReducer.reduce(&state, .chooser(.sourceRead(.topic("nature"))))
    #expect(state.source == .topic("fog"))
    // A list that was opened in the meantime stays open.
    var visiting = feed()
    _ = AppReducer.reduce(&visiting, .visits(.opened(.photographer("ann"))))
    _ = AppReducer.reduce(&visiting, .chooser(.sourceRead(.topic("fog"))))
    #expect(visiting.place == .visit && visiting.source == .topic("fog"))
    let back = AppReducer.reduce(&visiting, .pressed(.back))
    #expect(back.contains(.feed(.loadPage(1, of: .topic("fog")))))
    var other = feed()
    _ = AppReducer.reduce(&other, .chooser(.sourceRead(.photographer("ann"))))
    #expect(other.source == .feed)
  }

  @Test func `a failure is shown in place and retried`() {
    var state = feed()
    _ = AppReducer.reduce(&state, .pressed(.topics))
    let problem = Problem(.topics, .server(status: 503))
    #expect(AppReducer.reduce(&state, .chooser(.loaded(.topics, page: 1, .failure(problem)))) == [])
    #expect(state.notice == nil && state.offers(of: .topics).load == .failed(problem))
    let retry = AppReducer.reduce(&state, .overlay(.retryPressed, in: .chooser))
    #expect(retry == [.chooser(.load(.topics, page: 1))])
    // The feed itself is always there: Enter chooses it, and another key retries.
    _ = AppReducer.reduce(&state, .chooser(.loaded(.topics, page: 1, .failure(problem))))
    #expect(state.choices(of: ChooserState(.topics)).map(\.list) == [.feed])
    let key = state.program.keyMap.command(
      for: .control("r"),
      at: .chooser,
      in: state.launch.capabilities
    )
    #expect(key == .refresh)
    let again = AppReducer.reduce(&state, .pressed(.refresh))
    #expect(again == [.chooser(.load(.topics, page: 1))])
    // Nothing is requested twice.
    #expect(AppReducer.reduce(&state, .pressed(.refresh)) == [])
  }

  @Test func `a further page that failed is retried, and loaded rows stay`() {
    var state = feed()
    let problem = Problem(.collections, .server(status: 503))
    _ = AppReducer.reduce(&state, .pressed(.author))
    _ = AppReducer.reduce(&state, .pressed(.collections))
    let subject = OfferSubject.collections(of: "ann")
    let offers = [ListOffer(.collection("1"), ListInfo(title: "Set"))]
    let page = OfferPage(offers: offers, next: 2)
    let next = AppReducer.reduce(&state, .chooser(.loaded(subject, page: 1, .success(page))))
    #expect(next.contains(.chooser(.load(subject, page: 2))) || state.offers(of: subject).next == 2)
    _ = AppReducer.reduce(&state, .chooser(.loaded(subject, page: 2, .failure(problem))))
    #expect(AppReducer.reduce(&state, .pressed(.refresh)) == [.chooser(.load(subject, page: 2))])
    #expect(state.offers(of: subject).all == offers)
  }

  @Test func `collections load page by page, without duplicates, and open over the photographer`() {
    var state = feed()
    func offers(_ numbers: Range<Int>) -> [ListOffer] {
      numbers.map { ListOffer(.collection("\($0)"), ListInfo(title: "Set \($0)")) }
    }
    _ = AppReducer.reduce(&state, .pressed(.author))
    #expect(
      AppReducer.reduce(&state, .pressed(.collections))
        == [.chooser(.load(.collections(of: "ann"), page: 1))]
    )
    let first = OfferPage(offers: offers(0..<30), next: 2)
    _ = AppReducer.reduce(
      &state,
      .chooser(.loaded(.collections(of: "ann"), page: 1, .success(first)))
    )
    var asked: [Effect] = []
    for _ in 0..<25 { asked += AppReducer.reduce(&state, .pressed(.moveDown)) }
    #expect(asked == [.chooser(.load(.collections(of: "ann"), page: 2))])
    let second = OfferPage(offers: offers(28..<35), next: nil)
    _ = AppReducer.reduce(
      &state,
      .chooser(.loaded(.collections(of: "ann"), page: 2, .success(second)))
    )
    #expect(choices(state).count == 35)
    _ = AppReducer.reduce(&state, .pressed(.open))
    #expect(state.visits.map(\.list) == [.photographer("ann"), .collection("25")])
    #expect(state.directory.infos[.collection("25")]?.title == "Set 25")
  }

  @Test func `a late page of an earlier search is ignored`() {
    var state = feed()
    state.tab = .search
    let page = OfferPage(
      offers: [ListOffer(.photographer("ann"), ListInfo(title: "Ann Lee"))],
      next: nil
    )
    for words in ["fog", "sea"] {
      state.search.query = SearchQuery(words)
      state[state.search.list] = state.feed
      _ = AppReducer.reduce(&state, .pressed(.nextTab))
      #expect(state.chooser?.subject == .people(words))
      state.chooser = nil
    }
    _ = AppReducer.reduce(&state, .chooser(.loaded(.people("fog"), page: 2, .success(page))))
    #expect(state.directory.offers[.people("fog")] == nil)
  }

  @Test func `Tab in search results leads to photographers, to collections, and back`() {
    var state = feed()
    state.tab = .search
    state.search.query = SearchQuery("fog")
    state[state.search.list] = state.feed
    let people = OfferSubject.people("fog")
    let collections = OfferSubject.collectionsFound("fog")
    #expect(
      AppReducer.reduce(&state, .pressed(.nextTab)) == [.chooser(.load(people, page: 1))]
    )
    let found = OfferPage(
      offers: [ListOffer(.photographer("ann"), ListInfo(title: "Ann Lee"))],
      next: nil
    )
    _ = AppReducer.reduce(&state, .chooser(.loaded(people, page: 1, .success(found))))
    // Photographers are found by user name too.
    _ = type(&state, "ann")
    #expect(choices(state) == [.photographer("ann")])
    #expect(
      AppReducer.reduce(&state, .pressed(.nextTab)) == [.chooser(.load(collections, page: 1))]
    )
    #expect(state.chooser?.line.text.isEmpty == true)
    #expect(AppReducer.reduce(&state, .pressed(.previousTab)) == [])
    #expect(state.chooser?.subject == people)
    _ = AppReducer.reduce(&state, .pressed(.open))
    #expect(state.tab == .search && state.visit?.list == .photographer("ann"))
    _ = AppReducer.reduce(&state, .pressed(.back))
    #expect(state.place == .search)
    _ = AppReducer.reduce(&state, .pressed(.previousTab))
    #expect(state.chooser?.subject == collections)
    _ = AppReducer.reduce(&state, .pressed(.nextTab))
    #expect(state.chooser == nil && state.place == .search)
    // Before a search, Tab leads to the next tab, as everywhere.
    state.search.query = nil
    _ = AppReducer.reduce(&state, .pressed(.nextTab))
    #expect(state.tab == .gallery)
  }

  @Test func `found collections show their owner, and are found by owner`() {
    var state = feed()
    state.tab = .search
    state.search.query = SearchQuery("fog")
    state[state.search.list] = state.feed
    for _ in 0..<2 { _ = AppReducer.reduce(&state, .pressed(.nextTab)) }
    let offers = ["Ann Lee", "Bo Li"].enumerated().map { index, owner in
      ListOffer(.collection("\(index)"), ListInfo(title: "Fog", owner: owner, total: 7))
    }
    let page = ChooserAction.loaded(
      .collectionsFound("fog"),
      page: 1,
      .success(OfferPage(offers: offers, next: nil))
    )
    _ = AppReducer.reduce(&state, .chooser(page))
    let text = Snapshots.text(Screens.render(state, Snapshots.context(.english)))
    #expect(text.contains("Fog  by Ann Lee") && text.contains("Fog  by Bo Li"))
    _ = type(&state, "li")
    #expect(choices(state) == [.collection("1")])
  }

  @Test func `the profile leads to the user's own collections`() {
    var state = feed()
    _ = AppReducer.reduce(&state, .tabPressed(.profile))
    #expect(Command.collections.unavailable(in: state) == .noPhotographer)
    _ = AppReducer.reduce(&state, .profile(.loaded(.success(Given.person))))
    #expect(
      AppReducer.reduce(&state, .pressed(.collections))
        == [.chooser(.load(.collections(of: "ann"), page: 1))]
    )
    let page = OfferPage(offers: [ListOffer(.collection("7"), ListInfo(title: "Fog"))], next: nil)
    _ = AppReducer.reduce(
      &state,
      .chooser(.loaded(.collections(of: "ann"), page: 1, .success(page)))
    )
    _ = AppReducer.reduce(&state, .pressed(.open))
    #expect(state.tab == .profile && state.place == .visit)
    _ = AppReducer.reduce(&state, .pressed(.back))
    #expect(state.place == .favourites)
  }

  @Test func `pressing a row that no longer exists does nothing`() {
    var state = choosing()
    let before = state
    #expect(
      AppReducer.reduce(&state, .overlay(.listPressed(.topic("gone")), in: .chooser)) == []
    )
    #expect(state == before)
  }
}
