import AppCore
import Canvas
import Localization

/// A frame being drawn, with the styles and texts that all parts of a screen use.
struct Painter {
  var frame: Frame
  let context: RenderContext
  /// The styles of the surface being drawn on.
  var ink: TextStyles

  /// The texts in the user's language, with the configured keys.
  let texts: Texts
  var theme: Theme { context.theme }
  var glyphs: Glyphs { context.glyphs }
  var bounds: Rect { frame.canvas.bounds }

  init(_ state: AppState, _ context: RenderContext) {
    self.context = context
    var texts = context.texts
    texts.keys = state.keys
    texts.hasArrows = !context.glyphs.isASCII
    texts.hasUnicode = !context.glyphs.isASCII
    if texts.hasUnicode { texts.numberSpace = "\u{A0}" }
    self.texts = texts
    ink = TextStyles(theme: context.theme, background: context.theme.canvas)
    frame = Frame(
      columns: state.program.viewport.columns,
      rows: state.program.viewport.rows,
      background: ink.plain
    )
  }

  /// Draws one line of text; ends in an ellipsis if it doesn't fit.
  ///
  /// Text in the style of the focus moves the terminal's cursor there.
  ///
  /// - Returns: The number of columns drawn.
  @discardableResult
  mutating func text(_ text: String, at point: Point, _ style: Style, limit: Int = .max) -> Int {
    let room = min(limit, bounds.width - point.x)
    guard room > 0 else { return 0 }
    if style == ink.focus { focus(at: point) }
    let fitted = TextWidth.truncate(text, to: room, mark: glyphs.ellipsis)
    return frame.canvas.draw(fitted, at: point, style: style, limit: room)
  }

  /// Puts the terminal's hidden cursor on what is selected; in one row, on its first cell.
  mutating func focus(at point: Point) {
    if let focus = frame.modes.focus, focus.y == point.y, focus.x <= point.x { return }
    frame.modes.focus = point
  }

  mutating func fill(_ rect: Rect, _ character: Character = " ", _ style: Style? = nil) {
    frame.canvas.fill(rect, Cell(.text(character), style ?? ink.plain))
  }

  /// Makes a rectangle react to the mouse.
  ///
  /// - Parameters:
  ///   - action: The action of the left button; `nil` swallows the press.
  ///   - menu: The action of the right button.
  ///   - mark: The action of a press with Ctrl.
  mutating func hit(
    _ rect: Rect,
    _ action: AppAction?,
    menu: AppAction? = nil,
    mark: AppAction? = nil
  ) {
    let visible = rect.intersection(bounds)
    guard !visible.isEmpty else { return }
    frame.hits.append(HitRegion(rect: visible, action: action, menu: menu, mark: mark))
  }

  /// Returns the current phase of the spinner and has the frame drawn again for the next one.
  mutating func spinner() -> Character {
    guard context.hasMotion else { return glyphs.spinner(0) }
    frame.nextTick = RenderContext.spinnerStep
    return glyphs.spinner(context.spinnerPhase)
  }

  /// Draws with the styles of the surface that overlays and placeholders have.
  mutating func onSurface(_ draw: (inout Painter) -> Void) {
    let previous = ink
    ink = TextStyles(theme: theme, background: theme.surface)
    draw(&self)
    ink = previous
  }
}
