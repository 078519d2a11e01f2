import Library
import Model

/// A preview of a photo and its data, on top of the list.
package struct PreviewState: Equatable, Sendable {
  package let photo: Photo.ID

  package init(photo: Photo.ID) { self.photo = photo }
}

package enum PreviewAction: Equatable, Sendable {
  case openPressed(Photo.ID)
}

package enum PreviewReducer {
  package static func reduce(_ state: inout AppState, _ action: PreviewAction) -> [Effect] {
    switch action {
    case .openPressed(let id):
      guard state.photos[id] != nil else { return [] }
      state.preview = PreviewState(photo: id)
    }
    return []
  }

  static func handle(_ state: inout AppState, _ command: Command) -> CommandResult {
    guard let id = state.preview?.photo else { return .ignored }
    switch command {
    case .open:
      state.preview = nil
      return .handled(state.openFullScreen(id, from: state.listInView))
    case .moveLeft: return .handled(step(&state, -1))
    case .moveRight: return .handled(step(&state, 1))
    case .refresh: return .handled(retry(&state, id))
    default: return .ignored
    }
  }

  /// Shows a neighbour in the list or gallery below, and selects it there.
  private static func step(_ state: inout AppState, _ step: Int) -> [Effect] {
    guard let id = state.preview?.photo else { return [] }
    guard let list = state.listInView else { return stepInGallery(&state, from: id, step) }
    guard let index = state[list].order.firstIndex(of: id),
      state[list].order.indices.contains(index + step)
    else { return [] }
    state.preview = PreviewState(photo: state[list].order[index + step])
    return [.event(.selectionMoved(in: list, index + step))]
  }

  private static func stepInGallery(
    _ state: inout AppState,
    from id: Photo.ID,
    _ step: Int
  ) -> [Effect] {
    guard let index = state.gallery.index(of: id), let next = state.gallery.id(at: index + step)
    else { return [] }
    state.preview = PreviewState(photo: next)
    return [.event(.selectionMoved(in: nil, index + step))]
  }

  private static func retry(_ state: inout AppState, _ id: Photo.ID) -> [Effect] {
    let key = PictureKey(.photo(id), .full)
    guard case .failed = state.pictures[key] else { return [state.show(.nothingToRetry)] }
    state.pictures[key] = nil
    return [.pictures(.retry(key))]
  }
}
