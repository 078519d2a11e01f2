import AppCore
import Canvas
import Localization
import Model
import Testing

@testable import AppCore
@testable import Screens

struct HelpTests {
  private func open(
    _ size: Size = Size(120, 40),
    typing text: String? = nil,
    change: (inout AppState) -> Void = { _ in }
  ) -> AppState {
    Sample.feed(size, edition: .extended) { sample in
      change(&sample.state)
      sample.reduce(.pressed(.help))
      guard let text else { return }
      sample.reduce(.pressed(.filter), .overlay(.typed(.insert(text)), in: .help))
    }
  }

  private func lines(_ state: AppState, _ language: Language = .english) -> [String] {
    let frame = Screens.render(state, Snapshots.context(language))
    return Snapshots.text(frame).split(separator: "\n").map(String.init)
  }

  @Test func `each place has a section, except those whose keys only their own help shows`() {
    let without: Set<Place> = [.splash, .visit, .help, .palette, .chooser, .address, .check]
    #expect(Set(Place.allCases).subtracting(Place.helpSections) == without)
  }

  @Test func `the arrows share one line, and the tabs another`() {
    let shown = lines(open())
    #expect(shown.contains { $0.contains("← ↓ ↑ →  Choose a photo") })
    // Alternative keys are shown when searching.
    let found = lines(open(typing: "choose a photo"))
    #expect(found.contains { $0.contains("← ↓ ↑ → h j k l") && $0.contains("Choose a photo") })
    #expect(shown.contains { $0.contains("1 2 3 4") && $0.contains("Feed, Profile, Search, Gall") })
    #expect(!shown.contains { $0.contains("Move up") || $0.contains("Show the feed") })
  }

  @Test func `wide screens have columns, and every row is on one of the pages`() {
    for size in [Size(200, 60), Size(120, 40), Size(80, 24), Size(40, 12)] {
      var state = open(size)
      var contents = HelpContents(Texts(.english), state)
      let (own, others) = contents.sections(openedAt: .feed, over: .feed)
      var seen: [String] = []
      for scroll in 0..<400 {
        state.help?.scroll = scroll
        let frame = Screens.render(state, Snapshots.context(.english))
        if frame.overscroll > 0 { break }
        seen.append(Snapshots.text(frame))
      }
      let all = seen.joined()
      // Where there is little room, the place's own rows have a name instead of the description.
      for row in own.flatMap(\.rows) {
        let isThere = all.contains(row.name) || all.contains(row.description.prefix(12))
        #expect(isThere, "\(row.description) at \(size)")
      }
      for row in others.flatMap(\.rows) {
        for word in row.description.split(separator: " ").prefix(2) {
          #expect(all.contains(word), "\(row.description) at \(size)")
        }
      }
      #expect((seen.count == 1) == (size.width == 200))
    }
  }

  @Test(arguments: Language.allCases)
  func `the keys of each screen are on the first page at 80 by 24`(language: Language) throws {
    for place in Place.helpSections {
      guard var state = Every.place[place] else { continue }
      state.program.viewport = Viewport(columns: 80, rows: 24)
      _ = AppReducer.reduce(&state, .pressed(.help))
      guard state.place == .help else { continue }
      var contents = HelpContents(Texts(language), state)
      let own = contents.sections(openedAt: place, over: state.screen).own
      let shown = Snapshots.text(Screens.render(state, Snapshots.context(language)))
      for row in own.flatMap(\.rows) {
        let isThere = shown.contains(row.name) || shown.contains(row.description.prefix(12))
        #expect(isThere, "\(row.description) at \(place)")
      }
    }
  }

  @Test func `help begins with the place it was opened in, and continues with the screen below`()
    throws
  {
    var state = Sample.feed(Size(120, 60), edition: .extended)
    for command in [Command.galleryTab, .downloads, .help] {
      _ = AppReducer.reduce(&state, .pressed(command))
    }
    #expect(lines(state).contains { $0.contains("─ Keys: Downloads ─") })
    let place = try #require(state.help?.place)
    var contents = HelpContents(Texts(.english), state)
    let (own, others) = contents.sections(openedAt: place, over: state.screen)
    let titles = (own + others).map(\.title)
    let gallery = try #require(titles.firstIndex(of: "Gallery"))
    let feed = try #require(titles.firstIndex(of: "Feed"))
    #expect(titles.first == "Navigation" && gallery < feed)
    #expect(!titles.contains("Downloads"))
  }

  @Test func `no row appears twice`() {
    let state = open()
    var contents = HelpContents(Texts(.english), state)
    let (own, others) = contents.sections(openedAt: .feed, over: .feed)
    let rows = (own + others).flatMap(\.rows)
    #expect(Set(rows.map { $0.keys + [$0.description] }).count == rows.count)
  }

  @Test func `the search line finds keys by their description`() {
    let shown = lines(open(typing: "zoom"))
    #expect(shown.contains { $0.contains("+ / - = _") && $0.contains("Zoom in or out") })
    #expect(!shown.contains { $0.contains("Refresh") || $0.contains("Like or unlike") })
    let russian = lines(open(typing: "лайк"), .russian)
    #expect(russian.contains { $0.contains(" f ") && $0.contains("Поставить или снять лайк") })
    #expect(!russian.contains { $0.contains("Обновить") })
  }

  @Test func `the search line finds the action of a key`() {
    let shown = lines(open(typing: "ctrl+z"))
    #expect(shown.contains { $0.contains("Suspend") })
    #expect(!shown.contains { $0.contains("Redraw") })
    #expect(lines(open(typing: "q")).contains { $0.contains("Close what's open, or quit") })
    #expect(lines(open(typing: "nothing at all")).contains { $0.contains("No matching keys") })
  }

  @Test func `a blank line shows all keys`() {
    #expect(lines(open(typing: "  ")).contains { $0.contains("Choose a photo") })
    #expect(lines(open(typing: "++")).contains { $0.contains("No matching keys") })
  }

  @Test func `letters are text in the line, and Esc closes it before the help`() {
    var state = open()
    #expect(KeyMap.action(for: .character("q"), in: state) == .pressed(.close))
    #expect(KeyMap.action(for: .character("/"), in: state) == .pressed(.filter))
    _ = AppReducer.reduce(&state, .pressed(.filter))
    #expect(
      KeyMap.action(for: .character("q"), in: state)
        == .overlay(.typed(.insert("q")), in: .help)
    )
    _ = AppReducer.reduce(&state, .overlay(.typed(.insert("zoom")), in: .help))
    #expect(KeyMap.action(for: Key(.down), in: state) == .pressed(.moveDown))
    _ = AppReducer.reduce(&state, .pressed(.back))
    #expect(state.help?.filter == nil && state.place == .help)
    _ = AppReducer.reduce(&state, .pressed(.back))
    #expect(state.place == .feed)
  }

  @Test func `Backspace closes an empty line, and a long text is truncated`() {
    var state = open(typing: String(repeating: "x", count: 5_000))
    #expect(state.help?.filter?.text.count == 60)
    _ = AppReducer.reduce(&state, .overlay(.typed(.delete(.start)), in: .help))
    #expect(state.help?.filter?.text == "")
    _ = AppReducer.reduce(&state, .overlay(.typed(.delete(.left)), in: .help))
    #expect(state.help != nil && state.help?.filter == nil)
  }

  @Test func `a command without a key is found in the palette`() {
    #expect(lines(open()).contains { $0.contains(":clear") })
    let bare = open { $0.program.keyMap = KeyMap(changing: [.moveLeft: [], .larger: []]) }
    // The remaining keys share a description.
    #expect(lines(bare).contains { $0.contains("↓ ↑ →  ") })
    #expect(lines(bare).contains { $0.contains("- ") && $0.contains("Make photos smaller") })
  }
}
