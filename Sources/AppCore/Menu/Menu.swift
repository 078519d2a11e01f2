import Canvas
import Library
import Model

/// The menu of a photo in a list or the gallery.
package struct MenuState: Equatable, Sendable {
  /// A row of the menu; the cases have the order of the rows.
  package enum Row: Equatable, Sendable, CaseIterable {
    case preview
    /// Downloads the photo, or shows it in the gallery.
    case download
    case like
    case share
    /// Opens the chooser to add the photo to a collection or to remove it.
    case collect
    case author
    case copyLink
  }

  package let photo: Photo.ID
  package var focus: Row = .preview
  /// The cell that the user clicked to open the menu; `nil` if a key opened it.
  package var pointer: Point?

  package init(photo: Photo.ID, focus: Row = .preview) {
    self.photo = photo
    self.focus = focus
  }
}

package enum MenuAction: Equatable, Sendable {
  case openPressed(Photo.ID)
  /// The mouse opened the menu at this cell.
  case opened(at: Point)
  case rowPressed(MenuState.Row)
}

package enum MenuReducer {
  package static func reduce(_ state: inout AppState, _ action: MenuAction) -> [Effect] {
    switch action {
    case .openPressed(let id):
      guard state.photos[id] != nil else { return [] }
      state.menu = MenuState(photo: id)
      let rows = rows(in: state)
      state.menu?.focus = rows.first ?? .share
    case .opened(let point): state.menu?.pointer = point
    case .rowPressed(let row):
      guard let id = state.menu?.photo, rows(in: state).contains(row) else { return [] }
      state.menu = nil
      return handle(&state, row, id)
    }
    return []
  }

  /// Returns the rows that apply to the photo at the moment.
  package static func rows(in state: AppState) -> [MenuState.Row] {
    let photo = state.menu.flatMap { state.photos[$0.photo] }
    return MenuState.Row.allCases.filter { row in
      switch row {
      case .preview: state.offers(.gallery)
      // In the gallery, the photo is already downloaded.
      case .download: state.offers(.gallery) && !state.isShown(.gallery)
      case .like: state.offers(.likes)
      case .share: true
      case .collect: state.offers(.collectionEdit)
      case .author:
        state.offers(.people) || state.offers(.richSharing) && photo?.author.pageURL != nil
      case .copyLink: photo?.pageURL != nil
      }
    }
  }

  static func handle(_ state: inout AppState, _ command: Command) -> CommandResult {
    switch command {
    case .moveUp: return move(&state, by: -1)
    case .moveDown: return move(&state, by: 1)
    case .open: return .handled(state.menu.map { reduce(&state, .rowPressed($0.focus)) } ?? [])
    case .download:
      guard let id = state.menu?.photo, state.gallery.ids.contains(id) else {
        return .handled(reduce(&state, .rowPressed(.download)))
      }
      return .handled(state.download(id))
    case .like: return .handled(reduce(&state, .rowPressed(.like)))
    case .author: return .handled(reduce(&state, .rowPressed(.author)))
    case .collect: return .handled(reduce(&state, .rowPressed(.collect)))
    case .share: return .handled(reduce(&state, .rowPressed(.share)))
    default: return .ignored
    }
  }

  private static func handle(
    _ state: inout AppState,
    _ row: MenuState.Row,
    _ id: Photo.ID
  ) -> [Effect] {
    switch row {
    case .preview: return state.openPreview(of: id)
    case .download:
      if state.gallery.ids.contains(id) { return [.event(.destinationChosen(.gallery(id)))] }
      // A running download is shown in the downloads list.
      let isUnderWay = state.downloads[DownloadID(id)]?.isUnderWay ?? false
      return isUnderWay ? state.toggleDownloads() : state.download(id)
    case .like: return state.like(id)
    case .share:
      state.share = ShareState(photo: id)
      return []
    case .collect: return state.chooseCollection(for: [id])
    case .author where state.offers(.people): return state.openAuthor(of: id)
    case .author: return state.share(id, by: .openAuthor)
    case .copyLink: return state.share(id, by: .copyLink)
    }
  }

  private static func move(_ state: inout AppState, by step: Int) -> CommandResult {
    let rows = rows(in: state)
    guard let focus = state.menu?.focus else { return .done }
    let index = rows.firstIndex(of: focus) ?? 0
    state.menu?.focus = rows[max(0, min(rows.count - 1, index + step))]
    return .done
  }
}
