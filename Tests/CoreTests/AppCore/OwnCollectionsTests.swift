import AppCore
import Canvas
import Harness
import Model
import Testing

/// The user's own collections below their favourites, and the focus on the profile.
@Suite struct OwnCollectionsTests {
  private let load = Effect.chooser(.load(.collections(of: "ann"), page: 1))
  private let ended = Page(photos: (0..<5).map { Given.photo($0) }, next: nil, total: 5)

  /// Returns the profile of a user with five favourites.
  private func profile() -> AppState {
    var state = Given.feed(30, next: nil).extended
    _ = AppReducer.reduce(&state, .tabPressed(.profile))
    _ = AppReducer.reduce(&state, .profile(.loaded(.success(Given.person))))
    _ = AppReducer.reduce(&state, .feed(.pageLoaded(1, .success(ended)), in: .favourites))
    return state
  }

  private func collections(_ count: Int, next: PageToken? = nil) -> AppAction {
    let offers = (0..<count).map { ListOffer(.collection("\($0)"), ListInfo(title: "\($0)")) }
    let page = OfferPage(offers: offers, next: next)
    return .chooser(.loaded(.collections(of: "ann"), page: 1, .success(page)))
  }

  private func withCollections(_ count: Int = 12, next: PageToken? = nil) -> AppState {
    var state = profile()
    _ = AppReducer.reduce(&state, collections(count, next: next))
    return state
  }

  private func press(_ state: inout AppState, _ commands: Command...) -> [Effect] {
    commands.flatMap { AppReducer.reduce(&state, .pressed($0)) }
  }

  /// Moves down until nothing changes.
  private func goDown(_ state: inout AppState) {
    var before = state
    repeat {
      before = state
      _ = press(&state, .moveDown)
    } while state != before
  }

  @Test func `collections are requested once, near the end of the favourites`() {
    var state = Given.feed(30, next: nil).extended
    _ = AppReducer.reduce(&state, .tabPressed(.profile))
    _ = AppReducer.reduce(&state, .profile(.loaded(.success(Given.person))))
    let first = Page(photos: (0..<30).map { Given.photo($0) }, next: 2, total: 35)
    var effects = AppReducer.reduce(
      &state,
      .feed(.pageLoaded(1, .success(first)), in: .favourites)
    )
    #expect(!effects.contains(load) && state.ownCollections == nil)
    effects = press(&state, .last)
    let last = Page(photos: (30..<35).map { Given.photo($0) }, next: nil, total: 35)
    effects = AppReducer.reduce(&state, .feed(.pageLoaded(2, .success(last)), in: .favourites))
    #expect((effects + press(&state, .last)).contains(load))
    _ = AppReducer.reduce(&state, collections(2))
    #expect(!press(&state, .moveUp, .moveDown).contains(load))
    // A user who isn't loaded yet has no collections to request.
    var unknown = Given.feed(30, next: nil).extended
    unknown.account?.username = nil
    _ = AppReducer.reduce(&unknown, .tabPressed(.profile))
    effects = AppReducer.reduce(
      &unknown,
      .feed(.pageLoaded(1, .success(ended)), in: .favourites)
    )
    #expect(!effects.contains(load))
    effects = AppReducer.reduce(&unknown, .profile(.loaded(.success(Given.person))))
    #expect(effects.contains(load))
  }

  @Test func `arrows move from the button over the photos to the collections and back`() {
    var state = withCollections()
    #expect(state.profileFocus == .list)
    _ = press(&state, .moveUp)
    #expect(state.profileFocus == .signOut)
    var asked = state
    _ = press(&asked, .open)
    #expect(asked.alerts.map(\.kind) == [.confirmSignOut])
    _ = press(&state, .moveDown)
    #expect(state.profileFocus == .list && state.views.favourites.selection == 0)
    goDown(&state)
    #expect(state.profileFocus == .collection(0) && state.collectionShelf != nil)
    _ = press(&state, .moveRight, .moveRight, .moveLeft)
    #expect(state.profileFocus == .collection(1))
    let effects = press(&state, .open)
    #expect(state.visit?.list == .collection("1"))
    #expect(effects.contains(.feed(.loadPage(1, of: .collection("1")))))
    _ = press(&state, .back)
    #expect(state.place == .favourites && state.profileFocus == .collection(1))
    _ = press(&state, .moveUp)
    #expect(state.profileFocus == .list)
    goDown(&state)
    _ = press(&state, .back)
    #expect(state.profileFocus == .list && state.place == .favourites)
    // Another tab, and back: at the list.
    goDown(&state)
    _ = press(&state, .feedTab, .profileTab)
    #expect(state.profileFocus == .list)
  }

  @Test func `the focused collection is always visible`() throws {
    for columns in [40, 80, 200] {
      var state = withCollections(30)
      state.program.viewport = Viewport(columns: columns, rows: 30)
      goDown(&state)
      for index in 0..<30 {
        let shelf = try #require(state.collectionShelf)
        #expect(shelf.covers.filter(\.isFocused).map(\.offer.list) == [.collection("\(index)")])
        let edge = shelf.heading.maxX
        #expect(shelf.covers.count == 1 || shelf.covers.allSatisfy { $0.picture.maxX <= edge })
        _ = press(&state, .moveRight)
      }
      #expect(state.profileFocus == .collection(29))
    }
  }

  @Test func `the next page of collections is requested before the last one is reached`() {
    var state = withCollections(30, next: 2)
    goDown(&state)
    var effects: [Effect] = []
    for _ in 0..<29 { effects += press(&state, .moveRight) }
    #expect(effects.contains(.chooser(.load(.collections(of: "ann"), page: 2))))
  }

  @Test func `commands for a photo leave the one without a frame alone`() {
    var state = withCollections()
    _ = press(&state, .moveUp)
    for isCollection in [false, true] {
      if isCollection { goDown(&state) }
      for command in [Command.like, .download, .share, .menu, .mark, .details, .author, .collect] {
        #expect(command.unavailable(in: state) == .nothingSelected || command == .collect)
        #expect(!state.hints(at: .favourites).contains(command))
        // The palette and the mouse don't ask.
        expect(&state, .pressed(command))
      }
      #expect(state.currentDownload == nil)
    }
    // Marked photos can be seen, so commands act on them.
    _ = press(&state, .moveUp)
    _ = press(&state, .mark)
    goDown(&state)
    #expect(Command.like.unavailable(in: state) == nil)
    _ = press(&state, .back)
    goDown(&state)
    _ = AppReducer.reduce(&state, .feed(.cardPressed(Given.id(1)), in: .favourites))
    #expect(state.profileFocus == .list && state.place == .photo)
  }

  @Test func `without favourites, the button and the collections can be reached`() {
    var state = Given.feed(30, next: nil).extended
    _ = AppReducer.reduce(&state, .tabPressed(.profile))
    _ = AppReducer.reduce(&state, .profile(.loaded(.success(Given.person))))
    let none = Page(photos: [], next: nil, total: 0)
    let effects = AppReducer.reduce(
      &state,
      .feed(.pageLoaded(1, .success(none)), in: .favourites)
    )
    #expect(effects.contains(load))
    _ = AppReducer.reduce(&state, collections(2))
    _ = press(&state, .moveDown)
    #expect(state.profileFocus == .collection(0))
    _ = press(&state, .moveUp)
    #expect(state.profileFocus == .signOut)
    _ = press(&state, .moveDown)
    #expect(state.profileFocus == .collection(0))
  }

  @Test func `failed collections are requested again by their button and by a refresh`() {
    var state = profile()
    let failed = AppAction.chooser(
      .loaded(.collections(of: "ann"), page: 1, .failure(Given.timeout))
    )
    _ = AppReducer.reduce(&state, failed)
    // But not by every move.
    #expect(!press(&state, .moveRight, .moveLeft).contains(load))
    #expect(AppReducer.reduce(&state, .profile(.collectionsRetryPressed)) == [load])
    _ = AppReducer.reduce(&state, failed)
    let effects = press(&state, .refresh)
    #expect(effects.contains(load) && effects.contains(.profile(.load)))
    #expect(effects.contains(.feed(.loadPage(1, of: .favourites))))
  }

  @Test func `pressing a collection that no longer exists does nothing`() {
    var state = withCollections(2)
    expect(&state, .profile(.collectionPressed(.collection("7"))))
    _ = AppReducer.reduce(&state, .profile(.collectionPressed(.collection("1"))))
    #expect(state.visit?.list == .collection("1"))
  }
}
