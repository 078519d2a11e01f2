import Canvas
import Localization

/// The inputs of a frame besides the state.
package struct RenderContext: Equatable, Sendable {
  package var texts: Texts
  package var theme: Theme
  package var glyphs: Glyphs
  /// Whether the terminal displays the colours of cells.
  package var hasColors: Bool
  /// Whether the terminal has enough colours to show dimmed photos: 256 or more.
  package var hasShades: Bool
  /// Whether a photo in full screen lights the cells around it.
  package var hasLight: Bool
  /// Whether spinners turn and photos grow from their tiles.
  ///
  /// Otherwise spinners always show their first phase.
  package var hasMotion: Bool
  /// The animation phase of spinners; increases by one every `spinnerStep`.
  package var spinnerPhase = 0

  /// The time between two phases of a spinner.
  package static let spinnerStep = Duration.milliseconds(120)

  package init(
    texts: Texts,
    theme: Theme,
    glyphs: Glyphs,
    hasColors: Bool = true,
    hasShades: Bool = true,
    hasLight: Bool = false,
    hasMotion: Bool = true
  ) {
    self.texts = texts
    self.theme = theme
    self.glyphs = glyphs
    self.hasColors = hasColors
    self.hasShades = hasShades
    self.hasLight = hasLight
    self.hasMotion = hasMotion
  }
}
