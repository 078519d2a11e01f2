import Model

package enum DownloadsAction: Equatable, Sendable {
  /// A photograph found in a list is to come here, also where it is here and its file damaged.
  case requested(DownloadID, from: ListID)
  /// Several are to come into the gallery; those that are there stay as they are.
  case allRequested([Photo.ID], from: ListID)
  case pausePressed(DownloadID)
  case resumePressed(DownloadID)
  /// What has come is removed; of a finished one only its row goes.
  case cancelPressed(DownloadID)
  case retryPressed(DownloadID)
  case restored(Result<RestoredDownloads, Problem>)
  /// Another window is downloading the photo; the download waits until that one ends.
  case waits(DownloadID)
  case progressed(DownloadID, DownloadProgress)
  /// Nothing has come for a while.
  case stalled(DownloadID)
  case ended(DownloadID, Result<DownloadOutcome, Problem>)
  /// What the network has failed is worth another try.
  case networkAwaited
  /// It could not be written down, or not be removed.
  case noteFailed(DownloadID, Problem)
  /// All that could be reported to the service has been.
  case tracked
}

package enum DownloadsEffect: Equatable, Sendable {
  /// Reads what an earlier start has left, and removes unfinished files that nobody knows.
  case restore
  /// Brings a photograph, or the rest of it.
  case run(Photo, to: Download.Destination, from: ListID, position: Int)
  /// Writes down a download that does not run now.
  case note(
    Photo,
    to: Download.Destination,
    from: ListID,
    position: Int,
    Download.Intent
  )
  /// Removes what has come, and forgets the download.
  case discard(Photo, to: Download.Destination)
  /// Tells the service of each photograph that was kept, once.
  case track

  /// What is done with one download replaces what was being done with it.
  package var id: EffectID {
    switch self {
    case .restore: EffectID(.downloads, "restore")
    case .track: EffectID(.downloads, "track")
    case .run(let photo, let destination, _, _), .note(let photo, let destination, _, _, _),
      .discard(let photo, let destination):
      EffectID(.downloads, "\(destination) \(photo.id.service.name) \(photo.id.value)")
    }
  }
}
