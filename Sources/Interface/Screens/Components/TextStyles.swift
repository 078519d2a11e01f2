import Canvas

/// The text styles of one surface.
///
/// Focus and selection are also shown by attributes and signs, so that no information depends on
/// colour.
struct TextStyles: Equatable {
  let theme: Theme
  let background: Color
  /// Whether the surface has the focus, so that every text on it has the style of the focus.
  var isFocused = false

  var plain: Style { style(theme.text) }
  var strong: Style { style(theme.text, .bold) }
  var faint: Style { style(theme.faint) }
  var accent: Style { style(theme.accent) }
  var accentReversed: Style { style(theme.accent, .reverse) }
  var key: Style { style(theme.accent, .bold) }
  var active: Style { style(theme.accent, [.bold, .underline]) }
  var heart: Style { style(theme.heart) }
  var warning: Style { style(theme.warning, .bold) }
  /// Lines around and between things, fainter than text.
  var line: Style { style(theme.faint.mixed(with: solid, share: 0.45)) }
  /// The logo's far ridge and its sun.
  var ridge: Style { style(theme.accent.mixed(with: solid, share: 0.5)) }
  var sun: Style { style(theme.warning) }
  var focus: Style {
    Style(foreground: theme.accent, background: background, attributes: [.bold, .reverse])
  }

  /// The background as a colour that others can be mixed with.
  private var solid: Color { background.isStandard ? theme.background : background }

  private func style(_ color: Color, _ attributes: Attributes = []) -> Style {
    isFocused ? focus : Style(foreground: color, background: background, attributes: attributes)
  }
}

extension Color {
  /// Returns the colour mixed with a share of another one, from 0 to 1.
  fileprivate func mixed(with other: Color, share: Double) -> Color {
    guard !isStandard, !other.isStandard else { return self }
    func mix(_ from: UInt8, _ to: UInt8) -> UInt8 {
      UInt8((Double(from) + (Double(to) - Double(from)) * share).rounded())
    }
    return Color(
      red: mix(red, other.red),
      green: mix(green, other.green),
      blue: mix(blue, other.blue)
    )
  }
}
