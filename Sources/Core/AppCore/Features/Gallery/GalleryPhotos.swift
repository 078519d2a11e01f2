import Canvas
import Model

// The gallery knows the IDs of all its photos and reads a photo when it is near the screen.
extension GalleryReducer {
  /// Reads the photos among these that aren't in the state yet.
  static func readPhotos(_ state: inout AppState, _ ids: [Photo.ID]) -> [Effect] {
    let missing = ids.filter { id in
      state.isUnread(id) && state.program.galleryView.reading.insert(id).inserted
    }
    guard !missing.isEmpty else { return [] }
    return [.gallery(.readPhotos(missing))]
  }

  /// Defers a command until the photos it acts on have been read.
  ///
  /// Later commands are queued after it.
  ///
  /// - Returns: the effects; `nil` if the command doesn't have to wait.
  static func deferCommand(_ state: inout AppState, _ command: Command) -> [Effect]? {
    guard state.stage == .main, state.isShown(.gallery), !command.isForProgram else {
      return nil
    }
    guard state.program.galleryView.waiting.isEmpty else {
      state.program.galleryView.waiting.append(command)
      return []
    }
    guard state.place == .gallery, command.actsOnPhotos else { return nil }
    let ids = state.hasMarks ? state.marked : [state.selectedInGallery].compactMap(\.self)
    guard ids.contains(where: state.isUnread) else { return nil }
    state.program.galleryView.waiting = [command]
    return readPhotos(&state, ids)
  }

  /// Stores photos that were read, then performs what waited for them.
  static func finishReading(
    _ state: inout AppState,
    _ ids: [Photo.ID],
    _ result: Result<[Photo], Problem>
  ) -> [Effect] {
    state.program.galleryView.reading.subtract(ids)
    defer { state.program.galleryView.unreadable.formUnion(ids.filter { state.photos[$0] == nil }) }
    var effects: [Effect] = []
    switch result {
    case .success(let photos): state.addPhotos(photos)
    case .failure(let problem): effects = [state.show(.failed(problem, retry: nil))]
    }
    if let id = state.program.galleryView.opening, ids.contains(id) {
      state.program.galleryView.opening = nil
      if state.photos[id] != nil, state.isShown(.gallery) { effects += openPhoto(&state, id) }
    }
    // While other photos are still being read, the first command waits.
    let commands = state.program.galleryView.waiting
    guard !commands.isEmpty, state.program.galleryView.reading.isEmpty else { return effects }
    state.program.galleryView.waiting = []
    guard case .success = result else { return effects }
    return effects + [.event(.commandsReady(commands))]
  }
}

extension AppState {
  fileprivate func isUnread(_ id: Photo.ID) -> Bool {
    photos[id] == nil && !program.galleryView.unreadable.contains(id)
  }
}

extension Command {
  /// Whether the command acts on the selected or marked photos and needs more than their files.
  fileprivate var actsOnPhotos: Bool {
    switch self {
    case .like, .share, .author, .collect, .menu, .download, .details,
      .compare:
      true
    default: false
    }
  }

  /// Whether the command concerns the program and never waits.
  fileprivate var isForProgram: Bool { [.redraw, .suspend, .quit].contains(self) }
}
