import Model

// Commands for downloads.
extension AppState {
  /// Downloads a photo into the gallery, or shows a notice if it is there or being downloaded.
  mutating func download(_ id: Photo.ID) -> [Effect] {
    if downloads[DownloadID(id)]?.isUnderWay == true {
      return [show(.unavailable(.download, .alreadyDownloading))]
    }
    if isInGallery(id) { return [show(.inGallery(id))] }
    return fetch(id)
  }

  /// Downloads several photos into the gallery, except those with a usable file there.
  package mutating func download(_ ids: [Photo.ID]) -> [Effect] {
    let missing = ids.filter { id in
      !gallery.ids.contains(id) || gallery.conditions[id]?.isUsable == false
    }
    let served = missing.filter(serves)
    let effects = served.flatMap { requestDownload(DownloadID($0), from: origin) }
    let here = ids.count - missing.count
    return effects + [
      show(
        served.isEmpty && here == 0
          ? .unavailable(.download, .otherService) : .downloadingPhotos(served.count, here: here)
      )
    ]
  }

  /// Downloads a photo into the gallery, even if it is already there.
  mutating func fetch(_ id: Photo.ID) -> [Effect] {
    guard serves(id) else { return [show(.unavailable(.download, .otherService))] }
    return requestDownload(DownloadID(id), from: origin)
  }

  /// Saves a photo to the pictures folder: a copy of the gallery's file if there is one.
  mutating func save(_ id: Photo.ID) -> [Effect] {
    guard serves(id) || localFile(of: id) != nil else {
      return [show(.unavailable(.download, .otherService))]
    }
    return requestDownload(DownloadID(id, to: .pictures), from: origin)
  }

  /// Queues a photo, or resumes its paused or failed download.
  ///
  /// - Parameter origin: the list that the photo was found in.
  mutating func requestDownload(_ id: DownloadID, from origin: ListID) -> [Effect] {
    guard offers(.gallery) || id.destination == .pictures, photos[id.photo] != nil else {
      return []
    }
    if let item = downloads[id] {
      guard item.phase == .finished else { return resumeDownload(id) }
      // The user requests it again: its file may be missing.
      downloads.items.removeAll { $0.id == id }
    }
    // A photo that is already in the gallery keeps its original list.
    let origin = gallery.items[id.photo]?.origin ?? origin
    downloads.items.append(DownloadItem(id, origin: origin, position: downloads.nextPosition))
    return DownloadsReducer.enqueue(&self, id)
  }

  /// Pauses a download, resumes a paused one, or retries a failed one.
  mutating func togglePause(_ item: DownloadItem) -> [Effect] {
    switch item.phase {
    case .queued, .running: pauseDownload(item.id)
    case .paused: resumeDownload(item.id)
    case .failed: retryDownload(item.id)
    case .finished: []
    }
  }

  mutating func pauseDownload(_ id: DownloadID) -> [Effect] {
    guard let item = downloads[id], item.isUnderWay else { return [] }
    downloads.change(id) {
      $0.phase = .paused
      $0.progress.speed = nil
    }
    return DownloadsReducer.save(self, item, .paused) + DownloadsReducer.startNext(&self)
  }

  mutating func resumeDownload(_ id: DownloadID) -> [Effect] {
    switch downloads[id]?.phase {
    case .queued, .running, .finished, nil: []
    case .paused, .failed: DownloadsReducer.enqueue(&self, id)
    }
  }

  /// Queues a failed download again.
  ///
  /// If no response had arrived, queues all downloads that failed for this reason, because a short
  /// network outage fails many.
  mutating func retryDownload(_ id: DownloadID) -> [Effect] {
    guard let problem = downloads[id]?.problem else { return [] }
    guard problem.cause.isNoAnswer else { return resumeDownload(id) }
    return downloads.unanswered.flatMap { resumeDownload($0) }
  }

  /// Cancels a download, or removes a finished or failed one from the list.
  mutating func cancelDownload(_ id: DownloadID) -> [Effect] {
    guard let index = downloads.items.firstIndex(where: { $0.id == id }) else { return [] }
    let item = downloads.items.remove(at: index)
    dropFailure(of: id)
    // The focus moves from the removed row to the row below, or to the one above at the end.
    if downloadsList?.focus == id {
      let (items, next) = (downloads.items, max(0, index - 1))
      downloadsList?.focus = items.indices.contains(next) ? items[next].id : nil
    }
    guard item.phase != .finished else { return [] }
    let discard = photos[id.photo].map { Effect.downloads(.discard($0, to: id.destination)) }
    return [discard].compactMap(\.self) + DownloadsReducer.startNext(&self)
  }
}
