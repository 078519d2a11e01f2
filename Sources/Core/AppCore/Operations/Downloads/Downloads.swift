import Model

/// A download as listed for the user.
package struct DownloadItem: Equatable, Sendable {
  package enum Phase: Equatable, Sendable {
    /// Waiting until another download ends.
    case queued
    case running
    case paused
    case failed(Problem)
    case finished
  }

  package let id: DownloadID
  package let origin: ListID
  /// The position in the queue, in the order of requests.
  ///
  /// Stored in the database.
  package let position: Int
  package var phase: Phase
  package var progress: DownloadProgress
  /// Whether this is an automatic retry.
  ///
  /// Another connection failure isn't reported then.
  package var isTriedAgain = false
  /// Whether this running download waits because another instance of imagefeed downloads the photo.
  package var isWaiting = false

  package init(
    _ id: DownloadID,
    origin: ListID,
    position: Int = 1,
    phase: Phase = .queued,
    progress: DownloadProgress = DownloadProgress()
  ) {
    self.id = id
    self.origin = origin
    self.position = position
    self.phase = phase
    self.progress = progress
  }

  /// Whether the download is running or queued.
  package var isUnderWay: Bool { phase == .running || phase == .queued }

  package var problem: Problem? {
    if case .failed(let problem) = phase { problem } else { nil }
  }
}

/// The downloads of the process.
///
/// Leaving a screen or signing out doesn't affect them.
package struct DownloadsState: Equatable, Sendable {
  /// The downloads in the order of requests.
  ///
  /// Finished ones stay until the program exits.
  package var items: [DownloadItem] = []
  /// Whether downloads are being reported to the service.
  package var isTracking = false
  /// Whether a download has finished during the current report, so that another report is needed.
  package var tracksAgain = false

  package subscript(id: DownloadID) -> DownloadItem? { items.first { $0.id == id } }

  /// The rows of the downloads list.
  package var newestFirst: ReversedCollection<[DownloadItem]> { items.reversed() }

  /// The position of the next request.
  package var nextPosition: Int {
    let (next, isTooHigh) = (items.last?.position ?? 0).addingReportingOverflow(1)
    return isTooHigh ? .max : next
  }

  /// The number of running and queued downloads.
  package var countUnderWay: Int { items.count { $0.isUnderWay } }

  /// Returns the download to show on a photo's tile; `nil` if none is unfinished.
  ///
  /// Prefers the download to the gallery.
  package func shown(for photo: Photo.ID) -> DownloadItem? {
    let unfinished = items.filter { $0.id.photo == photo && $0.phase != .finished }
    return unfinished.first { $0.id.destination == .gallery } ?? unfinished.first
  }
}

extension DownloadsState {
  /// The downloads that failed because no response arrived.
  package var unanswered: [DownloadID] {
    items.filter { $0.problem?.cause.isNoAnswer ?? false }.map(\.id)
  }

  package mutating func change(_ id: DownloadID, _ change: (inout DownloadItem) -> Void) {
    guard let index = items.firstIndex(where: { $0.id == id }) else { return }
    change(&items[index])
  }
}

extension DownloadsState {
  /// The overall progress, which some terminals show outside of their window.
  package enum OverallProgress: Equatable, Sendable {
    /// Downloads are running or queued.
    ///
    /// - Parameter percent: 0 to 100; `nil` if the size of a file is unknown.
    case running(percent: Int?)
    /// No download is running or queued, and at least one has failed.
    case failed
  }

  /// The overall progress; `nil` if there is nothing to show.
  package var overall: OverallProgress? {
    let active = items.filter(\.isUnderWay)
    guard !active.isEmpty else {
      // A photo that another instance is downloading doesn't count as failed.
      let hasFailed = items.contains { $0.problem.map { !$0.cause.isInUse } ?? false }
      return hasFailed ? .failed : nil
    }
    let running = active.filter { $0.phase == .running }
    var received: Int64 = 0
    var expected: Int64 = 0
    for item in running {
      guard let size = item.progress.expected, size > 0 else { return .running(percent: nil) }
      received += min(item.progress.received, size)
      expected += size
    }
    guard expected > 0 else { return .running(percent: nil) }
    return .running(percent: Int(received * 100 / expected))
  }
}

/// The list of all downloads, shown as an overlay.
package struct DownloadsListState: Equatable, Sendable {
  /// The row that keys act on; `nil` if the list is empty.
  package var focus: DownloadID?

  package init(focus: DownloadID? = nil) { self.focus = focus }
}

extension AppState {
  /// The list that the current photo was found in.
  var origin: ListID { (photo?.list ?? listInView ?? .feed).origin }

  /// The download that keys act on: the focused one in the downloads list, otherwise the current
  /// photo's.
  package var currentDownload: DownloadItem? {
    if place == .downloads { return downloadsList?.focus.flatMap { downloads[$0] } }
    return isFocusOffPhotos ? nil : currentPhoto.flatMap { downloads.shown(for: $0) }
  }
}
