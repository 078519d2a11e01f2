import AppCore
import Harness
import Model
import Testing
import VK

/// Adding photos to the user's own collections, and removing them.
@Suite struct CollectionEditTests {
  private let own = OfferSubject.collections(of: "ann")
  private let fog = ListOffer(.collection("7"), ListInfo(title: "Fog", total: 3))
  private let rain = ListOffer(.collection("8"), ListInfo(title: "Rain", total: 0))

  private func feed() -> AppState {
    var state = Given.feed(30)
    state.launch = Given.extendedLaunch
    state.launch.service.capabilities.insert(.collectionEdit)
    state.account?.username = "ann"
    for id in state.feed.order { state.photos[id]?.collections = [] }
    state.photos[Given.id(1)]?.collections = ["7"]
    return state
  }

  /// Opens the chooser with two collections.
  private func choosing(_ state: AppState) -> AppState {
    var state = state
    _ = AppReducer.reduce(&state, .pressed(.collect))
    let page = OfferPage(offers: [fog, rain], next: nil)
    _ = AppReducer.reduce(&state, .chooser(.loaded(own, page: 1, .success(page))))
    return state
  }

  private func rows(_ state: AppState) -> [CollectionEditRow] {
    state.chooser.map(state.collectionEditRows) ?? []
  }

  private func type(_ state: inout AppState, _ text: String) {
    _ = AppReducer.reduce(&state, .overlay(.typed(.insert(text)), in: .chooser))
  }

  private func set(_ number: Int, _ collection: String = "7", _ isIn: Bool = true) -> Effect {
    .collectionEdit(.set(CollectionChange(Given.id(number), in: collection, isIn)))
  }

  private func answer(
    _ state: inout AppState,
    _ number: Int,
    _ collection: String = "7",
    _ isIn: Bool = true,
    _ result: Result<ListInfo?, Problem> = .success(nil)
  ) -> [Effect] {
    let change = CollectionChange(Given.id(number), in: collection, isIn)
    return AppReducer.reduce(&state, .collectionEdit(.answered(change, result)))
  }

  @Test func `without the setting the key explains it, and nothing is requested`() {
    var state = feed()
    state.launch.service.capabilities.remove(.collectionEdit)
    #expect(Command.collect.unavailable(in: state) == .collectionEditIsOff)
    _ = AppReducer.reduce(&state, .pressed(.collect))
    #expect(state.notice?.text == .unavailable(.collect, .collectionEditIsOff))
    #expect(state.chooser == nil)
    _ = AppReducer.reduce(&state, .pressed(.menu))
    #expect(!MenuReducer.rows(in: state).contains(.collect))
  }

  @Test func `Enter adds a photo, and removes it when pressed again`() throws {
    var state = feed()
    #expect(
      AppReducer.reduce(&state, .pressed(.collect)) == [.chooser(.load(own, page: 1))]
    )
    state = choosing(state)
    #expect(rows(state) == [.name, .collection(fog), .collection(rain)])
    _ = AppReducer.reduce(&state, .pressed(.moveDown))
    #expect(AppReducer.reduce(&state, .pressed(.open)) == [set(0)])
    #expect(state.isChanging(fog.list) && state.collected(state.chooser!, in: fog.list) == .none)
    // Pressing it twice sends one request.
    #expect(AppReducer.reduce(&state, .pressed(.open)) == [])
    let more = ListInfo(title: "Fog", total: 4)
    let effects = answer(&state, 0, "7", true, .success(more))
    var member = Given.photo(0)
    member.collections = state.photos[member.id]?.collections
    #expect(member.collections?.contains("7") == true)
    #expect(effects.contains(.cache(.writeMember(member, of: fog.list, isIn: true))))
    #expect(effects.contains(.cache(.writeInfo(fog.list, more))))
    #expect(state.collected(state.chooser!, in: fog.list) == .all)
    #expect(try rows(state).at(1) == .collection(ListOffer(fog.list, more)))
    #expect(AppReducer.reduce(&state, .pressed(.open)) == [set(0, "7", false)])
    // If the response doesn't include the collection, its total is counted.
    _ = answer(&state, 0, "7", false)
    #expect(state.directory.infos[fog.list]?.total == 3)
    #expect(state.collected(state.chooser!, in: fog.list) == .none)
    _ = AppReducer.reduce(&state, .pressed(.back))
    #expect(state.place == .feed)
  }

  @Test func `the menu has an entry, which closes the menu`() {
    var state = feed()
    _ = AppReducer.reduce(&state, .pressed(.menu))
    let effects = AppReducer.reduce(&state, .menu(.rowPressed(.collect)))
    #expect(state.menu == nil && state.chooser?.photos == [Given.id(0)])
    #expect(effects == [.chooser(.load(own, page: 1))])
  }

  @Test func `a photo that isn't loaded is requested first`() {
    var state = feed()
    state.photos[Given.id(0)]?.collections = nil
    let effects = AppReducer.reduce(&state, .pressed(.collect))
    #expect(effects.contains(.details(.load(Given.id(0)))))
    var photo = Given.photo(0)
    photo.collections = ["8"]
    _ = AppReducer.reduce(&state, .details(.loaded(Given.id(0), .success(photo))))
    #expect(state.holds(Given.id(0), in: "8"))
  }

  @Test func `details from an earlier run are requested again for their collections`() {
    var state = feed()
    state.photos[Given.id(0)]?.collections = nil
    state.photos[Given.id(0)]?.details = PhotoDetails()
    let effects = AppReducer.reduce(&state, .pressed(.collect))
    #expect(effects.contains(.details(.load(Given.id(0)))))
  }

  @Test(arguments: [true, false])
  func `a response that was requested earlier doesn't undo a confirmed change`(isIn: Bool) {
    var state = feed()
    let id = Given.id(1)
    state.details.loading = id
    _ = state.collect([id], in: isIn ? "8" : "7")
    _ = answer(&state, 1, isIn ? "8" : "7", isIn)
    let expected: Set<String> = isIn ? ["7", "8"] : []
    #expect(state.photos[id]?.collections == expected)
    var old = Given.photo(1)
    old.collections = ["7"]
    old.details = PhotoDetails()
    _ = AppReducer.reduce(&state, .details(.loaded(id, .success(old))))
    #expect(state.photos[id]?.collections == expected)
    state.remember(old)
    #expect(state.photos[id]?.collections == expected)
    // A response that is requested afterwards is right.
    state.readingBegins()
    state.details.loading = id
    _ = AppReducer.reduce(&state, .details(.loaded(id, .success(old))))
    #expect(state.photos[id]?.collections == ["7"])
  }

  @Test func `marked photos are added one after another`() {
    var state = feed()
    for _ in 0..<3 { _ = AppReducer.reduce(&state, .pressed(.mark)) }
    state = choosing(state)
    #expect(state.chooser?.photos == [0, 1, 2].map(Given.id))
    #expect(state.collected(state.chooser!, in: fog.list) == .some(1))
    _ = AppReducer.reduce(&state, .pressed(.moveDown))
    // The second one is already in it.
    #expect(AppReducer.reduce(&state, .pressed(.open)) == [set(0)])
    #expect(answer(&state, 0).contains(set(2)))
    _ = answer(&state, 2)
    #expect(state.collected(state.chooser!, in: fog.list) == .all)
    #expect(AppReducer.reduce(&state, .pressed(.open)) == [set(0, "7", false)])
  }

  @Test func `Retry includes an earlier failure`() {
    var state = choosing(feed())
    let new = NewCollection(title: "Sea", isPrivate: false)
    let problem = Problem(.collectionEdit, .forbidden(message: nil))
    _ = AppReducer.reduce(&state, .overlay(.collectionRowPressed(.collection(rain)), in: .chooser))
    _ = state.makeCollection(new, with: [Given.id(0)])
    _ = answer(&state, 0, "8", true, .failure(problem))
    _ = AppReducer.reduce(&state, .collectionEdit(.made(new, .failure(problem))))
    let effects = AppReducer.reduce(&state, .collectionEdit(.retried))
    #expect(effects == [.collectionEdit(.make(new)), set(0, "8")])
    #expect(state.collectionEdit.failure == nil)
  }

  @Test func `a refusal stops the rest, and is shown to the user`() {
    var state = feed()
    for _ in 0..<3 { _ = AppReducer.reduce(&state, .pressed(.mark)) }
    state = choosing(state)
    _ = AppReducer.reduce(&state, .overlay(.collectionRowPressed(.collection(rain)), in: .chooser))
    let problem = Problem(.collectionEdit, .forbidden(message: nil))
    #expect(answer(&state, 0, "8", true, .failure(problem)) == [])
    #expect(state.notice == nil && state.collectionEdit.failure?.problem == problem)
    #expect(state.collectionEdit.queue.isEmpty)
    // The same row retries.
    #expect(AppReducer.reduce(&state, .pressed(.open)) == [set(0, "8")])
    #expect(state.collectionEdit.failure == nil)
    // With the chooser closed, a notice offers a retry.
    _ = AppReducer.reduce(&state, .pressed(.back))
    _ = answer(&state, 0, "8")
    _ = answer(&state, 1, "8", true, .failure(problem))
    #expect(state.notice?.text == .failed(problem, retry: .collectionEdit(.retried)))
    #expect(AppReducer.reduce(&state, .pressed(.refresh)).contains(set(1, "8")))
    #expect(answer(&state, 1, "8").contains(set(2, "8")))
  }

  @Test func `an unused name creates a collection that contains the photos`() throws {
    var state = choosing(feed())
    type(&state, "  Winter   light ")
    let new = NewCollection(title: "Winter light")
    let hidden = NewCollection(title: "Winter light", isPrivate: true)
    #expect(rows(state) == [.make(new), .make(hidden)])
    _ = AppReducer.reduce(&state, .pressed(.moveDown))
    #expect(AppReducer.reduce(&state, .pressed(.open)) == [.collectionEdit(.make(hidden))])
    #expect(state.chooser?.line.text.isEmpty == true)
    let made = ListOffer(.collection("9"), ListInfo(title: "Winter light", total: 0))
    #expect(
      AppReducer.reduce(&state, .collectionEdit(.made(hidden, .success(made)))) == [set(0, "9")]
    )
    #expect(try rows(state).at(1) == .collection(made))
    _ = answer(&state, 0, "9")
    #expect(state.directory.infos[made.list]?.total == 1)
  }

  @Test func `the first row asks for a name, even one that is used`() {
    var state = choosing(feed())
    _ = AppReducer.reduce(&state, .pressed(.open))
    #expect(state.chooser?.isNaming == true && rows(state) == [])
    #expect(AppReducer.reduce(&state, .pressed(.open)) == [])
    type(&state, "Fog")
    let new = NewCollection(title: "Fog")
    #expect(rows(state).first == .make(new))
    _ = AppReducer.reduce(&state, .pressed(.back))
    #expect(state.chooser?.isNaming == false && rows(state).count == 3)
    type(&state, "Fog")
    #expect(rows(state) == [.collection(fog)])
    // What wasn't created is created by the next attempt.
    _ = AppReducer.reduce(&state, .overlay(.typed(.delete(.start)), in: .chooser))
    _ = AppReducer.reduce(&state, .pressed(.open))
    type(&state, "Snow")
    let snow = NewCollection(title: "Snow")
    _ = AppReducer.reduce(&state, .overlay(.collectionRowPressed(.make(snow)), in: .chooser))
    let problem = Problem(.collectionEdit, .server(status: 503))
    _ = AppReducer.reduce(&state, .collectionEdit(.made(snow, .failure(problem))))
    #expect(AppReducer.reduce(&state, .collectionEdit(.retried)) == [.collectionEdit(.make(snow))])
  }

  @Test func `an open collection follows the change, and the view doesn't move`() {
    var state = feed()
    _ = AppReducer.reduce(&state, .visits(.opened(fog.list)))
    _ = AppReducer.reduce(
      &state,
      .feed(.pageLoaded(1, .success(Given.page(10..<40, next: 2))), in: fog.list)
    )
    for _ in 0..<3 { _ = AppReducer.reduce(&state, .pressed(.moveRight)) }
    for number in 10..<40 { state.photos[Given.id(number)]?.collections = ["7"] }
    state = choosing(state)
    _ = AppReducer.reduce(&state, .overlay(.collectionRowPressed(.collection(fog)), in: .chooser))
    _ = answer(&state, 13, "7", false)
    #expect(state[fog.list].order == ([10, 11, 12] + Array(14..<40)).map(Given.id))
    #expect(state.selected(in: fog.list) == Given.id(14))
    // The page is requested again: the next page's first photo has moved onto it.
    #expect(state[fog.list].nextPage == 1)
    _ = AppReducer.reduce(&state, .overlay(.collectionRowPressed(.collection(fog)), in: .chooser))
    _ = answer(&state, 13)
    #expect(state[fog.list].order.first == Given.id(13))
    #expect(state.selected(in: fog.list) == Given.id(14))
  }

  @Test func `a page that was requested before a photo's removal doesn't bring it back`() {
    var state = feed()
    func load(_ photos: Range<Int>, next: PageToken?, total: Int) {
      var page = Given.page(photos, next: next)
      page.total = total
      _ = AppReducer.reduce(&state, .feed(.pageLoaded(1, .success(page)), in: fog.list))
    }
    func change(_ isIn: Bool) {
      _ = state.collect([Given.id(13)], in: "7")
      _ = answer(&state, 13, "7", isIn)
    }
    _ = AppReducer.reduce(&state, .visits(.opened(fog.list)))
    load(10..<40, next: 2, total: 50)
    let order = state[fog.list].order
    state.photos[Given.id(13)]?.collections = ["7"]
    _ = AppReducer.reduce(&state, .pressed(.refresh))
    change(false)
    load(10..<40, next: 2, total: 50)
    #expect(state[fog.list].order == order.filter { $0 != Given.id(13) })
    #expect(state[fog.list].total == 49)
    // The last change counts.
    _ = AppReducer.reduce(&state, .pressed(.refresh))
    change(true)
    load(10..<40, next: 2, total: 49)
    #expect(state[fog.list].order == [Given.id(13)] + order.filter { $0 != Given.id(13) })
    #expect(state[fog.list].total == 50)
    // A page that is requested afterwards is right.
    _ = AppReducer.reduce(&state, .pressed(.refresh))
    load(9..<39, next: 2, total: 51)
    #expect(state[fog.list].order.first == Given.id(9) && state[fog.list].total == 51)
  }

  @Test func `an expired session leads to sign-in, and another service's photo does nothing`() {
    var state = choosing(feed())
    _ = AppReducer.reduce(&state, .overlay(.collectionRowPressed(.collection(rain)), in: .chooser))
    _ = answer(&state, 0, "8", true, .failure(Problem(.collectionEdit, .unauthorized)))
    #expect(state.stage == .signIn)
    var other = feed()
    other.launch.catalogue = [.vk]
    let id = Photo.ID(service: .vk, value: "-1_2")
    other.photos[id] = other.photos[Given.id(0)]
    other.feed.order[0] = id
    _ = AppReducer.reduce(&other, .pressed(.collect))
    #expect(other.notice?.text == .unavailable(.collect, .otherService) && other.chooser == nil)
  }
}
