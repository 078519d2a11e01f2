import AppCore
import Canvas
import Library
import Localization

/// What is seen while the configuration and the session are read.
enum SplashScreen {
  static func draw(_ painter: inout Painter, _ state: AppState) {
    let logo = Logo.lines(painter.ink, painter.glyphs, in: painter.bounds.size)
    painter.draw(
      [
        Block(logo),
        Block([Line(painter.texts[.tagline], painter.ink.faint)], rank: .helpful),
        Block([.busy(painter.texts[.starting], painter.ink.faint)]),
      ],
      in: painter.bounds.inset(dx: 1, dy: 1)
    )
  }
}
