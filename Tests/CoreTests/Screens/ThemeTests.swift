import Canvas
import Screens
import Testing

@Suite struct ThemeTests {
  private static let themes = [Theme.dark, .light].flatMap { theme in
    ColorDepth.allCases.map(theme.reduced)
  }

  @Test(arguments: themes)
  func `every text is legible on every surface`(_ theme: Theme) {
    for surface in [theme.background, theme.surface] {
      for ink in [theme.text, theme.faint, theme.accent, theme.heart, theme.warning] {
        #expect(contrast(ink, surface) >= 4.5)
      }
    }
  }

  @Test func `in 16 colours keys and hearts still have a colour`() {
    for theme in [Theme.dark, .light].map({ $0.reduced(to: .palette16) }) {
      for color in [theme.accent, theme.heart] {
        #expect(max(color.red, color.blue) - min(color.red, color.blue) >= 0xCD)
      }
    }
  }
}
