import Model

/// The queue of downloads: a few run, the others wait for their turn.
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
    case .noteFailed(_, let problem): return [.event(.downloadsUnknown(problem))]
    case .tracked:
      library.local.downloads.isTracking = false
      guard library.local.downloads.tracksAgain else { return [] }
      return track(&library)
    }
    return []
  }

  /// After so long without a byte the last speed no longer holds.
  private static let stallDelay = Duration.seconds(3)

  /// No request of those that are counted: the file itself is asked for once more.
  private static let tryLater = LibraryEffect.after(
    EffectID(.app, "downloads"),
    Library.networkRetryDelay,
    .downloads(.networkAwaited)
  )

  package static func stallTimer(_ id: DownloadID) -> EffectID {
    EffectID(.app, "stalled \(id.destination.rawValue) \(id.photo.service.name) \(id.photo.value)")
  }

  // MARK: What a person does with one

  /// Asks for a photograph, or for the rest of one that was paused or has failed.
  ///
  /// - Parameter origin: where the photograph was found.
  private static func start(
    _ library: inout Library,
    _ id: DownloadID,
    from origin: ListID
  ) -> [LibraryEffect] {
    guard library.offers(.gallery) || id.destination == .pictures, library.photos[id.photo] != nil
    else { return [] }
    if let item = library.local.downloads[id] {
      guard item.phase == .finished else { return resume(&library, id) }
      // It is wanted once more: its file may be gone.
      library.local.downloads.items.removeAll { $0.id == id }
    }
    // Kept once more, it stays where it was found.
    let origin = library.local.gallery.items[id.photo]?.origin ?? origin
    library.local.downloads.items.append(
      DownloadItem(id, origin: origin, position: library.local.downloads.nextPosition)
    )
    return enqueue(&library, id)
  }

  /// Asks for several photographs; what is here already is left as it is.
  private static func start(
    _ library: inout Library,
    all ids: [Photo.ID],
    from origin: ListID
  ) -> [LibraryEffect] {
    let missing = ids.filter { id in
      !library.local.gallery.ids.contains(id)
        || library.local.gallery.conditions[id]?.isUsable == false
    }
    let effects = missing.flatMap { start(&library, DownloadID($0), from: origin) }
    let here = ids.count - missing.count
    return effects + [.event(.downloadsQueued(missing.count, here: here))]
  }

  private static func pause(_ library: inout Library, _ id: DownloadID) -> [LibraryEffect] {
    guard let item = library.local.downloads[id], item.isUnderWay else { return [] }
    library.local.downloads.change(id) {
      $0.phase = .paused
      $0.progress.speed = nil
    }
    return note(library, item, .paused) + startNext(&library)
  }

  private static func resume(_ library: inout Library, _ id: DownloadID) -> [LibraryEffect] {
    guard let item = library.local.downloads[id] else { return [] }
    switch item.phase {
    case .queued, .running, .finished: return []
    case .paused, .failed: return enqueue(&library, id)
    }
  }

  /// A network that was away for a moment has failed many: all of them are tried again.
  private static func retry(_ library: inout Library, _ id: DownloadID) -> [LibraryEffect] {
    guard let problem = library.local.downloads[id]?.problem else { return [] }
    guard problem.cause.isNoAnswer else { return resume(&library, id) }
    return library.local.downloads.unanswered.flatMap { resume(&library, $0) }
  }

  /// Goes on by itself with what got no answer: the network is back, or perhaps is.
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

  // MARK: The queue

  /// Puts one into the queue; where it has to wait there, that is written down.
  private static func enqueue(_ library: inout Library, _ id: DownloadID) -> [LibraryEffect] {
    guard let item = library.local.downloads[id] else { return [] }
    library.local.downloads.change(id) {
      $0.phase = .queued
      $0.progress.speed = nil
      $0.isTriedAgain = false
    }
    let started = [.event(.downloadQueued(id))] + startNext(&library)
    guard library.local.downloads[id]?.phase == .queued else { return started }
    return started + note(library, item, .running)
  }

  /// Writes down a download that does not run now.
  private static func note(
    _ library: Library,
    _ item: DownloadItem,
    _ intent: Download.Intent
  ) -> [LibraryEffect] {
    guard let photo = library.photos[item.id.photo] else { return [] }
    let note = DownloadsEffect.note(
      photo,
      to: item.id.destination,
      from: item.origin,
      position: item.position,
      intent
    )
    return [.downloads(note)]
  }

  /// Begins those that waited longest, as many as may run.
  private static func startNext(_ library: inout Library) -> [LibraryEffect] {
    var room =
      library.launch.downloadsAtOnce
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

  // MARK: What becomes of them

  private static func restore(
    _ library: inout Library,
    _ result: Result<RestoredDownloads, Problem>
  ) -> [LibraryEffect] {
    switch result {
    case .failure(let problem):
      return [.event(.downloadsUnknown(problem))]
    case .success(let restored):
      library.local.gallery.ids.formUnion(restored.inGallery)
      library.local.downloads.saved.formUnion(restored.saved)
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
    case .saved(let path):
      library.local.downloads.saved.insert(id.photo)
      effects.append(.event(.fileSaved(id.photo, path: path)))
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
    // That another window has it is no news worth a message: its row says so.
    let isNews = !problem.cause.isInUse && !(isSilent && item.isTriedAgain)
    return (isNews ? [.event(.downloadFailed(id, problem))] : [])
      + (isSilent ? [tryLater] : []) + startNext(&library)
  }

  /// Reports downloads to the service; a second time only after the first has ended, so that
  /// nothing is reported twice.
  private static func track(_ library: inout Library) -> [LibraryEffect] {
    library.local.downloads.tracksAgain = library.local.downloads.isTracking
    guard !library.local.downloads.isTracking else { return [] }
    library.local.downloads.isTracking = true
    return [.downloads(.track)]
  }
}

extension DownloadProgress {
  /// All of a file.
  fileprivate init(_ size: Int64) { self.init(received: size, expected: size) }
}
