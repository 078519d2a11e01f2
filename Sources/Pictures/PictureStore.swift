import Canvas
import HTTP
import Imaging
import Model
import Platform

/// Fetches, decodes and draws the pictures that frames want, and keeps what it made.
///
/// The main thread says each frame what is wanted and takes the best there is; everything else
/// happens elsewhere: bytes come through the transport, at most `maximumFetches` at a time, and
/// pixels are worked on by the imaging pool. What is no longer wanted is dropped, started or not.
package final class PictureStore: Sendable {
  package struct Configuration: Sendable {
    /// Bytes of JPEG files kept in memory.
    package var fileBudget = 24 << 20
    /// Bytes of finished symbols kept in memory.
    package var renditionBudget = 10 << 20
    /// Requests under way at a time: what a service's host allows one client.
    package var maximumFetches = 6
    /// The time for one picture.
    package var deadline = Duration.seconds(60)
    package var symbols: SymbolOptions

    package init(symbols: SymbolOptions) { self.symbols = symbols }
  }

  /// Where the bytes of a picture of at least that many pixels of width are.
  package typealias Locate = @Sendable (_ request: PictureRequest, _ width: Int) -> PictureLocation?

  let configuration: Configuration
  let transport: any HTTPTransport
  let pool: ImagingPool
  let locate: Locate
  private let report: @Sendable (PictureEvent) -> Void
  private let rested: @Sendable () -> Void
  let state: Lock<StoreState>

  /// - Parameters:
  ///   - report: called from any thread whenever a wanted picture looks different, in the order in
  ///     which that became true; must not call the store.
  ///   - rested: called from any thread when the last fetch or drawing under way has ended,
  ///     after what it had to report.
  package init(
    configuration: Configuration,
    transport: any HTTPTransport,
    pool: ImagingPool,
    locate: @escaping Locate,
    report: @escaping @Sendable (PictureEvent) -> Void,
    rested: @escaping @Sendable () -> Void = {}
  ) {
    self.configuration = configuration
    self.transport = transport
    self.pool = pool
    self.locate = locate
    self.report = report
    self.rested = rested
    state = Lock(
      StoreState(
        files: LRUCache(budget: configuration.fileBudget),
        renditions: LRUCache(budget: configuration.renditionBudget)
      )
    )
  }

  /// Says what is on the screen and what will be next, the most urgent first.
  package func want(visible: [PictureRequest], ahead: [PictureRequest]) {
    let isNew = state.withLock { state in
      var seen: Set<PictureKey> = []
      let wanted = (visible + ahead).filter { seen.insert($0.id).inserted }
      guard wanted != state.wanted else { return false }
      state.drop(except: seen)
      state.wanted = wanted
      return true
    }
    if isNew { pump() }
  }

  /// The best symbols there are for a box now; never waits.
  package func grid(for request: PictureRequest) -> SymbolGrid {
    state.withLock { state in
      if let rendition = state.renditions[RenditionKey(request)] { return rendition.grid }
      if let last = state.entries[request.id]?.shown, last.quarterTurns == request.quarterTurns {
        return last.resampled(for: request, filler: request.filler)
      }
      // In full screen, the card's picture is shown until its own is ready.
      let card = PictureKey(request.id.source, .thumbnail)
      if let last = state.entries[card]?.shown, request.quarterTurns == last.quarterTurns {
        return last.resampled(for: request, filler: request.filler)
      }
      return .filled(request.box, request.filler)
    }
  }

  /// Forgets a failure, so that the picture is asked for again.
  package func retry(_ id: PictureKey) {
    state.withLock { $0.entries[id]?.failure = nil }
    pump()
  }

  /// Forgets everything, such as when the account is gone.
  package func clear() {
    state.withLock { state in
      state.drop(except: [])
      state.wanted = []
      state.entries = [:]
      state.widths = [:]
      state.files.removeAll()
      state.renditions.removeAll()
    }
  }

  /// Whether nothing is being fetched or drawn, and everything that was has been reported.
  package var isIdle: Bool { state.withLock { $0.running == 0 } }

  /// A job has ended and said all it had to say.
  func ended() {
    let isIdle = state.withLock { state in
      state.running -= 1
      return state.running == 0
    }
    if isIdle { rested() }
  }

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
    if !entry.isKnown {
      entry.isKnown = true
      events.append(PictureEvent(id: request.id, status: .color))
    }
    guard entry.failure == nil else { return }
    let location = request.address == nil ? nil : locate(request, request.neededWidth)
    if entry.render == nil, let step = nextStep(&state, request, location, &entry, &events) {
      entry.render = startRender(&state, request, step)
    }
    guard entry.fetch == nil, let location, state.fetchCount < configuration.maximumFetches,
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
    let goal: Rendition.Grade =
      file.map { .symbols(width: $0.width) } ?? (request.blurHash == nil ? .color : .blurHash)
    if let kept = state.renditions[RenditionKey(request)] {
      if entry.shown?.isExact(for: request) != true || entry.shown?.grade != kept.grade {
        entry.shown = kept
        events.append(
          PictureEvent(id: request.id, status: status(kept.grade, request, location))
        )
      }
      if kept.grade >= goal { return nil }
    }
    if let file, let bytes = state.files[file.cacheKey] {
      let hasPicture = (entry.shown?.grade ?? .color) > .blurHash
      return RenderStep(
        source: .file(bytes, width: file.width, cacheKey: file.cacheKey),
        draftsFirst: !hasPicture
      )
    }
    guard goal == .blurHash, let hash = request.blurHash else { return nil }
    return RenderStep(source: .blurHash(hash), draftsFirst: false)
  }

  private func status(
    _ grade: Rendition.Grade,
    _ request: PictureRequest,
    _ location: PictureLocation?
  ) -> PictureStatus {
    switch grade {
    case .color: .color
    case .blurHash: .blurHash
    case .draft(let width), .symbols(let width):
      request.id.use == .full && width >= location?.width ?? 0 ? .full : .thumbnail
    }
  }

  /// Keeps a finished rendition and tells of it, if it is still wanted.
  func finish(
    _ request: PictureRequest,
    _ rendition: Rendition,
    decode: Double?,
    render: Double?
  ) {
    let location = request.address == nil ? nil : locate(request, request.neededWidth)
    state.withLock { state in
      let key = RenditionKey(request)
      if let kept = state.renditions[key], kept.grade > rendition.grade { return }
      state.renditions.insert(rendition, for: key, cost: rendition.cost)
      guard state.wanted.contains(where: { $0.id == request.id }) else { return }
      state.entries[request.id]?.shown = rendition
      // A preview that is ready only now does not undo what has been told of the picture itself.
      guard state.entries[request.id]?.failure == nil else { return }
      report(
        PictureEvent(
          id: request.id,
          status: status(rendition.grade, request, location),
          decodeMilliseconds: decode,
          renderMilliseconds: render
        )
      )
    }
  }

  /// Remembers a failure and tells of it.
  func fail(_ request: PictureRequest, _ cause: Problem.Cause, dropping cacheKey: String? = nil) {
    let problem = Problem(request.id.problemSubject, cause)
    state.withLock { state in
      state.entries[request.id]?.failure = problem
      if let cacheKey { state.forget(request.id.source, cacheKey) }
      report(PictureEvent(id: request.id, status: .failed(problem)))
    }
  }
}

extension PictureKey {
  /// What a failure to show it is about.
  fileprivate var problemSubject: Problem.Subject {
    if case .avatar = source { .avatar } else { .picture }
  }
}

extension PictureRequest {
  /// Pixels across a cell that symbols can make use of.
  private static let pixelsPerCell = 6.0

  /// The width of the whole picture, before rotation, that fills the box with enough pixels.
  var neededWidth: Int {
    let across = Double(box.width) * Self.pixelsPerCell / max(part.width, 0.001)
    let turned = quarterTurns % 2 != 0
    guard turned else { return min(size.width, max(1, Int(across.rounded(.up)))) }
    // What goes across the screen is then the picture's height.
    let width = across * Double(size.width) / Double(max(1, size.height))
    return min(size.width, max(1, Int(width.rounded(.up))))
  }
}
