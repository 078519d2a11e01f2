import Canvas
import Model

extension AppState {
  /// Changes how rows are measured and keeps the visible photo of each list in place.
  mutating func relayout(_ change: (inout AppState) -> Void) {
    let lists = openLists
    let old = lists.map { rows(of: $0) }
    change(&self)
    for (list, old) in zip(lists, old) where old.metrics != metrics(of: list) {
      // The list is laid out again from its start, so the old pivot doesn't apply.
      views[list].pivot = FeedRows.Pivot()
      move(list) { $0.adapt(from: old, to: $1) }
    }
  }

  /// Computes the rows of the visible list once and caches them.
  mutating func cacheRows() {
    guard stage == .main, let list = listInView else { return }
    let (view, metrics) = (views[list], metrics(of: list))
    if let kept = view.rows, isCurrent(kept, of: list, with: view.selection, metrics) { return }
    move(list) { $0.clamp(in: $1) }
  }

  /// Computes a list's rows, caches them, and applies a movement to the list's view.
  ///
  /// - Parameter selected: the photo that must have a row; the selected one by default.
  mutating func move(
    _ list: ListID,
    with selected: Int? = nil,
    _ change: (inout ListView, FeedRows) -> Void
  ) {
    let rows = rows(of: list, with: selected)
    views[list].rows = rows
    change(&views[list], rows)
  }
}

extension AppState {
  /// Returns the rows of a list, from the cache if nothing has changed since.
  ///
  /// - Parameter selected: the photo that must have a row; the selected one by default.
  package func rows(of list: ListID, with selected: Int? = nil) -> FeedRows {
    let view = views[list]
    let metrics = metrics(of: list)
    let selected = selected ?? view.selection
    if let kept = view.rows, isCurrent(kept, of: list, with: selected, metrics) { return kept }
    return FeedRows(
      self[list],
      pivot: view.pivot,
      selected: selected,
      photos: photos,
      metrics: metrics,
      extending: view.rows
    )
  }

  /// Whether these rows match the list's current state.
  func isCurrent(_ rows: FeedRows, of list: ListID, with selected: Int, _ metrics: FeedMetrics)
    -> Bool
  {
    rows.isCurrent(self[list], pivot: views[list].pivot, selected: selected, metrics: metrics)
  }

  /// Returns the tiles of a list at its current scroll position.
  package func tiles(of list: ListID) -> FeedLayout {
    let rows = rows(of: list)
    return FeedLayout(rows, top: views[list].top(in: rows), total: self[list].total)
  }
}

extension AppState {
  /// The size of the gallery's photos: the chosen one, otherwise a large one for a few photos that
  /// fit on the screen in it.
  package var gallerySize: RowSize {
    if let size = program.galleryView.size { return size }
    let layout = GalleryLayout(gallery.groups, galleryMetrics(in: .large))
    return layout.lastTop == 0 ? .large : .medium
  }

  package func galleryMetrics(in size: RowSize) -> GalleryMetrics {
    GalleryMetrics(
      program.viewport,
      size: size,
      hasPictures: program.hasPictures,
      isPlain: program.isPlain
    )
  }

  package var galleryMetrics: GalleryMetrics { galleryMetrics(in: gallerySize) }
  package var galleryLayout: GalleryLayout { GalleryLayout(gallery.groups, galleryMetrics) }
}
