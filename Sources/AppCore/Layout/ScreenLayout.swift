import Canvas

/// How a screen of the signed-in program is divided: bar, body, detail pane, hint line.
package struct ScreenLayout: Equatable, Sendable {
  /// The tab bar, or the full-screen view's top bar.
  package let bar: Rect
  /// What the screen itself may use.
  package private(set) var body: Rect
  /// The row of neighbours below the body, in full screen.
  package private(set) var filmstrip: Rect?
  /// The detail pane beside the body; nil when it is closed or lies over the body.
  package let pane: Rect?
  /// The detail pane over the lower part of the body, where there is no room beside it.
  package let lowerPane: Rect?
  /// The line with keys, or a notice.
  package let hint: Rect

  /// The fewest columns that leave a body beside the pane worth looking at.
  package static let columnsForPane = 76

  /// Columns of the detail pane where it stands beside the body.
  package static func paneColumns(of columns: Int) -> Int { columns >= 96 ? 38 : 32 }

  /// Whether the body is large enough for a row of neighbours below it.
  package var hasRoomForFilmstrip: Bool {
    lowerPane == nil && body.width >= 40 && body.height >= 14
  }

  /// The same with a row of neighbours, where there is room for it; of names, where there are no
  /// pictures.
  func withFilmstrip(hasPictures: Bool) -> ScreenLayout {
    guard hasRoomForFilmstrip else { return self }
    var layout = self
    // With the frame around the photograph in full screen.
    let rows = (hasPictures ? max(3, min(7, body.height / 6)) : 1) + 2
    layout.body.height -= rows
    layout.filmstrip = Rect(x: body.x, y: layout.body.maxY, width: body.width, height: rows)
    return layout
  }

  /// A screen that is all body.
  package init(whole viewport: Viewport) {
    let (columns, rows) = (viewport.columns, viewport.rows)
    bar = Rect(x: 0, y: 0, width: columns, height: 0)
    body = Rect(x: 0, y: 0, width: columns, height: rows)
    pane = nil
    lowerPane = nil
    hint = Rect(x: 0, y: rows, width: columns, height: 0)
  }

  package init(_ viewport: Viewport, hasPane: Bool) {
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
      body = Rect(x: 0, y: 1, width: columns, height: height)
      pane = nil
      let rows = min(height, max(10, height * 2 / 3))
      lowerPane = hasPane ? Rect(x: 0, y: 1 + height - rows, width: columns, height: rows) : nil
    }
  }
}
