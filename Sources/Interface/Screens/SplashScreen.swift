import AppCore
import Canvas
import Localization

/// The screen that is shown while the configuration and the session are read.
enum SplashScreen {
  static func draw(_ painter: inout Painter, _ state: AppState) {
    let plate = painter.plate(state)
    painter.draw(
      [
        Block(
          painter.logo(onPlate: plate != nil, in: painter.bounds.size),
          rank: .decorative
        ),
        Block([Line(painter.texts[.tagline], painter.ink.faint)], rank: .helpful),
        Block([.busy(painter.texts[.starting], painter.ink.faint)]),
      ],
      in: plate ?? painter.bounds.inset(dx: 1, dy: 1)
    )
  }
}
