import Library
import Model

extension AppState {
  /// Downloads a photo into the gallery, or shows a notice if it is there or being downloaded.
  mutating func download(_ id: Photo.ID) -> [Effect] {
    if downloads[DownloadID(id)]?.isUnderWay == true {
      return [show(.unavailable(.download, .alreadyDownloading))]
    }
    if isInGallery(id) { return [show(.inGallery(id))] }
    return fetch(id)
  }

  /// Downloads several photos into the gallery.
  mutating func download(_ ids: [Photo.ID]) -> [Effect] {
    inLibrary(.downloads(.allRequested(ids, from: origin)))
  }

  /// Downloads a photo into the gallery, even if it is already there.
  mutating func fetch(_ id: Photo.ID) -> [Effect] {
    guard library.serves(id) else { return [show(.unavailable(.download, .otherService))] }
    return inLibrary(.downloads(.requested(DownloadID(id), from: origin)))
  }

  /// Saves a photo to the pictures folder: a copy of the gallery's file if there is one.
  mutating func save(_ id: Photo.ID) -> [Effect] {
    guard library.serves(id) || localFile(of: id) != nil else {
      return [show(.unavailable(.download, .otherService))]
    }
    return inLibrary(.downloads(.requested(DownloadID(id, to: .pictures), from: origin)))
  }

  /// Pauses a download, resumes a paused one, or retries a failed one.
  mutating func togglePause(_ item: DownloadItem) -> [Effect] {
    switch item.phase {
    case .queued, .running: inLibrary(.downloads(.pausePressed(item.id)))
    case .paused: resumeDownload(item.id)
    case .failed: retryDownload(item.id)
    case .finished: []
    }
  }

  mutating func resumeDownload(_ id: DownloadID) -> [Effect] {
    inLibrary(.downloads(.resumePressed(id)))
  }

  /// Queues a failed download again.
  mutating func retryDownload(_ id: DownloadID) -> [Effect] {
    inLibrary(.downloads(.retryPressed(id)))
  }

  /// Cancels a download, or removes a finished or failed one from the list.
  mutating func cancelDownload(_ id: DownloadID) -> [Effect] {
    inLibrary(.downloads(.cancelPressed(id)))
  }
}
