import Canvas
import Foundation
import Screens
import Testing

@Suite struct ThemeTests {
  private static let themes = [Theme.dark, .light].flatMap { theme in
    ColorDepth.allCases.map(theme.reduced)
  }

  /// Returns the contrast ratio (WCAG 2.2).
  private func contrast(_ first: Color, _ second: Color) -> Double {
    func luminance(_ color: Color) -> Double {
      let parts = [color.red, color.green, color.blue].map { byte -> Double in
        let value = Double(byte) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
    let (light, dark) = (luminance(first), luminance(second))
    return (max(light, dark) + 0.05) / (min(light, dark) + 0.05)
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
