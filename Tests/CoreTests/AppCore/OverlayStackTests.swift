@testable import AppCore
import CustomDump
import Model
import Testing

/// The overlays of a screen.
///
/// The topmost has the keyboard, and Esc closes one at a time.
@Suite struct OverlayStackTests {
  /// Returns the list of downloads, a photo's menu on top, and the help on top of both.
  private func stack() -> AppState {
    var state = Every.place[.search] ?? Given.splash()
    state.downloadsList = DownloadsListState()
    state.menu = MenuState(photo: Given.id(0))
    _ = AppReducer.reduce(&state, .pressed(.help))
    return state
  }

  @Test func `the topmost overlay has the keyboard, and Escape closes from the top`() {
    var state = stack()
    #expect(state.overlays.map(\.place) == [.downloads, .menu, .help])
    for place in [Place.help, .menu, .downloads] {
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
    expect(&state, .overlayClosed(.downloads))
    expect(&state, .overlayClosed(.colors))
    state.alerts = [Alert(number: 1, kind: .signedOut)]
    expect(&state, .overlayClosed(.help))
  }

  @Test func `an overlay changes in its place, and keys never reach what is below`() {
    var state = stack()
    state.menu?.focus = .share
    state.downloadsList = DownloadsListState(focus: DownloadID(Given.id(1)))
    #expect(state.overlays.map(\.place) == [.downloads, .menu, .help])
    #expect(state.menu?.focus == .share)
    #expect(state.downloadsList?.focus == DownloadID(Given.id(1)))
    for command in Command.allCases where !command.places.contains(.help) {
      expect(&state, .pressed(command))
    }
    state.menu = nil
    #expect(state.overlays.map(\.place) == [.downloads, .help])
  }
}
