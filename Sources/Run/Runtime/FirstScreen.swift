import AppCore
import Pictures
import Screens

/// The first screen of a launch with a cached list, as far as it is known before the terminal is
/// set up.
struct FirstScreen: Sendable {
  var state: AppState
  var context: RenderContext
  var output: PictureOutput

  /// Returns the requests for the pictures on the screen after an action.
  func requests(after action: AppAction) -> [PictureRequest] {
    var state = state
    _ = AppReducer.reduce(&state, action)
    let frame = Screens.render(state, context)
    return PictureBridge.requests(frame, [], state, output).compactMap(\.self)
  }
}
