@testable import AppCore
import Canvas
import CustomDump
import Harness
@testable import Model
import Testing

/// The menu of a photo, and what its rows open.
@Suite struct MenuTests {
  private let id = Given.id(0)

  // MARK: Menu

  @Test func `the key and a click on a found photo open the menu`() {
    var state = Given.found()
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
    // Enter opens in every list; so does a click in the feed.
    let kept: [Effect] = [.cache(.writeOpened(Given.photo(1)))]
    expect(&state, .pressed(.open), kept) {
      $0.photo = PhotoState(id: Given.id(1), in: $0.search.list)
      Given.opened(Given.id(1), in: &$0)
    }
    state = Given.feed(30)
    expect(&state, .feed(.cardPressed(id))) { $0.photo = PhotoState(id: Given.id(0)) }
  }

  @Test func `the right button selects and opens the menu, in every list`() throws {
    let places: [Place] = [.feed, .favourites, .search]
    for place in places {
      guard var state = Every.place[place], let list = state.listInView else { continue }
      let id = try state[list].order.at(2)
      _ = AppReducer.reduce(&state, .feed(.menuPressed(id), in: list))
      #expect(state.place == .menu && state.menu?.photo == id && state.selected(in: list) == id)
      // An overlay covers the list.
      let shown = state
      _ = try AppReducer.reduce(&state, .feed(.menuPressed(state[list].order.at(0)), in: list))
      expectNoDifference(state, shown)
    }
    var gallery = Given.gallery(3)
    _ = AppReducer.reduce(&gallery, .gallery(.menuPressed(Given.id(2))))
    #expect(gallery.place == .menu && gallery.selectedInGallery == Given.id(2))
    #expect(MenuReducer.rows(in: gallery) == [.preview, .like, .share, .author])
    let effects = AppReducer.reduce(&gallery, .pressed(.open))
    #expect(gallery.place == .photo && gallery.showsDetails && gallery.photo?.isInGallery == true)
    #expect(effects.contains { if case .gallery(.verify) = $0 { true } else { false } })
    _ = AppReducer.reduce(&gallery, .pressed(.moveLeft))
    #expect(gallery.photo?.id == Given.id(1) && gallery.selectedInGallery == Given.id(1))
  }

  @Test func `one click opens the photo, in search results its menu`() throws {
    for place in [Place.feed, .favourites, .search] {
      guard var state = Every.place[place], let list = state.listInView else { continue }
      let id = try state[list].order.at(1)
      for _ in 0..<2 {
        _ = AppReducer.reduce(&state, .feed(.cardPressed(id), in: list))
        #expect(state.place == (place == .search ? .menu : .photo))
        #expect(state.selected(in: list) == id)
        _ = AppReducer.reduce(&state, .pressed(.back))
        #expect(state.place == place && state.overlays.isEmpty)
      }
      _ = AppReducer.reduce(&state, .pressed(.help))
      let before = state
      _ = AppReducer.reduce(&state, .feed(.cardPressed(id), in: list))
      expectNoDifference(state, before)
    }
  }

  @Test func `the basic edition's menu has the edition's rows`() {
    var state = Given.feed(30)
    _ = AppReducer.reduce(&state, .pressed(.menu))
    #expect(state.menu == MenuState(photo: id, focus: .like))
    #expect(MenuReducer.rows(in: state) == [.like, .share])
  }

  @Test func `the photographer's page is available without the sheet`() {
    var state = Given.menu()
    #expect(MenuReducer.rows(in: state) == [.preview, .download, .like, .share, .author])
    let plain = Given.unsplash([.likes, .search])
    func menuWithoutPeople() -> AppState {
      var state = Given.menu()
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
    var state = Given.menu()
    expect(&state, .pressed(.moveUp))
    for row in [MenuState.Row.download, .like, .share, .author] {
      expect(&state, .pressed(.moveDown)) { $0.menu?.focus = row }
    }
    expect(&state, .pressed(.moveDown))
    expect(&state, .pressed(.moveUp)) { $0.menu?.focus = .share }
    expect(&state, .pressed(.open)) {
      $0.menu = nil
      $0.share = ShareState(photo: Given.id(0))
    }
  }

  @Test func `rows run their action, by mouse and by their own keys`() {
    let start = Given.menu()
    var state = start
    _ = AppReducer.reduce(&state, .menu(.rowPressed(.preview)))
    #expect(state.menu == nil && state.photo?.id == id && state.showsDetails)
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
    var state = Given.menu()
    state.gallery.ids = [id]
    var other = state
    other.menu = nil
    let effects = AppReducer.reduce(&state, .menu(.rowPressed(.download)))
    #expect(effects == AppReducer.reduce(&other, .gallery(.openPressed(id))))
    expectNoDifference(state, other)
  }

  @Test func `a download in progress is paused, resumed, retried and cancelled from the menu`() {
    let download = DownloadID(id)
    func opened(_ change: (inout AppState) -> Void) -> AppState {
      var state = Given.found()
      _ = AppReducer.reduce(&state, .pressed(.download))
      change(&state)
      _ = AppReducer.reduce(&state, .pressed(.menu))
      return state
    }
    let rows: [MenuState.Row] = [.preview, .download, .cancelDownload, .like, .share, .author]
    for action in [AppAction.menu(.rowPressed(.download)), .pressed(.pause)] {
      var state = opened { _ in }
      #expect(MenuReducer.rows(in: state) == rows)
      _ = AppReducer.reduce(&state, action)
      #expect(state.downloads[download]?.phase == .paused && state.menu == nil)
      _ = AppReducer.reduce(&state, .pressed(.menu))
      _ = AppReducer.reduce(&state, action)
      #expect(state.downloads[download]?.isUnderWay == true)
    }
    for action in [AppAction.menu(.rowPressed(.cancelDownload)), .pressed(.cancelDownload)] {
      var state = opened { _ in }
      _ = AppReducer.reduce(&state, action)
      #expect(state.downloads[download] == nil && state.menu == nil)
    }
    var state = opened {
      _ = AppReducer.reduce(&$0, .downloads(.ended(download, .failure(Given.timeout))))
      $0.alerts = []
    }
    #expect(MenuReducer.rows(in: state) == rows)
    _ = AppReducer.reduce(&state, .menu(.rowPressed(.download)))
    #expect(state.downloads[download]?.isUnderWay == true)
  }

  @Test func `the gallery's menu downloads a missing or damaged photo only`() {
    for condition in [FileCondition.missing, .damaged] {
      var state = Given.gallery(3)
      let id = Given.id(0)
      state.gallery.conditions[id] = condition
      _ = AppReducer.reduce(&state, .pressed(.menu))
      #expect(MenuReducer.rows(in: state) == [.preview, .download, .like, .share, .author])
      _ = AppReducer.reduce(&state, .menu(.rowPressed(.download)))
      #expect(state.downloads[DownloadID(id)]?.isUnderWay == true)
      _ = AppReducer.reduce(&state, .pressed(.menu))
      #expect(MenuReducer.rows(in: state).contains(.cancelDownload))
    }
  }

  @Test func `a repeated download says where the photo is, and downloads nothing`() {
    for place in [Place.feed, .favourites, .search, .photo, .menu] {
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
    var state = Given.menu()
    state.likes.isUnavailable = true
    #expect(MenuReducer.rows(in: state) == [.preview, .download, .share, .author])
    expect(&state, .menu(.rowPressed(.like)))
    expect(&state, .pressed(.moveDown)) { $0.menu?.focus = .download }
    expect(&state, .pressed(.moveDown)) { $0.menu?.focus = .share }
  }

  @Test func `a photo that isn't loaded has no menu`() {
    var state = Given.found()
    expect(&state, .menu(.openPressed(Given.id(99))))
    expect(&state, .menu(.rowPressed(.share)))
  }

  // MARK: Full screen

  @Test func `full screen has the menu, without Preview`() {
    for action in [AppAction.pressed(.menu), .menu(.openPressed(Given.id(3)))] {
      var state = Given.fullScreen(3).extended
      _ = AppReducer.reduce(&state, action)
      #expect(state.place == .menu && state.menu?.photo == Given.id(3))
      #expect(MenuReducer.rows(in: state) == [.download, .like, .share, .author])
      _ = AppReducer.reduce(&state, .pressed(.back))
      #expect(state.place == .photo)
      // The right button does nothing below an overlay.
      _ = AppReducer.reduce(&state, .pressed(.help))
      let shown = state
      _ = AppReducer.reduce(&state, .menu(.openPressed(Given.id(3))))
      expectNoDifference(state, shown)
    }
    // In the basic edition, photos can be liked in the feed only.
    var basic = Given.fullScreen(3)
    _ = AppReducer.reduce(&basic, .pressed(.menu))
    #expect(MenuReducer.rows(in: basic) == [.share])
  }

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
