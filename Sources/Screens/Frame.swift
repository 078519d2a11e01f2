import AppCore
import Canvas
import Library
import Model

/// One picture of the whole terminal, as a value.
package struct Frame: Equatable, Sendable {
  package var canvas: Canvas
  /// What the canvas' picture cells refer to, by index.
  package var placements: [PicturePlacement] = []
  /// Where the mouse means something; later ones lie over earlier ones.
  package var hits: [HitRegion] = []
  package var modes = TerminalModes()
  /// When the frame has to be redrawn although nothing has happened; nil for a still one.
  package var nextTick: Duration?
  /// Rows that the help was scrolled beyond its end; to be taken back, so that the way up begins
  /// at once.
  package var overscroll = 0
  /// The same of the details.
  package var detailsOverscroll = 0
  /// Whether some of the details is out of sight.
  var hasHiddenDetails = false

  package init(columns: Int, rows: Int, background: Style) {
    canvas = Canvas(columns: columns, rows: rows, filledWith: Cell(.text(" "), background))
  }

  /// The action of the topmost region under a point.
  package func action(at point: Point) -> AppAction? {
    region(at: point)?.action
  }

  /// The topmost region under a point.
  func region(at point: Point) -> HitRegion? { hits.last { $0.rect.contains(point) } }

  /// What the right button means at a point: the menu of the photograph that lies there, also where
  /// a button lies on it.
  package func menuAction(at point: Point) -> AppAction? {
    hits.last { $0.rect.contains(point) && ($0.menu != nil || $0.action == nil) }?.menu
  }

  /// What a press with Ctrl means at a point: the mark of the photograph that lies there.
  package func markAction(at point: Point) -> AppAction? {
    hits.last { $0.rect.contains(point) && ($0.mark != nil || $0.action == nil) }?.mark
  }
}

/// A picture in a box of cells; what of the box is seen stands in the canvas.
package struct PicturePlacement: Hashable, Sendable {
  package var source: PictureSource
  package var use: PictureKey.Use
  /// The whole box, which may reach out of the screen.
  package var box: Rect
  /// The part of the picture shown in the box, after rotation.
  package var crop: Crop
  /// Whether the part is moved to the picture's focal point.
  package var followsFocus: Bool
  /// Clockwise.
  package var quarterTurns: Int

  package init(
    source: PictureSource,
    use: PictureKey.Use,
    box: Rect,
    crop: Crop = .whole,
    followsFocus: Bool = false,
    quarterTurns: Int = 0
  ) {
    self.source = source
    self.use = use
    self.box = box
    self.crop = crop
    self.followsFocus = followsFocus
    self.quarterTurns = quarterTurns
  }
}

/// A rectangle that can be pressed with the mouse.
package struct HitRegion: Equatable, Sendable {
  package var rect: Rect
  /// Nil swallows the press, so that it does not reach what lies below.
  package var action: AppAction?
  /// What the right button means.
  package var menu: AppAction?
  /// What a second press right behind the first means; nil for the same once more.
  package var twice: AppAction?
  /// What a press with Ctrl means.
  package var mark: AppAction?

  package init(
    _ rect: Rect,
    _ action: AppAction?,
    menu: AppAction? = nil,
    twice: AppAction? = nil,
    mark: AppAction? = nil
  ) {
    self.rect = rect
    self.action = action
    self.menu = menu
    self.twice = twice
    self.mark = mark
  }
}
