import Model

/// The reducer of the download queue: a limited number runs, the others wait.
enum DownloadsReducer {
  static func reduce(_ library: inout Library, _ action: DownloadsAction) -> [LibraryEffect] {
    switch action {
    case .requested(let id, let origin): return start(&library, id, from: origin)
    case .allRequested(let ids, let origin): return start(&library, all: ids, from: origin)
    case .pausePressed(let id): return pause(&library, id)
    case .resumePressed(let id): return resume(&library, id)
    case .retryPressed(let id): return retry(&library, id)
    case .cancelPressed(let id): return cancel(&library, id)
    case .restored(let result): return restore(&library, result)
    case .waits(let id):
      guard library.local.downloads[id]?.phase == .running else { return [] }
      library.local.downloads.change(id) { $0.isWaiting = true }
      return startNext(&library)
    case .progressed(let id, let progress):
      guard library.local.downloads[id]?.phase == .running else { return [] }
      library.local.downloads.change(id) {
        $0.progress = progress
        $0.isTriedAgain = false
        $0.isWaiting = false
      }
      return [.after(stallTimer(id), stallDelay, .downloads(.stalled(id)))]
    case .stalled(let id):
      library.local.downloads.change(id) { if $0.phase == .running { $0.progress.speed = 0 } }
    case .ended(let id, .success(let outcome)): return finish(&library, id, outcome)
    case .ended(let id, .failure(let problem)): return fail(&library, id, problem)
    case .networkAwaited: return networkIsBack(&library)
    case .noteFailed(_, let problem): return [.event(.downloadStorageFailed(problem))]
    case .tracked:
      library.local.downloads.isTracking = false
      guard library.local.downloads.tracksAgain else { return [] }
      return track(&library)
    }
    return []
  }

  /// The time without a byte after which the speed is shown as 0.
  private static let stallDelay = Duration.seconds(3)

  /// The timer that retries failed downloads after a delay.
  ///
  /// The retry requests only the files, which don't count towards the quota.
  private static let tryLater = LibraryEffect.after(
    EffectID(.app, "downloads"),
    Library.networkRetryDelay,
    .downloads(.networkAwaited)
  )

  package static func stallTimer(_ id: DownloadID) -> EffectID {
    EffectID(.app, "stalled \(id.destination.rawValue) \(id.photo.service.name) \(id.photo.value)")
  }

  // MARK: Commands

  /// Queues a photo, or resumes its paused or failed download.
  ///
  /// - Parameter origin: the list that the photo was found in.
  private static func start(
    _ library: inout Library,
    _ id: DownloadID,
    from origin: ListID
  ) -> [LibraryEffect] {
    guard library.offers(.gallery) || id.destination == .pictures, library.photos[id.photo] != nil
    else { return [] }
    if let item = library.local.downloads[id] {
      guard item.phase == .finished else { return resume(&library, id) }
      // The user requests it again: its file may be missing.
      library.local.downloads.items.removeAll { $0.id == id }
    }
    // A photo that is already in the gallery keeps its original list.
    let origin = library.local.gallery.items[id.photo]?.origin ?? origin
    library.local.downloads.items.append(
      DownloadItem(id, origin: origin, position: library.local.downloads.nextPosition)
    )
    return enqueue(&library, id)
  }

  /// Queues several photos, except those with a usable file in the gallery.
  private static func start(
    _ library: inout Library,
    all ids: [Photo.ID],
    from origin: ListID
  ) -> [LibraryEffect] {
    let missing = ids.filter { id in
      !library.local.gallery.ids.contains(id)
        || library.local.gallery.conditions[id]?.isUsable == false
    }
    let served = missing.filter(library.serves)
    let effects = served.flatMap { start(&library, DownloadID($0), from: origin) }
    let here = ids.count - missing.count
    return effects + [.event(.downloadsQueued(served.count, here: here))]
  }

  private static func pause(_ library: inout Library, _ id: DownloadID) -> [LibraryEffect] {
    guard let item = library.local.downloads[id], item.isUnderWay else { return [] }
    library.local.downloads.change(id) {
      $0.phase = .paused
      $0.progress.speed = nil
    }
    return save(library, item, .paused) + startNext(&library)
  }

  private static func resume(_ library: inout Library, _ id: DownloadID) -> [LibraryEffect] {
    guard let item = library.local.downloads[id] else { return [] }
    switch item.phase {
    case .queued, .running, .finished: return []
    case .paused, .failed: return enqueue(&library, id)
    }
  }

  /// Retries a failed download.
  ///
  /// If no response had arrived, retries all downloads that failed for this reason, because a short
  /// network outage fails many.
  private static func retry(_ library: inout Library, _ id: DownloadID) -> [LibraryEffect] {
    guard let problem = library.local.downloads[id]?.problem else { return [] }
    guard problem.cause.isNoAnswer else { return resume(&library, id) }
    return library.local.downloads.unanswered.flatMap { resume(&library, $0) }
  }

  /// Retries the downloads that got no response, because the network is back or may be.
  static func networkIsBack(_ library: inout Library) -> [LibraryEffect] {
    library.local.downloads.unanswered.flatMap { id in
      let effects = resume(&library, id)
      library.local.downloads.change(id) { $0.isTriedAgain = true }
      return effects
    }
  }

  private static func cancel(_ library: inout Library, _ id: DownloadID) -> [LibraryEffect] {
    guard let index = library.local.downloads.items.firstIndex(where: { $0.id == id }) else {
      return []
    }
    let item = library.local.downloads.items.remove(at: index)
    let event = LibraryEffect.event(.downloadRemoved(id, index: index))
    guard item.phase != .finished else { return [event] }
    guard let photo = library.photos[id.photo] else { return [event] + startNext(&library) }
    let discard = LibraryEffect.downloads(.discard(photo, to: id.destination))
    return [event, discard] + startNext(&library)
  }

  // MARK: Queue

  /// Queues a download, and stores it in the database if it can't start immediately.
  private static func enqueue(_ library: inout Library, _ id: DownloadID) -> [LibraryEffect] {
    guard let item = library.local.downloads[id] else { return [] }
    library.local.downloads.change(id) {
      $0.phase = .queued
      $0.progress.speed = nil
      $0.isTriedAgain = false
    }
    let started = [.event(.downloadQueued(id))] + startNext(&library)
    guard library.local.downloads[id]?.phase == .queued else { return started }
    return started + save(library, item, .running)
  }

  /// Stores a download that isn't running now.
  private static func save(
    _ library: Library,
    _ item: DownloadItem,
    _ intent: Download.Intent
  ) -> [LibraryEffect] {
    guard let photo = library.photos[item.id.photo] else { return [] }
    let note = DownloadsEffect.save(
      photo,
      to: item.id.destination,
      from: item.origin,
      position: item.position,
      intent
    )
    return [.downloads(note)]
  }

  /// Starts the oldest queued downloads, up to the limit of concurrent ones.
  private static func startNext(_ library: inout Library) -> [LibraryEffect] {
    var room =
      library.launch.preferences.downloadsAtOnce
      - library.local.downloads.items.count { $0.phase == .running && !$0.isWaiting }
    var effects: [LibraryEffect] = []
    for index in library.local.downloads.items.indices
    where room > 0 && library.local.downloads.items[index].phase == .queued {
      let item = library.local.downloads.items[index]
      guard let photo = library.photos[item.id.photo] else { continue }
      room -= 1
      library.local.downloads.items[index].phase = .running
      library.local.downloads.items[index].isWaiting = false
      effects.append(
        .downloads(.run(photo, to: item.id.destination, from: item.origin, position: item.position))
      )
    }
    return effects
  }

  // MARK: Results

  private static func restore(
    _ library: inout Library,
    _ result: Result<RestoredDownloads, Problem>
  ) -> [LibraryEffect] {
    switch result {
    case .failure(let problem):
      return [.event(.downloadStorageFailed(problem))]
    case .success(let restored):
      library.local.gallery.ids.formUnion(restored.inGallery)
      for entry in restored.entries {
        let download = entry.download
        let id = DownloadID(download.photo.id, to: download.destination)
        if library.photos[id.photo] == nil { library.photos[id.photo] = download.photo }
        guard library.local.downloads[id] == nil else { continue }
        library.local.downloads.items.append(
          DownloadItem(
            id,
            origin: download.origin,
            position: download.position,
            phase: download.intent == .paused ? .paused : .queued,
            progress: DownloadProgress(received: entry.received, expected: download.expected)
          )
        )
      }
      return startNext(&library) + track(&library)
    }
  }

  private static func finish(
    _ library: inout Library,
    _ id: DownloadID,
    _ outcome: DownloadOutcome
  ) -> [LibraryEffect] {
    library.local.downloads.change(id) {
      $0.phase = .finished
      $0.progress.speed = nil
      $0.progress.received = $0.progress.expected ?? $0.progress.received
    }
    var effects: [LibraryEffect] = []
    switch outcome {
    case .downloaded(let entry):
      library.local.downloads.change(id) { $0.progress = DownloadProgress(entry.size) }
      effects.append(.event(.fileDownloaded(entry)))
    case .saved(let path): effects.append(.event(.fileSaved(id.photo, path: path)))
    }
    return effects + startNext(&library) + track(&library)
  }

  private static func fail(
    _ library: inout Library,
    _ id: DownloadID,
    _ problem: Problem
  ) -> [LibraryEffect] {
    guard let item = library.local.downloads[id] else { return [] }
    library.local.downloads.change(id) {
      $0.phase = .failed(problem)
      $0.progress.speed = nil
    }
    let isSilent = problem.cause.isNoAnswer
    // The download's row says that another instance has the file, so no message is shown.
    let needsMessage = !problem.cause.isInUse && !(isSilent && item.isTriedAgain)
    return (needsMessage ? [.event(.downloadFailed(id, problem))] : [])
      + (isSilent ? [tryLater] : []) + startNext(&library)
  }

  /// Reports downloads to the service.
  ///
  /// While a report runs, only requests another one after it, so that no download is reported
  /// twice.
  private static func track(_ library: inout Library) -> [LibraryEffect] {
    library.local.downloads.tracksAgain = library.local.downloads.isTracking
    guard !library.local.downloads.isTracking else { return [] }
    library.local.downloads.isTracking = true
    return [.downloads(.track)]
  }
}

extension DownloadProgress {
  /// Creates the progress of a complete file.
  fileprivate init(_ size: Int64) { self.init(received: size, expected: size) }
}
