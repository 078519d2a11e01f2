import AppCore
import Canvas
import Localization
import Model

/// From the state to what is seen; pure.
package enum Screens {
  /// Draws the screen, what lies over it, and the line of keys.
  package static func render(_ state: AppState, _ context: RenderContext) -> Frame {
    var painter = Painter(state, context)
    painter.frame.modes.title = Logo.name
    guard !state.viewport.isTooSmall else {
      let line = Line(context.texts[.tooSmall], painter.ink.plain)
      painter.draw([Block([line])], in: painter.bounds)
      return painter.frame
    }
    drawScreen(&painter, state)
    // Until the code is made, which is sooner than an eye sees it, the sheet stays.
    if let share = state.share, !CodeOverlay.draw(&painter, state, share) {
      ShareSheet.draw(&painter, state, share)
    }
    if let help = state.help { HelpOverlay.draw(&painter, state, help) }
    if let alert = state.alerts.first { AlertBox.draw(&painter, alert) }
    painter.hintLine(state)
    return painter.frame
  }

  /// The pictures that will be wanted next, the most urgent first.
  package static func prefetch(_ state: AppState) -> [PicturePlacement] {
    guard !state.viewport.isTooSmall, state.stage == .main else { return [] }
    if let photo = state.photo { return PhotoScreen.prefetch(state, photo) }
    return state.tab == .feed ? FeedScreen.prefetch(state) : []
  }

  private static func drawScreen(_ painter: inout Painter, _ state: AppState) {
    switch state.stage {
    case .splash: SplashScreen.draw(&painter, state)
    case .signIn: SignInScreen.draw(&painter, state)
    case .main:
      if let photo = state.photo {
        PhotoScreen.draw(&painter, state, photo)
        return
      }
      painter.tabBar(state)
      switch state.tab {
      case .feed:
        FeedScreen.draw(&painter, state)
        DetailsPane.draw(&painter, state, state.layout)
      case .profile:
        ProfileScreen.draw(&painter, state)
      }
    }
  }
}
