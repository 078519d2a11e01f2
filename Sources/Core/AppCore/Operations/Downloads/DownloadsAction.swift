import Model

package enum DownloadsAction: Equatable, Sendable {
  /// Downloads a photo of a list.
  case requested(DownloadID, from: ListID)
  case pausePressed(DownloadID)
  case resumePressed(DownloadID)
  /// Removes the download and the received part. Of a finished download, only the row is removed.
  case cancelPressed(DownloadID)
  case retryPressed(DownloadID)
  case restored(Result<RestoredDownloads, Problem>)
  /// Another instance of imagefeed is downloading the photo; this download waits for it.
  case waits(DownloadID)
  case progressed(DownloadID, DownloadProgress)
  /// No bytes have arrived for a while.
  case stalled(DownloadID)
  case ended(DownloadID, Result<DownloadOutcome, Problem>)
  /// The delay after a connection failure has passed; the failed downloads are retried.
  case networkAwaited
  /// The database entry of the download couldn't be written or removed.
  case noteFailed(DownloadID, Problem)
  /// Each download that could be reported to the service has been reported.
  case tracked
}

package enum DownloadsEffect: Equatable, Sendable {
  /// Reads the downloads of earlier runs, and removes unfinished files without a database entry.
  case restore
  /// Downloads a photo, or its missing part.
  case run(Photo, to: Download.Destination, from: ListID, position: Int)
  /// Stores a download that isn't running now.
  case save(
    Photo,
    to: Download.Destination,
    from: ListID,
    position: Int,
    Download.Intent
  )
  /// Removes the received part and the database entry.
  case discard(Photo, to: Download.Destination)
  /// Reports each downloaded photo to the service once.
  case track

  /// The ID of the effect.
  ///
  /// A later effect on the same download replaces the running one.
  package var id: Effect.ID {
    switch self {
    case .restore: Effect.ID(.downloads, "restore")
    case .track: Effect.ID(.downloads, "track")
    case .run(let photo, let destination, _, _), .save(let photo, let destination, _, _, _),
      .discard(let photo, let destination):
      Effect.ID(.downloads, "\(destination) \(photo.id.service.name) \(photo.id.value)")
    }
  }
}
