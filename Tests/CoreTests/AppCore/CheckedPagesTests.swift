import AppCore
import Harness
import Model
import Testing
import VK

/// Lists that are loaded again page by page, and change while that happens.
@Suite struct CheckedPagesTests {
  private func numbers(_ state: AppState, in list: ListID = .feed) -> [Int] {
    state[list].order.map(Given.number)
  }

  private func refresh(
    _ state: inout AppState,
    from service: ListService,
    in list: ListID = .favourites
  ) -> [Int] {
    let effects = AppReducer.reduce(&state, .feed(.refreshPressed, in: list))
    return service.answer(&state, effects, in: list)
  }

  /// Refreshes a list without a command of the user.
  private func refreshInBackground(
    _ state: inout AppState,
    from service: ListService,
    in list: ListID = .favourites
  ) -> [Int] {
    let effects = AppReducer.reduce(&state, .feed(.refreshPressed, in: list))
    state[list].isRefreshedInBackground = true
    return service.answer(&state, effects, in: list)
  }

  /// Returns the favourites, loaded to their end.
  private func favourites(_ service: ListService) -> AppState {
    var state = Given.feed(3, next: nil).extended
    let effects = AppReducer.reduce(&state, .tabPressed(.profile))
    _ = service.answer(&state, effects, in: .favourites)
    _ = service.scroll(&state, in: .favourites)
    #expect(numbers(state, in: .favourites) == service.photos)
    _ = service.answer(&state, AppReducer.reduce(&state, .pressed(.first)), in: .favourites)
    return state
  }

  private func like(_ state: inout AppState, _ number: Int, _ liked: Bool) {
    let id = Given.id(number)
    _ = AppReducer.reduce(&state, .likes(.heartPressed(id)))
    let response = LikeResponse(isLiked: liked, likes: nil)
    _ = AppReducer.reduce(&state, .likes(.answered(id, liked: liked, .success(response))))
  }

  // MARK: Empty pages

  @Test(arguments: [0, 20])
  func `R requests the page of an empty list once`(_ count: Int) {
    var state = favourites(ListService(photos: Array(0..<count)))
    #expect(refresh(&state, from: ListService(photos: [])) == [1])
    #expect(state[.favourites].order.isEmpty && state[.favourites].hasEnded)
    let topic = ListID.topic("sea")
    state[topic] = Given.feed(count, next: nil).feed
    _ = state.beginRefresh(of: topic)
    _ = state.merge(ListService(photos: []).page(1), 1, in: topic)
    let check = state.beginCheck(of: topic, at: 0)
    #expect(check == nil && state[topic].order.isEmpty)
  }

  // MARK: Photos between two pages

  @Test(arguments: [false, true])
  func `a photo that moves to the previous page stays, with its heart`(_ isLocal: Bool) {
    var service = ListService(photos: Array(0..<60))
    var state = favourites(service)
    _ = AppReducer.reduce(&state, .feed(.refreshPressed, in: .favourites))
    _ = AppReducer.reduce(
      &state,
      .feed(.pageLoaded(1, .success(service.page(1))), in: .favourites)
    )
    state[.favourites].load = .idle
    service.photos.remove(at: 5)
    if isLocal { like(&state, 5, false) }
    _ = service.scroll(&state, in: .favourites)
    let left = service.photos
    #expect(numbers(state, in: .favourites).filter { $0 != 5 } == left)
    #expect(left.allSatisfy { state.photos[Given.id($0)]?.isLiked == true })
  }

  @Test func `photos between two pages are gone if the service counts as many as before`() {
    var service = ListService(photos: Array(0..<90))
    var state = favourites(service)
    service.photos.removeAll { (29...31).contains($0) }
    _ = refresh(&state, from: service)
    _ = service.scroll(&state, in: .favourites)
    #expect(numbers(state, in: .favourites) == service.photos)
  }

  @Test func `a page far down is requested again after the page before it`() {
    var service = ListService(photos: Array(0..<150))
    var state = favourites(service)
    _ = AppReducer.reduce(&state, .pressed(.last))
    service.photos.removeAll { [29, 89, 119, 140, 149].contains($0) }
    _ = refresh(&state, from: service)
    _ = service.scroll(&state, in: .favourites)
    #expect(numbers(state, in: .favourites) == service.photos)
    #expect(service.scroll(&state, in: .favourites) == [])
  }

  @Test func `a photo that the user puts back keeps its place and its heart`() {
    let service = ListService(photos: Array(0..<90))
    var state = favourites(service)
    _ = refresh(&state, from: service)
    like(&state, 45, false)
    like(&state, 45, true)
    let changed = ListService(photos: [45] + service.photos.filter { $0 != 45 })
    _ = changed.scroll(&state, in: .favourites)
    #expect(Set(numbers(state, in: .favourites)) == Set(0..<90))
    #expect(state.photos[Given.id(45)]?.isLiked == true)
  }

  @Test func `the page after a list that has become shorter isn't skipped`() {
    var service = ListService(photos: Array(0..<90))
    var state = Given.feed(3, next: nil).extended
    let effects = AppReducer.reduce(&state, .tabPressed(.profile))
    _ = service.answer(&state, effects, in: .favourites)
    while numbers(state, in: .favourites).count < 60 {
      _ = service.answer(&state, AppReducer.reduce(&state, .pressed(.last)), in: .favourites)
    }
    _ = AppReducer.reduce(&state, .pressed(.last))
    #expect(state[.favourites].load == .loading)
    // The third page arrives after the service has removed the photo, so it begins with 61.
    like(&state, 5, false)
    service.photos.remove(at: 5)
    _ = service.answer(&state, [.feed(.loadPage(3, of: .favourites))], in: .favourites)
    _ = service.scroll(&state, in: .favourites)
    #expect(numbers(state, in: .favourites) == service.photos)
  }

  // MARK: The end of a list

  @Test(arguments: [[45, 59], [58, 59], [58], [30, 59], Array(30..<60), Array(20..<60)])
  func `the last page corrects the end of a list that has ended`(_ gone: [Int]) {
    var service = ListService(photos: Array(0..<60))
    var state = favourites(service)
    service.photos.removeAll(where: gone.contains)
    _ = refresh(&state, from: service)
    _ = service.scroll(&state, in: .favourites)
    #expect(numbers(state, in: .favourites) == service.photos)
    #expect(state.photos.values.filter(\.isLiked).count == service.photos.count)
  }

  @Test func `R at the end of a list that has become shorter corrects the end`() {
    var service = ListService(photos: Array(0..<120))
    var state = favourites(service)
    _ = AppReducer.reduce(&state, .pressed(.last))
    service.photos.removeAll { $0 % 3 == 2 }
    _ = refresh(&state, from: service)
    #expect(numbers(state, in: .favourites).last == 118)
    _ = service.scroll(&state, in: .favourites)
    #expect(numbers(state, in: .favourites) == service.photos)
  }

  @Test func `photos that have moved together don't take others with them`() {
    for (numbers, number) in [
      (Array(0..<28) + [80, 81], 1), ([80, 81] + Array(0..<28), 1),
      (Array(30..<44) + [85, 86] + Array(44..<58), 2), ([4, 5] + Array(30..<58), 2),
      (Array(500..<528) + [80, 81], 1),
    ] {
      var state = Given.feed(90, next: 4).extended
      state.feed.load = .loading
      if number == 1 { state.feed.isRefreshing = true } else { state.feed.checked = [:] }
      let page = Page(photos: numbers.map { Given.photo($0) }, next: PageToken(number + 1))
      _ = AppReducer.reduce(&state, .feed(.pageLoaded(PageToken(number), .success(page))))
      #expect(state.feed.known.isSuperset(of: (0..<90).map(Given.id)), "\(numbers)")
    }
    for isChecked in [false, true] {
      var state = Given.feed(60, next: 3).extended
      state.feed.load = .loading
      if isChecked { state.feed.checked = [:] }
      let page = Page(photos: [4, 5, 57, 58, 59, 60].map { Given.photo($0) }, next: 4)
      _ = AppReducer.reduce(&state, .feed(.pageLoaded(3, .success(page))))
      #expect(self.numbers(state) == Array(0...60))
    }
  }

  // MARK: Counts

  @Test func `a smaller count after R makes the pages load again`() {
    var service = ListService(photos: Array(0..<90))
    var state = favourites(service)
    _ = refresh(&state, from: service)
    _ = service.scroll(&state, in: .favourites)
    #expect(service.scroll(&state, in: .favourites) == [])
    service.photos.remove(at: 40)
    _ = refreshInBackground(&state, from: service)
    _ = service.scroll(&state, in: .favourites)
    #expect(numbers(state, in: .favourites) == service.photos)
    // A service that counts a photo which it doesn't send isn't asked again and again.
    service.hidden = [50]
    _ = refreshInBackground(&state, from: service)
    _ = service.scroll(&state, in: .favourites)
    _ = refreshInBackground(&state, from: service)
    #expect(service.scroll(&state, in: .favourites) == [])
  }

  @Test func `a heart that is newer than the first page stays`() {
    var service = ListService(photos: Array(0..<60))
    var state = favourites(service)
    _ = refresh(&state, from: service)
    service.photos.insert(900, at: 0)
    state.photos[Given.id(900)] = Given.photo(900, liked: true)
    _ = service.scroll(&state, in: .favourites)
    #expect(state.photos[Given.id(900)]?.isLiked == true)
    #expect(numbers(state, in: .favourites) == Array(0..<60))
  }

  // MARK: Positions as page numbers

  /// Returns the list of a service whose page numbers are positions, loaded to its end.
  private func positions(_ service: inout ListService) -> AppState {
    let vk = ServiceDescription.vk(.serviceKey)
    (service.paging, service.size) = (vk.paging, vk.pageSize)
    var state = Given.feed(0, next: 1).extended
    state.launch.service = vk
    _ = service.answer(&state, AppReducer.reduce(&state, .pressed(.open)))
    _ = service.scroll(&state)
    #expect(numbers(state) == service.shown)
    return state
  }

  @Test func `a page that isn't aligned doesn't remove the head of the list`() {
    // Two of the first photos can't be displayed, and one answers 404.
    var service = ListService(photos: Array(0..<300), hidden: [40, 41])
    for uploads in [[], [900, 901]] {
      var first = service
      first.photos = Array(service.photos.prefix(100))
      var state = positions(&first)
      state.feed.nextPage = 101
      (service.paging, service.size) = (first.paging, first.size)
      let gone = Problem(.details, .notFound)
      state.details.loading = Given.id(0)
      let effects = AppReducer.reduce(&state, .details(.loaded(Given.id(0), .failure(gone))))
      service.photos = uploads + Array(1..<300)
      _ = service.answer(&state, effects)
      _ = service.scroll(&state)
      let shown = numbers(state).filter { !uploads.contains($0) }
      #expect(shown == service.shown.filter { !uploads.contains($0) })
    }
  }

  @Test func `pages by position correct the list, whatever can't be displayed`() {
    let hidden: Set = [3, 50, 51, 99, 100, 150, 201, 240]
    var service = ListService(photos: Array(0..<250), hidden: hidden)
    var state = positions(&service)
    service.photos.removeAll { [7, 98, 101, 120, 199, 200, 239, 249].contains($0) }
    service.photos.insert(contentsOf: [900, 901], at: 0)
    _ = refresh(&state, from: service, in: .feed)
    _ = service.scroll(&state)
    #expect(numbers(state) == service.shown)
  }
}
