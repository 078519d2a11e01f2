import AppCore
import CustomDump
import Library
import Model
import Testing

/// The overlays of a screen.
///
/// The topmost has the keyboard, and Esc closes one at a time.
@Suite struct OverlayStackTests {
  /// Returns a photo's preview, its sheet on top, and the help on top of both.
  private func stack() -> AppState {
    var state = Every.place[.preview] ?? Given.splash()
    _ = AppReducer.reduce(&state, .pressed(.share))
    _ = AppReducer.reduce(&state, .pressed(.help))
    return state
  }

  @Test func `the topmost overlay has the keyboard, and Escape closes from the top`() {
    var state = stack()
    #expect(state.overlays.map(\.place) == [.preview, .share, .help])
    for place in [Place.help, .share, .preview] {
      #expect(state.place == place)
      #expect(AppReducer.reduce(&state, .pressed(.back)).isEmpty)
    }
    #expect(state.place == .search && state.overlays.isEmpty)
  }

  @Test(arguments: Place.allCases.filter { !(Every.place[$0]?.overlays.isEmpty ?? true) })
  func `a press outside an overlay acts like Escape`(_ place: Place) throws {
    var pressed = try #require(Every.place[place])
    var typed = pressed
    let effects = AppReducer.reduce(&pressed, .overlayClosed(place))
    #expect(effects == AppReducer.reduce(&typed, .pressed(.back)))
    expectNoDifference(pressed, typed)
    #expect(pressed.place != place)
  }

  @Test func `a press for a closed or covered overlay closes nothing`() {
    var state = stack()
    expect(&state, .overlayClosed(.preview))
    expect(&state, .overlayClosed(.menu))
    state.alerts = [Alert(number: 1, kind: .signedOut)]
    expect(&state, .overlayClosed(.help))
  }

  @Test func `an overlay changes in its place, and keys never reach what is below`() {
    var state = stack()
    state.share?.focus = .save
    state.preview = PreviewState(photo: Given.id(1))
    #expect(state.overlays.map(\.place) == [.preview, .share, .help])
    #expect(state.share?.focus == .save && state.preview?.photo == Given.id(1))
    for command in Command.allCases where !command.places.contains(.help) {
      expect(&state, .pressed(command))
    }
    state.share = nil
    #expect(state.overlays.map(\.place) == [.preview, .help])
  }
}
