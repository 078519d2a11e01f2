import Canvas

/// The parts of a screen after sign-in: bar, body, details pane, hint line.
package struct ScreenLayout: Equatable, Sendable {
  /// The tab bar, or the top bar of full screen.
  package let bar: Rect
  /// The area for the screen's own content.
  package private(set) var body: Rect
  /// The filmstrip below the body in full screen; `nil` if there is none.
  package private(set) var filmstrip: Rect?
  /// The details pane beside the body; `nil` if it is closed or covers part of the body.
  package let pane: Rect?
  /// The details pane over the lower part of a list, or below a photo in full screen.
  ///
  /// `nil` if it is closed or beside the body.
  package let lowerPane: Rect?
  /// The line with key hints, or a notice.
  package let hint: Rect

  /// The body with the rows of the bars that are next to it.
  ///
  /// The body itself if the user reads details below it.
  func bodyUnderBars(in viewport: Viewport) -> Rect {
    guard lowerPane == nil else { return body }
    let end = filmstrip == nil ? viewport.rows - viewport.reservedRows : body.maxY
    return Rect(x: body.x, y: bar.y, width: body.width, height: end - bar.y)
  }

  /// The minimum number of columns for a pane beside the body.
  package static let columnsForPane = 76

  /// Returns the columns of a details pane beside the body.
  package static func paneColumns(of columns: Int) -> Int { columns >= 96 ? 38 : 32 }

  /// Whether the body is large enough for a filmstrip below it.
  package var hasRoomForFilmstrip: Bool {
    lowerPane == nil && body.width >= 40 && body.height >= 14
  }

  /// Returns the layout with a filmstrip, if there is room.
  ///
  /// Without pictures, the filmstrip has one row of names.
  func withFilmstrip(hasPictures: Bool) -> ScreenLayout {
    guard hasRoomForFilmstrip else { return self }
    var layout = self
    // Two more rows for the current photo's selection frame.
    let rows = (hasPictures ? max(3, min(7, body.height / 6)) : 1) + 2
    layout.body.height -= rows
    layout.filmstrip = Rect(x: body.x, y: layout.body.maxY, width: body.width, height: rows)
    return layout
  }

  /// Creates a layout with a body that fills the screen, except rows that can't show pixels.
  package init(whole viewport: Viewport) {
    let (columns, rows) = (viewport.columns, viewport.rows)
    bar = Rect(x: 0, y: 0, width: columns, height: 0)
    body = Rect(x: 0, y: 0, width: columns, height: rows - viewport.reservedRows)
    pane = nil
    lowerPane = nil
    hint = Rect(x: 0, y: rows, width: columns, height: 0)
  }

  package init(_ viewport: Viewport, hasPane: Bool, isFullScreen: Bool = false) {
    let columns = viewport.columns
    bar = Rect(x: 0, y: 0, width: columns, height: 1)
    hint = Rect(x: 0, y: max(1, viewport.rows - 1), width: columns, height: 1)
    let height = max(0, viewport.rows - 2)
    if hasPane, columns >= Self.columnsForPane {
      let paneWidth = Self.paneColumns(of: columns)
      let width = columns - paneWidth
      body = Rect(x: 0, y: 1, width: width, height: height)
      pane = Rect(x: width, y: 1, width: paneWidth, height: height)
      lowerPane = nil
    } else {
      let rows = isFullScreen ? height / 2 : min(height, max(10, height * 2 / 3))
      let isShared = hasPane && isFullScreen
      body = Rect(x: 0, y: 1, width: columns, height: isShared ? height - rows : height)
      pane = nil
      lowerPane = hasPane ? Rect(x: 0, y: 1 + height - rows, width: columns, height: rows) : nil
    }
  }
}
