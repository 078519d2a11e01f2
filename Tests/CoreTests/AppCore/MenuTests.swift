import AppCore
import Canvas
import CustomDump
import Library
import Model
import Testing

/// The menu of a found photograph, and its preview.
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
    _ = AppReducer.reduce(&state, .pressed(.open))
    return state
  }

  private func preview() -> AppState {
    var state = menu()
    _ = AppReducer.reduce(&state, .pressed(.open))
    return state
  }

  // MARK: Menu

  @Test func `Enter and a press on the selected photograph open the menu`() {
    var state = found()
    expect(&state, .pressed(.open)) { $0.menu = MenuState(photo: Given.id(0)) }
    #expect(state.place == .menu)
    expect(&state, .pressed(.back)) { $0.menu = nil }
    expect(&state, .feed(.cardPressed(id), in: state.search.list)) {
      $0.menu = MenuState(photo: Given.id(0))
    }
    expect(&state, .overlayClosed(.menu)) { $0.menu = nil }
    // The feed's photographs open as they did.
    state.tab = .feed
    expect(&state, .feed(.cardPressed(id))) { $0.photo = PhotoState(id: Given.id(0)) }
  }

  @Test func `the focus goes through all rows`() {
    var state = menu()
    expect(&state, .pressed(.moveUp))
    for row in [MenuState.Row.keep, .like, .share] {
      expect(&state, .pressed(.moveDown)) { $0.menu?.focus = row }
    }
    expect(&state, .pressed(.moveDown))
    expect(&state, .pressed(.open)) {
      $0.menu = nil
      $0.share = ShareState(photo: Given.id(0))
    }
  }

  @Test func `rows do what they say, by mouse and by their own keys`() {
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
    for action in [AppAction.menu(.rowPressed(.keep)), .pressed(.download)] {
      state = start
      var other = start
      other.menu = nil
      let effects = AppReducer.reduce(&state, action)
      #expect(effects == AppReducer.reduce(&other, .downloads(.startPressed(id))))
      expectNoDifference(state, other)
    }
  }

  @Test func `a kept photograph is opened in the gallery`() {
    var state = menu()
    state.gallery.kept = [id]
    var other = state
    other.menu = nil
    let effects = AppReducer.reduce(&state, .menu(.rowPressed(.keep)))
    #expect(effects == AppReducer.reduce(&other, .gallery(.openPressed(id))))
    expectNoDifference(state, other)
  }

  @Test func `where likes are gone there is no row for them`() {
    var state = menu()
    state.likes.isUnavailable = true
    #expect(MenuReducer.rows(in: state) == [.preview, .keep, .share])
    expect(&state, .menu(.rowPressed(.like)))
    expect(&state, .pressed(.moveDown)) { $0.menu?.focus = .keep }
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
      #expect(state.views.search.selection == number)
    }
    expect(&state, .pressed(.moveRight))
    _ = AppReducer.reduce(&state, .pressed(.back))
    #expect(state.place == .search && state.currentPhoto == Given.id(29))
  }

  @Test func `Enter leads to the full screen, which steps through the results`() {
    var state = preview()
    state.feed.order = [Given.id(5)]
    expect(&state, .pressed(.open)) {
      $0.preview = nil
      $0.photo = PhotoState(id: Given.id(0), in: $0.search.list)
    }
    _ = AppReducer.reduce(&state, .pressed(.moveRight))
    #expect(state.photo == PhotoState(id: Given.id(1), in: state.search.list))
    _ = AppReducer.reduce(&state, .pressed(.details))
    #expect(state.details.loading == Given.id(1))
    _ = AppReducer.reduce(&state, .pressed(.back))
    _ = AppReducer.reduce(&state, .pressed(.back))
    #expect(state.place == .search && state.views.search.selection == 1)
  }

  @Test func `like, share and export act on what is previewed`() {
    let start = preview()
    var state = start
    #expect(AppReducer.reduce(&state, .pressed(.like)).contains(.likes(.set(id, liked: true))))
    state = start
    expect(&state, .pressed(.share)) { $0.share = ShareState(photo: Given.id(0)) }
    state = start
    var other = start
    #expect(
      AppReducer.reduce(&state, .pressed(.export))
        == AppReducer.reduce(&other, .export(.openPressed(id)))
    )
    expectNoDifference(state, other)
    #expect(state.export?.photo == id)
    expect(&other, .overlayClosed(.export)) { $0.export = nil }
    #expect(other.place == .preview)
  }

  @Test func `a picture that failed in the preview is asked for again`() {
    var state = preview()
    expect(&state, .pressed(.refresh), [noticeTimer(1)]) {
      $0.nextNumber = 1
      $0.notice = Notice(number: 1, text: .nothingToRetry)
    }
    let key = PictureKey(.photo(id), .full)
    state.pictures[key] = .failed(Problem(.picture, .notFound))
    expect(&state, .pressed(.refresh), [.pictures(.retry(key))]) { $0.pictures[key] = nil }
  }

  @Test func `a photograph that is not known has neither`() {
    var state = found()
    expect(&state, .menu(.openPressed(Given.id(99))))
    expect(&state, .preview(.openPressed(Given.id(99))))
    expect(&state, .menu(.rowPressed(.share)))
  }

  // MARK: Full screen

  @Test func `the full screen of the extended edition has its ways out`() {
    var state = Given.fullScreen(0).extended
    let focuses: [PhotoState.Focus] = [.back, .like, .keep, .export, .share, .picture]
    for focus in focuses { expect(&state, .pressed(.nextTab)) { $0.photo?.focus = focus } }
    state.photo?.focus = .export
    expect(&state, .pressed(.open)) {
      $0.export = ExportState(photos: [Given.id(0)], focus: .keep)
    }
    var basic = Given.fullScreen(0)
    for focus in [PhotoState.Focus.back, .share, .picture] {
      expect(&basic, .pressed(.nextTab)) { $0.photo?.focus = focus }
    }
    for command in [Command.download, .export, .viewMode] { expect(&basic, .pressed(command)) }
  }
}
