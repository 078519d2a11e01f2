import Model

/// The reducer of the download queue: a limited number runs, the others wait.
enum DownloadsReducer {
  static func reduce(_ state: inout AppState, _ action: DownloadsAction) -> [Effect] {
    switch action {
    case .requested(let id, let origin): return state.requestDownload(id, from: origin)
    case .pausePressed(let id): return state.pauseDownload(id)
    case .resumePressed(let id): return state.resumeDownload(id)
    case .retryPressed(let id): return state.retryDownload(id)
    case .cancelPressed(let id): return state.cancelDownload(id)
    case .restored(let result): return restore(&state, result)
    case .waits(let id):
      guard state.downloads[id]?.phase == .running else { return [] }
      state.downloads.change(id) { $0.isWaiting = true }
      return startNext(&state)
    case .progressed(let id, let progress):
      guard state.downloads[id]?.phase == .running else { return [] }
      state.downloads.change(id) {
        $0.progress = progress
        $0.isTriedAgain = false
        $0.isWaiting = false
      }
      return [.after(stallTimer(id), stallDelay, .downloads(.stalled(id)))]
    case .stalled(let id):
      state.downloads.change(id) { if $0.phase == .running { $0.progress.speed = 0 } }
    case .ended(let id, .success(let outcome)): return finish(&state, id, outcome)
    case .ended(let id, .failure(let problem)): return fail(&state, id, problem)
    case .networkAwaited: return networkIsBack(&state)
    case .noteFailed(_, let problem): return [state.show(.failed(problem, retry: nil))]
    case .tracked:
      state.downloads.isTracking = false
      guard state.downloads.tracksAgain else { return [] }
      return track(&state)
    }
    return []
  }

  /// The time without a byte after which the speed is shown as 0.
  private static let stallDelay = Duration.seconds(3)

  /// The timer that retries failed downloads after a delay.
  ///
  /// The retry requests only the files, which don't count towards the quota.
  private static let tryLater = Effect.after(
    Effect.ID(.app, "downloads"),
    AppState.networkRetryDelay,
    .downloads(.networkAwaited)
  )

  package static func stallTimer(_ id: DownloadID) -> Effect.ID {
    Effect.ID(.app, "stalled \(id.destination.rawValue) \(id.photo.service.name) \(id.photo.value)")
  }

  /// Retries the downloads that got no response, because the network is back or may be.
  static func networkIsBack(_ state: inout AppState) -> [Effect] {
    state.downloads.unanswered.flatMap { id in
      let effects = state.resumeDownload(id)
      state.downloads.change(id) { $0.isTriedAgain = true }
      return effects
    }
  }

  // MARK: Queue

  /// Queues a download, and stores it in the database if it can't start immediately.
  static func enqueue(_ state: inout AppState, _ id: DownloadID) -> [Effect] {
    guard let item = state.downloads[id] else { return [] }
    state.downloads.change(id) {
      $0.phase = .queued
      $0.progress.speed = nil
      $0.isTriedAgain = false
    }
    state.dropFailure(of: id)
    let started = startNext(&state)
    guard state.downloads[id]?.phase == .queued else { return started }
    return started + save(state, item, .running)
  }

  /// Stores a download that isn't running now.
  static func save(
    _ state: AppState,
    _ item: DownloadItem,
    _ intent: Download.Intent
  ) -> [Effect] {
    guard let photo = state.photos[item.id.photo] else { return [] }
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
  static func startNext(_ state: inout AppState) -> [Effect] {
    var room =
      state.launch.preferences.downloadsAtOnce
      - state.downloads.items.count { $0.phase == .running && !$0.isWaiting }
    var effects: [Effect] = []
    for index in state.downloads.items.indices
    where room > 0 && state.downloads.items[index].phase == .queued {
      let item = state.downloads.items[index]
      guard let photo = state.photos[item.id.photo] else { continue }
      room -= 1
      state.downloads.items[index].phase = .running
      state.downloads.items[index].isWaiting = false
      effects.append(
        .downloads(.run(photo, to: item.id.destination, from: item.origin, position: item.position))
      )
    }
    return effects
  }

  // MARK: Results

  private static func restore(
    _ state: inout AppState,
    _ result: Result<RestoredDownloads, Problem>
  ) -> [Effect] {
    switch result {
    case .failure(let problem):
      return [state.show(.failed(problem, retry: nil))]
    case .success(let restored):
      state.gallery.ids.formUnion(restored.inGallery)
      for entry in restored.entries {
        let download = entry.download
        let id = DownloadID(download.photo.id, to: download.destination)
        if state.photos[id.photo] == nil { state.photos[id.photo] = download.photo }
        guard state.downloads[id] == nil else { continue }
        state.downloads.items.append(
          DownloadItem(
            id,
            origin: download.origin,
            position: download.position,
            phase: download.intent == .paused ? .paused : .queued,
            progress: DownloadProgress(received: entry.received, expected: download.expected)
          )
        )
      }
      return startNext(&state) + track(&state)
    }
  }

  private static func finish(
    _ state: inout AppState,
    _ id: DownloadID,
    _ outcome: DownloadOutcome
  ) -> [Effect] {
    state.downloads.change(id) {
      $0.phase = .finished
      $0.progress.speed = nil
      $0.progress.received = $0.progress.expected ?? $0.progress.received
    }
    var effects: [Effect] = []
    switch outcome {
    case .downloaded(let entry):
      state.downloads.change(id) { $0.progress = DownloadProgress(entry.size) }
      effects.append(.event(.fileDownloaded(entry)))
    case .saved(let path): effects.append(.event(.fileSaved(id.photo, path: path)))
    }
    return effects + startNext(&state) + track(&state)
  }

  private static func fail(
    _ state: inout AppState,
    _ id: DownloadID,
    _ problem: Problem
  ) -> [Effect] {
    guard let item = state.downloads[id] else { return [] }
    state.downloads.change(id) {
      $0.phase = .failed(problem)
      $0.progress.speed = nil
    }
    let isSilent = problem.cause.isNoAnswer
    // The download's row says that another instance has the file, so no message is shown.
    let needsMessage = !problem.cause.isInUse && !(isSilent && item.isTriedAgain)
    return (needsMessage ? report(&state, id, problem) : [])
      + (isSilent ? [tryLater] : []) + startNext(&state)
  }

  /// Reports a failed download: an alert if the service requires one in full screen, otherwise a
  /// notice.
  private static func report(
    _ state: inout AppState,
    _ id: DownloadID,
    _ problem: Problem
  ) -> [Effect] {
    guard id.destination == .pictures, state.announcesSave(of: id.photo) else {
      return [state.show(.downloadFailed(id, problem))]
    }
    state.alert(.problem(Problem(.save, problem.cause), retry: .downloads(.retryPressed(id))))
    return []
  }

  /// Reports downloads to the service.
  ///
  /// While a report runs, only requests another one after it, so that no download is reported
  /// twice.
  private static func track(_ state: inout AppState) -> [Effect] {
    state.downloads.tracksAgain = state.downloads.isTracking
    guard !state.downloads.isTracking else { return [] }
    state.downloads.isTracking = true
    return [.downloads(.track)]
  }
}

extension DownloadProgress {
  /// Creates the progress of a complete file.
  fileprivate init(_ size: Int64) { self.init(received: size, expected: size) }
}
