import Library
import Model

package enum DownloadsAction: Equatable, Sendable {
  /// The photograph is to be kept in the gallery, also where it is kept and its file damaged.
  case startPressed(Photo.ID)
  case pausePressed(DownloadID)
  case resumePressed(DownloadID)
  /// What has come is removed; of a finished one only its row goes.
  case cancelPressed(DownloadID)
  case retryPressed(DownloadID)
  /// The list of all downloads.
  case listPressed
  case rowPressed(DownloadID)
  case focusMoved(Int)
  case restored(Result<RestoredDownloads, Problem>)
  case progressed(DownloadID, DownloadProgress)
  /// Nothing has come for a while.
  case stalled(DownloadID)
  case ended(DownloadID, Result<DownloadOutcome, Problem>)
  /// What the network has failed is worth another try.
  case networkAwaited
  /// It could not be written down, or not be removed.
  case noteFailed(DownloadID, Problem)
  /// The service was told as much as it could be.
  case tracked
}

package enum DownloadsEffect: Equatable, Sendable {
  /// Reads what an earlier start has left, and removes unfinished files that nobody knows.
  case restore
  /// Brings a photograph, or the rest of it.
  case run(DownloadID, ListID, place: Int)
  /// Writes down a download that does not run now.
  case note(DownloadID, ListID, place: Int, Download.Intent)
  /// Removes what has come, and forgets the download.
  case discard(DownloadID)
  /// Tells the service of each photograph that was kept, once.
  case track

  /// What is done with one download replaces what was being done with it.
  package var id: Effect.ID {
    switch self {
    case .restore: Effect.ID(.downloads, "restore")
    case .track: Effect.ID(.downloads, "track")
    case .run(let id, _, _), .note(let id, _, _, _), .discard(let id):
      Effect.ID(.downloads, "\(id.destination) \(id.photo.service.name) \(id.photo.value)")
    }
  }
}
