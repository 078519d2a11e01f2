import AppCore
import Canvas
import Localization
import Model

/// The palette over several screens.
extension Scene {
  private static func palette(
    _ state: AppState,
    typing text: String = "",
    _ commands: Command...
  ) -> AppState {
    var state = state
    state.program.paletteMemory.words = .texts
    _ = AppReducer.reduce(&state, .pressed(.palette))
    _ = AppReducer.reduce(&state, .overlay(.typed(.insert(text)), in: .palette))
    for command in commands { _ = AppReducer.reduce(&state, .pressed(command)) }
    return state
  }

  static let palette = [
    Scene("palette") { size in palette(Sample.feed(size)) },
    Scene("palette-words") { size in
      palette(Sample.found(size), typing: "ph", .moveDown, .moveDown)
    },
    Scene("palette-unavailable") { size in palette(Sample.feed(size), typing: "shar") },
    Scene("palette-number") { size in palette(Sample.found(size), typing: "182") },
    Scene("palette-nothing") { size in palette(Sample.signIn(size), typing: "182") },
    Scene("palette-scrolled") { size in palette(Sample.feed(size), .pageDown, .pageDown) },
    Scene("count") { size in
      var state = Sample.found(size)
      for digit in [1, 2] { _ = AppReducer.reduce(&state, .count(.typed(digit))) }
      return state
    },
  ]
}
