import Model

package enum MarksAction: Equatable, Sendable {
  /// The mark of a photo was pressed, or the photo was pressed with Ctrl.
  case toggled(Photo.ID)
}

/// The reducer of marks in lists and in the gallery, for commands that act on several photos.
///
/// Marks belong to their list and are removed with it.
package enum MarksReducer {
  package static func reduce(_ state: inout AppState, _ action: MarksAction) -> [Effect] {
    guard state.offers(.marks), Set.marking.contains(state.place) else { return [] }
    switch action {
    case .toggled(let id): if state.currentPhotos.contains(id) { toggle(&state, id) }
    }
    return []
  }

  static func handle(_ state: inout AppState, _ command: Command) -> CommandResult {
    guard state.offers(.marks) else { return .ignored }
    if command == .mark { return .handled(mark(&state)) }
    if command == .markAll, !state.isShown(.gallery) {
      // If all photos are marked, the command removes the marks.
      let all = Set(state.currentPhotos)
      state.marks = state.marks == all ? [] : all
      return .done
    }
    let ids = state.marked
    guard !ids.isEmpty else { return .ignored }
    switch command {
    case .back: state.marks = []
    case .like: return .handled(state.like(ids))
    case .download: return .handled(state.download(ids))
    case .collect: return .handled([.event(.destinationChosen(.collections(for: ids)))])
    case .compare: return .handled(state.compare(ids))
    case .share: return .handled([.event(.destinationChosen(.share(ids)))])
    default: return .ignored
    }
    return .done
  }

  /// Marks or unmarks the selected photo and selects the next one.
  ///
  /// A count extends this to several photos.
  private static func mark(_ state: inout AppState) -> [Effect] {
    let photos = state.currentPhotos
    guard let start = state.currentPhoto.flatMap(photos.firstIndex) else { return [] }
    let end = min(photos.count, start + state.times)
    guard start < end else { return [] }
    for id in photos[start..<end] { toggle(&state, id) }
    let next = min(end, photos.count - 1)
    return [.event(.selectionMoved(in: state.listInView, next))]
  }

  private static func toggle(_ state: inout AppState, _ id: Photo.ID) {
    if state.marks.remove(id) == nil { state.marks.insert(id) }
  }
}
