import Model

package enum DownloadsListAction: Equatable, Sendable {
  /// Opens or closes the list.
  case toggled
  case rowPressed(DownloadID)
  case focusMoved(Int)
}

/// The reducer of the downloads list.
///
/// Also handles the keys for the current photo's download.
enum DownloadsListReducer {
  static func reduce(_ state: inout AppState, _ action: DownloadsListAction) -> [Effect] {
    switch action {
    case .toggled: toggleList(&state)
    case .rowPressed(let id): return pressRow(&state, id)
    case .focusMoved(let step): moveFocus(&state, by: step)
    }
    return []
  }

  /// Handles the commands of the downloads list.
  static func handle(_ state: inout AppState, _ command: Command) -> CommandResult {
    switch command {
    case .downloads: toggleList(&state)
    case .moveUp: moveFocus(&state, by: -1)
    case .moveDown: moveFocus(&state, by: 1)
    case .open:
      return .handled(state.downloadsList?.focus.map { pressRow(&state, $0) } ?? [])
    case .refresh:
      guard let id = state.downloadsList?.focus else { return .done }
      return .handled(state.retryDownload(id))
    default: return handleDownloadCommand(&state, command)
    }
    return .done
  }

  /// Handles a key for the current photo's download on any screen.
  static func handleDownloadCommand(_ state: inout AppState, _ command: Command) -> CommandResult {
    let item = state.currentDownload
    switch command {
    case .pause where command.places.contains(state.place):
      return .handled(item.map { state.togglePause($0) } ?? [])
    case .cancelDownload where command.places.contains(state.place):
      guard let item else { return .done }
      return .handled(state.cancelDownload(item.id))
    case .refresh:
      guard let item, item.problem != nil else { return .ignored }
      return .handled(state.retryDownload(item.id))
    default: return .ignored
    }
  }

  // MARK: The list

  private static func toggleList(_ state: inout AppState) {
    guard state.stage == .main, state.offers(.gallery) else { return }
    let isOpen = state.downloadsList != nil
    state.downloadsList =
      isOpen ? nil : DownloadsListState(focus: state.downloads.items.last?.id)
  }

  private static func moveFocus(_ state: inout AppState, by step: Int) {
    let rows = state.downloads.newestFirst.map(\.id)
    guard !rows.isEmpty else { return }
    let index = state.downloadsList?.focus.flatMap(rows.firstIndex(of:)) ?? 0
    state.downloadsList?.focus = rows[max(0, min(rows.count - 1, index + step))]
  }

  /// Selects a row.
  ///
  /// If it is already selected, performs what its phase offers.
  private static func pressRow(_ state: inout AppState, _ id: DownloadID) -> [Effect] {
    guard let list = state.downloadsList, let item = state.downloads[id] else { return [] }
    guard list.focus == id else {
      state.downloadsList?.focus = id
      return []
    }
    switch (item.phase, id.destination) {
    case (.finished, .gallery):
      state.downloadsList = nil
      return [.event(.destinationChosen(.gallery(id.photo)))]
    case (.failed, _): return state.retryDownload(id)
    case (.paused, _): return state.resumeDownload(id)
    case (.queued, _), (.running, _), (.finished, .pictures): return []
    }
  }
}
