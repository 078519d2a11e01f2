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
