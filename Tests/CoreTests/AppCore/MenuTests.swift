import AppCore
import Canvas
import CustomDump
import Library
import Model
import Testing

/// The menu of a found photo, and its preview.
@Suite struct MenuTests {
  private let id = Given.id(0)

  private func found(_ count: Int = 30) -> AppState {
    var state = Given.feed(count, next: nil).extended
    state.tab = .search
    state.search.query = SearchQuery("cat")
    state[state.search.list] = state.feed
    return state
  }

  private func menu() -> AppState {
    var state = found()
    _ = AppReducer.reduce(&state, .pressed(.menu))
    return state
  }

  private func preview() -> AppState {
    var state = menu()
    _ = AppReducer.reduce(&state, .pressed(.open))
    return state
  }

  // MARK: Menu

  @Test func `the key and a click on a found photo open the menu`() {
    var state = found()
    expect(&state, .pressed(.menu)) { $0.menu = MenuState(photo: Given.id(0)) }
    #expect(state.place == .menu)
    expect(&state, .pressed(.back)) { $0.menu = nil }
    expect(&state, .feed(.cardPressed(id), in: state.search.list)) {
      $0.menu = MenuState(photo: Given.id(0))
    }
    expect(&state, .overlayClosed(.menu)) { $0.menu = nil }
    // One click is enough, wherever the selection is.
    _ = AppReducer.reduce(&state, .feed(.cardPressed(Given.id(1)), in: state.search.list))
    #expect(
      state.views[state.search.list].selection == 1 && state.menu == MenuState(photo: Given.id(1))
    )
    _ = AppReducer.reduce(&state, .overlayClosed(.menu))
    // Enter opens in every list; so does a click on the feed's selected photo.
    let kept: [Effect] = [.cache(.writeOpened(Given.photo(1)))]
    expect(&state, .pressed(.open), kept) {
      $0.photo = PhotoState(id: Given.id(1), in: $0.search.list)
      Given.opened(Given.id(1), in: &$0)
    }
    state = Given.feed(30)
    expect(&state, .feed(.cardPressed(id))) { $0.photo = PhotoState(id: Given.id(0)) }
  }

  @Test func `the right button selects and opens the menu, in every list`() {
    let places: [Place] = [.feed, .favourites, .search]
    for place in places {
      guard var state = Every.place[place], let list = state.listInView else { continue }
      let id = state[list].order[2]
      _ = AppReducer.reduce(&state, .feed(.menuPressed(id), in: list))
      #expect(state.place == .menu && state.menu?.photo == id && state.selected(in: list) == id)
      // An overlay covers the list.
      let shown = state
      _ = AppReducer.reduce(&state, .feed(.menuPressed(state[list].order[0]), in: list))
      expectNoDifference(state, shown)
    }
    var gallery = Given.gallery(3)
    _ = AppReducer.reduce(&gallery, .gallery(.menuPressed(Given.id(2))))
    #expect(gallery.place == .menu && gallery.selectedInGallery == Given.id(2))
    #expect(MenuReducer.rows(in: gallery) == [.preview, .like, .share, .author, .copyLink])
    _ = AppReducer.reduce(&gallery, .pressed(.open))
    #expect(gallery.place == .preview)
    _ = AppReducer.reduce(&gallery, .pressed(.moveLeft))
    #expect(gallery.preview?.photo == Given.id(1) && gallery.selectedInGallery == Given.id(1))
    _ = AppReducer.reduce(&gallery, .pressed(.open))
    #expect(gallery.photo?.id == Given.id(1) && gallery.photo?.isInGallery == true)
  }

  @Test func `a double click opens the photo, whatever its first click opened`() {
    for place in [Place.feed, .favourites, .search] {
      guard var state = Every.place[place], let list = state.listInView else { continue }
      let id = state[list].order[1]
      for _ in 0..<2 {
        _ = AppReducer.reduce(&state, .feed(.cardPressed(id), in: list))
        _ = AppReducer.reduce(&state, .feed(.openPressed(id), in: list))
        #expect(state.place == .photo && state.photo == PhotoState(id: id, in: list))
        _ = AppReducer.reduce(&state, .pressed(.back))
        #expect(state.place == place && state.overlays.isEmpty)
      }
      _ = AppReducer.reduce(&state, .pressed(.help))
      let before = state
      _ = AppReducer.reduce(&state, .feed(.openPressed(id), in: list))
      expectNoDifference(state, before)
    }
    var gallery = Given.gallery(3)
    _ = AppReducer.reduce(&gallery, .gallery(.tilePressed(Given.id(1))))
    _ = AppReducer.reduce(&gallery, .gallery(.photoPressed(Given.id(1))))
    #expect(gallery.photo?.id == Given.id(1) && gallery.photo?.isInGallery == true)
  }

  @Test func `the basic edition's menu has the edition's rows`() {
    var state = Given.feed(30)
    _ = AppReducer.reduce(&state, .pressed(.menu))
    #expect(state.menu == MenuState(photo: id, focus: .like))
    #expect(MenuReducer.rows(in: state) == [.like, .share, .copyLink])
  }

  @Test func `link and photographer's page are available without the sheet`() {
    var state = menu()
    #expect(MenuReducer.rows(in: state) == MenuState.Row.allCases.filter { $0 != .collect })
    let effects = AppReducer.reduce(&state, .menu(.rowPressed(.copyLink)))
    #expect(state.overlays.isEmpty)
    let page = state.photos[id]?.pageURL.map { state.launch.link($0, of: id).text } ?? ""
    #expect(effects.contains(.terminal(.copy(ClipboardText(page)))))
    let plain = Given.unsplash([.likes, .search])
    func menuWithoutPeople() -> AppState {
      var state = menu()
      state.launch = Launch(edition: .extended, service: plain, picturesFolder: "/pictures")
      return state
    }
    state = menuWithoutPeople()
    let author = state.photos[id]?.author.pageURL.map { state.launch.link($0, of: id) }
    #expect(
      AppReducer.reduce(&state, .menu(.rowPressed(.author)))
        == author.map { [.share(.open($0, .openAuthor))] }
    )
    #expect(state.overlays.isEmpty)
    state = menuWithoutPeople()
    state.launch.hasBrowser = false
    _ = AppReducer.reduce(&state, .menu(.rowPressed(.author)))
    #expect(state.notice?.text == .unavailable(.share, .noBrowser))
    state = menuWithoutPeople()
    state.photos[id]?.pageURL = nil
    state.photos[id]?.author.pageURL = nil
    #expect(MenuReducer.rows(in: state) == [.preview, .download, .like, .share])
  }

  @Test func `the focus moves through all rows`() {
    var state = menu()
    expect(&state, .pressed(.moveUp))
    for row in [MenuState.Row.download, .like, .share, .author, .copyLink] {
      expect(&state, .pressed(.moveDown)) { $0.menu?.focus = row }
    }
    expect(&state, .pressed(.moveDown))
    for row in [MenuState.Row.author, .share] {
      expect(&state, .pressed(.moveUp)) { $0.menu?.focus = row }
    }
    expect(&state, .pressed(.open)) {
      $0.menu = nil
      $0.share = ShareState(photo: Given.id(0))
    }
  }

  @Test func `rows run their action, by mouse and by their own keys`() {
    let start = menu()
    var state = start
    expect(&state, .menu(.rowPressed(.preview))) {
      $0.menu = nil
      $0.preview = PreviewState(photo: Given.id(0))
    }
    for action in [AppAction.menu(.rowPressed(.like)), .pressed(.like)] {
      state = start
      let effects = AppReducer.reduce(&state, action)
      #expect(effects.contains(.likes(.set(id, liked: true))))
      #expect(state.menu == nil && state.photos[id]?.isLiked == true)
    }
    state = start
    expect(&state, .pressed(.share)) {
      $0.menu = nil
      $0.share = ShareState(photo: Given.id(0))
    }
    for action in [AppAction.menu(.rowPressed(.download)), .pressed(.download)] {
      state = start
      var other = start
      other.menu = nil
      let effects = AppReducer.reduce(&state, action)
      let wanted = DownloadsAction.requested(DownloadID(id), from: .search(SearchQuery("cat")))
      #expect(effects == AppReducer.reduce(&other, .downloads(wanted)))
      expectNoDifference(state, other)
    }
  }

  @Test func `a downloaded photo opens in the gallery`() {
    var state = menu()
    state.gallery.ids = [id]
    var other = state
    other.menu = nil
    let effects = AppReducer.reduce(&state, .menu(.rowPressed(.download)))
    #expect(effects == AppReducer.reduce(&other, .gallery(.openPressed(id))))
    expectNoDifference(state, other)
  }

  @Test func `a repeated download says where the photo is, and downloads nothing`() {
    for place in [Place.feed, .favourites, .search, .photo, .menu, .preview] {
      guard var state = Every.place[place]?.extended, let id = state.currentPhoto else { continue }
      state.gallery = Given.gallery(1).gallery
      state.gallery.ids = [id]
      let number = state.program.nextNumber + 1
      expect(&state, .pressed(.download), [noticeTimer(number)]) {
        $0.program.nextNumber = number
        $0.notice = Notice(number: number, text: .inGallery(id))
      }
      #expect(!state.hints(at: place).contains(.download))
      // A missing file is downloaded again.
      state.gallery.conditions[id] = .missing
      let effects = AppReducer.reduce(&state, .pressed(.download))
      #expect(effects.contains { if case .downloads(.run) = $0 { true } else { false } })
    }
    var state = Given.feed(30).extended
    state.gallery = Given.gallery(2).gallery
    state.photos.merge(Given.gallery(2).photos) { old, _ in old }
    _ = AppReducer.reduce(&state, .pressed(.download))
    _ = AppReducer.reduce(&state, .pressed(.galleryTab))
    #expect(state.place == .gallery && state.selectedInGallery == Given.id(0))
  }

  @Test func `a service without likes has no row for them`() {
    var state = menu()
    state.likes.isUnavailable = true
    #expect(MenuReducer.rows(in: state) == [.preview, .download, .share, .author, .copyLink])
    expect(&state, .menu(.rowPressed(.like)))
    expect(&state, .pressed(.moveDown)) { $0.menu?.focus = .download }
    expect(&state, .pressed(.moveDown)) { $0.menu?.focus = .share }
  }

  // MARK: Preview

  @Test func `the preview steps through the list, and the list follows`() {
    var state = preview()
    #expect(state.place == .preview && state.currentPhoto == id)
    expect(&state, .pressed(.moveLeft))
    for number in 1..<30 {
      _ = AppReducer.reduce(&state, .pressed(.moveRight))
      #expect(state.preview?.photo == Given.id(number))
      #expect(state.views[state.search.list].selection == number)
    }
    expect(&state, .pressed(.moveRight))
    _ = AppReducer.reduce(&state, .pressed(.back))
    #expect(state.place == .search && state.currentPhoto == Given.id(29))
  }

  @Test func `Enter opens full screen, which steps through the results`() {
    var state = preview()
    state.feed.order = [Given.id(5)]
    expect(&state, .pressed(.open), [.cache(.writeOpened(Given.photo(0)))]) {
      $0.preview = nil
      $0.photo = PhotoState(id: Given.id(0), in: $0.search.list)
      Given.opened(Given.id(0), in: &$0)
    }
    _ = AppReducer.reduce(&state, .pressed(.moveRight))
    #expect(state.photo == PhotoState(id: Given.id(1), in: state.search.list))
    _ = AppReducer.reduce(&state, .pressed(.details))
    #expect(state.details.loading == Given.id(1))
    _ = AppReducer.reduce(&state, .pressed(.back))
    _ = AppReducer.reduce(&state, .pressed(.back))
    #expect(state.place == .search && state.views[state.search.list].selection == 1)
  }

  @Test func `like and share act on the previewed photo`() {
    let start = preview()
    var state = start
    #expect(AppReducer.reduce(&state, .pressed(.like)).contains(.likes(.set(id, liked: true))))
    state = start
    expect(&state, .pressed(.share)) { $0.share = ShareState(photo: Given.id(0)) }
    expect(&state, .overlayClosed(.share)) { $0.share = nil }
    #expect(state.place == .preview)
  }

  @Test func `a picture that failed in the preview is requested again`() {
    var state = preview()
    expect(&state, .pressed(.refresh), [noticeTimer(1)]) {
      $0.program.nextNumber = 1
      $0.notice = Notice(number: 1, text: .nothingToRetry)
    }
    let key = PictureKey(.photo(id), .full)
    state.pictures[key] = .failed(Problem(.picture, .notFound))
    expect(&state, .pressed(.refresh), [.pictures(.retry(key))]) { $0.pictures[key] = nil }
  }

  @Test func `a photo that isn't loaded has neither menu nor preview`() {
    var state = found()
    expect(&state, .menu(.openPressed(Given.id(99))))
    expect(&state, .preview(.openPressed(Given.id(99))))
    expect(&state, .menu(.rowPressed(.share)))
  }

  // MARK: Full screen

  @Test func `full screen of the extended edition has its own buttons`() {
    var state = Given.fullScreen(0).extended
    let focuses: [PhotoState.Focus] = [.back, .like, .download, .share, .picture]
    for focus in focuses { expect(&state, .pressed(.nextTab)) { $0.photo?.focus = focus } }
    var basic = Given.fullScreen(0)
    for focus in [PhotoState.Focus.back, .share, .picture] {
      expect(&basic, .pressed(.nextTab)) { $0.photo?.focus = focus }
    }
    expect(&basic, .pressed(.download))
  }
}
