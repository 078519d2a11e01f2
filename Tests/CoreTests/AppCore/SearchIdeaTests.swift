import AppCore
import Canvas
import Model
import Testing

@Suite struct SearchIdeaTests {
  @Test func `the empty line offers ideas below the recent searches`() {
    var state = Given.feed(3).extended
    state.tab = .search
    state.search.isTyping = true
    state.search.recentSearches = ["cats"]
    state.program.searchIdeas = ["mountains", "cats", "food"]
    #expect(state.searchChoices == [.text("cats"), .text("mountains"), .text("food")])
    for chosen in ["cats", "mountains", "food", "food"] {
      expect(&state, .pressed(.moveRight)) { $0.search.chosen = chosen }
    }
    // Up and down move from row to row.
    for (command, chosen) in [
      (.moveUp, "cats"), (.moveDown, "mountains"), (.moveDown, "mountains"), (.moveUp, "cats"),
      (.moveUp, nil), (.moveDown, "cats"), (.moveDown, "mountains"), (.moveRight, "food"),
    ] as [(AppCore.Command, String?)] {
      expect(&state, .pressed(command)) { $0.search.chosen = chosen }
    }
    // An idea isn't a recent search, so it can't be removed.
    expect(&state, .pressed(.removeQuery))
    var found = state
    _ = AppReducer.reduce(&found, .pressed(.open))
    #expect(found.search.query?.text == "food" && found.searchChips == nil)
    _ = AppReducer.reduce(&state, .search(.typed(.insert("!"))))
    #expect(state.search.input.text == "food!" && state.searchChips == nil)
    #expect(state.searchChoices == [.text("food")])
    // Without suggestions the chips are shown again, and can't be selected.
    _ = AppReducer.reduce(&state, .search(.typed(.insert("zz"))))
    #expect(state.searchChips?.chips.count == 3 && state.searchChoices.isEmpty)
  }

  @Test func `while text is typed, ideas that match are suggested`() {
    var state = Given.feed(3).extended
    state.tab = .search
    state.search.isTyping = true
    state.search.recentSearches = ["music"]
    state.program.searchIdeas = ["mountains", "food", "music"]
    _ = AppReducer.reduce(&state, .search(.typed(.insert("m"))))
    #expect(state.searchSuggestions.map(\.group) == [.topics, .recent])
    #expect(state.searchChoices == [.text("mountains"), .text("music")])
    var found = state
    _ = AppReducer.reduce(&found, .search(.offerPressed("mountains")))
    #expect(found.search.query?.text == "mountains")
    // Only the recent search can be removed.
    for choice in state.searchChoices {
      state.search.choice = choice
      _ = AppReducer.reduce(&state, .pressed(.removeQuery))
    }
    #expect(state.search.recentSearches.isEmpty && state.program.searchIdeas.count == 3)
  }

  @Test(arguments: [Size(40, 12), Size(56, 14), Size(80, 24), Size(200, 60)])
  func `chips are side by side, and a dozen ideas fit`(_ size: Size) {
    var state = Given.feed(3, viewport: Viewport(columns: size.width, rows: size.height)).extended
    state.tab = .search
    state.search.isTyping = true
    state.search.recentSearches = ["cats", "the sea at night", "fog"]
    state.program.searchIdeas = (1...12).map { "idea \($0)" }
    guard let chips = state.searchChips else {
      Issue.record("no chips")
      return
    }
    #expect(chips.chips.map(\.text) == state.search.recentSearches + state.program.searchIdeas)
    #expect(chips.headings.count == 2)
    let body = state.layout.body
    for (index, chip) in chips.chips.enumerated() {
      #expect(chip.rect.intersection(body) == chip.rect && chip.rect.y > body.y)
      #expect(chip.rect.width >= TextWidth.of(chip.text) + 2)
      for other in chips.chips.dropFirst(index + 1) {
        #expect(chip.rect.intersection(other.rect).isEmpty)
      }
      // Up and down undo each other if rows have equal lengths: both move by one row.
      for isDown in [true, false] {
        guard let next = chips.neighbour(of: chip.text, down: isDown) else { continue }
        #expect(isDown ? next.rect.y > chip.rect.y : next.rect.y < chip.rect.y)
      }
    }
    // Ideas without room can't be selected.
    state.search.recentSearches = (1...5).map { String(repeating: "\($0)", count: 300) }
    #expect(state.searchChoices == state.searchChips?.chips.map { .text($0.text) })
  }

  @Test func `in the empty line, digits open tabs and the question mark opens help`() {
    var state = Given.feed(3).extended
    _ = AppReducer.reduce(&state, .pressed(.searchTab))
    #expect(state.place == .searchInput)
    func action(_ character: Character) -> AppAction {
      KeyMap.action(for: .character(character), in: state)
    }
    let commands: [(Character, AppCore.Command)] = [
      ("1", .feedTab), ("2", .profileTab), ("3", .searchTab), ("4", .galleryTab), ("?", .help),
      (",", .help),
    ]
    for (character, command) in commands { #expect(action(character) == .pressed(command)) }
    for character in "5f q:" {
      #expect(action(character) == .search(.typed(.insert(String(character)))))
    }
    #expect(state.hints(at: .searchInput).contains(.help))
    var left = state
    _ = AppReducer.reduce(&left, .pressed(.galleryTab))
    #expect(left.place == .gallery)
    // Typed text, a selected suggestion or a blank makes it a line of text.
    for text in ["a", " "] {
      var typed = state
      _ = AppReducer.reduce(&typed, .search(.typed(.insert(text))))
      for (character, _) in commands {
        #expect(
          KeyMap.action(for: .character(character), in: typed)
            == .search(.typed(.insert(String(character))))
        )
      }
      #expect(!typed.hints(at: .searchInput).contains(.help))
    }
    // A letter is text, whatever command it has elsewhere.
    state.program.keyMap = KeyMap(changing: [.help: [.character("h")]])
    #expect(action("h") == .search(.typed(.insert("h"))))
  }
}
