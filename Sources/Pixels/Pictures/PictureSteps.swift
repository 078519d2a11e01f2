import Canvas
import Imaging
import Model
import Platform

/// Chooses the next step for each requested picture: fetching its file, or drawing it.
extension PictureStore {
  /// Starts the next step of every requested picture.
  func pump() {
    state.withLock { state in
      var events: [PictureEvent] = []
      for request in state.requests { advance(&state, request, &events) }
      // Reported with the lock held; later, a report could contradict a newer state.
      for event in events { report(event) }
    }
  }

  /// Starts the next step of a picture, unless it is busy or in its best quality.
  private func advance(
    _ state: inout StoreState,
    _ request: PictureRequest,
    _ events: inout [PictureEvent]
  ) {
    var entry = state.entries[request.id] ?? StoreState.Entry()
    defer { state.entries[request.id] = entry }
    let location = location(&state, request)
    if !entry.isKnown {
      entry.isKnown = true
      events.append(
        PictureEvent(id: request.id, status: status(.color, request, location))
      )
    }
    if entry.file != request.file {
      entry.file = request.file
      entry.startOver()
      state.cancelFetch(of: &entry)
    }
    guard entry.failure == nil else {
      // The preview is shown in place of the failed picture.
      if entry.render == nil, let step = previewStep(&state, request, entry) {
        entry.render = startRender(&state, request, step)
      }
      return
    }
    if entry.render == nil, let step = nextStep(&state, request, location, &entry, &events) {
      entry.render = startRender(&state, request, step)
    }
    reportFinalStatus(&state, request, location, &entry, &events)
    guard entry.fetch == nil, request.file == nil, let location,
      !isDrawn(&state, request, location, entry.shown), !entry.isSettled(for: location),
      !state.isCovered(request, by: location),
      state.fetchCount < configuration.maximumFetches,
      state.bestFile(of: request, atLeast: location.width)?.width ?? 0 < location.width,
      !mayBeOnDisk(location, entry)
    else { return }
    state.fetchCount += 1
    entry.fetch = startFetch(&state, request, location)
  }

  /// Reports the final status of a picture whose file couldn't be fetched, once no search on disk
  /// and no drawing is in progress.
  ///
  /// If another width of the picture is available, that is final. Otherwise the picture has failed.
  ///
  /// In full screen the picture has failed even if another width is shown. The exception is an
  /// unavailable network, which the bar reports.
  private func reportFinalStatus(
    _ state: inout StoreState,
    _ request: PictureRequest,
    _ location: PictureLocation?,
    _ entry: inout StoreState.Entry,
    _ events: inout [PictureEvent]
  ) {
    guard entry.render == nil, entry.isSettled(for: location),
      let cause = entry.fetchFailure?.cause, entry.fetchFailure?.isReported == false
    else { return }
    entry.fetchFailure?.isReported = true
    let hasPicture = (entry.shown?.quality ?? .color) > .blurHash
    let isFull = request.id.use == .full && !cause.isNoAnswer
    guard isFull || !hasPicture && state.bestFile(of: request, atLeast: 0) == nil else {
      return events.append(PictureEvent(id: request.id, status: finalStatus(request)))
    }
    let problem = Problem(request.id.problemSubject, cause)
    entry.failure = problem
    events.append(PictureEvent(id: request.id, status: .failed(problem)))
  }

  /// Whether the current rendition was made from an equivalent file, so that loading the file again
  /// wouldn't improve it.
  ///
  /// Without this check, if there are more files than the memory budget holds, they would evict
  /// each other and be read from disk endlessly. Always false without a cache on disk.
  private func isDrawn(
    _ state: inout StoreState,
    _ request: PictureRequest,
    _ location: PictureLocation,
    _ shown: Rendition?
  ) -> Bool {
    guard configuration.cache != nil else { return false }
    let file = StoreState.File(width: location.width, cacheKey: location.cacheKey)
    let source = RenderStep.Source.cached(location, above: 0)
    return step(&state, request, file, source, shown) == nil
  }

  /// Whether the file must be looked up on disk before it is fetched.
  private func mayBeOnDisk(_ location: PictureLocation, _ entry: StoreState.Entry) -> Bool {
    guard let cache = configuration.cache else { return false }
    return entry.missing != location.cacheKey && cache.mayHold(location.cacheKey)
  }

  /// Returns the next drawing step; `nil` if the current rendition is the best one possible now.
  private func nextStep(
    _ state: inout StoreState,
    _ request: PictureRequest,
    _ location: PictureLocation?,
    _ entry: inout StoreState.Entry,
    _ events: inout [PictureEvent]
  ) -> RenderStep? {
    let isLocal = request.file != nil
    var file = isLocal ? nil : state.bestFile(of: request, atLeast: location?.width ?? 0)
    if isLocal, let location {
      file = StoreState.File(width: location.width, cacheKey: location.cacheKey)
    } else if let location, state.isCovered(request, by: location) {
      return nil
    }
    if let kept = state.renditions[RenditionKey(request)],
      entry.shown?.isExact(for: request) != true || entry.shown?.quality != kept.quality
    {
      entry.shown = kept
      let isBest = entry.isSettled(for: location)
      events.append(
        PictureEvent(
          id: request.id,
          status: status(kept.quality, request, location, isBest: isBest)
        )
      )
    }
    if let path = request.file, let file {
      let source = RenderStep.Source.local(path)
      return step(&state, request, file, source, entry.shown)
        // An empty step checks whether the file has been replaced or removed.
        ?? (entry.isChecked ? nil : RenderStep(source: source))
    }
    if configuration.cache != nil, let location, entry.missing != location.cacheKey,
      file?.width ?? 0 < location.width, !isDrawn(&state, request, location, entry.shown)
    {
      return RenderStep(source: .cached(location, above: file?.width ?? 0))
    }
    if let file, let bytes = state.files[file.cacheKey] {
      let source = RenderStep.Source.file(bytes, width: file.width, cacheKey: file.cacheKey)
      if let step = step(&state, request, file, source, entry.shown) { return step }
    }
    guard goal(request, file, isCovered: true, entry.shown, state.output) == .blurHash
    else { return nil }
    return previewStep(&state, request, entry)
  }

  /// Returns the step that draws the BlurHash; `nil` if there is none, or if an equal or better
  /// rendition exists.
  private func previewStep(
    _ state: inout StoreState,
    _ request: PictureRequest,
    _ entry: StoreState.Entry
  ) -> RenderStep? {
    guard !state.output.isOff, !entry.hasNoPreview, let hash = request.blurHash else { return nil }
    let plans = request.previews(state.output)
    guard plans.isEmpty else {
      let missing = state.missingPreviews(of: request, plans)
      return missing.isEmpty ? nil : RenderStep(source: .blurHash(hash), plans: missing)
    }
    let kept = state.renditions[RenditionKey(request)]
    guard kept?.quality ?? .color < .blurHash else { return nil }
    return RenderStep(source: .blurHash(hash), drawsSymbols: true)
  }

  /// Returns the step that draws from a file; `nil` if existing renditions are as good.
  func step(
    _ state: inout StoreState,
    _ request: PictureRequest,
    _ file: StoreState.File,
    _ source: RenderStep.Source,
    _ shown: Rendition?
  ) -> RenderStep? {
    let plans = state.missingImages(of: request, from: file)
    let goal = goal(request, file, isCovered: plans.isEmpty, shown, state.output)
    if let kept = state.renditions[RenditionKey(request)], kept.quality >= goal, plans.isEmpty {
      return nil
    }
    guard goal > .blurHash || !plans.isEmpty else { return nil }
    return RenderStep(source: source, drawsSymbols: goal > .blurHash, plans: plans)
  }

  /// Returns the quality that symbols need.
  ///
  /// If pixels cover them, any quality suffices.
  private func goal(
    _ request: PictureRequest,
    _ file: StoreState.File?,
    isCovered: Bool,
    _ shown: Rendition?,
    _ output: PictureOutput
  ) -> Rendition.Quality {
    if output.isOff { return .color }
    guard let file else { return request.blurHash == nil ? .color : .blurHash }
    guard output.hasPixels else { return .symbols(width: file.width) }
    let hasPicture = (shown?.quality ?? .color) > .blurHash
    return isCovered || hasPicture ? .color : .symbols(width: file.width)
  }
}
