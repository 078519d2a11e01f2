import AppCore
import CustomDump
import Library
import Model
import Testing

/// What lies over a screen: the topmost has the keyboard, and Esc takes away one at a time.
@Suite struct OverlayStackTests {
  /// A photograph's preview, its export menu over it, and the help over both.
  private func stack() -> AppState {
    var state = Every.place[.preview] ?? Given.splash()
    _ = AppReducer.reduce(&state, .pressed(.export))
    _ = AppReducer.reduce(&state, .pressed(.help))
    return state
  }

  @Test func `the keyboard is the topmost one's, and Escape closes from the top`() {
    var state = stack()
    #expect(state.overlays.map(\.place) == [.preview, .export, .help])
    for place in [Place.help, .export, .preview] {
      #expect(state.place == place)
      #expect(AppReducer.reduce(&state, .pressed(.back)).isEmpty)
    }
    #expect(state.place == .search && state.overlays.isEmpty)
  }

  @Test(arguments: Place.allCases.filter { !(Every.place[$0]?.overlays.isEmpty ?? true) })
  func `a press beside an overlay is Escape`(_ place: Place) throws {
    var pressed = try #require(Every.place[place])
    var typed = pressed
    let effects = AppReducer.reduce(&pressed, .overlayClosed(place))
    #expect(effects == AppReducer.reduce(&typed, .pressed(.back)))
    expectNoDifference(pressed, typed)
    #expect(pressed.place != place)
  }

  @Test func `a press meant for what has gone, or is covered by now, closes nothing`() {
    var state = stack()
    expect(&state, .overlayClosed(.preview))
    expect(&state, .overlayClosed(.menu))
    state.alerts = [Alert(number: 1, kind: .signedOut)]
    expect(&state, .overlayClosed(.help))
  }

  @Test func `an overlay changes where it lies, and hides what is below from the keys`() {
    var state = stack()
    state.export?.focus = .mail
    state.preview = PreviewState(photo: Given.id(1))
    #expect(state.overlays.map(\.place) == [.preview, .export, .help])
    #expect(state.export?.focus == .mail && state.preview?.photo == Given.id(1))
    for command in Command.allCases where !command.places.contains(.help) {
      expect(&state, .pressed(command))
    }
    state.export = nil
    #expect(state.overlays.map(\.place) == [.preview, .help])
  }
}
