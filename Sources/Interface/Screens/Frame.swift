import AppCore
import Canvas
import Model

/// Everything that the terminal shows at one moment, as a value.
package struct Frame: Equatable, Sendable {
  package var canvas: Canvas
  /// The pictures that the canvas' picture cells refer to, by index.
  package var placements: [PicturePlacement] = []
  /// The light around a picture; `nil` for none.
  package var light: Light?
  /// The regions that react to the mouse; later regions cover earlier ones.
  package var hits: [HitRegion] = []
  package var modes = TerminalModes()
  /// The delay before the frame is drawn again without an event, for spinners; `nil` for a still
  /// frame.
  package var nextTick: Duration?
  /// The rows that the help is scrolled past its end.
  ///
  /// The event loop subtracts them from the scroll offset in the state. The next upward scroll then
  /// moves the text immediately.
  package var overscroll = 0
  /// The rows that the details are scrolled past their end; subtracted like `overscroll`.
  package var detailsOverscroll = 0
  /// Whether the details have rows below the visible part.
  var hasHiddenDetails = false

  /// A picture that lights the cells around it.
  package struct Light: Equatable, Sendable {
    /// The index of the placement.
    package var placement: Int
    package var area: Rect
    /// The background that the light replaces.
    package var background: Color
    /// The colours of the texts on it.
    package var texts: [Color]
  }

  /// The background of the screen.
  package let background: Color

  package init(columns: Int, rows: Int, background: Style) {
    self.background = background.background
    canvas = Canvas(columns: columns, rows: rows, filledWith: Cell(.text(" "), background))
  }

  /// Returns the action of the topmost region at a point.
  package func action(at point: Point) -> AppAction? {
    hits.last { $0.rect.contains(point) }?.action
  }

  /// Returns the action of the right button at a point: the menu of the photo there.
  ///
  /// Skips buttons that cover the photo.
  package func menuAction(at point: Point) -> AppAction? {
    hits.last { $0.rect.contains(point) && ($0.menu != nil || $0.action == nil) }?.menu
  }

  /// Returns the action of a press with Ctrl at a point: marks the photo there.
  ///
  /// Skips buttons that cover the photo.
  package func markAction(at point: Point) -> AppAction? {
    hits.last { $0.rect.contains(point) && ($0.mark != nil || $0.action == nil) }?.mark
  }
}

/// A picture in a box of cells.
///
/// The canvas decides which cells of the box show it.
package struct PicturePlacement: Hashable, Sendable {
  package var source: PictureSource
  package var use: PictureKey.Use
  /// The whole box, which may extend past the edges of the screen.
  package var box: Rect
  /// The part of the picture shown in the box, in fractions of its sides after rotation.
  package var crop: Crop = .whole
  /// Whether `crop` is moved to the picture's focal point.
  package var followsFocus = false
  /// Clockwise rotation in steps of 90°.
  package var quarterTurns = 0
}

/// A rectangle that reacts to the mouse.
package struct HitRegion: Equatable, Sendable {
  package var rect: Rect
  /// The action of the left button; `nil` swallows the press, so that no region below receives it.
  package var action: AppAction?
  /// The action of the right button.
  package var menu: AppAction?
  /// The action of a press with Ctrl.
  package var mark: AppAction?
}
