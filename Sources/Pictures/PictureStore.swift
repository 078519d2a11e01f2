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
    /// Bytes of encoded images kept in memory, beside those that the terminal keeps.
    package var imageBudget = 16 << 20
    /// Bytes let go of after which the heap is trimmed, and how that is done.
    package var trimInterval = 4 << 20
    package var trim: @Sendable () -> Void = { Heap.trim() }
    /// Files kept on disk; nil for memory only.
    package var cache: PictureFileCache?
    /// The time for one picture.
    package var deadline = Duration.seconds(60)
    /// Called from any thread, once a picture, with the mean colour of a photograph that came
    /// without a colour; must not call the store.
    package var measured: @Sendable (Photo.ID, UInt32) -> Void = { _, _ in }
    /// What pictures are made for at first.
    package var output: PictureOutput

    package init(output: PictureOutput) { self.output = output }
  }

  /// Where the bytes of a picture of at least that many pixels of width are.
  package typealias Locate = @Sendable (_ request: PictureRequest, _ width: Int) -> PictureLocation?

  let configuration: Configuration
  let transport: any HTTPTransport
  let pool: ImagingPool
  let locate: Locate
  let report: @Sendable (PictureEvent) -> Void
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
        renditions: LRUCache(budget: configuration.renditionBudget),
        images: ImageCache(budget: configuration.imageBudget),
        output: configuration.output
      )
    )
  }

  /// Makes pictures for another kind of output from now on; what there is stands in until then.
  package func use(_ output: PictureOutput) {
    state.withLock { state in
      if output.symbols != state.output.symbols { state.renditions.removeAll() }
      if output.graphics != state.output.graphics || output.encoding != state.output.encoding {
        state.images.removeAll()
      }
      state.output = output
    }
    pump()
  }

  /// Says what is on the screen and what will be next, the most urgent first.
  ///
  /// - Parameter resident: the images that the terminal keeps; nil for those it had last.
  package func want(
    visible: [PictureRequest],
    ahead: [PictureRequest],
    storedImages: Set<PixelImage.Key>? = nil
  ) {
    let isNew = state.withLock { state in
      if let storedImages { state.images.keep(storedImages) }
      let isLost = state.images.takeLoss()
      var seen: Set<PictureKey> = []
      let wanted = (visible + ahead).filter { seen.insert($0.id).inserted }.map(state.aimed)
      guard wanted != state.wanted else { return isLost }
      state.drop(except: seen)
      state.wanted = wanted
      return true
    }
    if isNew { pump() }
  }

  /// The best there is now for each of these boxes, or nothing for nil; never waits.
  ///
  /// - Parameter resident: the images that the terminal keeps: they need not be made again.
  package func shown(
    for requests: [PictureRequest?],
    storedImages: Set<PixelImage.Key>
  ) -> [ShownPicture] {
    state.withLock { state in
      state.images.keep(storedImages)
      return requests.map { $0.map { state.shown(for: $0) } ?? ShownPicture(symbols: nil) }
    }
  }

  /// The same for one box, and for the images that the terminal had last.
  package func shown(for request: PictureRequest) -> ShownPicture {
    state.withLock { $0.shown(for: request) }
  }

  /// Forgets a failure, so that the picture is asked for again.
  package func retry(_ id: PictureKey) {
    state.withLock { $0.entries[id]?.startOver() }
    pump()
  }

  /// Forgets everything in memory, such as when the account is gone.
  ///
  /// What is on disk stays, until it was not used for longest: it is named by nothing but hashes,
  /// and most of it is the public feed, which the next account begins with as well.
  package func clear() {
    state.withLock { state in
      state.drop(except: [])
      state.wanted = []
      state.entries = [:]
      state.locations = [:]
      state.widths = [:]
      state.unsaved = []
      state.locals = [:]
      state.profiles = [:]
      state.measured = []
      state.files.removeAll()
      state.renditions.removeAll()
      state.images.removeAll()
    }
  }

  /// Whether pictures outlive the program.
  package var isCachedOnDisk: Bool { configuration.cache != nil }

  /// Whether nothing is being fetched or drawn, and everything that was has been reported.
  package var isIdle: Bool { state.withLock { $0.running == 0 } }

  /// A job has ended and said all it had to say.
  func ended() {
    let (isIdle, trims) = state.withLock { state in
      state.running -= 1
      let isIdle = state.running == 0
      return (isIdle, isIdle && state.isWorthTrimming(after: configuration.trimInterval))
    }
    if trims { configuration.trim() }
    if isIdle { rested() }
  }

  /// The status of a picture that is shown as well as this.
  ///
  /// - Parameter isBest: whether nothing better can be had.
  func status(
    _ quality: Rendition.Quality,
    _ request: PictureRequest,
    _ location: PictureLocation?,
    isBest: Bool = false
  ) -> PictureStatus {
    switch quality {
    // Where no pictures are shown, the colour is all that will ever come.
    case .color where location == nil && (request.picture != nil || request.file != nil):
      finalStatus(request)
    case .color: .color
    case .blurHash: .blurHash
    case .symbols(let width):
      isBest || width >= location?.width ?? 0 ? finalStatus(request) : .thumbnail
    }
  }

  func finalStatus(_ request: PictureRequest) -> PictureStatus {
    request.id.use == .full ? .full : .thumbnail
  }

  /// Stores a finished rendition and reports it, if it is still wanted.
  func finish(
    _ request: PictureRequest,
    _ rendition: Rendition,
    decode: Double?,
    render: Double?
  ) {
    state.withLock { state in
      let key = RenditionKey(request)
      if let kept = state.renditions[key], kept.quality > rendition.quality { return }
      state.renditions.insert(rendition, for: key, cost: rendition.cost)
      guard state.wanted.contains(where: { $0.id == request.id }) else { return }
      state.entries[request.id]?.shown = rendition
      // The picture itself has failed and stays failed; its preview can be drawn now.
      if let problem = state.entries[request.id]?.failure {
        return report(PictureEvent(id: request.id, status: .failed(problem)))
      }
      let location = location(&state, request)
      report(
        PictureEvent(
          id: request.id,
          status: status(
            rendition.quality,
            request,
            location,
            isBest: state.entries[request.id]?.isSettled(for: location) ?? false
          ),
          decodeMilliseconds: decode,
          renderMilliseconds: render
        )
      )
    }
  }

  /// Stores a finished image and reports it, if it is still wanted.
  func finish(
    _ request: PictureRequest,
    _ plan: ImagePlan,
    _ image: PixelImage,
    width: Int,
    decode: Double?,
    encode: Double
  ) {
    state.withLock { state in
      state.images.insert(image, plan, of: request.id.source)
      guard state.wanted.contains(where: { $0.id == request.id }),
        state.entries[request.id]?.failure == nil
      else { return }
      let location = location(&state, request)
      report(
        PictureEvent(
          id: request.id,
          status: status(
            .symbols(width: width),
            request,
            location,
            isBest: state.entries[request.id]?.isSettled(for: location) ?? false
          ),
          decodeMilliseconds: decode,
          renderMilliseconds: encode
        )
      )
    }
  }

  /// Remembers a failure and reports it; must be called with the state's lock held.
  func fail(_ state: inout StoreState, _ request: PictureRequest, _ cause: Problem.Cause) {
    let problem = Problem(request.id.problemSubject, cause)
    state.entries[request.id]?.failure = problem
    report(PictureEvent(id: request.id, status: .failed(problem)))
  }
}

extension PictureKey {
  /// What a failure to show it is about.
  var problemSubject: Problem.Subject {
    if case .avatar = source { .avatar } else { .picture }
  }
}
