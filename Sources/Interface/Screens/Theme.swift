import Canvas

/// The colours of the program's own surfaces and texts.
package struct Theme: Equatable, Sendable {
  package var isDark: Bool
  package var background: Color
  package var surface: Color
  package var text: Color
  package var faint: Color
  package var accent: Color
  package var heart: Color
  package var warning: Color
  /// Whether screens keep the terminal's own background instead of `background`.
  package var leavesBackground = false

  /// The background of screens.
  package var canvas: Color { leavesBackground ? .standard : background }

  package static let dark = Theme(
    isDark: true,
    background: Color(0x11_1214),
    surface: Color(0x22_252B),
    text: Color(0xE8_E6E3),
    faint: Color(0x8D_939E),
    accent: Color(0x6C_B6FF),
    heart: Color(0xF4_5B69),
    warning: Color(0xE5_C07B)
  )

  package static let light = Theme(
    isDark: false,
    background: Color(0xFA_F9F7),
    surface: Color(0xE7_E9EE),
    text: Color(0x1F_2328),
    faint: Color(0x5D_6570),
    accent: Color(0x0B_5FC1),
    heart: Color(0xC8_1E3A),
    warning: Color(0x8A_5A00)
  )

  /// The dark theme in xterm's 16 colours.
  ///
  /// Picking the nearest of the 16 for each colour of `dark` would turn half of them gray.
  private static let dark16 = Theme(
    isDark: true,
    background: Color(0x00_0000),
    surface: Color(0x00_0000),
    text: Color(0xFF_FFFF),
    faint: Color(0xE5_E5E5),
    accent: Color(0x00_FFFF),
    heart: Color(0xFF_0000),
    warning: Color(0xFF_FF00)
  )

  private static let light16 = Theme(
    isDark: false,
    background: Color(0xFF_FFFF),
    surface: Color(0xFF_FFFF),
    text: Color(0x00_0000),
    faint: Color(0x00_0000),
    accent: Color(0x00_00EE),
    heart: Color(0xCD_0000),
    warning: Color(0xCD_0000)
  )

  /// Returns the theme adapted to the terminal's colour depth.
  package func reduced(to depth: ColorDepth) -> Theme {
    guard depth == .palette16 else { return self }
    return (isDark ? Theme.dark16 : .light16).leavingBackground(leavesBackground)
  }

  /// The theme around a photo in full screen: dark in the same colour depth, because a photo looks
  /// dull on a light background.
  ///
  /// The terminal's own background stays.
  var surround: Theme {
    guard !leavesBackground else { return self }
    return self == .light16 ? .dark16 : self == .light ? .dark : self
  }

  /// The theme with texts so light that the surface below them can be, too.
  var lit: Theme {
    var theme = self
    (theme.faint, theme.accent) = (Color(0xB4_B9C2), Color(0x8C_C8FF))
    (theme.heart, theme.warning) = (Color(0xFF_8FA0), Color(0xEB_CB8B))
    return theme
  }

  /// Returns the theme on its own background, or on the terminal's.
  package func leavingBackground(_ leavesBackground: Bool) -> Theme {
    var theme = self
    theme.leavesBackground = leavesBackground
    return theme
  }
}
