@testable import AppCore
import Harness
import Model
import Testing

/// Photographers, topics and collections opened from other places, and Back.
@Suite struct VisitTests {
  private let ann = ListID.photographer("ann")

  private func feed(_ count: Int = 30) -> AppState {
    var state = Given.feed(count)
    state.launch = Given.extendedLaunch
    return state
  }

  private func loaded(
    _ state: inout AppState,
    _ list: ListID,
    _ numbers: Range<Int>,
    next: PageToken? = nil
  ) -> [Effect] {
    AppReducer.reduce(
      &state,
      .feed(.pageLoaded(1, .success(Given.page(numbers, next: next))), in: list)
    )
  }

  /// Returns a photographer opened from the fourth photo of the feed.
  private func visiting() -> AppState {
    var state = feed()
    for _ in 0..<3 { _ = AppReducer.reduce(&state, .pressed(.moveRight)) }
    _ = AppReducer.reduce(&state, .pressed(.author))
    _ = loaded(&state, ann, 100..<130)
    return state
  }

  @Test func `opening a photographer sends two requests`() {
    var state = feed()
    let effects = AppReducer.reduce(&state, .pressed(.author))
    #expect(state.place == .visit && state.listInView == ann)
    #expect(
      effects == [
        .cancelReads(.feed), .cancelReads(.details), .visits(.loadPerson("ann")),
        .cache(.readList(ann)), .feed(.loadPage(1, of: ann)),
      ]
    )
    // The name is known from the photo.
    #expect(state.directory.people["ann"]?.name == "Ann")
    let person = Person(username: "ann", name: "Ann Lee", bio: "Fog.", totalPhotos: 7)
    #expect(
      AppReducer.reduce(&state, .visits(.personLoaded("ann", .success(person))))
        == [.cache(.writePerson(person))]
    )
    #expect(state.directory.people["ann"] == person)
    // A photo has less data than the profile.
    _ = AppReducer.reduce(&state, .visits(.personRead(Given.person)))
    #expect(state.directory.people["ann"] == person)
  }

  @Test func `Back returns to the same photo without a request`() {
    var state = visiting()
    let anchor = state.views.feed.anchor
    _ = AppReducer.reduce(&state, .pressed(.last))
    #expect(state.views[ann].selection == 29)
    let effects = AppReducer.reduce(&state, .pressed(.back))
    #expect(state.place == .feed && state.views.feed.selection == 3)
    #expect(state.views.feed.anchor == anchor)
    #expect(!effects.contains { if case .feed = $0 { true } else { false } })
    // So does opening the photographer again.
    let again = AppReducer.reduce(&state, .pressed(.author))
    #expect(state.views[ann].selection == 29)
    #expect(!again.contains { if case .feed = $0 { true } else { false } })
  }

  @Test(arguments: [Command.back, .close])
  func `Back returns through every opened list, and through full screen`(_ command: Command) {
    var state = visiting()
    _ = AppReducer.reduce(&state, .pressed(.open))
    #expect(state.place == .photo && state.photo?.id == Given.id(100))
    _ = AppReducer.reduce(&state, .visits(.opened(.collection("7"))))
    _ = loaded(&state, .collection("7"), 200..<203)
    #expect(state.visits.map(\.list) == [ann, .collection("7")])
    #expect(state.place == .visit && state.photo == nil)
    _ = AppReducer.reduce(&state, .pressed(command))
    #expect(state.place == .photo && state.photo?.id == Given.id(100))
    _ = AppReducer.reduce(&state, .pressed(command))
    #expect(state.place == .visit && state.visit?.list == ann)
    _ = AppReducer.reduce(&state, .pressed(command))
    #expect(state.place == .feed && state.visits.isEmpty)
    #expect(AppReducer.reduce(&state, .pressed(.close)) == [.quit])
  }

  @Test func `the current list isn't opened again`() {
    var state = visiting()
    _ = AppReducer.reduce(&state, .pressed(.author))
    #expect(state.visits.count == 1)
  }

  @Test func `each tab has its own opened lists, and its key leaves them all`() {
    var state = visiting()
    _ = AppReducer.reduce(&state, .visits(.opened(.topic("fog"))))
    _ = AppReducer.reduce(&state, .pressed(.searchTab))
    #expect(state.place == .searchInput && state.visits.isEmpty)
    _ = AppReducer.reduce(&state, .tabPressed(.feed))
    #expect(state.visits.map(\.list) == [ann, .topic("fog")])
    _ = AppReducer.reduce(&state, .pressed(.feedTab))
    #expect(state.place == .feed && state.visits.isEmpty && state.views.feed.selection == 3)
  }

  @Test func `the number of opened lists is limited`() {
    var state = feed()
    for number in 0..<150 {
      _ = AppReducer.reduce(&state, .visits(.opened(.topic("t\(number)"))))
    }
    #expect(state.visits.count == 100)
    #expect(state.visit?.list == .topic("t149"))
  }

  @Test func `Tab shows a photographer's likes`() {
    var state = visiting()
    let likes = ListID.likes(of: "ann")
    let effects = AppReducer.reduce(&state, .pressed(.nextTab))
    #expect(state.visit?.list == likes && state.visits.count == 1)
    #expect(effects.contains(.feed(.loadPage(1, of: likes))))
    _ = AppReducer.reduce(&state, .visits(.sectionPressed(.photos)))
    #expect(state.visit?.list == ann)
    // A topic has no likes, so Tab opens the next tab.
    _ = AppReducer.reduce(&state, .visits(.opened(.topic("fog"))))
    _ = AppReducer.reduce(&state, .pressed(.nextTab))
    #expect(state.tab == .profile)
  }

  @Test func `Tab during the profile's request sends it again`() {
    var state = feed()
    _ = AppReducer.reduce(&state, .pressed(.author))
    let effects = AppReducer.reduce(&state, .pressed(.nextTab))
    #expect(effects.contains(.visits(.loadPerson("ann"))))
    _ = AppReducer.reduce(&state, .visits(.personLoaded("ann", .success(Given.person))))
    let back = AppReducer.reduce(&state, .pressed(.nextTab))
    #expect(!back.contains(.visits(.loadPerson("ann"))))
  }

  @Test func `an old list of likes leaves the profile that is shown`() {
    var state = visiting()
    _ = AppReducer.reduce(&state, .visits(.personLoaded("ann", .success(Given.person))))
    _ = AppReducer.reduce(&state, .pressed(.nextTab))
    _ = loaded(&state, .likes(of: "ann"), 200..<203)
    _ = AppReducer.reduce(&state, .pressed(.nextTab))
    _ = AppReducer.reduce(&state, .visits(.aged(.likes(of: "ann"))))
    #expect(!state.lists.ids.contains(.likes(of: "ann")))
    #expect(state.directory.people["ann"] == Given.person)
  }

  @Test func `a refreshed list is not old`() {
    var state = visiting()
    _ = AppReducer.reduce(&state, .visits(.aged(ann)))
    _ = AppReducer.reduce(&state, .pressed(.refresh))
    _ = loaded(&state, ann, 100..<130)
    _ = AppReducer.reduce(&state, .visits(.opened(.topic("fog"))))
    let back = AppReducer.reduce(&state, .pressed(.back))
    #expect(!back.contains(.feed(.loadPage(1, of: ann))))
  }

  @Test func `a list is requested again after five minutes, and not before`() throws {
    var state = feed()
    _ = AppReducer.reduce(&state, .pressed(.author))
    let effects = loaded(&state, ann, 100..<130, next: 2)
    let timer = try #require(
      effects.first {
        if case .after(_, .seconds(300), .visits(.aged(ann))) = $0 { true } else { false }
      }
    )
    #expect(!timer.traits.isRead)
    _ = AppReducer.reduce(&state, .visits(.opened(.topic("fog"))))
    _ = AppReducer.reduce(&state, .visits(.aged(ann)))
    let back = AppReducer.reduce(&state, .pressed(.back))
    #expect(back.contains(.feed(.loadPage(1, of: ann))))
    #expect(state[ann].isRefreshedInBackground && state[ann].order.count == 30)
  }

  @Test func `photos that were added to an empty list appear when it returns`() {
    var state = feed()
    let list = ListID.collection("7")
    _ = AppReducer.reduce(&state, .visits(.opened(list)))
    _ = loaded(&state, list, 0..<0)
    _ = AppReducer.reduce(&state, .visits(.opened(.topic("fog"))))
    _ = AppReducer.reduce(&state, .visits(.aged(list)))
    let back = AppReducer.reduce(&state, .pressed(.back))
    #expect(back.contains(.feed(.loadPage(1, of: list))))
    _ = loaded(&state, list, 300..<303)
    #expect(state[list].order == (300..<303).map(Given.id))
  }

  @Test func `a list out of reach is removed once it is old`() {
    var state = visiting()
    _ = AppReducer.reduce(&state, .pressed(.back))
    #expect(state[ann].order.count == 30)
    _ = AppReducer.reduce(&state, .visits(.aged(ann)))
    #expect(!state.lists.ids.contains(ann) && state.directory.people["ann"] == nil)
    // Or as soon as it is closed.
    state = visiting()
    _ = AppReducer.reduce(&state, .visits(.aged(ann)))
    _ = AppReducer.reduce(&state, .pressed(.back))
    #expect(!state.lists.ids.contains(ann))
    #expect(state.views[ann] == ListView())
  }

  @Test func `a response for a closed list is ignored`() {
    var state = feed()
    _ = AppReducer.reduce(&state, .pressed(.author))
    _ = AppReducer.reduce(&state, .pressed(.back))
    let before = state
    #expect(loaded(&state, ann, 100..<130) == [])
    #expect(state == before)
  }

  @Test func `the menu and the gallery open photographers too`() {
    var state = feed()
    _ = AppReducer.reduce(&state, .pressed(.menu))
    _ = AppReducer.reduce(&state, .menu(.rowPressed(.author)))
    #expect(state.place == .visit && state.overlays.isEmpty)
    var gallery = Given.gallery(5, 30, 1)
    _ = AppReducer.reduce(&gallery, .pressed(.author))
    #expect(gallery.tab == .gallery && gallery.place == .visit)
    _ = AppReducer.reduce(&gallery, .pressed(.back))
    #expect(gallery.place == .gallery)
  }

  @Test func `a profile that fails to load changes nothing unless the session is refused`() {
    var state = visiting()
    let before = state
    let problem = Problem(.photographer, .notFound)
    #expect(AppReducer.reduce(&state, .visits(.personLoaded("ann", .failure(problem)))) == [])
    #expect(state == before)
    let refused = Problem(.photographer, .unauthorized)
    _ = AppReducer.reduce(&state, .visits(.personLoaded("ann", .failure(refused))))
    #expect(state.stage == .signIn && state.visits.isEmpty)
  }

  @Test func `the basic edition has no pages of photographers`() {
    var state = Given.feed(30)
    #expect(AppReducer.reduce(&state, .pressed(.author)) == [])
    #expect(AppReducer.reduce(&state, .visits(.authorPressed(Given.id(0)))) == [])
    #expect(state == Given.feed(30))
  }

  @Test func `downloads are filed under the list they were found in`() {
    var state = visiting()
    _ = AppReducer.reduce(&state, .pressed(.download))
    #expect(state.downloads.items.first?.origin == ann)
  }
}
