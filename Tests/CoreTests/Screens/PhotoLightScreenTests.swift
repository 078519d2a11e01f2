import AppCore
import Canvas
import Localization
import Model
import Screens
import Testing

@Suite("The light around a photo in full screen") struct PhotoLightScreenTests {
  private func frame(_ state: AppState, _ theme: Theme = .dark, hasLight: Bool = true) -> Frame {
    let context = RenderContext(
      texts: Texts(.english),
      theme: theme,
      glyphs: .unicode,
      hasLight: hasLight
    )
    return Screens.render(state, context)
  }

  @Test(arguments: [Theme.dark, .light])
  func `a whole photo lights the screen, whose texts are legible on it`(theme: Theme) throws {
    let state = Given.fullScreen(0, of: 3)
    let shown = frame(state, theme)
    let light = try #require(shown.light)
    #expect(light.area == shown.canvas.bounds && shown.placements[light.placement].use == .full)
    #expect(shown.canvas[0, 0].style.background == light.background)
    let inks = Set(
      shown.canvas.cells.filter { $0.style.background == light.background }
        .map(\.style.foreground)
    )
    #expect(inks.isSubset(of: light.texts))
  }

  @Test func `a zoomed photo, a list and a plain surround have no light`() {
    var state = Given.fullScreen(0, of: 3)
    #expect(frame(state, hasLight: false).light == nil)
    #expect(frame(state, Theme.dark.leavingBackground(true)).light == nil)
    _ = AppReducer.reduce(&state, .pressed(.zoomActual))
    #expect(frame(state).light == nil)
    state.photo = nil
    #expect(frame(state).light == nil)
  }

  @Test func `the details stay on a plain background`() throws {
    var state = Given.fullScreen(0, of: 3)
    _ = AppReducer.reduce(&state, .pressed(.details))
    let shown = frame(state)
    #expect(try #require(shown.light).area == state.photoScreen.body)
  }
}
