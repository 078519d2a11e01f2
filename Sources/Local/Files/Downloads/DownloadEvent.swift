import Model

/// A step of a download that its caller may show.
package enum DownloadEvent: Sendable {
  /// Another process downloads the photo; this download waits for it.
  case waits
  /// The file is about to be requested from the service.
  case requested
  /// Data has arrived; sent on another thread, about ten times a second.
  case progressed(PhotoDownloader.Progress)
  /// The file is complete, but the credit couldn't be added to it.
  case uncredited(path: String, CreditFault)
}

/// A function that receives the steps of a download.
package typealias DownloadObserver = @Sendable (DownloadEvent) -> Void
