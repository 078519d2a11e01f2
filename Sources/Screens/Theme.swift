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
}
