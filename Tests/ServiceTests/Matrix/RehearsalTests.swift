import AppCore
import Canvas
import Imaging
import Library
import Localization
import Model
import Pictures
import Screens
import Services
import Testing

@testable import Runtime

/// The first screen, played through while the terminal is set up.
struct `A rehearsal of the beginning` {
  private let expected = Rehearsal.Expected(
    state: AppState(
      viewport: Viewport(columns: 80, rows: 24),
      launch: Launch(
        edition: .extended,
        service: .unsplash,
        picturesFolder: "/pictures",
        hasBrowser: true
      )
    ),
    context: RenderContext(texts: Texts(.english), theme: .dark, glyphs: .unicode),
    output: PictureOutput(symbols: SymbolOptions(colors: .trueColor))
  )
  private let beginning = AppAction.resumed(
    Account(username: "ada"),
    CachedList(
      photos: (0..<30).map { barePhoto("photo-\($0)") },
      next: 4,
      time: 0
    ),
    age: .seconds(60),
    sizes: [:]
  )

  @Test func `shows what is seen once each of its pictures is there`() {
    let rehearsal = Rehearsal(of: beginning, expected)
    var state = expected.state
    let effects = AppReducer.reduce(&state, beginning)
    #expect(rehearsal.state == state && rehearsal.effects == effects)

    // There are more photographs than those whose pictures are reported.
    #expect(!rehearsal.requests.isEmpty && rehearsal.requests.count < state.photos.count)
    #expect(rehearsal.frame != Screens.render(state, expected.context))
    for request in rehearsal.requests { state.pictures[request.id] = .thumbnail }
    #expect(rehearsal.frame == Screens.render(state, expected.context))
  }
}
