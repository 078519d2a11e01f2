import Library
import Model

/// The keys: of the list of downloads, and of the photograph in front of the person elsewhere.
extension DownloadsReducer {
  /// The commands of the list of downloads.
  static func perform(_ state: inout AppState, _ command: Command) -> Handling {
    switch command {
    case .downloads: toggleList(&state)
    case .moveUp: moveFocus(&state, by: -1)
    case .moveDown: moveFocus(&state, by: 1)
    case .open:
      return .mine(state.downloadsList?.focus.map { pressRow(&state, $0) } ?? [])
    case .refresh:
      return .mine(state.downloadsList?.focus.map { reduce(&state, .retryPressed($0)) } ?? [])
    default: return performInFront(&state, command)
    }
    return .done
  }

  /// What is done by key with the download that is in front of the person, wherever that is.
  static func performInFront(_ state: inout AppState, _ command: Command) -> Handling {
    let item = state.downloadInFront
    switch command {
    case .pause where command.places.contains(state.place):
      return .mine(item.map { pauseOrGoOn(&state, $0) } ?? [])
    case .cancelDownload where command.places.contains(state.place):
      return .mine(item.map { reduce(&state, .cancelPressed($0.id)) } ?? [])
    case .refresh:
      guard let item, item.problem != nil else { return .notMine }
      return .mine(reduce(&state, .retryPressed(item.id)))
    default: return .notMine
    }
  }

  private static func pauseOrGoOn(_ state: inout AppState, _ item: DownloadItem) -> [Effect] {
    switch item.phase {
    case .queued, .running: reduce(&state, .pausePressed(item.id))
    case .paused: reduce(&state, .resumePressed(item.id))
    case .failed: reduce(&state, .retryPressed(item.id))
    case .finished: []
    }
  }

  // MARK: The list

  static func toggleList(_ state: inout AppState) {
    guard state.stage == .main, state.offers(.gallery) else { return }
    let isOpen = state.downloadsList != nil
    state.downloadsList =
      isOpen ? nil : DownloadsListState(focus: state.downloads.items.last?.id)
  }

  static func moveFocus(_ state: inout AppState, by step: Int) {
    let rows = state.downloads.newestFirst.map(\.id)
    guard !rows.isEmpty else { return }
    let index = state.downloadsList?.focus.flatMap(rows.firstIndex(of:)) ?? 0
    state.downloadsList?.focus = rows[max(0, min(rows.count - 1, index + step))]
  }

  /// The row below one that goes has the focus then; at the end the one above.
  static func moveFocus(_ state: inout AppState, awayFrom index: Int) {
    let items = state.downloads.items
    let next = index > 0 ? index - 1 : index + 1
    state.downloadsList?.focus = items.indices.contains(next) ? items[next].id : nil
  }

  /// Selects a row; of one that is selected, does what its phase offers.
  static func pressRow(_ state: inout AppState, _ id: DownloadID) -> [Effect] {
    guard let list = state.downloadsList, let item = state.downloads[id] else { return [] }
    guard list.focus == id else {
      state.downloadsList?.focus = id
      return []
    }
    switch (item.phase, id.destination) {
    case (.finished, .gallery):
      state.downloadsList = nil
      return [.news(.galleryWanted(id.photo))]
    case (.failed, _): return reduce(&state, .retryPressed(id))
    case (.paused, _): return reduce(&state, .resumePressed(id))
    case (.queued, _), (.running, _), (.finished, .pictures): return []
    }
  }
}

/// The list of all downloads, over a screen.
package struct DownloadsListState: Equatable, Sendable {
  /// The row that keys act on; nil where there is none.
  package var focus: DownloadID?

  package init(focus: DownloadID? = nil) { self.focus = focus }
}

extension AppState {
  /// The download that keys act on: the list's focused one, else that of the photograph in front.
  package var downloadInFront: DownloadItem? {
    if place == .downloads { return downloadsList?.focus.flatMap { downloads[$0] } }
    return currentPhoto.flatMap { downloads.shown(for: $0) }
  }
}
