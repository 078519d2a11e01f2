import AppCore
import Canvas
import Harness
import Model
import Testing

@testable import AppCore

/// The board of an empty search: the layout of its tiles, and moving to and opening them.
@Suite struct SearchBoardTests {
  static func topic(_ number: Int, title: String? = nil) -> ListOffer {
    let cover = Cover(.derived(from: "https://c/\(number)"), width: 300, height: 200)
    let info = ListInfo(title: title ?? "Topic \(number)", total: number, cover: cover)
    return ListOffer(.topic("t\(number)"), info)
  }

  static func list(_ number: Int) -> SearchChoice { .topic(.topic("t\(number)")) }

  /// Returns the search tab on its first visit, with this many topics.
  static func state(
    _ count: Int = 8,
    _ columns: Int = 120,
    _ rows: Int = 40,
    recent: [String] = []
  ) -> AppState {
    var state = Given.feed(30, viewport: Viewport(columns: columns, rows: rows)).extended
    _ = AppReducer.reduce(&state, .pressed(.searchTab))
    _ = AppReducer.reduce(&state, .search(.recentSearchesRead(recent)))
    let page = OfferPage(offers: (0..<count).map { topic($0) }, next: nil)
    _ = AppReducer.reduce(&state, .chooser(.loaded(.topics, page: 1, .success(page))))
    return state
  }

  private func go(_ state: inout AppState, _ commands: Command...) {
    for command in commands { _ = AppReducer.reduce(&state, .pressed(command)) }
  }

  // MARK: Layout

  @Test(arguments: [(60, 24), (80, 24), (120, 40), (160, 45), (200, 60), (40, 30)])
  func `tiles are in rows below the recent searches, within the body`(_ columns: Int, _ rows: Int)
    throws
  {
    for (count, recent) in [(8, ["sea", "fog"]), (30, []), (1, ["sea"])] {
      let state = Self.state(count, columns, rows, recent: recent)
      let board = try #require(state.searchBoard)
      let body = state.layout.body
      #expect(board.tiles.first?.offer.list == .topic("t0"))
      #expect(board.recent.chips.map(\.text) == recent)
      for chip in board.recent.chips { #expect(chip.rect.y < board.heading.y) }
      for (index, tile) in board.tiles.enumerated() {
        // Includes the frame of a selected tile.
        let frame = tile.picture.inset(dx: -1, dy: -1)
        #expect(frame.intersection(body) == frame && tile.picture.y > board.heading.y)
        #expect(tile.name.y == tile.picture.maxY - 1 && tile.name.width == tile.picture.width)
        for other in board.tiles.dropFirst(index + 1) {
          #expect(tile.picture.intersection(other.picture).isEmpty)
        }
      }
    }
  }

  @Test func `a row has four tiles at 120 columns, and fewer or more at other widths`() throws {
    for (columns, count) in [(60, 2), (80, 3), (120, 4), (160, 5), (200, 7)] {
      let board = try #require(Self.state(30, columns, 40).searchBoard)
      let first = try board.tiles.count { try $0.picture.y == board.tiles.at(0).picture.y }
      #expect(first == count, "\(columns)")
    }
  }

  @Test func `tiles are as large as possible with all topics visible`() throws {
    for (topics, columns, rows, count) in [
      (8, 120, 40, 4), (8, 160, 45, 4), (8, 200, 60, 4), (20, 160, 45, 5), (20, 200, 60, 5),
    ] {
      let board = try #require(Self.state(topics, columns, rows).searchBoard)
      let first = try board.tiles.count { try $0.picture.y == board.tiles.at(0).picture.y }
      #expect(first == count, "\(topics) at \(columns)")
      #expect(board.tiles.count == topics, "\(topics) at \(columns)")
    }
  }

  @Test func `small screens, screens without pictures, and services without topics show chips`() {
    #expect(Self.state(8, 80, 24).searchBoard != nil)
    for change in [
      { $0.program.viewport.rows = 23 }, { $0.program.hasPictures = false },
      { $0.launch.service = Given.unsplash(.search) },
      { $0.directory.offers[.topics] = nil },
      { $0.search.query = SearchQuery("cat") },
    ] as [(inout AppState) -> Void] {
      var state = Self.state(8, 80, 24, recent: ["cats"])
      change(&state)
      #expect(state.searchBoard == nil)
      #expect((state.searchChips == nil) == (state.search.query != nil))
    }
  }

  @Test func `the feed has no tile among the topics`() throws {
    var state = Self.state(0)
    #expect(state.searchBoard == nil)
    let page = OfferPage(
      offers: [ListOffer(.feed, ListInfo(title: "")), Self.topic(1)],
      next: nil
    )
    _ = AppReducer.reduce(&state, .chooser(.loaded(.topics, page: 1, .success(page))))
    #expect(try #require(state.searchBoard).tiles.map(\.offer) == [Self.topic(1)])
  }

  // MARK: Keys

  @Test func `arrows move over recent searches and tiles, and back to the input line`() {
    var state = Self.state(6, recent: ["sea", "fog"])
    go(&state, .moveDown)
    #expect(state.search.choice == .text("sea"))
    go(&state, .moveRight, .moveRight)
    #expect(state.search.choice == Self.list(0))
    go(&state, .moveDown)
    #expect(state.search.choice == Self.list(4))
    go(&state, .moveUp, .moveRight, .moveRight, .moveRight)
    #expect(state.search.choice == Self.list(3))
    // There is no tile below it, so the last one of the next row is selected.
    go(&state, .moveDown)
    #expect(state.search.choice == Self.list(5))
    go(&state, .moveDown)
    #expect(state.search.choice == Self.list(5))
    go(&state, .moveUp, .moveUp)
    #expect(state.search.choice == .text("fog"))
    go(&state, .moveUp)
    #expect(state.search.choice == nil && state.place == .searchInput)
  }

  @Test func `rows outside the screen are scrolled to`() throws {
    var state = Self.state(30, 80, 24)
    let first = try #require(state.searchBoard).tiles
    #expect(first.count == 6)
    for _ in 0..<10 { go(&state, .moveDown) }
    #expect(state.search.choice == Self.list(27))
    let last = try #require(state.searchBoard).tiles
    #expect(last.map(\.offer.list).contains(.topic("t27")) && last.count == 6)
    #expect(last.map(\.picture).first == first.map(\.picture).first)
  }

  @Test func `Enter opens the topic on top of the tab, and Back keeps it selected`() {
    var state = Self.state()
    go(&state, .moveDown, .moveRight)
    let effects = AppReducer.reduce(&state, .pressed(.open))
    #expect(state.visit?.list == .topic("t1") && state.place == .visit)
    #expect(effects.contains(.feed(.loadPage(1, of: .topic("t1")))))
    #expect(!effects.contains { if case .search(.record) = $0 { true } else { false } })
    go(&state, .back)
    #expect(state.place == .searchInput && state.search.choice == Self.list(1))
    // A click does the same. Typed text is still searched for.
    _ = AppReducer.reduce(&state, .search(.topicPressed(.topic("t2"))))
    #expect(state.visit?.list == .topic("t2"))
    go(&state, .back)
    _ = AppReducer.reduce(&state, .search(.typed(.insert("cat"))))
    go(&state, .open)
    #expect(state.search.query == SearchQuery("cat") && state.search.choice == nil)
  }

  @Test func `with the input line closed, the arrows lead back to the board`() {
    var state = Self.state()
    go(&state, .back)
    #expect(state.place == .search && state.searchBoard != nil)
    go(&state, .moveDown)
    #expect(state.place == .searchInput && state.search.choice == Self.list(0))
  }

  // MARK: Requests

  @Test func `the first visit requests the topics once, unless they are loaded or cached`() {
    var state = Given.feed(30).extended
    let ask = Effect.chooser(.loadUnlessCached(.topics))
    #expect(AppReducer.reduce(&state, .pressed(.searchTab)).contains(ask))
    // Until they have loaded, chips are shown.
    state.program.searchIdeas = ["sea"]
    #expect(state.searchBoard == nil && state.searchChoices == [.text("sea")])
    func visitAgain() -> [Effect] {
      _ = AppReducer.reduce(&state, .tabPressed(.feed))
      return AppReducer.reduce(&state, .tabPressed(.search))
    }
    #expect(!visitAgain().contains(ask))
    _ = AppReducer.reduce(&state, .chooser(.topicsCached([Self.topic(1)])))
    #expect(state.offers(of: .topics).load == .idle && state.searchBoard != nil)
    #expect(!visitAgain().contains(ask))
    // The list of topics itself still refreshes cached topics.
    #expect(
      AppReducer.reduce(&state, .pressed(.topics)).contains(.chooser(.load(.topics, page: 1)))
    )
  }

  @Test func `if topics fail, the chips stay and the next visit retries`() {
    var state = Given.feed(30).extended
    _ = AppReducer.reduce(&state, .pressed(.searchTab))
    let failure = ChooserAction.loaded(.topics, page: 1, .failure(Given.timeout))
    _ = AppReducer.reduce(&state, .chooser(failure))
    #expect(state.searchBoard == nil && state.notice == nil && state.alerts.isEmpty)
    _ = AppReducer.reduce(&state, .tabPressed(.feed))
    let again = AppReducer.reduce(&state, .tabPressed(.search))
    #expect(again.contains(.chooser(.loadUnlessCached(.topics))))
  }

  @Test func `results, small screens and screens without pictures request no topics`() {
    for change in [
      { $0.program.viewport.rows = 23 }, { $0.program.hasPictures = false },
      { $0.search.query = SearchQuery("cat") },
    ] as [(inout AppState) -> Void] {
      var state = Given.feed(30).extended
      change(&state)
      let effects = AppReducer.reduce(&state, .pressed(.searchTab))
      #expect(!effects.contains(.chooser(.loadUnlessCached(.topics))))
    }
  }
}
