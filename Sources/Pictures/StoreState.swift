import Canvas
import Imaging
import Model
import Platform

/// Everything the store knows; guarded by its lock.
struct StoreState: Sendable {
  /// One picture in one use.
  struct Entry: Sendable {
    var isKnown = false
    /// What was shown last; kept only while it is wanted.
    var shown: Rendition?
    var failure: Problem?
    var fetch: Job?
    var render: Job?
    /// The file that was looked for on disk, and was not there.
    var missing: String?
    /// The file that couldn't be fetched; the photo is shown as well as other files allow.
    var fetchFailure: FetchFailure?
    /// The photograph on this machine that is shown, and whether it was looked at since the
    /// picture is wanted.
    var file: String?
    var isChecked = false
    /// Whether the BlurHash could not be drawn.
    var hasNoPreview = false

    /// Whether what there is has to do, because the file itself cannot be had.
    func isSettled(for location: PictureLocation?) -> Bool {
      fetchFailure != nil && fetchFailure?.cacheKey == location?.cacheKey
    }

    /// Forgets what was found out, so that it is tried again.
    mutating func startOver() {
      failure = nil
      missing = nil
      fetchFailure = nil
      isChecked = false
    }
  }

  /// A file that couldn't be fetched, and whether the failure has been reported.
  struct FetchFailure: Sendable {
    var cacheKey: String
    var cause: Problem.Cause
    var isReported = false
  }

  /// The location of an image file, and the request that it was resolved for.
  struct ResolvedLocation: Sendable {
    var picture: Picture
    /// Pixels that are needed across, and those of the original.
    var width: Int
    var native: Int
    var location: PictureLocation?
  }

  /// Work under way; the number distinguishes it from a later one.
  struct Job: Sendable {
    var number: Int
    var task: Task<Void, Never>
  }

  /// A photograph on this machine, as it was when it was drawn.
  struct LocalFile: Equatable, Sendable {
    var path: String
    var version: DiskFile.Version
  }

  /// A file in memory, by width.
  struct File: Sendable {
    var width: Int
    var cacheKey: String
  }

  var requests: [PictureRequest] = []
  var entries: [PictureKey: Entry] = [:]
  /// Of the pictures that are wanted.
  var locations: [PictureKey: ResolvedLocation] = [:]
  var files: LRUCache<String, [UInt8]>
  var renditions: LRUCache<RenditionKey, Rendition>
  var images: ImageCache
  var output: PictureOutput
  /// The files each picture has, some of which may have been dropped since.
  var widths: [PictureSource: [File]] = [:]
  /// Files in memory that are to be kept on disk, once it is known that they are pictures.
  var unsaved: Set<String> = []
  /// What the pictures of files on this machine were drawn from.
  var locals: [PictureSource: LocalFile] = [:]
  /// The profiles of pictures that tiles cut around their focal points.
  var profiles: [PictureSource: FocalProfile] = [:]
  /// The photographs whose mean colour was reported.
  var measured: Set<Photo.ID> = []
  var fetchCount = 0
  var lastJob = 0
  /// Jobs that have not ended yet, cancelled ones too.
  var running = 0
  /// Bytes removed from the caches when the heap was last trimmed.
  private var trimmed = 0

  init(
    files: LRUCache<String, [UInt8]>,
    renditions: LRUCache<RenditionKey, Rendition>,
    images: ImageCache,
    output: PictureOutput
  ) {
    self.files = files
    self.renditions = renditions
    self.images = images
    self.output = output
  }

  /// Whether so much was let go of since this last said so that the heap is worth trimming.
  mutating func isWorthTrimming(after bytes: Int) -> Bool {
    let removed = files.removed + renditions.removed + images.removed
    guard removed - trimmed >= bytes else { return false }
    trimmed = removed
    return true
  }

  /// Counts a job that is about to start, and returns its number.
  mutating func registerJob() -> Int {
    lastJob += 1
    running += 1
    return lastJob
  }

  /// The smallest file that is wide enough, else the widest; nil when there is none.
  mutating func bestFile(of request: PictureRequest, atLeast width: Int) -> File? {
    guard let known = widths[request.id.source] else { return nil }
    let present = known.filter { files.contains($0.cacheKey) }
    if present.count != known.count { widths[request.id.source] = present }
    let enough = present.filter { $0.width >= width }
    return enough.min { $0.width < $1.width } ?? present.max { $0.width < $1.width }
  }

  mutating func cache(_ bytes: [UInt8], of source: PictureSource, _ location: PictureLocation) {
    files.insert(bytes, for: location.cacheKey, cost: bytes.count)
    widths[source, default: []].removeAll { $0.cacheKey == location.cacheKey }
    widths[source, default: []].append(
      File(width: location.width, cacheKey: location.cacheKey)
    )
  }

  mutating func evict(_ source: PictureSource, _ cacheKey: String) {
    unsaved.remove(cacheKey)
    files.remove(cacheKey)
    widths[source]?.removeAll { $0.cacheKey == cacheKey }
  }

  /// Notes which file a picture is drawn from.
  ///
  /// - Returns: whether that is still the one it was drawn from before; otherwise what was drawn
  ///   of the other one is gone.
  mutating func isCurrent(_ file: LocalFile, of source: PictureSource) -> Bool {
    let old = locals.updateValue(file, forKey: source)
    guard let old, old != file else { return true }
    profiles[source] = nil
    renditions.removeAll { $0.id.source == source }
    images.remove(source)
    return false
  }

  /// Stops fetching what is not needed any more.
  mutating func cancelFetch(of entry: inout Entry) {
    guard let fetch = entry.fetch else { return }
    fetch.task.cancel()
    entry.fetch = nil
    fetchCount -= 1
  }

  /// Cancels the work for all images but these, and drops what they showed.
  mutating func cancelWork(except ids: Set<PictureKey>) {
    for request in requests where !ids.contains(request.id) {
      locations[request.id] = nil
      guard var entry = entries[request.id] else { continue }
      cancelFetch(of: &entry)
      entry.render?.task.cancel()
      entry.render = nil
      entry.shown = nil
      entry.missing = nil
      entry.fetchFailure = nil
      // A file may be another one, or there again, when it is next looked at.
      if entry.file != nil { entry.startOver() }
      entries[request.id] = entry
    }
  }
}

/// What a rendition is kept under.
struct RenditionKey: Hashable, Sendable {
  var id: PictureKey
  var columns: Int
  var rows: Int
  var part: Crop
  var quarterTurns: Int

  init(_ request: PictureRequest) {
    id = request.id
    columns = request.box.width
    rows = request.box.height
    part = request.part
    quarterTurns = request.quarterTurns
  }
}
