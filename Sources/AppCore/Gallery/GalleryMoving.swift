import Canvas
import Library
import Model

// Moving about in the gallery, and marking in it.
extension GalleryReducer {
  /// Selects a tile and brings it into sight.
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

  /// One tile on or back.
  static func step(_ state: inout AppState, _ step: Int) -> [Effect] {
    select(&state, state.program.galleryView.selection + step)
  }

  /// So many lines up or down, as far as there are any, in the same column.
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

  static func linesOfPage(_ state: AppState) -> Int {
    let metrics = state.galleryMetrics
    return max(1, metrics.body.height / metrics.rowHeight)
  }

  /// Scrolls; the selection comes along where it would be lost from sight.
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
    // Line by line towards what is seen, as long as more of the next one is.
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

  /// Moves as little as shows the selected tile whole, with its group's heading where it is in the
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

  /// Reads the photos in sight and near it, and checks the files in sight, if that was not done
  /// before.
  static func moved(_ state: inout AppState) -> [Effect] {
    guard state.isInFront(.gallery), state.gallery.count > 0 else { return [] }
    let layout = state.galleryLayout
    let top = state.program.galleryView.top
    let read = readPhotos(&state, layout.nearby(top: top))
    let files = layout.visible(top: top).tiles.map(\.id)
      .filter { state.gallery.conditions[$0] == nil }.compactMap(state.galleryFile)
    guard !files.isEmpty else { return read }
    for file in files { state.gallery.conditions[file.id] = .checking }
    return read + [.gallery(.check(files))]
  }

  /// Changes what the tiles' places come from, and keeps the selected one where it is on the
  /// screen.
  ///
  /// Where that one goes, the next that stays takes its place, or else the last one.
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

  // MARK: Pressing and marking

  /// A tile was pressed: the first press selects, the next one opens.
  static func press(_ state: inout AppState, _ id: Photo.ID) -> [Effect] {
    guard let index = state.gallery.index(of: id) else { return [] }
    let isSelected = index == state.program.galleryView.selection
    let moved = select(&state, index)
    return isSelected ? moved + openPhoto(&state, id) : moved
  }

  /// Marks all of a photograph's group, or none of it.
  static func markGroup(_ state: inout AppState, of id: Photo.ID) {
    mark(&state, state.gallery.groups.first { $0.ids.contains(id) }?.ids ?? [])
  }

  /// Marks all of several photographs; where they are marked already, none of them.
  static func mark(_ state: inout AppState, _ ids: [Photo.ID]) {
    let marks = state.program.galleryView.marks
    state.program.galleryView.marks =
      marks.isSuperset(of: ids) ? marks.subtracting(ids) : marks.union(ids)
  }
}
