import AppCore
import Canvas
import Localization
import Model
import Testing

/// The palette: every command of the place below it, found by any words of its description.
@Suite struct CommandPaletteTests {
  private func open(over state: AppState) -> AppState {
    var state = state
    state.program.paletteMemory.words = .texts
    press(.character(":"), &state)
    return state
  }

  @discardableResult
  private func press(_ key: Key, _ state: inout AppState) -> [Effect] {
    AppReducer.reduce(&state, KeyMap.action(for: key, in: state))
  }

  private func type(_ text: String, _ state: inout AppState) {
    for character in text { press(.character(character), &state) }
  }

  private func commands(_ state: AppState) -> [Command] {
    (state.commandPalette?.rows ?? []).compactMap {
      if case .command(let it) = $0 { it } else { nil }
    }
  }

  @Test func `Enter is in the hints while there is a row to choose`() {
    for count in [0, 3] {
      var state = open(over: Given.feed(count))
      #expect(state.hints(at: .palette).contains(.open))
      type("qqqq", &state)
      #expect(commands(state).isEmpty)
      #expect(!state.hints(at: .palette).contains(.open))
    }
  }

  @Test(arguments: Place.allCases.filter(Command.palette.places.contains))
  func `the palette has every command that is available in the place below`(_ place: Place) throws {
    let below = try #require(Every.place[place])
    let state = open(over: below)
    #expect(state.place == .palette && state.commandPalette?.place == place)
    let expected = Command.allCases.filter {
      $0.places.contains(place) && $0.isOffered(in: below.launch.capabilities) && $0 != .palette
        && $0 != .close
        // In a tab, Back removes marks and closes the details; here there are none.
        && !($0 == .back && [Place.feed, .favourites, .search, .gallery].contains(place))
    }
    #expect(Set(commands(state)) == Set(expected) && commands(state).count == expected.count)
  }

  @Test func `the palette can't be opened in text fields, over a message, or over itself`() throws {
    for place in [Place.searchInput, .signInInput, .alert, .palette, .splash] {
      var state = try #require(Every.place[place])
      let count = state.overlays.count
      press(.character(":"), &state)
      _ = AppReducer.reduce(&state, .pressed(.palette))
      #expect(state.overlays.count == count, "\(place)")
    }
  }

  @Test(
    arguments: [
      ("like", Command.like), ("лайк", .like), ("ЛАЙК", .like), ("поставить", .like),
      ("unlike", .like), ("refresh", .refresh), ("обновить", .refresh),
      ("next tab", .nextTab), ("nt", .nextTab), ("s", .share), ("подел", .share),
      ("other_size", .format), ("quit", .quit),
      ("sign out", .signOut), ("выйти из ак", .signOut), ("show gallery", .galleryTab),
      ("show favourites", .profileTab), ("избранное", .profileTab), ("ПодроБнее", .details),
      ("повторить", .refresh),
      ("отметить все", .markAll),
    ]
  )
  func `a command is found by words and initials in either language`(
    _ text: String,
    _ command: Command
  ) {
    let below = command == .markAll ? Given.gallery(3) : Given.feed(30).extended
    var state = open(over: below)
    type(text, &state)
    #expect(commands(state).contains(command), "\(commands(state))")
    if text.count > 3 {
      #expect(commands(state).prefix(3).contains(command), "\(commands(state))")
    }
  }

  @Test func `commands that move come last`() {
    let state = open(over: Given.feed(30).extended)
    let below = CommandPaletteReducer.below(state)
    let rows = commands(state).filter { $0.unavailable(in: below) == nil }
    #expect(rows.first == .open)
    let first = rows.firstIndex(of: .moveUp) ?? 0
    #expect(first > rows.count / 2 && rows[first...].contains(.moveDown))
    #expect(rows[first...].allSatisfy { CommandTopic.moving.commands.map(\.command).contains($0) })
  }

  @Test func `commands that can't be used now come last`() {
    let state = open(over: Given.feed(30).extended)
    let below = CommandPaletteReducer.below(state)
    let isDisabled = commands(state).map { $0.unavailable(in: below) != nil }
    #expect(isDisabled.contains(true) && isDisabled.contains(false))
    let first = isDisabled.firstIndex(of: true) ?? 0
    #expect(isDisabled[first...].allSatisfy { $0 })
  }

  @Test func `Back is offered in a tab once there is something to undo`() {
    var feed = Given.feed(30).extended
    #expect(!commands(open(over: feed)).contains(.back))
    _ = AppReducer.reduce(&feed, .pressed(.mark))
    #expect(commands(open(over: feed)).contains(.back))
    var gallery = Given.gallery(3)
    #expect(!commands(open(over: gallery)).contains(.back))
    _ = AppReducer.reduce(&gallery, .pressed(.mark))
    #expect(commands(open(over: gallery)).contains(.back))
  }

  @Test func `better matches come first, and commands that don't match are omitted`() {
    var state = open(over: Given.feed(30).extended)
    type("sh", &state)
    #expect(commands(state).first == .share)
    #expect(!commands(state).contains(.quit))
    type("zzz", &state)
    #expect(commands(state).isEmpty && state.commandPalette?.focused == nil)
    press(Key(.enter), &state)
    press(Key(.down), &state)
    #expect(state.place == .palette)
  }

  @Test func `Enter runs the row in the place below, and Escape changes nothing`() {
    let below = Given.feed(30).extended
    var state = open(over: below)
    type("details", &state)
    press(Key(.enter), &state)
    #expect(state.place == .feed && state.showsDetails)
    state = open(over: below)
    type("details", &state)
    press(Key(.escape), &state)
    #expect(
      state.place == .feed && !state.showsDetails && state.program.paletteMemory.recent.isEmpty
    )
    // The overlay below continues.
    var menu = open(over: Every.place[.menu] ?? below)
    type("close", &menu)
    press(Key(.enter), &menu)
    #expect(menu.place == .search && menu.overlays.isEmpty)
  }

  @Test func `arrows select up to the last row, and Tab wraps around`() {
    var state = open(over: Given.feed(30))
    press(Key(.up), &state)
    #expect(state.commandPalette?.focus == 0)
    press(Key(.down), &state)
    #expect(state.commandPalette?.focus == 1)
    for _ in 0..<20 { press(Key(.pageDown), &state) }
    #expect(state.commandPalette?.focus == commands(state).count - 1)
    press(Key(.tab), &state)
    #expect(state.commandPalette?.focus == 0)
    press(Key(.backTab), &state)
    #expect(state.commandPalette?.focus == commands(state).count - 1)
    // Typing selects the best match again.
    type("s", &state)
    #expect(state.commandPalette?.focus == 0)
  }

  @Test func `an unavailable command says why, and the palette stays`() {
    var state = open(over: Given.feed(0))
    type("share", &state)
    #expect(CommandPaletteReducer.reason(.share, state) == .nothingSelected)
    press(Key(.enter), &state)
    #expect(state.notice?.text == .unavailable(.share, .nothingSelected))
    #expect(state.place == .palette && state.share == nil)
    var photo = open(over: Given.fullScreen(3))
    #expect(CommandPaletteReducer.reason(.like, photo) == .likeOnlyInFeed)
    photo.launch.edition = .extended
    #expect(CommandPaletteReducer.reason(.like, photo) == nil)
  }

  @Test func `the last command run comes first`() {
    var state = Given.feed(30).extended
    for text in ["details", "refresh", "details"] {
      state = open(over: state)
      type(text, &state)
      press(Key(.enter), &state)
    }
    state = open(over: state)
    #expect(Array(commands(state).prefix(2)) == [.details, .refresh])
    #expect(state.program.paletteMemory.recent == [.details, .refresh])
    // A command that isn't available is never offered, however recently it was run.
    press(Key(.escape), &state)
    _ = AppReducer.reduce(&state, .pressed(.galleryTab))
    state = open(over: state)
    #expect(commands(state).first == .refresh && !commands(state).contains(.details))
  }

  @Test func `a number opens the photo with this number`() {
    var state = open(over: Given.feed(200))
    type("182", &state)
    #expect(state.commandPalette?.focused == .photo(182))
    press(Key(.enter), &state)
    #expect(state.place == .feed && state.views.feed.selection == 181 && state.count == nil)
    state = open(over: state)
    type("5000", &state)
    #expect(state.commandPalette?.focused == .photo(200, isLast: true))
    press(Key(.escape), &state)
    state = open(over: state)
    type("99999999999", &state)
    #expect(state.commandPalette?.focused == nil)
    var profile = Given.feed(30)
    _ = AppReducer.reduce(&profile, .pressed(.profileTab))
    profile = open(over: profile)
    type("18", &profile)
    #expect(profile.commandPalette?.focused == nil)
    for text in ["0", "-3", "٣", "1.5"] {
      var state = open(over: Given.feed(200))
      type(text, &state)
      #expect(
        state.commandPalette?.rows.contains { if case .photo = $0 { true } else { false } } == false
      )
    }
  }

  @Test func `pasted text is limited and sanitized`() {
    var state = open(over: Given.feed(30))
    let marks = "e" + String(repeating: "\u{301}", count: 5000)
    for text in [
      "li\nke\u{1B}[31m\u{202E}\u{7}", String(repeating: "х", count: 1_000_000), marks, "",
    ] {
      if let action = KeyMap.action(forPaste: text, in: state) {
        _ = AppReducer.reduce(&state, action)
      }
    }
    let line = state.commandPalette?.line.text ?? ""
    #expect(line.hasPrefix("like[31m"))
    #expect(line.unicodeScalars.count <= CommandPaletteState.maxScalars)
    #expect(!line.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
  }

  @Test func `the key that opens the palette types nothing into an empty line`() {
    var state = open(over: Given.feed(30))
    type(":", &state)
    #expect(state.commandPalette?.line.text == "")
    type("a:", &state)
    #expect(state.commandPalette?.line.text == "a:")
    press(Key(.backspace), &state)
    #expect(state.commandPalette?.line.text == "a")
  }

  @Test func `a press on a row runs it, and one on an outdated frame does nothing`() {
    var state = open(over: Given.feed(30))
    expect(&state, .overlay(.rowPressed(.command(.zoomIn)), in: .palette))
    expect(&state, .overlay(.rowPressed(.photo(3)), in: .palette))
    _ = AppReducer.reduce(&state, .overlay(.rowPressed(.command(.details)), in: .palette))
    #expect(state.showsDetails && state.overlays.isEmpty)
    expect(&state, .overlay(.rowPressed(.command(.details)), in: .palette))
    expect(&state, .overlay(.typed(.insert("x")), in: .palette))
  }
}
