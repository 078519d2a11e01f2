import AppCore
import Canvas
import Library
import Localization

/// A frame being drawn, with what every part of a screen draws with.
struct Painter {
  var frame: Frame
  let context: RenderContext
  /// The surface that is drawn on.
  var ink: Ink

  /// In the person's language, with the keys as they are set.
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
    ink = Ink(theme: context.theme, background: context.theme.canvas)
    frame = Frame(
      columns: state.program.viewport.columns,
      rows: state.program.viewport.rows,
      background: ink.plain
    )
  }

  /// Draws one line of text, ending in "…" where it does not fit.
  ///
  /// Text in the style of the focus moves the terminal's cursor there.
  ///
  /// - Returns: the number of columns drawn.
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

  /// What a press of the mouse in a rectangle means; nil swallows it.
  ///
  /// - Parameters:
  ///   - menu: what the right button means.
  ///   - twice: what two presses mean; nil for the same twice.
  ///   - mark: what a press with Ctrl means.
  mutating func hit(
    _ rect: Rect,
    _ action: AppAction?,
    menu: AppAction? = nil,
    twice: AppAction? = nil,
    mark: AppAction? = nil
  ) {
    let visible = rect.intersection(bounds)
    guard !visible.isEmpty else { return }
    frame.hits.append(HitRegion(visible, action, menu: menu, twice: twice, mark: mark))
  }

  /// The present picture of a spinner; the frame has to be drawn again for the next one.
  mutating func spinner() -> Character {
    frame.nextTick = RenderContext.spinnerStep
    return glyphs.spinner(context.spinnerPhase)
  }

  /// Draws with the inks of the surface of overlays and placeholders.
  mutating func onSurface(_ draw: (inout Painter) -> Void) {
    let previous = ink
    ink = Ink(theme: theme, background: theme.surface)
    draw(&self)
    ink = previous
  }
}
