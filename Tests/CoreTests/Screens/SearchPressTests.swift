import AppCore
import Canvas
import Harness
import Localization
import Model
import Screens
import Testing

/// The mouse in the search tab, and the texts shown there.
@Suite struct SearchPressTests {
  private static let sizes = [Size(120, 40), Size(80, 24), Size(40, 12)]

  private func frame(_ state: AppState, _ glyphs: Glyphs = .unicode) -> Frame {
    Screens.render(state, Snapshots.context(.english, glyphs: glyphs))
  }

  @Test(arguments: sizes)
  func `suggestions can be pressed, and each has a sign that removes it`(_ size: Size) {
    let frame = frame(Sample.searching(size))
    #expect(press("Tulum", in: frame) == .search(.offerPressed("Tulum")))
    guard let place = find("Tulum", in: frame) else { return }
    let sign = Point(place.x + TextWidth.of("Tulum "), place.y)
    #expect(frame.canvas[sign.x, sign.y].content == .text("✕"))
    #expect(frame.action(at: sign) == .search(.removePressed("Tulum")))
    #expect(find("Bishop", in: frame) == nil)
    #expect(frame.modes.cursor == Point(3, 1))
    #expect(frame.action(at: Point(size.width - 1, size.height - 2)) == .search(.lineClosed))
  }

  @Test func `the cursor is after the typed text, even after a blank or a long text`() {
    let blank = frame(Sample.searching(Size(80, 24)) { $0.reduce(.search(.typed(.insert("a ")))) })
    #expect(blank.modes.cursor == Point(5, 1))
    let long = String(repeating: "long", count: 400) + "END"
    let state = Sample.searching(Size(40, 12)) { $0.reduce(.search(.typed(.insert(long)))) }
    #expect(find("END", in: frame(state))?.y == 1)
    #expect((frame(state).modes.cursor?.x ?? 99) < 40)
    // In the middle of the text, both sides are visible.
    let middle = Sample.searching(Size(40, 12)) { sample in
      for edit in [.insert("two  blanks"), .move(.wordLeft)] as [TextField.Edit] {
        sample.reduce(.search(.typed(edit)))
      }
    }
    #expect(find("two  blanks", in: frame(middle)) == Point(3, 1))
    #expect(frame(middle).modes.cursor == Point(8, 1))
    let start = Sample.searching(Size(40, 12)) { sample in
      for edit in [.insert(long), .move(.start)] as [TextField.Edit] {
        sample.reduce(.search(.typed(edit)))
      }
    }
    #expect(frame(start).modes.cursor == Point(3, 1))
    #expect(find("longlong", in: frame(start)) == Point(3, 1))
    // The character at the cursor is visible, and both sides show that there is more.
    let inside = Sample.searching(Size(40, 12)) { sample in
      for edit in [.insert(long), .move(.left), .move(.left), .move(.left), .move(.left)]
        as [TextField.Edit]
      {
        sample.reduce(.search(.typed(edit)))
      }
    }
    let cursor = frame(inside).modes.cursor ?? Point(0, 0)
    #expect(frame(inside).canvas[cursor.x, cursor.y].content == .text("g"))
    #expect(frame(inside).canvas[3, 1].content == .text("…"))
    var asked = state
    asked.alerts = [Alert(number: 1, kind: .confirmSignOut)]
    #expect(frame(asked).modes.cursor == nil)
  }

  @Test func `ideas and recent searches can be pressed before the first search`() {
    for language in Language.allCases {
      var state = Sample.feed(Size(80, 24), edition: .extended)
      state.program.searchIdeas = Texts(language).searchIdeas
      state.tab = .search
      for isTyping in [true, false] {
        state.search.isTyping = isTyping
        let frame = Screens.render(state, Snapshots.context(language))
        for idea in state.program.searchIdeas {
          #expect(press(idea, in: frame) == .search(.offerPressed(idea)), "\(idea)")
        }
      }
      state.program.viewport = Viewport(columns: 40, rows: 12)
      let small = Screens.render(state, Snapshots.context(language))
      for idea in state.program.searchIdeas {
        #expect(press(idea, in: small) == .search(.offerPressed(idea)), "\(idea)")
      }
      state.search.recentSearches = ["fog"]
      let recent = Screens.render(state, Snapshots.context(language))
      #expect(press("fog", in: recent) == .search(.offerPressed("fog")))
      #expect(press("✕", in: recent) == .search(.removePressed("fog")))
    }
  }

  @Test(arguments: Language.allCases)
  func `the hint names what the arrows move through`(_ language: Language) {
    var state = Sample.feed(Size(120, 40), edition: .extended)
    state.program.searchIdeas = Texts(language).searchIdeas
    _ = AppReducer.reduce(&state, .pressed(.searchTab))
    func hint() -> Substring? {
      Snapshots.text(Screens.render(state, Snapshots.context(language))).split(separator: "\n")
        .last { $0.contains("↓") }
    }
    #expect(hint()?.contains(language == .english ? "↓ ideas" : "↓ идеи") == true)
    state.search.recentSearches = ["cats"]
    #expect(hint()?.contains(language == .english ? "↓ recent" : "↓ недавние") == true)
    state = Sample.board(Size(120, 40))
    state.search.recentSearches = []
    #expect(hint()?.contains(language == .english ? "↓ topics" : "↓ темы") == true)
  }

  @Test(arguments: [Size(120, 40), Size(80, 24)])
  func `tiles and suggestions can be pressed, and a tile's name is legible over its cover`(
    _ size: Size
  ) {
    let board = frame(Sample.board(size))
    #expect(press("Morning", in: board) == .search(.topicPressed(.topic("t1"))))
    #expect(press("Tulum", in: board) == .search(.offerPressed("Tulum")))
    guard let name = find("Morning", in: board) else { return }
    let band = (name.x - 1..<name.x + 18).map { board.canvas[$0, name.y].style.background }
    #expect(Set(band) == [Theme.dark.surface])
    // The cover above the name can be pressed too.
    let above = Point(name.x, name.y - 3)
    guard case .picture = board.canvas[above.x, above.y].content else {
      Issue.record("no cover")
      return
    }
    #expect(board.action(at: above) == .search(.topicPressed(.topic("t1"))))
    #expect(board.placements.first?.source == .cover(.topic("t0")))

    let typed = Sample.board(size) { $0.reduce(.search(.typed(.insert("ann")))) }
    #expect(press("Annie Spratt", in: frame(typed)) == .search(.personPressed("anniespratt")))
    let topic = Sample.board(size) { $0.reduce(.search(.typed(.insert("moun")))) }
    #expect(press("Mountains  ", in: frame(topic)) == .search(.topicPressed(.topic("t0"))))
    // Text of the service can't affect the terminal.
    let hostile = Sample.board(size) { sample in
      let offer = ListOffer(.topic("x"), ListInfo(title: "Xy\u{1B}[31m\u{202E}z"))
      let page = OfferPage(offers: [offer], next: nil)
      sample.reduce(.chooser(.loaded(.topics, page: 1, .success(page))))
      sample.reduce(.search(.typed(.insert("xy"))))
    }
    #expect(
      !Snapshots.text(frame(hostile)).unicodeScalars.contains { [0x1B, 0x202E].contains($0.value) }
    )
  }

  @Test(arguments: sizes)
  func `the query, its filters and the total are in the row below the tabs`(_ size: Size) throws {
    let frame = frame(Sample.found(size))
    #expect(press("/ Mountains", in: frame) == .search(.findPressed))
    #expect(find("/ Mountains", in: frame)?.y == 1)
    #expect(press("o any", in: frame) == .search(.orientationPressed))
    #expect(press("c any", in: frame) == .search(.colorPressed))
    let rows = Snapshots.text(frame).split(separator: "\n")
    #expect(try rows.at(2).contains("12,345"))
    let filtered = self.frame(
      Sample.found(size, SearchQuery("Mountains", orientation: .portrait, color: .teal))
    )
    #expect(press("portrait", in: filtered) == .search(.orientationPressed))
    #expect(press("teal", in: filtered) == .search(.colorPressed))
  }

  @Test(arguments: sizes)
  func `what is searched, and how many photos were looked at, is on the screen`(_ size: Size) {
    var state = Sample.found(size)
    #expect(find("featured", in: frame(state)) == nil)
    state.launch.service.capabilities.insert(.scopeFilter)
    _ = AppReducer.reduce(&state, .search(.orientationPressed))
    _ = AppReducer.reduce(&state, .search(.delayPassed))
    let page = Page(photos: [], next: nil, looked: 250)
    _ = AppReducer.reduce(
      &state,
      .feed(.pageLoaded(1, .success(page)), in: state.search.list)
    )
    let frame = frame(state)
    #expect(find("250 photos looked at", in: frame) != nil)
    if size.width >= 80 { #expect(press("e featured", in: frame) == .search(.scopePressed)) }
  }

  @Test(arguments: sizes)
  func `the position in the list and its total are in the bar`(_ size: Size) {
    let first = frame(Sample.found(size))
    for tab in ["1 Feed", "2 Profile", "3 Search", "4 Gallery"] {
      #expect(find(tab, in: first)?.y == 0)
    }
    guard size.width > 40 else { return }
    #expect(find(" 1/12,345", in: first)?.y == 0)
    let next = frame(Sample.found(size) { $0.reduce(.pressed(.moveRight)) })
    #expect(find(" 2/12,345", in: next)?.y == 0)
    // A list without a known total shows none until its end is loaded.
    let feed = frame(Sample.feed(size) { $0.reduce(.pressed(.moveRight)) })
    #expect(find("2/", in: feed) == nil)
    let whole = Sample.feed(size, next: nil) { $0.reduce(.pressed(.moveRight)) }
    #expect(find(" 2/12", in: self.frame(whole)) != nil)
  }

  @Test(arguments: sizes)
  func `each tile has its name, its heart and its own press`(_ size: Size) {
    let frame = frame(Sample.found(size))
    let list = ListID.search(SearchQuery("Mountains"))
    // A name leads to the photographer, the rest of the tile to the photo.
    #expect(press("Annie", in: frame) == .visits(.authorPressed(Sample.id(0))))
    #expect(
      find("Annie", in: frame).flatMap { frame.action(at: Point($0.x, $0.y - 2)) }
        == .feed(.cardPressed(Sample.id(0)), in: list)
    )
    let hearts = positions(of: "♡", in: frame).map { frame.action(at: $0) }
    #expect(hearts.contains(.likes(.heartPressed(Sample.id(0)))))
    guard size.width > 40 else { return }
    #expect(press("Jeremy", in: frame) == .visits(.authorPressed(Sample.id(1))))
    #expect(
      find("Jeremy", in: frame).flatMap { frame.action(at: Point($0.x, $0.y - 2)) }
        == .feed(.cardPressed(Sample.id(1)), in: list)
    )
    #expect(press("♥", in: frame) == .likes(.heartPressed(Sample.id(1))))
  }

  @Test(arguments: sizes, [Glyphs.unicode, .ascii])
  func `only the selected tile has a frame, in any colours`(
    _ size: Size,
    _ glyphs: Glyphs
  ) {
    for step in 0..<2 {
      let state = Sample.found(size) { for _ in 0..<step { $0.reduce(.pressed(.moveRight)) } }
      let frame = frame(state, glyphs)
      let list = state.search.list
      let body = state.metrics(of: list).body
      let sides = ["▊", "▎", "|"].map { Cell.Content.text(Character($0)) }
      for tile in state.tiles(of: list).tiles where !state.metrics(of: list).isSingle {
        let y = max(body.y, tile.picture.y)
        let isMarked = [tile.picture.x - 1, tile.picture.maxX].allSatisfy {
          sides.contains(frame.canvas[$0, y].content)
        }
        #expect(isMarked == (tile.index == state.views[list].selection))
      }
      let side: Character = glyphs.isASCII ? "-" : "▁"
      #expect(frame.canvas.cells.count { $0.content == .text(side) } >= 1)
    }
  }

  @Test func `tiles of the next screenful are loaded ahead in their own boxes`() {
    let state = Sample.found(Size(80, 24)) { $0.reduce(.pressed(.larger)) }
    let visible = Set(frame(state).placements.map(\.source))
    let ahead = Screens.prefetch(state)
    #expect(!ahead.isEmpty && visible.isDisjoint(with: ahead.map(\.source)))
    var next = state
    _ = AppReducer.reduce(&next, .pressed(.pageDown))
    let boxes = Dictionary(
      uniqueKeysWithValues: frame(next).placements.map { ($0.source, $0.box.size) }
    )
    for placement in ahead where boxes[placement.source] != nil {
      #expect(boxes[placement.source] == placement.box.size)
    }
    #expect(ahead.contains { boxes[$0.source] != nil })
  }

  @Test(arguments: sizes)
  func `without results, the query and the filters are named`(_ size: Size) {
    let scenes = Dictionary(uniqueKeysWithValues: Scene.search.map { ($0.name, $0) })
    guard let plain = scenes["search-nothing"]?.state(size),
      let filtered = scenes["search-nothing-filtered"]?.state(size),
      let failed = scenes["search-failed"]?.state(size)
    else {
      Issue.record("a scene is missing")
      return
    }
    #expect(Snapshots.text(frame(plain)).contains("Nothing found for “Mountains”"))
    #expect(press("[ / search ]", in: frame(plain)) == .search(.findPressed))
    let text = Snapshots.text(frame(filtered))
    #expect(text.contains("landscape · black and white"))
    #expect(press("[ Enter Clear filters ]", in: frame(filtered)) == .search(.filtersCleared))
    // Over the open line the key belongs to the line.
    var typing = filtered
    _ = AppReducer.reduce(&typing, .pressed(.find))
    #expect(!Snapshots.text(frame(typing)).contains("Enter Clear filters"))
    #expect(
      press("R Retry", in: frame(failed))
        == .feed(.retryPressed, in: .search(SearchQuery("Mountains")))
    )
  }

  @Test(arguments: sizes)
  func `the end says that the service shows no more`(_ size: Size) {
    let state = Sample.found(size, next: nil) { $0.reduce(.pressed(.last)) }
    let words = Snapshots.text(frame(state)).split { $0 == " " || $0 == "\n" }
    #expect(words.joined(separator: " ").contains("Only the first 6,000 of 12,345 photos"))
    var few = state
    few[few.search.list].total = 12
    #expect(find("You've reached the end", in: frame(few)) != nil)
  }

  @Test(arguments: sizes)
  func `every row of the menu can be pressed, and a press outside closes it`(_ size: Size) {
    let state = Sample.found(size) { $0.reduce(.pressed(.menu)) }
    let frame = frame(state)
    #expect(press("Preview", in: frame) == .menu(.rowPressed(.preview)))
    #expect(press("Download", in: frame) == .menu(.rowPressed(.download)))
    #expect(press("Like", in: frame) == .menu(.rowPressed(.like)))
    #expect(press("Share", in: frame) == .menu(.rowPressed(.share)))
    #expect(press("Photographer's page", in: frame) == .menu(.rowPressed(.author)))
    #expect(find("Copy link", in: frame) == nil)
    #expect(press("✕", in: frame) == .overlayClosed(.menu))
    #expect(frame.action(at: Point(size.width - 1, 2)) == .overlayClosed(.menu))
    #expect(press("Annie Spratt", in: frame) == nil)
    var kept = state
    kept.gallery.ids = [Sample.id(0)]
    kept.photos[Sample.id(0)]?.isLiked = true
    #expect(press("Show in the gallery", in: self.frame(kept)) == .menu(.rowPressed(.download)))
    #expect(press("Unlike", in: self.frame(kept)) == .menu(.rowPressed(.like)))
    var gone = state
    gone.likes.isUnavailable = true
    #expect(!Snapshots.text(self.frame(gone)).contains("Like"))
  }

  @Test(arguments: sizes)
  func `a previewed photo has its picture, details and buttons`(_ size: Size) {
    let state = Sample.previewing(size, 0)
    let frame = frame(state)
    func offers(_ action: AppAction, in state: AppState) -> Bool {
      self.frame(state).hits.contains { $0.action == action }
    }
    #expect(offers(.pressed(.download), in: state) && offers(.photo(.sharePressed), in: state))
    let text = Snapshots.text(frame)
    for part in ["Morning fog", "Annie Spratt", "27 August 2022"] {
      #expect(text.contains(part), "\(part)")
    }
    #expect(text.matches(of: /Annie Spratt/).count == 1)
    let placement = frame.placements.first
    #expect(placement?.source == .photo(Sample.id(0)) && placement?.use == .full)
    // Nothing covers the picture.
    let cells = frame.canvas.cells.count { if case .picture = $0.content { true } else { false } }
    #expect(cells == placement.map { $0.box.width * $0.box.height })
    var kept = state
    kept.gallery.ids = [Sample.id(0)]
    #expect(offers(.gallery(.openPressed(Sample.id(0))), in: kept))
    #expect(!offers(.pressed(.download), in: kept))
    var plain = state
    plain.photos[Sample.id(0)]?.description = nil
    plain.photos[Sample.id(0)]?.altDescription = "a hill"
    #expect(find("a hill", in: self.frame(plain)) != nil)
  }

  @Test func `the colours can be pressed`() {
    for size in Self.sizes {
      let frame = frame(Sample.found(size) { $0.reduce(.pressed(.color)) })
      #expect(press("teal", in: frame) == .search(.colorChosen(.teal)))
      #expect(press("any colour", in: frame) != nil)
      #expect(press("✕", in: frame) == .overlayClosed(.colors))
      for color in SearchQuery.Color.allCases {
        #expect(find(Texts(.english).color(color), in: frame) != nil)
      }
    }
  }

  @Test(arguments: sizes)
  func `the full screen's bar has its buttons, with labels or signs`(_ size: Size) {
    let frame = frame(Sample.photo(size, edition: .extended))
    let isWide = size.width == 120
    #expect(press(isWide ? "Download" : "↓", in: frame) == .pressed(.download))
    let basic = Snapshots.text(self.frame(Sample.photo(size)))
    #expect(!basic.contains("Download"))
  }

  @Test func `without colours the focus is still visible`() {
    func look(_ state: AppState) -> [Cell] {
      Screens.render(state, Snapshots.context(.english, hasColors: false)).canvas.cells.map {
        Cell($0.content, Style(attributes: $0.style.attributes))
      }
    }
    for name in ["search-menu", "search-colors", "search-offer-chosen", "search-small"] {
      guard var sample = Scene.search.first(where: { $0.name == name })?.state(Size(80, 24)) else {
        Issue.record("no scene \(name)")
        continue
      }
      let before = look(sample)
      _ = AppReducer.reduce(&sample, .pressed(name == "search-offer-chosen" ? .moveUp : .moveDown))
      #expect(look(sample) != before, "\(name)")
    }
  }
}
