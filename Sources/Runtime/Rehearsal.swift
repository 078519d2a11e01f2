import AppCore
import Library
import Model
import Pictures
import Screens

/// The beginning with what an earlier start has kept, played through before there is a terminal:
/// the loop goes on from where it has led, unless the terminal turns out not to be as expected.
struct Rehearsal: Sendable {
  /// What was taken for granted.
  let expected: Expected
  /// Where the action has led.
  let state: AppState
  let effects: [Effect]
  /// What is shown of that once each of its pictures is there.
  let frame: Frame
  /// The pictures of the frame.
  let requests: [PictureRequest]

  /// What the first screen is made for; the terminal may turn out otherwise.
  struct Expected: Sendable {
    var state: AppState
    var context: RenderContext
    var output: PictureOutput
  }

  init(of action: AppAction, _ expected: Expected) {
    var state = expected.state
    effects = AppReducer.reduce(&state, action)
    self.state = state
    for id in state.photos.keys { state.pictures[PictureKey(.photo(id), .thumbnail)] = .thumbnail }
    frame = Screens.render(state, expected.context)
    requests = PictureBridge.requests(frame, [], state, expected.output).compactMap(\.self)
    self.expected = expected
  }
}
