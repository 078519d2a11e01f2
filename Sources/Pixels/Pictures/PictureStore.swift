import Canvas
import HTTP
import Imaging
import Model
import Platform

/// The store that fetches, decodes and draws the pictures that frames request, and caches the
/// results.
///
/// The main thread sets the requests of each frame and shows the best available renditions. All
/// other work happens elsewhere: the transport fetches at most `maximumFetches` files at a time,
/// and the imaging pool works on pixels. Work for pictures that are no longer requested is
/// cancelled.
package final class PictureStore: Sendable {
  package struct Configuration: Sendable {
    /// The memory budget for JPEG files, in bytes.
    package var fileBudget = 24 << 20
    /// The memory budget for finished symbols, in bytes.
    package var renditionBudget = 10 << 20
    /// The maximum number of files fetched at a time, as many as the services' hosts allow per
    /// client.
    package var maximumFetches = 6
    /// The memory budget for encoded images, in bytes.
    ///
    /// Images in the terminal's memory don't count.
    package var imageBudget = 16 << 20
    /// The number of bytes removed from the caches after which the heap is trimmed, and the
    /// function that trims it.
    package var trimInterval = 4 << 20
    package var trim: @Sendable () -> Void = { Heap.trim() }
    /// The cache on disk; `nil` to cache in memory only.
    package var cache: PictureFileCache?
    /// The time limit for fetching one picture.
    package var deadline = Duration.seconds(60)
    /// Receives the mean colour of a photo, if its service sent no colour, and its main colours.
    ///
    /// Called from any thread, once per photo. Must not call the store.
    package var measured: @Sendable (Photo.ID, _ mean: Color?, _ main: [Color]) -> Void = {
      _,
      _,
      _ in
    }
    /// The kind of output before the first call of `use(_:)`.
    package var output: PictureOutput

    package init(output: PictureOutput) { self.output = output }
  }

  /// Returns the location of a rendition at least `width` pixels wide, or of the widest one; `nil`
  /// if there is none.
  package typealias Locator =
    @Sendable (_ request: PictureRequest, _ width: Int) -> PictureLocation?

  /// The number of main colours that are reported of a photo.
  static let mainColorCount = 5

  let configuration: Configuration
  let transport: any HTTPTransport
  let pool: ImagingPool
  let locate: Locator
  let report: @Sendable (PictureEvent) -> Void
  private let onIdle: @Sendable () -> Void
  let state: Lock<StoreState>

  /// Creates a store without requests.
  ///
  /// - Parameters:
  ///   - report: Called from any thread whenever a requested picture looks different, in the order
  ///     of the changes. Must not call the store.
  ///   - onIdle: Called from any thread when the last fetch or drawing in progress has ended, after
  ///     its reports.
  package init(
    configuration: Configuration,
    transport: any HTTPTransport,
    pool: ImagingPool,
    locate: @escaping Locator,
    report: @escaping @Sendable (PictureEvent) -> Void,
    onIdle: @escaping @Sendable () -> Void = {}
  ) {
    self.configuration = configuration
    self.transport = transport
    self.pool = pool
    self.locate = locate
    self.report = report
    self.onIdle = onIdle
    state = Lock(
      StoreState(
        files: LRUCache(budget: configuration.fileBudget),
        renditions: LRUCache(budget: configuration.renditionBudget),
        images: ImageCache(budget: configuration.imageBudget),
        output: configuration.output
      )
    )
  }

  /// Switches to another kind of output.
  ///
  /// Existing renditions are shown until new ones are ready.
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

  /// Sets the requests of visible pictures and those to load ahead, the most urgent first.
  ///
  /// - Parameter storedImages: The images that the terminal stores; `nil` if unchanged.
  package func setRequests(
    visible: [PictureRequest],
    ahead: [PictureRequest],
    storedImages: Set<PixelImage.Key>? = nil
  ) {
    let isNew = state.withLock { state in
      if let storedImages { state.images.updateStoredImages(storedImages) }
      let isLost = state.images.consumeLoss()
      var seen: Set<PictureKey> = []
      let wanted = (visible + ahead).filter { seen.insert($0.id).inserted }.map(state.aimed)
      guard wanted != state.requests else { return isLost }
      state.cancelWork(except: seen)
      state.requests = wanted
      return true
    }
    if isNew { pump() }
  }

  /// Returns the best available rendition for each request, and an empty one for `nil`.
  ///
  /// Never waits.
  ///
  /// - Parameter storedImages: The images that the terminal stores. They need not be encoded again.
  package func shown(
    for requests: [PictureRequest?],
    storedImages: Set<PixelImage.Key>
  ) -> [ShownPicture] {
    state.withLock { state in
      state.images.updateStoredImages(storedImages)
      return requests.map { $0.map { state.shown(for: $0) } ?? ShownPicture(symbols: nil) }
    }
  }

  /// Returns the best available rendition for one request, assuming the last known images in the
  /// terminal.
  package func shown(for request: PictureRequest) -> ShownPicture {
    state.withLock { $0.shown(for: request) }
  }

  /// Discards a picture's failure, so that it is loaded again.
  package func retry(_ id: PictureKey) {
    state.withLock { $0.entries[id]?.startOver() }
    pump()
  }

  /// Discards everything in memory, for instance after sign-out.
  ///
  /// Files on disk stay until they are evicted. Their names are only hashes, and most of them
  /// belong to the public feed, which the next account starts with, too.
  package func clear() {
    state.withLock { state in
      state.cancelWork(except: [])
      state.requests = []
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

  /// Whether files are cached on disk for the next launch.
  package var isCachedOnDisk: Bool { configuration.cache != nil }

  /// Whether nothing is being fetched or drawn, and all results have been reported.
  package var isIdle: Bool { state.withLock { $0.running == 0 } }

  /// Counts a job as ended, after its last report.
  ///
  /// After the last job, trims the heap if that is worthwhile, and calls `onIdle`.
  func ended() {
    let (isIdle, trims) = state.withLock { state in
      state.running -= 1
      let isIdle = state.running == 0
      return (isIdle, isIdle && state.isWorthTrimming(after: configuration.trimInterval))
    }
    if trims { configuration.trim() }
    if isIdle { onIdle() }
  }

  /// Returns the status of a picture that is shown in this quality.
  ///
  /// - Parameter isBest: Whether no better file is available.
  func status(
    _ quality: Rendition.Quality,
    _ request: PictureRequest,
    _ location: PictureLocation?,
    isBest: Bool = false
  ) -> PictureStatus {
    switch quality {
    // With pictures switched off, the colour is final.
    case .color where location == nil && (request.picture != nil || request.file != nil):
      finalStatus(request)
    case .color: .color
    case .blurHash: .blurHash
    case .symbols(let width):
      isBest || width >= location?.width ?? 0 ? finalStatus(request) : .thumbnail
    }
  }

  /// Returns the status of a picture that no better file can improve.
  func finalStatus(_ request: PictureRequest) -> PictureStatus {
    request.id.use == .full ? .full : .thumbnail
  }

  /// Stores a finished rendition, and reports it if the picture is still requested.
  ///
  /// Does nothing if a better one is stored.
  ///
  /// - Parameters:
  ///   - decode: The milliseconds spent on decoding; `nil` if nothing was decoded for it.
  ///   - render: The milliseconds spent on drawing.
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
      guard state.requests.contains(where: { $0.id == request.id }) else { return }
      state.entries[request.id]?.shown = rendition
      // The file has failed and stays failed; only its preview has been drawn.
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

  /// Stores a finished image, and reports it if the picture is still requested.
  ///
  /// - Parameters:
  ///   - width: The width of the source file in pixels; 0 for a BlurHash.
  ///   - decode: The milliseconds spent on decoding; `nil` if nothing was decoded for it.
  ///   - encode: The milliseconds spent on encoding.
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
      guard state.requests.contains(where: { $0.id == request.id }) else { return }
      if let problem = state.entries[request.id]?.failure {
        // The file has failed and stays failed; only its preview has been drawn.
        if plan.isPreview { report(PictureEvent(id: request.id, status: .failed(problem))) }
        return
      }
      let location = location(&state, request)
      report(
        PictureEvent(
          id: request.id,
          status: status(
            plan.isPreview ? .blurHash : .symbols(width: width),
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

  /// Records a failure and reports it.
  ///
  /// Must be called with the state's lock held.
  func fail(_ state: inout StoreState, _ request: PictureRequest, _ cause: Problem.Cause) {
    let problem = Problem(request.id.problemSubject, cause)
    state.entries[request.id]?.failure = problem
    report(PictureEvent(id: request.id, status: .failed(problem)))
  }
}

extension PictureKey {
  /// The subject of a failure to show the picture.
  var problemSubject: Problem.Subject {
    if case .avatar = source { .avatar } else { .picture }
  }
}
