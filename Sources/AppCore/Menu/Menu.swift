import Library
import Model

/// The menu of a photograph among the results of a search.
package struct MenuState: Equatable, Sendable {
  /// In the order in which they stand below each other.
  package enum Row: Equatable, Sendable, CaseIterable {
    case preview
    /// Downloads it, or shows where it is kept.
    case keep
    case like
    case share
  }

  package let photo: Photo.ID
  package var focus: Row = .preview

  package init(photo: Photo.ID) { self.photo = photo }
}

package enum MenuAction: Equatable, Sendable {
  case openPressed(Photo.ID)
  case rowPressed(MenuState.Row)
}

package enum MenuReducer {
  package static func reduce(_ state: inout AppState, _ action: MenuAction) -> [Effect] {
    switch action {
    case .openPressed(let id):
      guard state.photos[id] != nil else { return [] }
      state.menu = MenuState(photo: id)
    case .rowPressed(let row):
      guard let id = state.menu?.photo, rows(in: state).contains(row) else { return [] }
      state.menu = nil
      return perform(&state, row, id)
    }
    return []
  }

  /// Where the service no longer offers likes there is no row for them.
  package static func rows(in state: AppState) -> [MenuState.Row] {
    MenuState.Row.allCases.filter { $0 != .like || !state.likes.isUnavailable }
  }

  static func perform(_ state: inout AppState, _ command: Command) -> Handling {
    switch command {
    case .moveUp: return move(&state, by: -1)
    case .moveDown: return move(&state, by: 1)
    case .open: return .mine(state.menu.map { reduce(&state, .rowPressed($0.focus)) } ?? [])
    case .download: return .mine(reduce(&state, .rowPressed(.keep)))
    case .like: return .mine(reduce(&state, .rowPressed(.like)))
    case .share: return .mine(reduce(&state, .rowPressed(.share)))
    default: return .notMine
    }
  }

  private static func perform(
    _ state: inout AppState,
    _ row: MenuState.Row,
    _ id: Photo.ID
  ) -> [Effect] {
    switch row {
    case .preview: return [.news(.previewWanted(id))]
    case .keep:
      // What is on its way already is seen in the list.
      let isUnderWay = state.downloads[DownloadID(id)]?.isUnderWay ?? false
      return [.news(isUnderWay ? .downloadsWanted : .keepWanted(id))]
    case .like: return [.news(.heartPressed(id))]
    case .share:
      state.share = ShareState(photo: id)
      return []
    }
  }

  private static func move(_ state: inout AppState, by step: Int) -> Handling {
    let rows = rows(in: state)
    guard let focus = state.menu?.focus else { return .done }
    let index = rows.firstIndex(of: focus) ?? 0
    state.menu?.focus = rows[max(0, min(rows.count - 1, index + step))]
    return .done
  }
}
