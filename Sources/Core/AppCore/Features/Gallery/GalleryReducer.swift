import Model

package enum GalleryReducer {
  package static func reduce(_ state: inout AppState, _ action: GalleryAction) -> [Effect] {
    guard state.offers(.gallery) else { return [] }
    switch action {
    case .openPressed(let id): return [.event(.destinationChosen(.gallery(id)))]
    case .read(.success(let contents)): return replaceContents(&state, contents)
    case .sizeRead(let size): return show(&state, in: size)
    case .photosRead(let ids, let result): return finishReading(&state, ids, result)
    case .read(.failure(let problem)):
      // The contents read before stay.
      state.gallery.load = .failed(problem)
      return []
    case .added(let entry): return add(&state, entry)
    case .checked(let conditions):
      for (id, condition) in conditions where state.gallery.items[id] != nil {
        // A check of the size must not replace the result of a check of the bytes.
        let known = state.gallery.conditions[id]
        if condition == .whole, known == .damaged || known == .verified { continue }
        state.gallery.conditions[id] = condition
      }
      return []
    case .scrolled(let rows): return scroll(&state, by: rows)
    case .menuPressed(let id):
      guard let index = state.gallery.index(of: id), state.place == .gallery else { return [] }
      return select(&state, index) + [.event(.destinationChosen(.menu(id)))]
    case .photoPressed(let id):
      guard let index = state.gallery.index(of: id), [.gallery, .photo].contains(state.place)
      else { return [] }
      return select(&state, index) + openPhoto(&state, id)
    case .headingPressed(of: let id):
      if !state.program.galleryView.marks.isEmpty { markGroup(&state, of: id) }
      return []
    case .picturePressed(let id): return retryPicture(&state, id)
    case .fetchPressed(let id): return state.fetch(id)
    case .readPressed: return begin(&state)
    case .deleteConfirmed(let ids): return delete(&state, ids)
    case .deleted(let gone, let kept, let problem):
      return removeDeleted(&state, gone, kept, problem)
    }
  }

  static func handle(_ state: inout AppState, _ command: Command) -> CommandResult {
    switch command {
    case .moveLeft: return .handled(step(&state, -state.times))
    case .moveRight: return .handled(step(&state, state.times))
    case .moveUp: return .handled(moveLines(&state, state.times, down: false))
    case .moveDown: return .handled(moveLines(&state, state.times, down: true))
    case .pageUp:
      return .handled(moveLines(&state, linesOfPage(state) * state.times, down: false))
    case .pageDown:
      return .handled(moveLines(&state, linesOfPage(state) * state.times, down: true))
    case .first: return .handled(select(&state, (state.pendingCount ?? 1) - 1))
    case .last: return .handled(select(&state, (state.pendingCount ?? state.gallery.count) - 1))
    case .refresh: return .handled(refresh(&state))
    case .smaller, .larger: return .handled(resize(&state, by: command))
    default: break
    }
    guard let id = state.selectedInGallery else {
      // Without photos, Enter presses the button in the middle of the screen.
      if command == .open, case .failed = state.gallery.load { return .handled(begin(&state)) }
      return .ignored
    }
    switch command {
    case .open: return .handled(openPhoto(&state, id))
    case .markAll: mark(&state, state.gallery.groups.flatMap(\.ids))
    case .markGroup: markGroup(&state, of: id)
    case .delete: return .handled(askToDelete(&state, id))
    default: return .ignored
    }
    return .done
  }

  /// Reads the gallery's contents, unless they are being read.
  static func begin(_ state: inout AppState) -> [Effect] {
    guard state.offers(.gallery), state.gallery.load != .reading else { return [] }
    state.gallery.load = .reading
    return [.gallery(.read)]
  }

  /// Resets the gallery after a sign-in and reads its contents.
  ///
  /// Reads for the previous account no longer count.
  static func enter(_ state: inout AppState) -> [Effect] {
    state.gallery.load = .unread
    state.program.galleryView.isVisited = false
    state.program.galleryView.marks = []
    state.program.galleryView.cancelReading()
    state.gallery.deleting = []
    return state.cache.isAvoided ? [] : begin(&state)
  }

  /// Starts the gallery's requests when it is shown.
  static func appear(_ state: inout AppState) -> [Effect] {
    state.program.galleryView.isVisited = true
    let pictures = retryPictures(&state)
    switch state.gallery.load {
    case .failed: return pictures + moved(&state) + begin(&state)
    case .read: return pictures + moved(&state) + [.gallery(.readChanges)]
    case .unread where state.cache.isAvoided: return pictures + begin(&state)
    case .unread, .reading: return pictures + moved(&state)
    }
  }

  /// Retries failed pictures that the gallery has a file for, and checks their files again.
  private static func retryPictures(_ state: inout AppState) -> [Effect] {
    let failed = state.pictures.compactMap { key, status -> Photo.ID? in
      guard case .failed = status, case .photo(let id) = key.source else { return nil }
      return state.gallery.ids.contains(id) ? id : nil
    }
    return Set(failed).sorted { $0.value < $1.value }.flatMap { id in
      state.gallery.conditions[id] = nil
      return retryPicture(&state, id)
    }
  }

  /// Checks a photo's file again, because its picture can't be shown.
  static func pictureFailed(_ state: inout AppState, _ id: Photo.ID) -> [Effect] {
    guard state.isShown(.gallery), let condition = state.gallery.conditions[id],
      condition == .whole || condition == .verified
    else { return [] }
    state.gallery.conditions[id] = nil
    return moved(&state)
  }

  /// Opens a photo in full screen once it has been read.
  static func openPhoto(_ state: inout AppState, _ id: Photo.ID) -> [Effect] {
    guard state.photos[id] != nil else {
      state.program.galleryView.opening = id
      return readPhotos(&state, [id])
    }
    state.program.galleryView.opening = nil
    return state.openFullScreen(id, from: nil)
  }

  /// Shows a neighbour of the photo in full screen.
  static func stepPhoto(_ state: inout AppState, _ step: Int) -> [Effect] {
    let index = max(0, min(state.gallery.count - 1, state.program.galleryView.selection + step))
    guard index != state.program.galleryView.selection, let id = state.gallery.id(at: index) else {
      return []
    }
    let selected = select(&state, index)
    return openPhoto(&state, id) + selected
  }

  /// Verifies the bytes of a photo that is shown in full screen.
  static func verify(_ state: AppState, _ id: Photo.ID) -> [Effect] {
    guard state.gallery.conditions[id] != .verified, let file = state.galleryFile(of: id) else {
      return []
    }
    return [.gallery(.verify(file))]
  }

  // MARK: Contents

  private static func replaceContents(_ state: inout AppState, _ contents: GalleryContents)
    -> [Effect]
  {
    rearrange(&state) { $0.replaceGallery(contents) }
    state.program.galleryView.unreadable = []
    state.program.galleryView.marks.formIntersection(state.gallery.ids)
    return moved(&state)
  }

  private static func add(_ state: inout AppState, _ entry: GalleryEntry) -> [Effect] {
    rearrange(&state) { $0.addToGallery(entry) }
    return retryPicture(&state, entry.photo.id) + moved(&state)
  }

  // MARK: Deleting

  private static func askToDelete(_ state: inout AppState, _ id: Photo.ID) -> [Effect] {
    let marks = state.program.galleryView.marks
    let ids = (marks.isEmpty ? [id] : marks).subtracting(state.gallery.deleting)
    guard !ids.isEmpty else { return [] }
    let bytes = ids.reduce(Int64(0)) { $0.adding(bytes: state.gallery.items[$1]?.size ?? 0) }
    let all = state.gallery.groups.flatMap(\.ids).filter(ids.contains)
    state.alert(.confirmDelete(all, bytes: bytes))
    return []
  }

  private static func delete(_ state: inout AppState, _ ids: [Photo.ID]) -> [Effect] {
    let files = ids.filter { !state.gallery.deleting.contains($0) }.compactMap(state.galleryFile)
    guard !files.isEmpty else { return [] }
    state.gallery.deleting.formUnion(files.map(\.id))
    // A file that is being downloaded again would otherwise return.
    let cancelled = files.flatMap { state.cancelDownload(DownloadID($0.id)) }
    return cancelled + [.gallery(.delete(files))]
  }

  private static func removeDeleted(
    _ state: inout AppState,
    _ gone: [Photo.ID],
    _ kept: [Photo.ID],
    _ problem: Problem?
  ) -> [Effect] {
    let ids = Set(gone)
    state.gallery.deleting.subtract(ids.union(kept))
    rearrange(&state) { $0.gallery.remove(ids) }
    state.program.galleryView.marks.subtract(ids)
    if let problem {
      state.alert(.problem(problem, retry: .gallery(.deleteConfirmed(kept))))
    }
    let notice = gone.isEmpty ? [] : [state.show(.deletedPhotos(gone.count))]
    return notice + moved(&state)
  }

  // MARK: Failures

  /// Retries the selected photo's failure, or reads the gallery again if there is none.
  private static func refresh(_ state: inout AppState) -> [Effect] {
    if let id = state.selectedInGallery {
      if state.gallery.conditions[id]?.isUsable == false {
        return reduce(&state, .fetchPressed(id))
      }
      let retried = retryPicture(&state, id)
      if !retried.isEmpty { return retried }
    }
    return begin(&state)
  }

  private static func retryPicture(_ state: inout AppState, _ id: Photo.ID) -> [Effect] {
    [PictureKey.Use.thumbnail, .full].compactMap { use in
      let key = PictureKey(.photo(id), use)
      guard case .failed = state.pictures[key] else { return nil }
      state.pictures[key] = nil
      return .pictures(.retry(key))
    }
  }
}
