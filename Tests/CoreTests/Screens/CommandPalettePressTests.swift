import AppCore
import Canvas
import Localization
import Model
import Screens
import Testing

/// The rows of the palette, and the mouse in it.
@Suite struct PalettePressTests {
  private func frame(_ state: AppState, _ language: Language = .english) -> Frame {
    Screens.render(state, Snapshots.context(language))
  }

  private func palette(_ size: Size, _ text: String = "") -> AppState {
    var sample = Sample(size.width, size.height)
    sample.state = Sample.feed(size)
    sample.state.program.paletteMemory.words = .texts
    sample.reduce(.pressed(.palette), .overlay(.typed(.insert(text)), in: .palette))
    return sample.state
  }

  @Test(arguments: [Size(120, 40), Size(80, 24), Size(40, 12)])
  func `a row can be pressed, and shows its key at its end`(_ size: Size) throws {
    let frame = frame(palette(size, "details"))
    let text = "Show or hide the details"
    #expect(press(text, in: frame) == .overlay(.rowPressed(.command(.details)), in: .palette))
    let row = try #require(find(text, in: frame)?.y)
    let line = (0..<size.width).compactMap { x -> Character? in
      if case .text(let character) = frame.canvas[x, row].content { character } else { nil }
    }
    #expect(String(line).contains(/details\s+i\s/))
    #expect(frame.modes.cursor != nil)
    // A press outside closes the palette.
    #expect(frame.action(at: Point(0, size.height / 2)) == .overlayClosed(.palette))
  }

  @Test(arguments: [(Language.english, "off in the config"), (.russian, "выкл. в настройках")])
  func `an unavailable row names its reason in a few words, and the note all of it`(
    language: Language,
    reason: String
  ) throws {
    var state = Sample.feed(Size(80, 24), edition: .extended) { $0.reduce(.pressed(.palette)) }
    let rows = try #require(state.commandPalette?.rows)
    let index = try #require(rows.firstIndex(of: .command(.collect)))
    for _ in 0..<index { _ = AppReducer.reduce(&state, .pressed(.moveDown)) }
    #expect(find("edit_collections = true", in: frame(state, language)) != nil)
    _ = AppReducer.reduce(&state, .pressed(.moveUp))
    let name = Texts(language).command(.collect).description
    #expect(find("\(name): \(reason)", in: frame(state, language)) != nil)
  }

  @Test(arguments: Language.allCases)
  func `keys follow the key map, and are omitted if there are none`(language: Language) {
    var state = palette(Size(80, 24), "details")
    state.program.keyMap = KeyMap(changing: [.details: [Key(.function(8))], .palette: []])
    #expect(find("F8", in: frame(state, language)) != nil)
    state.program.keyMap = KeyMap(changing: [.details: []])
    #expect(find("F8", in: frame(state, language)) == nil)
  }

  @Test(arguments: [Size(80, 24), Size(40, 12)])
  func `the reason of the focused row is fully visible`(_ size: Size) {
    var sample = Sample(size.width, size.height)
    sample.state = Sample.feed(size)
    sample.state.feed.order = []
    sample.state.program.paletteMemory.words = .texts
    sample.reduce(.pressed(.palette), .overlay(.typed(.insert("share")), in: .palette))
    #expect(find("No photo selected", in: frame(sample.state)) != nil)
  }

  @Test func `all rows can be scrolled to`() {
    var state = palette(Size(40, 12))
    var seen: Set<Command> = []
    let all = state.commandPalette?.rows ?? []
    for _ in all {
      for hit in frame(state).hits {
        if case .overlay(.rowPressed(.command(let command)), _)? = hit.action {
          seen.insert(command)
        }
      }
      _ = AppReducer.reduce(&state, .pressed(.moveDown))
    }
    #expect(seen.count == all.count && all.count > 15)
  }
}
