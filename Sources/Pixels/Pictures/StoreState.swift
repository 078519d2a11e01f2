import Canvas
import Imaging
import Model
import Platform

/// The store's whole state, guarded by its lock.
struct StoreState: Sendable {
  /// The state of one picture in one use.
  struct Entry: Sendable {
    /// Whether the picture's first status has been reported.
    var isKnown = false
    /// The last shown rendition; dropped when the picture is no longer requested.
    var shown: Rendition?
    var failure: Problem?
    var fetch: Job?
    var render: Job?
    /// The cache key of the file that was looked up on disk and not found.
    var missing: String?
    /// The file that couldn't be fetched; the best cached rendition is shown instead.
    var fetchFailure: FetchFailure?
    /// The path of the photo on this computer that is shown, and whether its version has been
    /// checked since the picture was requested.
    var file: String?
    var isChecked = false
    /// Whether the BlurHash couldn't be decoded.
    var hasNoPreview = false

    /// Whether the file at this location couldn't be fetched, so that the available renditions are
    /// final.
    func isSettled(for location: PictureLocation?) -> Bool {
      fetchFailure != nil && fetchFailure?.cacheKey == location?.cacheKey
    }

    /// Discards failures and search results, so that everything is tried again.
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
    /// The requested width in pixels.
    var width: Int
    /// The width of the original in pixels.
    var native: Int
    var location: PictureLocation?
  }

  /// A job in progress.
  ///
  /// The number distinguishes it from a later one.
  struct Job: Sendable {
    var number: Int
    var task: Task<Void, Never>
  }

  /// A version of a photo's file on this computer.
  struct LocalFile: Equatable, Sendable {
    var path: String
    var version: DiskFile.Version
  }

  /// A file in memory, with its width in pixels.
  struct File: Sendable {
    var width: Int
    var cacheKey: String
  }

  var requests: [PictureRequest] = []
  var entries: [PictureKey: Entry] = [:]
  /// The locations of the requested pictures' files.
  var locations: [PictureKey: ResolvedLocation] = [:]
  var files: LRUCache<String, [UInt8]>
  var renditions: LRUCache<RenditionKey, Rendition>
  var images: ImageCache
  var output: PictureOutput
  /// The files of each picture; some may have been evicted since.
  var widths: [PictureSource: [File]] = [:]
  /// The cache keys of fetched files to store on disk, once they have been decoded successfully.
  var unsaved: Set<String> = []
  /// The versions of files on this computer that pictures were drawn from.
  var locals: [PictureSource: LocalFile] = [:]
  /// The focal profiles of pictures that tiles crop.
  var profiles: [PictureSource: FocalProfile] = [:]
  /// The photos whose colours have been reported.
  var measured: Set<Photo.ID> = []
  var fetchCount = 0
  var lastJob = 0
  /// The number of jobs that haven't ended, including cancelled ones.
  var running = 0
  /// The bytes removed from all caches until the heap was last trimmed.
  private(set) var trimmed = 0

  /// Whether enough bytes were removed since the last trimming of the heap.
  ///
  /// If true, the caller trims the heap, so these bytes are not counted again.
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

  /// Returns the smallest file in memory that is wide enough, else the widest; `nil` if there is
  /// none.
  mutating func bestFile(of request: PictureRequest, atLeast width: Int) -> File? {
    guard let known = widths[request.id.source] else { return nil }
    let present = known.filter { files.contains($0.cacheKey) }
    if present.count != known.count { widths[request.id.source] = present }
    let enough = present.filter { $0.width >= width }
    return enough.min { $0.width < $1.width } ?? present.max { $0.width < $1.width }
  }

  /// Stores the bytes of a file, as one of the files of a picture.
  mutating func cache(_ bytes: [UInt8], of source: PictureSource, _ location: PictureLocation) {
    files.insert(bytes, for: location.cacheKey, cost: bytes.count)
    widths[source, default: []].removeAll { $0.cacheKey == location.cacheKey }
    widths[source, default: []].append(
      File(width: location.width, cacheKey: location.cacheKey)
    )
  }

  /// Removes a file of a picture from memory, and excludes it from being stored on disk.
  mutating func evict(_ source: PictureSource, _ cacheKey: String) {
    unsaved.remove(cacheKey)
    files.remove(cacheKey)
    widths[source]?.removeAll { $0.cacheKey == cacheKey }
  }

  /// Records the version of the file that a picture is drawn from.
  ///
  /// - Returns: Whether the version is unchanged or new. If it has changed, renditions of the old
  ///   one are dropped.
  mutating func isCurrent(_ file: LocalFile, of source: PictureSource) -> Bool {
    let old = locals.updateValue(file, forKey: source)
    guard let old, old != file else { return true }
    profiles[source] = nil
    renditions.removeAll { $0.id.source == source }
    images.remove(source)
    return false
  }

  /// Cancels the fetch of a picture that is no longer needed.
  mutating func cancelFetch(of entry: inout Entry) {
    guard let fetch = entry.fetch else { return }
    fetch.task.cancel()
    entry.fetch = nil
    fetchCount -= 1
  }

  /// Cancels the work for all pictures except these, and drops their last renditions.
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
      // The file may have been replaced or restored when the picture is requested again.
      if entry.file != nil { entry.startOver() }
      entries[request.id] = entry
    }
  }
}

/// The key of a rendition in the cache.
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
