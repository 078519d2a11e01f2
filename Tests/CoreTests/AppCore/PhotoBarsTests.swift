@testable import AppCore
import Model
import Testing

/// The bars of full screen, which hide after a while.
@Suite struct PhotoBarsTests {
  private let timer = Effect.ID(.photo, "bars")

  private func open() -> AppState {
    var state = Given.fullScreen(3, of: 10) { number in
      var photo = Given.photo(number)
      (photo.width, photo.height) = (2000, 6000)
      return photo
    }
    state.pictures[PictureKey(.photo(Given.id(3)), .full)] = .full
    return state
  }

  private func reduce(_ state: inout AppState, _ action: AppAction) -> [Effect] {
    AppReducer.reduce(&state, action)
  }

  /// Advances the clock until the bars hide.
  private func expire(_ state: inout AppState) -> [Effect] { reduce(&state, .photo(.barsExpired)) }

  @Test func `the bars hide three seconds after the last input`() {
    var state = open()
    let wait = Effect.after(timer, .seconds(3), .photo(.barsExpired))
    #expect(reduce(&state, .photo(.inputReceived)) == [wait])
    #expect(!state.areBarsHidden)
    #expect(expire(&state).isEmpty)
    #expect(state.areBarsHidden)
    #expect(reduce(&state, .photo(.inputReceived)) == [wait])
    #expect(!state.areBarsHidden)
  }

  @Test func `a key runs although the bars are hidden`() {
    var state = open()
    _ = expire(&state)
    _ = reduce(&state, .pressed(.moveRight))
    #expect(state.photo?.id == Given.id(4) && !state.areBarsHidden)
  }

  @Test func `the bars stay while something needs them`() {
    func stays(_ change: (inout AppState) -> Void) -> Bool {
      var state = open()
      change(&state)
      let effects = expire(&state)
      return !state.areBarsHidden
        && effects == [.after(timer, .seconds(3), .photo(.barsExpired))]
    }
    #expect(stays { _ = AppReducer.reduce(&$0, .pressed(.nextTab)) })
    #expect(stays { _ = AppReducer.reduce(&$0, .pressed(.share)) })
    #expect(stays { _ = AppReducer.reduce(&$0, .pressed(.help)) })
    #expect(stays { $0.notice = Notice(number: 1, text: .slideshowEnded) })
    #expect(
      stays {
        let failed = PictureStatus.failed(Problem(.picture, .notFound))
        $0.pictures[PictureKey(.photo(Given.id(3)), .full)] = failed
      }
    )
  }

  @Test func `the bars stay without pictures, in a slideshow, and on request`() {
    func stays(_ change: (inout AppState) -> Void) -> Bool {
      var state = open()
      change(&state)
      return reduce(&state, .photo(.inputReceived)).isEmpty && expire(&state).isEmpty
        && !state.areBarsHidden
    }
    #expect(stays { $0.program.hasPictures = false })
    #expect(stays { $0.program.hidesBars = false })
    #expect(stays { $0.photo = nil })
    #expect(
      stays {
        $0.launch = Given.extendedLaunch
        _ = AppReducer.reduce(&$0, .pressed(.slideshow))
      }
    )
  }

  @Test func `an overlay opened later shows the bars`() {
    var state = open()
    _ = expire(&state)
    #expect(state.areBarsHidden)
    _ = reduce(&state, .pressed(.share))
    #expect(!state.areBarsHidden)
  }

  @Test func `a slideshow shows photos whole and upright`() {
    var state = open()
    state.launch = Given.extendedLaunch
    for command in [Command.rotate, .zoomIn, .zoomIn] { _ = reduce(&state, .pressed(command)) }
    #expect(state.photo?.quarterTurns != 0 && state.photo?.zoom != .fit)
    _ = reduce(&state, .pressed(.slideshow))
    #expect(state.photo?.quarterTurns == 0 && state.photo?.zoom == .fit)
    #expect(state.photo?.id == Given.id(3))
  }
}
