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
      // Told before anything else can become true: told later, it would contradict that.
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
    let location = location(request, state.output)
    if !entry.isKnown {
      entry.isKnown = true
      events.append(
        PictureEvent(id: request.id, status: status(.color, request, location))
      )
    }
    guard entry.failure == nil else { return }
    if entry.render == nil, let step = nextStep(&state, request, location, &entry, &events) {
      entry.render = startRender(&state, request, step)
    }
    guard entry.fetch == nil, let location, !state.isCovered(request, by: location),
      state.fetchCount < configuration.maximumFetches,
      state.bestFile(of: request, atLeast: location.width)?.width ?? 0 < location.width
    else { return }
    state.fetchCount += 1
    entry.fetch = startFetch(&state, request, location)
  }

  /// What to draw next; nil when what is shown is the best that can be drawn now.
  private func nextStep(
    _ state: inout StoreState,
    _ request: PictureRequest,
    _ location: PictureLocation?,
    _ entry: inout StoreState.Entry,
    _ events: inout [PictureEvent]
  ) -> RenderStep? {
    let file = state.bestFile(of: request, atLeast: location?.width ?? 0)
    if let location, state.isCovered(request, by: location) { return nil }
    let plans = file.map { state.missingImages(of: request, from: $0) } ?? []
    let goal = goal(request, file, isCovered: plans.isEmpty, entry.shown, state.output)
    if let kept = state.renditions[RenditionKey(request)] {
      if entry.shown?.isExact(for: request) != true || entry.shown?.grade != kept.grade {
        entry.shown = kept
        events.append(
          PictureEvent(id: request.id, status: status(kept.grade, request, location))
        )
      }
      if kept.grade >= goal, plans.isEmpty { return nil }
    }
    if let file, goal > .blurHash || !plans.isEmpty, let bytes = state.files[file.cacheKey] {
      let hasPicture = (entry.shown?.grade ?? .color) > .blurHash
      return RenderStep(
        source: .file(bytes, width: file.width, cacheKey: file.cacheKey),
        draftsFirst: !hasPicture || goal.isDraft,
        drawsSymbols: goal.isFinal,
        plans: plans
      )
    }
    guard goal == .blurHash, let hash = request.blurHash else { return nil }
    return RenderStep(source: .blurHash(hash), draftsFirst: false)
  }

  /// How good symbols have to be: where pixels cover them, nobody sees more than a draft.
  private func goal(
    _ request: PictureRequest,
    _ file: StoreState.File?,
    isCovered: Bool,
    _ shown: Rendition?,
    _ output: PictureOutput
  ) -> Rendition.Grade {
    if output.isOff { return .color }
    guard let file else { return request.blurHash == nil ? .color : .blurHash }
    guard let graphics = output.graphics else { return .draft(width: file.width) }
    guard graphics.hasPixels else { return .symbols(width: file.width) }
    let hasDraft = (shown?.grade ?? .color) > .blurHash
    return isCovered || hasDraft ? .color : .draft(width: file.width)
  }
}
