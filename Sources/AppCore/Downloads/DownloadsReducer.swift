import Library
import Model

package enum DownloadsReducer {
  package static func reduce(_ state: inout AppState, _ action: DownloadsAction) -> [Effect] {
    switch action {
    case .startPressed(let id): return start(&state, DownloadID(id))
    case .pausePressed(let id): return pause(&state, id)
    case .resumePressed(let id): return resume(&state, id)
    case .retryPressed(let id): return retry(&state, id)
    case .cancelPressed(let id): return cancel(&state, id)
    case .listPressed: toggleList(&state)
    case .rowPressed(let id): return pressRow(&state, id)
    case .focusMoved(let step): moveFocus(&state, by: step)
    case .restored(let result): return restore(&state, result)
    case .progressed(let id, let progress):
      guard state.downloads[id]?.phase == .running else { return [] }
      state.downloads.change(id) {
        $0.progress = progress
        $0.isTriedAgain = false
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

  /// After so long without a byte the speed told last is no speed any more.
  private static let stallDelay = Duration.seconds(3)

  /// No request of those that are counted: the file itself is asked for once more.
  private static let tryLater = Effect.after(
    Effect.ID(.app, "downloads"),
    AppState.networkPatience,
    .downloads(.networkAwaited)
  )

  package static func stallTimer(_ id: DownloadID) -> Effect.ID {
    Effect.ID(.app, "stalled \(id.destination.rawValue) \(id.photo.service.name) \(id.photo.value)")
  }

  // MARK: What a person does with one

  /// Asks for a photograph, or for the rest of one that was paused or has failed.
  static func start(_ state: inout AppState, _ id: DownloadID) -> [Effect] {
    guard state.offers(.gallery), state.photos[id.photo] != nil else { return [] }
    if let item = state.downloads[id] {
      guard item.phase == .finished else { return resume(&state, id) }
      // It is wanted once more: its file may be gone.
      state.downloads.items.removeAll { $0.id == id }
    }
    // Kept once more, it stays where it was found.
    let origin = state.gallery.items[id.photo]?.origin ?? state.origin
    state.downloads.items.append(
      DownloadItem(id, origin: origin, place: state.downloads.nextPlace)
    )
    return enqueue(&state, id)
  }

  /// Asks for several photographs; what is here already is left as it is.
  static func start(_ state: inout AppState, all ids: [Photo.ID]) -> [Effect] {
    let missing = ids.filter { id in
      !state.gallery.kept.contains(id) || state.gallery.conditions[id]?.isUsable == false
    }
    let effects = missing.flatMap { start(&state, DownloadID($0)) }
    let here = ids.count - missing.count
    return effects + [state.show(.downloadingPhotos(missing.count, here: here))]
  }

  private static func pause(_ state: inout AppState, _ id: DownloadID) -> [Effect] {
    guard let item = state.downloads[id], item.isUnderWay else { return [] }
    state.downloads.change(id) {
      $0.phase = .paused
      $0.progress.speed = nil
    }
    return [.downloads(.note(id, item.origin, place: item.place, .paused))] + startNext(&state)
  }

  private static func resume(_ state: inout AppState, _ id: DownloadID) -> [Effect] {
    guard let item = state.downloads[id] else { return [] }
    switch item.phase {
    case .queued, .running, .finished: return []
    case .paused, .failed: return enqueue(&state, id)
    }
  }

  /// A network that was away for a moment has failed many: all of them are tried again.
  private static func retry(_ state: inout AppState, _ id: DownloadID) -> [Effect] {
    guard let problem = state.downloads[id]?.problem else { return [] }
    guard problem.cause.isNoAnswer else { return resume(&state, id) }
    return state.downloads.unanswered.flatMap { resume(&state, $0) }
  }

  /// Goes on by itself with what got no answer: the network is back, or perhaps is.
  static func networkIsBack(_ state: inout AppState) -> [Effect] {
    state.downloads.unanswered.flatMap { id in
      let effects = resume(&state, id)
      state.downloads.change(id) { $0.isTriedAgain = true }
      return effects
    }
  }

  static func cancel(_ state: inout AppState, _ id: DownloadID) -> [Effect] {
    // A press on a frame drawn before the account was gone means nothing.
    guard state.stage == .main,
      let index = state.downloads.items.firstIndex(where: { $0.id == id })
    else { return [] }
    if state.downloadsList?.focus == id { moveFocus(&state, awayFrom: index) }
    let item = state.downloads.items.remove(at: index)
    guard item.phase != .finished else { return [] }
    return [.downloads(.discard(id))] + startNext(&state)
  }

  // MARK: The queue

  /// Puts one into the queue; where it has to wait there, that is written down.
  private static func enqueue(_ state: inout AppState, _ id: DownloadID) -> [Effect] {
    guard let item = state.downloads[id] else { return [] }
    // That it has failed is no longer so.
    if case .downloadFailed(id, _)? = state.notice?.text { state.notice = nil }
    state.downloads.change(id) {
      $0.phase = .queued
      $0.progress.speed = nil
      $0.isTriedAgain = false
    }
    let started = startNext(&state)
    guard state.downloads[id]?.phase == .queued else { return started }
    return started + [.downloads(.note(id, item.origin, place: item.place, .running))]
  }

  /// Begins those that waited longest, as many as may run.
  private static func startNext(_ state: inout AppState) -> [Effect] {
    var room = state.launch.downloadsAtOnce - state.downloads.items.count { $0.phase == .running }
    var effects: [Effect] = []
    for index in state.downloads.items.indices
    where room > 0 && state.downloads.items[index].phase == .queued {
      room -= 1
      state.downloads.items[index].phase = .running
      let item = state.downloads.items[index]
      effects.append(.downloads(.run(item.id, item.origin, place: item.place)))
    }
    return effects
  }

  // MARK: What becomes of them

  private static func restore(
    _ state: inout AppState,
    _ result: Result<RestoredDownloads, Problem>
  ) -> [Effect] {
    switch result {
    case .failure(let problem):
      return [state.show(.failed(problem, retry: nil))]
    case .success(let restored):
      state.gallery.kept.formUnion(restored.kept)
      state.downloads.saved.formUnion(restored.saved)
      for entry in restored.entries {
        let download = entry.download
        let id = DownloadID(download.photo.id, to: download.destination)
        if state.photos[id.photo] == nil { state.photos[id.photo] = download.photo }
        guard state.downloads[id] == nil else { continue }
        state.downloads.items.append(
          DownloadItem(
            id,
            origin: download.origin,
            place: download.place,
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
    case .kept(let entry):
      state.downloads.change(id) { $0.progress = DownloadProgress(entry.size) }
      effects.append(.news(.fileKept(entry)))
      effects.append(state.show(.kept(id.photo)))
    case .saved(let path):
      state.downloads.saved.insert(id.photo)
      effects += [.news(.fileSaved(id.photo)), state.show(.saved(path: path))]
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
    // That another window has it is no news worth a message: its row says so.
    let isNews = !problem.cause.isInUse && !(isSilent && item.isTriedAgain)
    return (isNews ? [state.show(.downloadFailed(id, problem))] : [])
      + (isSilent ? [tryLater] : []) + startNext(&state)
  }

  /// Has the service told of what was kept; a second time only after the first has ended, so that
  /// nothing is told twice.
  private static func track(_ state: inout AppState) -> [Effect] {
    state.downloads.tracksAgain = state.downloads.isTracking
    guard !state.downloads.isTracking else { return [] }
    state.downloads.isTracking = true
    return [.downloads(.track)]
  }
}

extension DownloadProgress {
  /// All of a file.
  fileprivate init(_ size: Int64) { self.init(received: size, expected: size) }
}

extension AppState {
  /// Where the photograph that keys act on was found.
  fileprivate var origin: ListID { (photo?.list ?? listInView ?? .feed).origin }
}
