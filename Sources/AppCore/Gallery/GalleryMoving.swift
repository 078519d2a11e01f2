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
    state.galleryView.isMovingUp = target < state.galleryView.selection
    state.galleryView.selection = target
    state.galleryView.column = layout.cell(of: target).column
    reveal(&state, layout)
    return moved(&state)
  }

  /// One tile on or back.
  static func step(_ state: inout AppState, _ step: Int) -> [Effect] {
    select(&state, state.galleryView.selection + step)
  }

  /// So many lines up or down, as far as there are any, in the same column.
  static func moveLines(_ state: inout AppState, _ lines: Int, down: Bool) -> [Effect] {
    guard state.gallery.count > 0 else { return [] }
    let layout = state.galleryLayout
    var cell = layout.cell(of: state.galleryView.selection)
    for _ in 0..<lines {
      guard let next = layout.neighbour(of: cell, down: down) else { break }
      cell = next
    }
    guard cell != layout.cell(of: state.galleryView.selection) else { return [] }
    cell.column = state.galleryView.column
    state.galleryView.isMovingUp = !down
    state.galleryView.selection = layout.index(of: cell)
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
    state.galleryView.isMovingUp = rows < 0
    state.galleryView.top = max(0, min(layout.lastTop, state.galleryView.top + rows))
    let top = state.galleryView.top
    func shown(_ index: Int) -> Int {
      let rows = layout.rows(of: index)
      return max(0, min(rows.upperBound, top + body) - max(rows.lowerBound, top))
    }
    var index = state.galleryView.selection
    var cell = layout.cell(of: index)
    // Line by line towards what is seen, as long as more of the next one is.
    let down = layout.rows(of: index).lowerBound < top
    while shown(index) * 2 < layout.metrics.rowHeight,
      var next = layout.neighbour(of: cell, down: down)
    {
      next.column = state.galleryView.column
      guard shown(index) <= shown(layout.index(of: next)) else { break }
      cell = next
      index = layout.index(of: next)
    }
    state.galleryView.selection = index
    return moved(&state)
  }

  /// Moves as little as shows the selected tile whole, with its group's heading where it is in the
  /// first line.
  private static func reveal(_ state: inout AppState, _ layout: GalleryLayout) {
    let rows = layout.rows(of: state.galleryView.selection)
    let height = layout.metrics.body.height
    if rows.lowerBound < state.galleryView.top || rows.count > height {
      state.galleryView.top = rows.lowerBound
    } else if rows.upperBound > state.galleryView.top + height {
      state.galleryView.top = rows.upperBound - height
    }
    state.galleryView.top = max(0, min(layout.lastTop, state.galleryView.top))
  }

  /// Reads the photos in sight and near it, and checks the files in sight, if that was not done
  /// before.
  static func moved(_ state: inout AppState) -> [Effect] {
    guard state.isInFront(.gallery), state.gallery.count > 0 else { return [] }
    let layout = state.galleryLayout
    let top = state.galleryView.top
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
      state.galleryView.selection = 0
      state.galleryView.column = 0
      state.galleryView.top = 0
      return
    }
    let before = state.gallery.groups
    let old = state.galleryLayout
    let selection = state.galleryView.selection
    let offset = old.rows(of: selection).lowerBound - state.galleryView.top
    change(&state)
    guard state.gallery.count > 0 else {
      state.galleryView.selection = 0
      state.galleryView.column = 0
      state.galleryView.top = 0
      return
    }
    if before != state.gallery.groups {
      let following = before.flatMap(\.ids).dropFirst(selection)
      let reference = following.first { state.gallery.items[$0] != nil }
      state.galleryView.selection =
        reference.flatMap(state.gallery.index) ?? state.gallery.count - 1
    }
    let layout = state.galleryLayout
    state.galleryView.column = layout.cell(of: state.galleryView.selection).column
    state.galleryView.top = layout.rows(of: state.galleryView.selection).lowerBound - offset
    reveal(&state, layout)
  }

  // MARK: Pressing and marking

  /// A tile was pressed: the first press selects, the next one opens.
  static func press(_ state: inout AppState, _ id: Photo.ID) -> [Effect] {
    guard let index = state.gallery.index(of: id) else { return [] }
    let isSelected = index == state.galleryView.selection
    let moved = select(&state, index)
    return isSelected ? moved + openPhoto(&state, id) : moved
  }

  /// Marks all of a photograph's group, or none of it.
  static func markGroup(_ state: inout AppState, of id: Photo.ID) {
    mark(&state, state.gallery.groups.first { $0.ids.contains(id) }?.ids ?? [])
  }

  /// Marks all of several photographs; where they are marked already, none of them.
  static func mark(_ state: inout AppState, _ ids: [Photo.ID]) {
    let marks = state.galleryView.marks
    state.galleryView.marks =
      marks.isSuperset(of: ids) ? marks.subtracting(ids) : marks.union(ids)
  }
}
