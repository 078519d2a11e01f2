import Canvas
import Model

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
  }

  /// Work under way; the number tells it from a later one.
  struct Job: Sendable {
    var number: Int
    var task: Task<Void, Never>
  }

  /// A file in memory, by width.
  struct File: Sendable {
    var width: Int
    var cacheKey: String
  }

  var wanted: [PictureRequest] = []
  var entries: [PictureKey: Entry] = [:]
  var files: LRUCache<String, [UInt8]>
  var renditions: LRUCache<RenditionKey, Rendition>
  var images: ImageShelf
  var output: PictureOutput
  /// The files each picture has, some of which may have been dropped since.
  var widths: [PictureSource: [File]] = [:]
  var fetchCount = 0
  var lastJob = 0
  /// Jobs that have not ended yet, cancelled ones too.
  var running = 0

  init(
    files: LRUCache<String, [UInt8]>,
    renditions: LRUCache<RenditionKey, Rendition>,
    images: ImageShelf,
    output: PictureOutput
  ) {
    self.files = files
    self.renditions = renditions
    self.images = images
    self.output = output
  }

  /// Counts a job that is about to start, and numbers it.
  mutating func takeNumber() -> Int {
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

  mutating func keep(_ bytes: [UInt8], of source: PictureSource, _ location: PictureLocation) {
    files.insert(bytes, for: location.cacheKey, cost: bytes.count)
    widths[source, default: []].removeAll { $0.cacheKey == location.cacheKey }
    widths[source, default: []].append(
      File(width: location.width, cacheKey: location.cacheKey)
    )
  }

  mutating func forget(_ source: PictureSource, _ cacheKey: String) {
    files.remove(cacheKey)
    widths[source]?.removeAll { $0.cacheKey == cacheKey }
  }

  /// Cancels the work for all pictures but these, and lets go of what they showed.
  mutating func drop(except ids: Set<PictureKey>) {
    for request in wanted where !ids.contains(request.id) {
      guard var entry = entries[request.id] else { continue }
      entry.fetch?.task.cancel()
      if entry.fetch != nil { fetchCount -= 1 }
      entry.render?.task.cancel()
      entry.fetch = nil
      entry.render = nil
      entry.shown = nil
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
