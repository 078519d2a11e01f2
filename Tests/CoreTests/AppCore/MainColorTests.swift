import AppCore
import Canvas
import Harness
import Localization
import Model
import Screens
import Testing

/// The main colours of a photo in its details.
@Suite struct MainColorTests {
  private let colors = [
    MainColor(Color(0x20_4A87), nearest: .blue), MainColor(Color(0xF0_8A24), nearest: .orange),
    MainColor(Color(0x10_1010), nearest: .black),
  ]

  /// Opens a photo in full screen with its details, whose colours are known.
  private func open(tags: [String] = ["sea"], in list: ListID = .feed) -> AppState {
    var state = Given.fullScreen(1, viewport: Viewport(columns: 120, rows: 40)).extended
    state.photos[Given.id(1)]?.details = PhotoDetails(categories: tags)
    _ = AppReducer.reduce(
      &state,
      .colorsMeasured(Given.id(1), mean: Color(0x12_3456), main: colors)
    )
    _ = AppReducer.reduce(&state, .pressed(.details))
    state.photo?.list = list
    return state
  }

  @Test func `the details name the colours, and a press acts on them`() throws {
    let state = open()
    let frame = Screens.render(state, Snapshots.context(.english))
    let text = Snapshots.text(frame)
    for line in ["#204a87  blue", "#f08a24  orange", "#101010  black"] {
      #expect(text.contains(line))
    }
    let actions = frame.hits.map(\.action)
    #expect(colors.allSatisfy { actions.contains(.details(.colorPressed($0))) })
  }

  @Test func `Tab reaches the colours after the buttons, and Enter searches for the first tag`() {
    var state = open()
    while state.photo?.focus != .share { _ = AppReducer.reduce(&state, .pressed(.nextTab)) }
    for number in 0..<3 {
      _ = AppReducer.reduce(&state, .pressed(.nextTab))
      #expect(state.photo?.focus == .color(number))
    }
    _ = AppReducer.reduce(&state, .pressed(.previousTab))
    _ = AppReducer.reduce(&state, .pressed(.open))
    #expect(state.photo == nil && state.search.query == SearchQuery("sea", color: .orange))
  }

  @Test func `the search that the photo was found in is filtered`() {
    let query = SearchQuery("forest", orientation: .portrait)
    var state = open(in: .search(query))
    _ = AppReducer.reduce(&state, .details(.colorPressed(colors[0])))
    #expect(
      state.search.query == SearchQuery("forest", orientation: .portrait, color: .blue)
    )
  }

  @Test func `the value is copied if there is nothing to search for`() {
    var state = open(tags: [])
    let effects = AppReducer.reduce(&state, .details(.colorPressed(colors[1])))
    #expect(
      effects.contains(.terminal(.copy(ClipboardText("#f08a24")))) && state.notice?.text == .copied
    )
    state = open()
    state.launch = Given.launch
    #expect(
      AppReducer.reduce(&state, .details(.colorPressed(colors[2])))
        .contains(.terminal(.copy(ClipboardText("#101010"))))
    )
  }

  @Test func `a colour out of sight is scrolled into view`() throws {
    var state = open()
    state.program.viewport = Viewport(columns: 60, rows: 16)
    state.photo?.focus = .color(2)
    let text = Snapshots.text(Screens.render(state, Snapshots.context(.english)))
    #expect(text.contains("#101010"))
  }
}
