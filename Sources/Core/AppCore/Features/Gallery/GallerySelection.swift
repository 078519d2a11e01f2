import Canvas
import Model

// Moving and marking in the gallery.
extension GalleryReducer {
  /// Selects a tile and scrolls to it.
  static func select(_ state: inout AppState, _ index: Int) -> [Effect] {
    guard state.gallery.count > 0 else { return [] }
    let layout = state.galleryLayout
    let target = max(0, min(layout.count - 1, index))
    state.program.galleryView.isMovingUp = target < state.program.galleryView.selection
    state.program.galleryView.selection = target
    state.program.galleryView.column = layout.cell(of: target).column
    reveal(&state, layout)
    return moved(&state)
  }

  /// Moves the selection by a number of tiles.
  static func step(_ state: inout AppState, _ step: Int) -> [Effect] {
    select(&state, state.program.galleryView.selection + step)
  }

  /// Moves the selection up or down by this many lines at most, in the same column.
  static func moveLines(_ state: inout AppState, _ lines: Int, down: Bool) -> [Effect] {
    guard state.gallery.count > 0 else { return [] }
    let layout = state.galleryLayout
    var cell = layout.cell(of: state.program.galleryView.selection)
    for _ in 0..<lines {
      guard let next = layout.neighbour(of: cell, down: down) else { break }
      cell = next
    }
    guard cell != layout.cell(of: state.program.galleryView.selection) else { return [] }
    cell.column = state.program.galleryView.column
    state.program.galleryView.isMovingUp = !down
    state.program.galleryView.selection = layout.index(of: cell)
    reveal(&state, layout)
    return moved(&state)
  }

  /// Returns the number of lines that Page Up and Page Down move.
  static func linesOfPage(_ state: AppState) -> Int {
    let metrics = state.galleryMetrics
    return max(1, metrics.body.height / metrics.rowHeight)
  }

  /// Scrolls, and moves the selection if it would be out of sight.
  static func scroll(_ state: inout AppState, by rows: Int) -> [Effect] {
    guard state.gallery.count > 0 else { return [] }
    let layout = state.galleryLayout
    let body = layout.metrics.body.height
    state.program.galleryView.isMovingUp = rows < 0
    state.program.galleryView.top = max(
      0,
      min(layout.lastTop, state.program.galleryView.top + rows)
    )
    let top = state.program.galleryView.top
    func shown(_ index: Int) -> Int {
      let rows = layout.rows(of: index)
      return max(0, min(rows.upperBound, top + body) - max(rows.lowerBound, top))
    }
    var index = state.program.galleryView.selection
    var cell = layout.cell(of: index)
    // The selection moves line by line towards the visible part, while the next line is visible at
    // least as much.
    let down = layout.rows(of: index).lowerBound < top
    while shown(index) * 2 < layout.metrics.rowHeight,
      var next = layout.neighbour(of: cell, down: down)
    {
      next.column = state.program.galleryView.column
      guard shown(index) <= shown(layout.index(of: next)) else { break }
      cell = next
      index = layout.index(of: next)
    }
    state.program.galleryView.selection = index
    return moved(&state)
  }

  /// Scrolls as little as possible to show the whole selected tile, and the heading above a group's
  /// first line.
  private static func reveal(_ state: inout AppState, _ layout: GalleryLayout) {
    let rows = layout.rows(of: state.program.galleryView.selection)
    let height = layout.metrics.body.height
    if rows.lowerBound < state.program.galleryView.top || rows.count > height {
      state.program.galleryView.top = rows.lowerBound
    } else if rows.upperBound > state.program.galleryView.top + height {
      state.program.galleryView.top = rows.upperBound - height
    }
    state.program.galleryView.top = max(0, min(layout.lastTop, state.program.galleryView.top))
  }

  /// Reads the photos on and near the screen, and checks the files on the screen, unless that was
  /// done before.
  static func moved(_ state: inout AppState) -> [Effect] {
    guard state.isShown(.gallery), state.gallery.count > 0 else { return [] }
    let layout = state.galleryLayout
    let top = state.program.galleryView.top
    let read = readPhotos(&state, layout.nearby(top: top))
    let files = layout.visible(top: top).tiles.map(\.id)
      .filter { state.gallery.conditions[$0] == nil }.compactMap(state.galleryFile)
    guard !files.isEmpty else { return read }
    for file in files { state.gallery.conditions[file.id] = .checking }
    return read + [.gallery(.check(files))]
  }

  /// Applies a change that may move tiles, and keeps the selected tile at its screen position.
  ///
  /// If the selected photo was removed, selects the next remaining one, or the last one.
  static func rearrange(_ state: inout AppState, _ change: (inout AppState) -> Void) {
    guard state.gallery.count > 0 else {
      change(&state)
      state.program.galleryView.selection = 0
      state.program.galleryView.column = 0
      state.program.galleryView.top = 0
      return
    }
    let before = state.gallery.groups
    let old = state.galleryLayout
    let selection = state.program.galleryView.selection
    let offset = old.rows(of: selection).lowerBound - state.program.galleryView.top
    change(&state)
    guard state.gallery.count > 0 else {
      state.program.galleryView.selection = 0
      state.program.galleryView.column = 0
      state.program.galleryView.top = 0
      return
    }
    if before != state.gallery.groups {
      let following = before.flatMap(\.ids).dropFirst(selection)
      let reference = following.first { state.gallery.items[$0] != nil }
      state.program.galleryView.selection =
        state.program.galleryView.isVisited
        ? reference.flatMap(state.gallery.index) ?? state.gallery.count - 1 : 0
    }
    let layout = state.galleryLayout
    state.program.galleryView.column = layout.cell(of: state.program.galleryView.selection).column
    state.program.galleryView.top =
      layout.rows(of: state.program.galleryView.selection).lowerBound - offset
    reveal(&state, layout)
  }

  // MARK: Marking

  /// Marks a photo's whole group, or unmarks it if it is completely marked.
  static func markGroup(_ state: inout AppState, of id: Photo.ID) {
    mark(&state, state.gallery.groups.first { $0.ids.contains(id) }?.ids ?? [])
  }

  /// Marks these photos, or unmarks them if all of them are marked.
  static func mark(_ state: inout AppState, _ ids: [Photo.ID]) {
    let marks = state.program.galleryView.marks
    state.program.galleryView.marks =
      marks.isSuperset(of: ids) ? marks.subtracting(ids) : marks.union(ids)
  }
}
