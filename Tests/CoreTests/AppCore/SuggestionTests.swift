import AppCore
import Canvas
import Harness
import Model
import Testing

@testable import AppCore

/// The suggestions below the search line.
@Suite struct SuggestionTests {
  private func state(_ recent: [String] = ["Mountain lake", "sea", "montréal at night"])
    -> AppState
  {
    var state = SearchBoardTests.state(0, recent: recent)
    let titles = ["Mountains", "Étoiles", "Street Photography", "3D Renders", "Travel", "Textures"]
    let page = OfferPage(
      offers: titles.enumerated().map { SearchBoardTests.topic($0, title: $1) },
      next: nil
    )
    _ = AppReducer.reduce(&state, .chooser(.loaded(.topics, page: 1, .success(page))))
    for (number, name) in ["Monica Møller", "José Peña", "Ёлка Звёздная", "Ann Lee"].enumerated() {
      state.photos[Given.id(number)]?.author = Person(username: "user\(number)", name: name)
    }
    return state
  }

  private func suggested(_ text: String, _ change: (inout AppState) -> Void = { _ in })
    -> [SearchChoice]
  {
    var state = state()
    change(&state)
    _ = AppReducer.reduce(&state, .search(.typed(.insert(text))))
    return state.searchSuggestions.map(\.choice)
  }

  @Test func `topics come first, then photographers, then recent searches`() {
    #expect(
      suggested("mo") == [
        SearchBoardTests.list(0), .person("user0"), .text("Mountain lake"),
        .text("montréal at night"),
      ]
    )
    #expect(suggested("street") == [SearchBoardTests.list(2)])
    #expect(suggested("zzz").isEmpty && suggested("!").isEmpty)
  }

  @Test func `case and diacritics are ignored, in queries and in names`() {
    #expect(suggested("ETO") == [SearchBoardTests.list(1)])
    #expect(suggested("Møl") == [.person("user0")] && suggested("mol") == [.person("user0")])
    #expect(suggested("pena") == [.person("user1")])
    #expect(suggested("елка") == [.person("user2")] && suggested("ЗВЕЗД") == [.person("user2")])
    #expect(suggested("montre") == [.text("montréal at night")])
    // A decomposed accent, as some keyboards send it.
    #expect(suggested("e\u{301}toi") == [SearchBoardTests.list(1)])
    #expect(suggested("lake moun") == [.text("Mountain lake")])
    #expect("ÀÉîøñşžłßяйё".lowercased().withoutDiacritics == "aeionszlßяйе")
  }

  @Test func `the number of suggestions is limited`() throws {
    let many = suggested("a") { state in
      for number in 0..<30 {
        state.photos[Given.id(number)]?.author =
          Person(username: "a\(number)", name: "Anna \(number)")
      }
      state.search.recentSearches = (0..<40).map { "a cat \($0)" }
      let page = OfferPage(
        offers: (0..<20).map { SearchBoardTests.topic($0, title: "Art \($0)") },
        next: nil
      )
      _ = AppReducer.reduce(&state, .chooser(.loaded(.topics, page: 1, .success(page))))
    }
    try #require(many.count == 8)
    #expect(many.prefix(3).allSatisfy { if case .topic = $0 { true } else { false } })
    #expect(many[3...5].allSatisfy { if case .person = $0 { true } else { false } })
    #expect(many[6...].allSatisfy { if case .text = $0 { true } else { false } })
  }

  @Test func `a service without people or topics suggests none of them`() {
    let few = suggested("mo") { $0.launch.service = Given.unsplash([.search]) }
    #expect(few == [.text("Mountain lake"), .text("montréal at night")])
  }

  @Test func `Down reaches suggestions and Enter opens one, without earlier requests`() {
    var state = state()
    let typed = AppReducer.reduce(&state, .search(.typed(.insert("mo"))))
    #expect(typed.isEmpty)
    func press(_ command: Command) { _ = AppReducer.reduce(&state, .pressed(command)) }
    press(.moveDown)
    #expect(state.search.choice == SearchBoardTests.list(0) && state.search.line.text == "mo")
    #expect(state.opensChoice)
    press(.moveDown)
    #expect(state.search.choice == .person("user0"))
    var person = state
    let opened = AppReducer.reduce(&person, .pressed(.open))
    #expect(person.visit?.list == .photographer("user0"))
    #expect(person.directory.people["user0"]?.name == "Monica Møller")
    #expect(opened.contains(.feed(.loadPage(1, of: .photographer("user0")))))
    // On return, the line is empty, over the board.
    _ = AppReducer.reduce(&person, .pressed(.back))
    #expect(person.search.input.text.isEmpty && person.search.people.isEmpty)
    press(.moveDown)
    #expect(state.search.chosen == "Mountain lake" && state.search.line.text == "Mountain lake")
    press(.moveDown)
    press(.moveDown)
    #expect(state.search.chosen == "montréal at night")
    press(.moveUp)
    press(.moveUp)
    press(.moveUp)
    press(.moveUp)
    #expect(state.search.choice == nil && state.search.line.text == "mo")
    press(.open)
    #expect(state.search.query == SearchQuery("mo"))
  }

  @Test func `typing removes the selection, and Escape closes the line as usual`() {
    var state = state()
    _ = AppReducer.reduce(&state, .search(.typed(.insert("mo"))))
    _ = AppReducer.reduce(&state, .pressed(.moveDown))
    _ = AppReducer.reduce(&state, .search(.typed(.insert("u"))))
    #expect(state.search.choice == nil && state.search.input.text == "mou")
    _ = AppReducer.reduce(&state, .pressed(.back))
    #expect(state.place == .search && state.search.people.isEmpty && state.search.choice == nil)
  }

  @Test func `a selected topic can't be opened from another screen`() {
    var state = SearchBoardTests.state()
    _ = AppReducer.reduce(&state, .pressed(.moveDown))
    state.program.viewport.rows = 20
    expect(&state, .pressed(.open))
    #expect(state.place == .searchInput)
  }
}
