import Model

/// One photograph on its way to one place: the same one may also be on its way to the other.
package struct DownloadID: Hashable, Sendable {
  package let photo: Photo.ID
  package let destination: Download.Destination

  package init(_ photo: Photo.ID, to destination: Download.Destination = .gallery) {
    self.photo = photo
    self.destination = destination
  }
}

/// How much of a photograph is here, and how fast the rest comes.
package struct DownloadProgress: Equatable, Sendable {
  /// Bytes, those of earlier starts included.
  package var received: Int64
  /// Bytes of the whole file, where the server says.
  package var expected: Int64?
  /// Bytes a second of late; nil where nothing has been measured.
  package var speed: Int64?

  package init(received: Int64 = 0, expected: Int64? = nil, speed: Int64? = nil) {
    self.received = received
    self.expected = expected
    self.speed = speed
  }
}

/// A download as a person sees it.
package struct DownloadItem: Equatable, Sendable {
  package enum Phase: Equatable, Sendable {
    /// Begins as soon as another one ends.
    case queued
    case running
    case paused
    case failed(Problem)
    case finished
  }

  package let id: DownloadID
  package let origin: ListID
  /// The place in the order in which they were asked for, which outlives the program.
  package let position: Int
  package var phase: Phase
  package var progress: DownloadProgress
  /// It is tried again by itself: that it gets no answer once more is no news.
  package var isTriedAgain = false
  /// Another window is downloading the photo: this running download waits for it.
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

  /// Whether it is on its way without anybody's help.
  package var isUnderWay: Bool { phase == .running || phase == .queued }

  package var problem: Problem? {
    if case .failed(let problem) = phase { problem } else { nil }
  }
}

/// Photographs on their way to this machine.
///
/// They belong to the program: leaving a screen or the account does not touch them.
package struct DownloadsState: Equatable, Sendable {
  /// In the order in which they were asked for; what has ended stays until the program does.
  package var items: [DownloadItem] = []
  /// The photographs that have been saved to the person's pictures folder.
  package var saved: Set<Photo.ID> = []
  /// Whether downloads are being reported to the service.
  package var isTracking = false
  /// Whether something was kept meanwhile.
  package var tracksAgain = false

  package init() {}

  package subscript(id: DownloadID) -> DownloadItem? { items.first { $0.id == id } }

  /// The rows of the list.
  package var newestFirst: ReversedCollection<[DownloadItem]> { items.reversed() }

  /// The place of one that is asked for now.
  package var nextPosition: Int {
    let (next, isTooHigh) = (items.last?.position ?? 0).addingReportingOverflow(1)
    return isTooHigh ? .max : next
  }

  /// How many are on their way.
  package var countUnderWay: Int { items.count { $0.isUnderWay } }

  /// The download that a photograph's tile shows; nil when nothing is under way or stuck.
  package func shown(for photo: Photo.ID) -> DownloadItem? {
    let unfinished = items.filter { $0.id.photo == photo && $0.phase != .finished }
    return unfinished.first { $0.id.destination == .gallery } ?? unfinished.first
  }
}

extension DownloadsState {
  /// Those that the network has failed.
  package var unanswered: [DownloadID] {
    items.filter { $0.problem?.cause.isNoAnswer ?? false }.map(\.id)
  }

  package mutating func change(_ id: DownloadID, _ change: (inout DownloadItem) -> Void) {
    guard let index = items.firstIndex(where: { $0.id == id }) else { return }
    change(&items[index])
  }
}

extension DownloadsState {
  /// How far all of them are, as a terminal can show outside of its window.
  package enum Overall: Equatable, Sendable {
    /// - Parameter percent: 0 to 100; nil where the size of a file is not known.
    case running(percent: Int?)
    /// Nothing runs, and something has failed.
    case failed
  }

  /// Nil when there is nothing to show.
  package var overall: Overall? {
    let active = items.filter(\.isUnderWay)
    guard !active.isEmpty else {
      // What another window is busy with has not failed.
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

extension Problem.Cause {
  /// Whether another window of the program is at it.
  package var isInUse: Bool {
    if case .inUse = self { true } else { false }
  }
}

/// How a download has ended well.
package enum DownloadOutcome: Equatable, Sendable {
  case downloaded(GalleryEntry)
  case saved(path: String)
}

/// What an earlier start has left.
package struct RestoredDownloads: Equatable, Sendable {
  package struct Entry: Equatable, Sendable {
    package var download: Download
    /// Bytes that are here.
    package var received: Int64

    package init(download: Download, received: Int64) {
      self.download = download
      self.received = received
    }
  }

  /// The oldest first.
  package var entries: [Entry]
  /// Those in the gallery.
  package var inGallery: Set<Photo.ID>
  package var saved: Set<Photo.ID>

  package init(entries: [Entry] = [], inGallery: Set<Photo.ID> = [], saved: Set<Photo.ID> = []) {
    self.entries = entries
    self.inGallery = inGallery
    self.saved = saved
  }
}
