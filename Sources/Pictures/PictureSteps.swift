import Canvas
import Imaging
import Model
import Platform

/// What a wanted picture needs next: bytes, or something made of them.
extension PictureStore {
  /// Starts whatever the wanted pictures need next.
  func pump() {
    state.withLock { state in
      var events: [PictureEvent] = []
      for request in state.wanted { advance(&state, request, &events) }
      // Reported before anything else can become true: later, it would contradict that.
      for event in events { report(event) }
    }
  }

  /// Takes one picture a step further, unless it is busy or as good as it gets.
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
      // The preview stands in for it.
      if entry.render == nil, let step = previewStep(&state, request) {
        entry.render = startRender(&state, request, step)
      }
      return
    }
    if entry.render == nil, let step = nextStep(&state, request, location, &entry, &events) {
      entry.render = startRender(&state, request, step)
    }
    makeDo(&state, request, location, &entry, &events)
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

  /// Once a file cannot be fetched and nothing is looked for or drawn any more: says that another
  /// width of the picture is all there will be, or that there is none.
  ///
  /// In full screen the failure is reported even though another width is shown, unless the network
  /// is away: the bar says that.
  private func makeDo(
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

  /// Whether having the file itself would change nothing, since what is shown was made of one like
  /// it: asked only where files go to disk and come back.
  ///
  /// Else the files of more pictures than memory holds would push each other out in turns for ever.
  private func isDrawn(
    _ state: inout StoreState,
    _ request: PictureRequest,
    _ location: PictureLocation,
    _ shown: Rendition?
  ) -> Bool {
    guard configuration.cache != nil else { return false }
    let file = StoreState.File(width: location.width, cacheKey: location.cacheKey)
    let source = RenderStep.Source.kept(location, above: 0)
    return step(&state, request, file, source, shown) == nil
  }

  /// Whether a file is looked for on disk before it is asked for.
  private func mayBeOnDisk(_ location: PictureLocation, _ entry: StoreState.Entry) -> Bool {
    guard let cache = configuration.cache else { return false }
    return entry.missing != location.cacheKey && cache.mayHold(location.cacheKey)
  }

  /// What to draw next; nil when what is shown is the best that can be drawn now.
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
        // Nothing to draw, unless the file is another one by now, or gone.
        ?? (entry.isChecked ? nil : RenderStep(source: source))
    }
    if configuration.cache != nil, let location, entry.missing != location.cacheKey,
      file?.width ?? 0 < location.width, !isDrawn(&state, request, location, entry.shown)
    {
      return RenderStep(source: .kept(location, above: file?.width ?? 0))
    }
    if let file, let bytes = state.files[file.cacheKey] {
      let source = RenderStep.Source.file(bytes, width: file.width, cacheKey: file.cacheKey)
      if let step = step(&state, request, file, source, entry.shown) { return step }
    }
    guard goal(request, file, isCovered: true, entry.shown, state.output) == .blurHash
    else { return nil }
    return previewStep(&state, request)
  }

  /// Draws the BlurHash; nil where there is none, or something as good.
  private func previewStep(_ state: inout StoreState, _ request: PictureRequest) -> RenderStep? {
    let kept = state.renditions[RenditionKey(request)]
    guard !state.output.isOff, kept?.quality ?? .color < .blurHash, let hash = request.blurHash
    else { return nil }
    return RenderStep(source: .blurHash(hash))
  }

  /// What is to be drawn of a file; nil when what was drawn before is as good.
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

  /// How good symbols have to be: where pixels cover them, any of the picture will do.
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
