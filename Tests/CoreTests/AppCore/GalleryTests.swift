@testable import AppCore
import Canvas
import Model
import Testing

@Suite struct GalleryTests {
  @Test func `entering reads the gallery, in the extended edition only`() {
    var state = Given.signIn(Given.extendedLaunch)
    let effects = AppReducer.reduce(&state, .sessionRead(.success(Account())))
    #expect(!effects.contains(.gallery(.read)))
    state.stage = .splash
    #expect(
      AppReducer.reduce(&state, .sessionRead(.success(Account()))).contains(.gallery(.read))
    )
    #expect(state.gallery.load == .reading)
    var basic = Given.splash()
    #expect(
      !AppReducer.reduce(&basic, .sessionRead(.success(Account()))).contains(.gallery(.read))
    )
    #expect(basic.gallery == GalleryState())
  }

  @Test func `photos are grouped by the list they were found in, newest first`() {
    var state = Given.feed(2)
    state.launch = Given.galleryLaunch
    state.photos[Given.id(1)]?.isLiked = true
    let entries = [
      Given.entry(5, .search(SearchQuery("cat"))), Given.entry(1, .feed),
      Given.entry(4, .search(SearchQuery("cat"))),
      Given.entry(9, .favourites, size: 7), Given.entry(3, .feed),
    ]
    expect(&state, .gallery(.read(.success(GalleryContents(entries))))) { state in
      state.gallery.load = .read
      state.gallery.groups = [
        GalleryGroup(.search(SearchQuery("cat")), [Given.id(5), Given.id(4)]),
        GalleryGroup(.feed, [Given.id(1), Given.id(3)]),
        GalleryGroup(.favourites, [Given.id(9)]),
      ]
      for entry in entries { state.gallery.items[entry.photo.id] = GalleryItem(entry.stub) }
      state.gallery.ids = Set(entries.map(\.photo.id))
      state.gallery.bytes = 4007
      // The feed's photo keeps its heart.
      for number in [3, 4, 5, 9] { state.photos[Given.id(number)] = Given.photo(number) }
    }
    #expect(state.galleryFile(of: Given.id(9)) == Given.file(9, size: 7))
    #expect(state.galleryFile(of: Given.id(0)) == nil)
    checkGallery(state)
  }

  @Test func `a gallery that can't be read says so, and is read again`() {
    var state = Given.gallery()
    let problem = Problem(.gallery, .diskFull(path: "/x"))
    expect(&state, .gallery(.read(.failure(problem)))) { $0.gallery.load = .failed(problem) }
    expect(&state, .pressed(.open), [.gallery(.read)]) { $0.gallery.load = .reading }
    expect(&state, .gallery(.readPressed))
    // Loaded photos stay.
    var known = Given.gallery(3)
    expect(&known, .pressed(.refresh), [.gallery(.read)]) { $0.gallery.load = .reading }
    expect(&known, .gallery(.read(.failure(problem)))) { $0.gallery.load = .failed(problem) }
    checkGallery(known)
  }

  @Test func `entering the gallery requests changes by other windows`() {
    var state = Given.gallery(3)
    _ = AppReducer.reduce(&state, .tabPressed(.feed))
    let effects = AppReducer.reduce(&state, .pressed(.galleryTab))
    #expect(effects.contains(.gallery(.readChanges)) && !effects.contains(.gallery(.read)))
    // While it is being read, nothing else is requested.
    for load in [GalleryState.Load.unread, .reading] {
      _ = AppReducer.reduce(&state, .tabPressed(.feed))
      state.gallery.load = load
      let effects = AppReducer.reduce(&state, .tabPressed(.gallery))
      #expect(!effects.contains(.gallery(.readChanges)))
    }
  }

  @Test(arguments: [AppAction.pressed(.galleryTab), .tabPressed(.gallery)])
  func `the notice of a finished download leads to the photo`(_ action: AppAction) {
    var state = Given.gallery(5)
    _ = AppReducer.reduce(&state, .tabPressed(.feed))
    let id = Given.entries([5])[3].photo.id
    state.notice = Notice(number: 1, text: .downloaded(id))
    _ = AppReducer.reduce(&state, action)
    #expect(state.place == .gallery && state.notice == nil)
    #expect(state.selectedInGallery == id)
    // If the photo was deleted since, the gallery opens as it was left.
    _ = AppReducer.reduce(&state, .tabPressed(.feed))
    state.notice = Notice(number: 2, text: .downloaded(Given.id(99)))
    _ = AppReducer.reduce(&state, action)
    #expect(state.place == .gallery && state.notice == nil)
    #expect(state.selectedInGallery == id)
  }

  @Test func `arrows move by tiles and lines, across groups, in one column`() {
    // Three columns: a line of two, two lines of three and two, a line of one, a line of three.
    var state = Given.gallery(2, 5, 1, 3)
    #expect(state.galleryMetrics.columns == 3)
    func press(_ commands: Command...) -> Int {
      for command in commands { _ = AppReducer.reduce(&state, .pressed(command)) }
      checkGallery(state)
      return state.program.galleryView.selection
    }
    #expect(press(.moveLeft) == 0)
    #expect(press(.moveUp) == 0)
    #expect(press(.moveRight, .moveRight, .moveRight, .moveRight) == 4)
    #expect(state.galleryLayout.cell(of: 4).column == 2)
    #expect(press(.moveUp) == 1)
    #expect(press(.moveDown) == 4)
    #expect(press(.moveDown) == 6)
    #expect(press(.moveDown) == 7)
    // Shorter lines keep the column for later.
    #expect(press(.moveDown) == 10)
    #expect(press(.moveDown) == 10)
    #expect(press(.first) == 0)
    #expect(press(.last) == 10)
    #expect(press(.moveRight) == 10)
    #expect(press(.pageUp) == 6)
    #expect(press(.pageDown) == 10)
  }

  @Test(arguments: [(40, 12), (80, 24), (120, 40), (200, 60), (100, 30), (31, 9)])
  func `tiles are as square as cells permit, and fill the width`(_ columns: Int, _ rows: Int) {
    for (cellWidth, cellHeight) in [(1, 2), (9, 19), (10, 18)] {
      let viewport =
        Viewport(columns: columns, rows: rows, cellWidth: cellWidth, cellHeight: cellHeight)
      let metrics = Given.gallery(20, viewport: viewport).galleryMetrics
      let tile = metrics.tile
      let cell = Double(cellHeight) / Double(cellWidth)
      #expect(abs(Double(tile.width) - Double(tile.height) * cell) <= cell / 2 + 0.01)
      let taken = metrics.columns * (tile.width + metrics.margin) + metrics.margin
      #expect(taken <= metrics.body.width || metrics.body.width < 12)
      #expect(metrics.body.width - taken < metrics.columns + tile.width)
    }
  }

  @Test func `the selected photo is fully visible, with the heading of a first line`() {
    var state = Given.gallery(4, 4, 4, 4)
    for command in [Command.moveDown, .moveDown, .moveDown, .moveUp, .moveUp, .last, .first] {
      _ = AppReducer.reduce(&state, .pressed(command))
      let layout = state.galleryLayout
      let rows = layout.rows(of: state.program.galleryView.selection)
      let seen =
        state.program.galleryView.top..<state.program.galleryView.top + layout.metrics.body.height
      #expect(seen.lowerBound <= rows.lowerBound && rows.upperBound <= seen.upperBound)
      let cell = layout.cell(of: state.program.galleryView.selection)
      let headings = layout.visible(top: state.program.galleryView.top).headings
      #expect(cell.line > 0 || headings.contains { $0.group == cell.group })
    }
  }

  @Test func `the wheel moves the selection with the view`() {
    var state = Given.gallery(30)
    for _ in 0..<8 { _ = AppReducer.reduce(&state, .gallery(.scrolled(rows: 3))) }
    #expect(state.program.galleryView.top == 24)
    checkGallery(state)
    #expect(
      state.program.galleryView.selection % 3 == 0 && state.program.galleryView.selection >= 6
    )
    for _ in 0..<90 { _ = AppReducer.reduce(&state, .gallery(.scrolled(rows: 3))) }
    #expect(state.program.galleryView.top == state.galleryLayout.lastTop)
    checkGallery(state)
    for _ in 0..<90 { _ = AppReducer.reduce(&state, .gallery(.scrolled(rows: -3))) }
    #expect(state.program.galleryView.top == 0)
    checkGallery(state)
  }

  @Test func `a new size keeps the selected photo visible`() {
    var state = Given.gallery(7, 30, 2)
    for _ in 0..<6 { _ = AppReducer.reduce(&state, .pressed(.moveDown)) }
    let id = state.selectedInGallery
    for (columns, rows) in [(120, 40), (40, 12), (200, 60), (80, 24), (30, 8), (80, 24)] {
      let viewport = Viewport(columns: columns, rows: rows)
      _ = AppReducer.reduce(&state, .resized(viewport))
      #expect(state.selectedInGallery == id)
      checkGallery(state)
    }
  }

  @Test func `an added photo is put first, and nothing moves`() {
    var state = Given.gallery(3, 30)
    for _ in 0..<5 { _ = AppReducer.reduce(&state, .pressed(.moveDown)) }
    let id = state.selectedInGallery
    let before = screenRow(state)
    _ = AppReducer.reduce(&state, .gallery(.added(Given.entry(90, .search(SearchQuery("q1"))))))
    #expect(
      state.gallery.groups.map(\.origin) == [
        .search(SearchQuery("q1")), .search(SearchQuery("q0")),
      ]
    )
    #expect(state.gallery.id(at: 0) == Given.id(90))
    #expect(state.gallery.ids.contains(Given.id(90)))
    #expect(state.gallery.conditions[Given.id(90)] == .verified)
    #expect(state.photos[Given.id(90)] != nil)
    #expect(state.selectedInGallery == id)
    #expect(screenRow(state) == before)
    checkGallery(state)
    // A repaired photo stays in its place.
    let order = state.gallery.groups
    _ = AppReducer.reduce(
      &state,
      .gallery(.added(Given.entry(5, .search(SearchQuery("q1")), size: 7)))
    )
    #expect(state.gallery.groups == order && state.gallery.items[Given.id(5)]?.size == 7)
    checkGallery(state)
    // A photo also downloaded from elsewhere is there once.
    _ = AppReducer.reduce(&state, .gallery(.added(Given.entry(90, .feed, size: 5))))
    #expect(
      state.gallery.groups.map(\.origin) == [
        .feed, .search(SearchQuery("q1")), .search(SearchQuery("q0")),
      ]
    )
    #expect(state.gallery.count == 34)
    checkGallery(state)
  }

  private func screenRow(_ state: AppState) -> Int {
    state.galleryLayout.rows(of: state.program.galleryView.selection).lowerBound
      - state.program.galleryView.top
  }

  // MARK: Files

  @Test func `files are checked once, when they become visible`() {
    var state = Given.feed(0, viewport: Given.threeColumns)
    state.launch = Given.galleryLaunch
    _ = AppReducer.reduce(&state, .gallery(.read(.success(GalleryContents(Given.entries([12]))))))
    let first = (0..<6).map { Given.file($0) }
    let read = [Effect.gallery(.check(first)), .gallery(.readChanges)]
    expect(&state, .tabPressed(.gallery), state.leaving + read) { state in
      state.showGallery()
      for file in first { state.gallery.conditions[file.id] = .checking }
    }
    expect(&state, .pressed(.moveRight)) { state in
      state.program.galleryView.selection = 1
      state.program.galleryView.column = 1
    }
    expect(&state, .gallery(.checked([Given.id(0): .whole, Given.id(99): .missing]))) { state in
      state.gallery.conditions[Given.id(0)] = .whole
    }
    let effects = AppReducer.reduce(&state, .pressed(.last))
    #expect(effects == [.gallery(.check((6..<12).map { Given.file($0) }))])
  }

  @Test func `a missing or damaged file is downloaded again, or not shown`() {
    var state = Given.gallery(3)
    #expect(state.localFile(of: Given.id(0)) == "/gallery/test-p0.jpg")
    _ = AppReducer.reduce(&state, .gallery(.checked([Given.id(0): .missing])))
    #expect(state.localFile(of: Given.id(0)) == nil)
    #expect(state.galleryFile(of: Given.id(0)) != nil)
    var other = state
    let started = AppReducer.reduce(
      &other,
      .downloads(.requested(DownloadID(Given.id(0)), from: .feed))
    )
    var pressed = state
    #expect(AppReducer.reduce(&pressed, .pressed(.refresh)) == started)
    #expect(pressed == other)
    #expect(AppReducer.reduce(&state, .gallery(.fetchPressed(Given.id(0)))) == started)
    _ = AppReducer.reduce(&state, .gallery(.added(Given.entry(0, .search(SearchQuery("q0"))))))
    #expect(state.localFile(of: Given.id(0)) == "/gallery/test-p0.jpg")
  }

  @Test func `a picture that the service couldn't deliver is shown from its file`() {
    var state = Given.gallery(3)
    _ = AppReducer.reduce(&state, .tabPressed(.feed))
    let keys = [Given.id(1), Given.id(50)].map { PictureKey(.photo($0), .thumbnail) }
    for key in keys { state.pictures[key] = .failed(Given.timeout) }
    let effects = AppReducer.reduce(&state, .tabPressed(.gallery))
    #expect(effects.contains(.pictures(.retry(keys[0]))))
    #expect(state.pictures[keys[0]] == nil && state.pictures[keys[1]] != nil)
  }

  @Test func `a file whose picture can't be shown is checked again`() {
    var state = Given.gallery(3)
    let key = PictureKey(.photo(Given.id(1)), .thumbnail)
    let failed = AppAction.pictureChanged(key, .failed(Given.timeout))
    _ = AppReducer.reduce(&state, .gallery(.checked([Given.id(1): .whole])))
    let check = AppReducer.reduce(&state, failed)
    #expect(check.contains(.gallery(.check([Given.file(1)]))))
    // The file is valid but still can't be shown. It isn't checked again.
    #expect(AppReducer.reduce(&state, failed) == [])
    _ = AppReducer.reduce(&state, .gallery(.checked([Given.id(1): .missing])))
    #expect(AppReducer.reduce(&state, failed) == [])
  }

  @Test func `a check of a file's size doesn't override one of its bytes`() {
    var state = Given.gallery(3)
    _ = AppReducer.reduce(&state, .gallery(.checked([Given.id(0): .whole])))
    // In full screen the bytes are verified. Meanwhile the tile's picture fails: another check.
    _ = AppReducer.reduce(&state, .pressed(.open))
    let key = PictureKey(.photo(Given.id(0)), .thumbnail)
    let effects = AppReducer.reduce(&state, .pictureChanged(key, .failed(Given.timeout)))
    #expect(effects.contains(.gallery(.check([Given.file(0)]))))
    _ = AppReducer.reduce(&state, .gallery(.checked([Given.id(0): .damaged])))
    _ = AppReducer.reduce(&state, .gallery(.checked([Given.id(0): .whole])))
    #expect(state.gallery.conditions[Given.id(0)] == .damaged)
    _ = AppReducer.reduce(&state, .gallery(.checked([Given.id(0): .missing])))
    #expect(state.gallery.conditions[Given.id(0)] == .missing)
  }

  @Test func `a picture that failed is retried with the same key`() {
    var state = Given.gallery(3)
    let key = PictureKey(.photo(Given.id(0)), .thumbnail)
    state.pictures[key] = .failed(Given.timeout)
    expect(&state, .pressed(.refresh), [.pictures(.retry(key))]) { $0.pictures[key] = nil }
    state.pictures[key] = .failed(Given.timeout)
    expect(&state, .gallery(.picturePressed(Given.id(0))), [.pictures(.retry(key))]) {
      $0.pictures[key] = nil
    }
  }

  @Test func `the download key says that the photo is here, and restores a missing file`() {
    var state = Given.gallery(3)
    #expect(KeyMap.action(for: .character("d"), in: state) == .pressed(.download))
    _ = AppReducer.reduce(&state, .pressed(.download))
    #expect(state.notice?.text == .inGallery(Given.id(0)))
    state.gallery.conditions[Given.id(0)] = .missing
    _ = AppReducer.reduce(&state, .pressed(.download))
    #expect(state.downloads.shown(for: Given.id(0)) != nil)
  }

  // MARK: Full screen

  @Test func `full screen steps through the gallery, and closes at the photo last shown`() {
    var state = Given.gallery(2, 2, viewport: Viewport(columns: 80, rows: 30))
    _ = AppReducer.reduce(&state, .pressed(.moveRight))
    let kept = [1, 2].map { Effect.cache(.writeOpened(Given.photo($0))) }
    let rest = [1, 2].map { number in
      let rested = AppAction.details(.delayPassed(Given.id(number)))
      return Effect.after(Effect.ID(.details, "rest"), .seconds(3), rested)
    }
    func shown(_ number: Int) -> PhotoState {
      var view = PhotoState(id: Given.id(number))
      (view.isInGallery, view.showsDetails, view.entrance) = (true, true, .gallery)
      return view
    }
    expect(&state, .pressed(.open), [rest[0], kept[0], .gallery(.verify(Given.file(1)))]) {
      $0.photo = shown(1)
      Given.opened(Given.id(1), in: &$0)
    }
    #expect(state.currentPhoto == Given.id(1))
    expect(&state, .pressed(.moveRight), [rest[1], kept[1], .gallery(.verify(Given.file(2)))]) {
      $0.photo = shown(2)
      Given.opened(Given.id(2), in: &$0)
      $0.program.galleryView.selection = 2
      $0.program.galleryView.column = 0
    }
    expect(&state, .gallery(.checked([Given.id(2): .verified]))) {
      $0.gallery.conditions[Given.id(2)] = .verified
    }
    _ = AppReducer.reduce(&state, .pressed(.pageDown))
    // It is verified only once.
    #expect(AppReducer.reduce(&state, .pressed(.moveLeft)) == [rest[1], kept[1]])
    _ = AppReducer.reduce(&state, .pressed(.pageDown))
    #expect(AppReducer.reduce(&state, .pressed(.moveRight)).isEmpty)
    #expect(state.photo?.id == Given.id(3))
    _ = AppReducer.reduce(&state, .pressed(.back))
    #expect(state.photo == nil && state.tab == .gallery && state.program.galleryView.selection == 3)
    checkGallery(state)
  }

  @Test func `a damaged file in full screen is downloaded again`() {
    var state = Given.gallery(2)
    _ = AppReducer.reduce(&state, .pressed(.open))
    _ = AppReducer.reduce(&state, .gallery(.checked([Given.id(0): .damaged])))
    var other = state
    let started = AppReducer.reduce(
      &other,
      .downloads(.requested(DownloadID(Given.id(0)), from: .feed))
    )
    #expect(AppReducer.reduce(&state, .pressed(.refresh)) == started)
    #expect(state == other)
  }

  @Test func `a downloaded photo opens in the gallery from any list`() {
    var start = Given.fullScreen(2)
    start.launch = Given.galleryLaunch
    _ = AppReducer.reduce(
      &start,
      .gallery(.read(.success(GalleryContents(Given.entries([4, 4])))))
    )
    start.share = ShareState(photo: Given.id(2))
    start.menu = MenuState(photo: Given.id(2))
    start.downloadsList = DownloadsListState()
    _ = AppReducer.reduce(&start, .gallery(.openPressed(Given.id(6))))
    #expect(start.place == .gallery && start.overlays.isEmpty)
    #expect(start.selectedInGallery == Given.id(6))
    checkGallery(start)
    let before = start
    _ = AppReducer.reduce(&start, .gallery(.openPressed(Given.id(77))))
    #expect(start == before)
  }
}

extension AppState {
  /// The effects of leaving the feed's tab.
  var leaving: [Effect] { [.cancelReads(.feed), .cancelReads(.details)] }
}
