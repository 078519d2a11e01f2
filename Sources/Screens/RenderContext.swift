import Canvas
import Localization

/// What a frame depends on beside the state.
package struct RenderContext: Equatable, Sendable {
  package var texts: Texts
  package var theme: Theme
  package var glyphs: Glyphs
  /// Whether the terminal shows the colours that cells ask for.
  package var hasColors: Bool
  /// Whether it shows dimmed photos as more than specks.
  package var hasShades: Bool
  /// Counts up every `spinnerStep` while something spins.
  package var spinnerPhase: Int

  /// The time between two pictures of a spinner.
  package static let spinnerStep = Duration.milliseconds(120)

  package init(
    texts: Texts,
    theme: Theme,
    glyphs: Glyphs,
    hasColors: Bool = true,
    hasShades: Bool = true,
    spinnerPhase: Int = 0
  ) {
    self.texts = texts
    self.theme = theme
    self.glyphs = glyphs
    self.hasColors = hasColors
    self.hasShades = hasShades
    self.spinnerPhase = spinnerPhase
  }
}
