import AppCore
import Canvas
import Library
import Model
import Testing

@Suite struct TopicTests {
  @Test func `the empty line offers topics below the earlier searches`() {
    var state = Given.feed(3).extended
    state.tab = .search
    state.search.isTyping = true
    state.search.history = ["cats"]
    state.topics = ["mountains", "cats", "food"]
    #expect(state.searchChoices == ["cats", "mountains", "food"])
    for chosen in ["cats", "mountains", "food", "food"] {
      expect(&state, .pressed(.moveDown)) { $0.search.chosen = chosen }
    }
    // A topic is not in the history: there is nothing to remove.
    expect(&state, .pressed(.removeQuery))
    var found = state
    _ = AppReducer.reduce(&found, .pressed(.open))
    #expect(found.search.query?.text == "food" && found.shownTopics.isEmpty)
    _ = AppReducer.reduce(&state, .search(.typed(.insert("!"))))
    #expect(state.shownTopics.isEmpty)
  }

  @Test func `in the empty line, digits lead to the tabs and the question mark to the help`() {
    var state = Given.feed(3).extended
    _ = AppReducer.reduce(&state, .pressed(.searchTab))
    #expect(state.place == .searchInput)
    func action(_ character: Character) -> AppAction? {
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
    // What is typed, or offered and chosen, makes it a line of text; so does a blank.
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
    // A letter is text, whatever it means elsewhere.
    state.keyMap = KeyMap(changing: [.help: [.character("h")]])
    #expect(action("h") == .search(.typed(.insert("h"))))
  }
}
