import Canvas
import Model

/// The menu of a photo.
package struct MenuState: Equatable, Sendable {
  /// A row of the menu; the cases have the order of the rows.
  package enum Row: Equatable, Sendable, CaseIterable {
    case preview
    /// Downloads the photo, pauses or resumes its download, or shows it in the gallery.
    case download
    case cancelDownload
    case like
    case share
    /// Opens the chooser to add the photo to a collection or to remove it.
    case collect
    case author
  }

  package let photo: Photo.ID
  package var focus = Row.preview
  /// The cell that the user clicked to open the menu; `nil` if a key opened it.
  package var pointer: Point?
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
    case .openPressed(let id): state.openMenu(of: id)
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
    guard let id = state.menu?.photo else { return [] }
    return MenuState.Row.allCases.filter { row in
      switch row {
      case .preview: state.offers(.gallery) && state.photo == nil
      // In the gallery, only a missing or damaged photo can be downloaded.
      case .download:
        state.offers(.gallery)
          && (!state.isShown(.gallery) || !state.isInGallery(id) || state.isLoading(id))
      case .cancelDownload: state.offers(.gallery) && state.isLoading(id)
      case .like: state.photo == nil ? state.offers(.likes) : state.hasPhotoHeart
      case .share: true
      case .collect: state.offers(.collectionEdit)
      case .author:
        state.offers(.people)
          || state.offers(.richSharing) && state.photos[id]?.author.pageURL != nil
      }
    }
  }

  static func handle(_ state: inout AppState, _ command: Command) -> CommandResult {
    switch command {
    case .moveUp: return move(&state, by: -1)
    case .moveDown: return move(&state, by: 1)
    case .open: return .handled(state.menu.map { reduce(&state, .rowPressed($0.focus)) } ?? [])
    default:
      guard let id = state.menu?.photo else { return .ignored }
      if let row = rows(in: state).first(where: { state.command(of: $0, for: id) == command }) {
        return .handled(reduce(&state, .rowPressed(row)))
      }
      // The notice says where the file is.
      return command == .download ? .handled(state.download(id)) : .ignored
    }
  }

  private static func handle(
    _ state: inout AppState,
    _ row: MenuState.Row,
    _ id: Photo.ID
  ) -> [Effect] {
    let item = state.downloads.shown(for: id)
    switch row {
    case .preview: return state.openFullScreen(id, from: state.listInView, as: .preview)
    case .download:
      if let item { return state.togglePause(item) }
      if state.isInGallery(id) { return [.event(.destinationChosen(.gallery(id)))] }
      return state.download(id)
    case .cancelDownload: return item.map { state.cancelDownload($0.id) } ?? []
    case .like: return state.like(id)
    case .share: return [.event(.destinationChosen(.share([id])))]
    case .collect: return [.event(.destinationChosen(.collections(for: [id])))]
    case .author where state.offers(.people): return [.event(.destinationChosen(.author(of: id)))]
    case .author: return state.share(id, by: .openAuthor)
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

extension AppState {
  /// Whether a photo has an unfinished download.
  fileprivate func isLoading(_ id: Photo.ID) -> Bool { downloads.shown(for: id) != nil }

  /// Returns the command whose key does the same as a row while the menu is closed; `nil` if there
  /// is none.
  package func command(of row: MenuState.Row, for id: Photo.ID) -> Command? {
    switch row {
    case .preview: nil
    case .download where isLoading(id): .pause
    case .download: isInGallery(id) ? nil : .download
    case .cancelDownload: .cancelDownload
    case .like: .like
    case .share: .share
    case .collect: .collect
    case .author: .author
    }
  }
}

extension AppState {
  /// Opens a photo's menu.
  mutating func openMenu(of id: Photo.ID) {
    guard photos[id] != nil, place == screen else { return }
    menu = MenuState(photo: id)
    let rows = MenuReducer.rows(in: self)
    menu?.focus = rows.first ?? .share
  }
}
