import Model

/// The keys: of the list of downloads, and of the photograph in front of the person elsewhere.
extension DownloadsReducer {
  /// The commands of the list of downloads.
  static func perform(_ state: inout AppState, _ command: Command) -> [Effect] {
    switch command {
    case .back, .downloads: toggleList(&state)
    case .moveUp: moveFocus(&state, by: -1)
    case .moveDown: moveFocus(&state, by: 1)
    case .open: return state.downloads.focus.map { pressRow(&state, $0) } ?? []
    case .refresh:
      return state.downloads.focus.map { reduce(&state, .retryPressed($0)) } ?? []
    default: return performOne(&state, command)
    }
    return []
  }

  /// What is done with one download, by key.
  static func performOne(_ state: inout AppState, _ command: Command) -> [Effect] {
    guard let item = state.downloadInFront else { return [] }
    switch (command, item.phase) {
    case (.pause, .queued), (.pause, .running): return reduce(&state, .pausePressed(item.id))
    case (.pause, .paused): return reduce(&state, .resumePressed(item.id))
    case (.pause, .failed), (.refresh, .failed): return reduce(&state, .retryPressed(item.id))
    case (.cancelDownload, _): return reduce(&state, .cancelPressed(item.id))
    default: return []
    }
  }

  // MARK: The list

  static func toggleList(_ state: inout AppState) {
    guard state.stage == .main, state.launch.edition == .extended else { return }
    state.downloads.isListOpen.toggle()
    if state.downloads.isListOpen { state.downloads.focus = state.downloads.items.last?.id }
  }

  static func moveFocus(_ state: inout AppState, by step: Int) {
    let rows = state.downloads.newestFirst.map(\.id)
    guard !rows.isEmpty else { return }
    let index = state.downloads.focus.flatMap(rows.firstIndex(of:)) ?? 0
    state.downloads.focus = rows[max(0, min(rows.count - 1, index + step))]
  }

  /// The row below one that goes has the focus then; at the end the one above.
  static func moveFocus(_ state: inout AppState, awayFrom index: Int) {
    let items = state.downloads.items
    let next = index > 0 ? index - 1 : index + 1
    state.downloads.focus = items.indices.contains(next) ? items[next].id : nil
  }

  /// Selects a row; of one that is selected, does what its phase offers.
  static func pressRow(_ state: inout AppState, _ id: DownloadID) -> [Effect] {
    guard state.downloads.isListOpen, let item = state.downloads[id] else { return [] }
    guard state.downloads.focus == id else {
      state.downloads.focus = id
      return []
    }
    switch (item.phase, id.destination) {
    case (.finished, .gallery):
      state.downloads.isListOpen = false
      return GalleryReducer.reduce(&state, .openPressed(id.photo))
    case (.failed, _): return reduce(&state, .retryPressed(id))
    case (.paused, _): return reduce(&state, .resumePressed(id))
    case (.queued, _), (.running, _), (.finished, .pictures): return []
    }
  }
}

extension AppState {
  /// The download that keys act on: the list's focused one, else that of the photograph in front.
  package var downloadInFront: DownloadItem? {
    if place == .downloads { return downloads.focus.flatMap { downloads[$0] } }
    return currentPhoto.flatMap { downloads.shown(for: $0) }
  }
}
