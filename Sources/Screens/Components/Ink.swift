import Canvas

/// The styles of text on one surface.
///
/// Focus and selection are said by attributes and marks as well, so that nothing depends on colour.
struct Ink: Equatable {
  let theme: Theme
  let background: Color

  var plain: Style { style(theme.text) }
  var strong: Style { style(theme.text, .bold) }
  var faint: Style { style(theme.faint) }
  var accent: Style { style(theme.accent) }
  var key: Style { style(theme.accent, .bold) }
  var active: Style { style(theme.accent, [.bold, .underline]) }
  var heart: Style { style(theme.heart) }
  var warning: Style { style(theme.warning, .bold) }
  var focus: Style { style(theme.accent, [.bold, .reverse]) }

  private func style(_ color: Color, _ attributes: Attributes = []) -> Style {
    Style(foreground: color, background: background, attributes: attributes)
  }
}
