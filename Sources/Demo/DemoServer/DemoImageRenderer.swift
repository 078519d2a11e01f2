import Canvas
import FoundationEssentials
import Imaging
import Platform

/// The renderer of the demo images: decodes, crops, tones, resizes and encodes the originals.
///
/// Work on pixels runs on the imaging pool only. Three caches, each with its own limit, store a
/// small decoded copy of each original, recently decoded larger copies, and finished JPEGs.
final class DemoImageRenderer: Sendable {
  /// The colour and BlurHash of an image, as the API reports them.
  struct ImageSummary: Sendable {
    let blurHash: String
    /// The average colour as `#rrggbb`.
    let color: String
  }

  private struct DecodedKey: Hashable {
    let source: Int
    let eighths: Int
  }

  private struct PictureKey: Hashable {
    let recipe: Int
    let parameters: ImageParameters
  }

  private let sources: [SourcePhoto]
  private let directory: String
  private let pool: ImagingPool
  private let summaries = Lock<[Int: ImageSummary]>([:])
  private let colors = Lock<[Int: Color]>([:])
  private let thumbnails = Lock<[Int: Bitmap]>([:])
  private let decoded = Lock(LRUCache<DecodedKey, Bitmap>(budget: 8 << 20))
  private let pictures: Lock<LRUCache<PictureKey, [UInt8]>>

  init(content: DemoContent, directory: String, pool: ImagingPool, cache: Int) {
    sources = content.sources
    self.directory = directory
    self.pool = pool
    pictures = Lock(LRUCache(budget: cache))
  }

  /// Returns the BlurHash and colour of each item.
  ///
  /// Unknown ones are computed in parallel.
  func summaries(of items: [DemoItem]) async throws(DemoServerError) -> [ImageSummary] {
    let known = summaries.withLock { summaries in items.map { summaries[$0.index] } }
    var result = known
    await withTaskGroup(of: (Int, Result<ImageSummary, DemoServerError>).self) { group in
      for (position, item) in items.enumerated() where known[position] == nil {
        group.addTask {
          do throws(DemoServerError) {
            let summary = try await self.onPool(priority: 1) { () throws(DemoServerError) in
              try self.summary(of: item)
            }
            return (position, .success(summary))
          } catch {
            return (position, .failure(error))
          }
        }
      }
      for await (position, summary) in group { result[position] = try? summary.get() }
    }
    var summaries: [ImageSummary] = []
    for (item, summary) in zip(items, result) {
      guard let summary else { throw .picture(path: path(item.source)) }
      summaries.append(summary)
    }
    return summaries
  }

  /// Returns the average colours of items.
  ///
  /// Much faster than `summaries(of:)`, with the same colours.
  func colors(of items: [DemoItem]) async throws(DemoServerError) -> [Color] {
    let known = colors.withLock { colors in items.map { colors[$0.index] } }
    let missing = zip(items, known).filter { $0.1 == nil }.map(\.0)
    if !missing.isEmpty {
      let found = try await onPool(priority: 1) { () throws(DemoServerError) in
        var found: [Int: Color] = [:]
        for item in missing { found[item.index] = try self.shown(item).averageColor }
        return found
      }
      colors.withLock { $0.merge(found) { $1 } }
    }
    return colors.withLock { colors in items.compactMap { colors[$0.index] } }
  }

  private func onPool<Value: Sendable>(
    priority: Int = 0,
    _ work: @escaping @Sendable () throws(DemoServerError) -> Value
  ) async throws(DemoServerError) -> Value {
    do {
      return try await pool.run(priority: priority, work)
    } catch let error as DemoServerError {
      throw error
    } catch {
      throw .stopped
    }
  }

  /// Returns the JPEG of an item.
  func picture(_ item: DemoItem, _ parameters: ImageParameters) async throws(DemoServerError)
    -> [UInt8]
  {
    let key = PictureKey(recipe: item.index, parameters: parameters)
    if let bytes = pictures.withLock({ $0[key] }) { return bytes }
    let bytes: [UInt8]
    if item.kind == .huge, parameters.size.width > item.recipe.crop.width {
      bytes = try await hugePicture(item, parameters)
    } else {
      bytes = try await onPool { () throws(DemoServerError) in
        try self.develop(item.source, item.recipe, parameters)
      }
    }
    pictures.withLock { $0.insert(bytes, for: key, cost: bytes.count) }
    return bytes
  }

  /// Returns the JPEG of a square from the centre of an original.
  func avatar(source: Int, _ parameters: ImageParameters) async throws(DemoServerError) -> [UInt8] {
    // Negative numbers can't be those of items.
    let key = PictureKey(recipe: -1 - source, parameters: parameters)
    if let bytes = pictures.withLock({ $0[key] }) { return bytes }
    let photo = sources[source]
    let side = min(photo.width, photo.height)
    let recipe = Recipe(
      crop: Rect(x: 0, y: 0, width: photo.width, height: photo.height)
        .centered(Size(side, side)),
      isMirrored: false,
      tone: .natural
    )
    let bytes = try await onPool { () throws(DemoServerError) in
      try self.develop(source, recipe, parameters)
    }
    pictures.withLock { $0.insert(bytes, for: key, cost: bytes.count) }
    return bytes
  }

  private func path(_ source: Int) -> String { directory + "/" + sources[source].file }

  private func fullSize(_ source: Int) -> Size {
    Size(sources[source].width, sources[source].height)
  }
}

// Work on pixels, called on the imaging pool only.
extension DemoImageRenderer {
  /// Computes the BlurHash and colour of the image as served.
  private func summary(of item: DemoItem) throws(DemoServerError) -> ImageSummary {
    if let summary = summaries.withLock({ $0[item.index] }) { return summary }
    let picture = try shown(item)
    let summary = ImageSummary(
      blurHash: BlurHash.encode(picture, componentsX: 4, componentsY: 3),
      color: Self.hex(picture.averageColor)
    )
    summaries.withLock { $0[item.index] = summary }
    return summary
  }

  /// Renders an item as served, from a copy at an eighth or a quarter of the size.
  private func shown(_ item: DemoItem) throws(DemoServerError) -> Bitmap {
    let thumbnail = try thumbnail(item.source)
    let size = fullSize(item.source)
    let area = item.recipe.area(of: thumbnail.size, source: size)
    return item.recipe.develop(thumbnail, source: size, size: area.size)
  }

  private func thumbnail(_ source: Int) throws(DemoServerError) -> Bitmap {
    if let bitmap = thumbnails.withLock({ $0[source] }) { return bitmap }
    let bitmap = try decode(source, covering: Size(100, 100))
    thumbnails.withLock { $0[source] = bitmap }
    return bitmap
  }

  private func develop(
    _ source: Int,
    _ recipe: Recipe,
    _ parameters: ImageParameters
  ) throws(DemoServerError) -> [UInt8] {
    let part = Recipe(
      crop: parameters.area(in: recipe.crop),
      isMirrored: recipe.isMirrored,
      tone: recipe.tone
    )
    let photo = try photograph(source, part.crop.size, for: parameters.size)
    let picture = part.develop(photo, source: fullSize(source), size: parameters.size)
    return try attempt(source, JPEG.encode(picture, quality: parameters.quality))
  }

  /// Returns the result of an operation on a photo, and names the photo's file in its error.
  private func attempt<Value>(
    _ source: Int,
    _ operation: @autoclosure () throws -> Value
  ) throws(DemoServerError) -> Value {
    do { return try operation() } catch { throw .picture(path: path(source)) }
  }

  /// Returns an original, decoded at the smallest scale that leaves a crop enough pixels.
  private func photograph(
    _ source: Int,
    _ crop: Size,
    for size: Size
  ) throws(DemoServerError) -> Bitmap {
    let full = fullSize(source)
    let sufficient = [1, 2, 4].first { (eighths: Int) -> Bool in
      crop.width * eighths / 8 >= size.width && crop.height * eighths / 8 >= size.height
    }
    let eighths = sufficient ?? 8
    let key = DecodedKey(source: source, eighths: eighths)
    if let bitmap = decoded.withLock({ $0[key] }) { return bitmap }
    let bitmap = try decode(
      source,
      covering: Size(full.width * eighths / 8, full.height * eighths / 8)
    )
    decoded.withLock { $0.insert(bitmap, for: key, cost: bitmap.bytes.count) }
    return bitmap
  }

  private func decode(_ source: Int, covering size: Size) throws(DemoServerError) -> Bitmap {
    try attempt(source, JPEG.decode(RegularFile.contents(of: path(source)), covering: size))
  }

  private static func hex(_ color: Color) -> String {
    let digits = String(color.raw & 0xFF_FFFF, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }
}

// The generated photo.
extension DemoImageRenderer {
  private func hugePicture(
    _ item: DemoItem,
    _ parameters: ImageParameters
  ) async throws(DemoServerError) -> [UInt8] {
    if parameters.size == item.size {
      return try await onPool { () throws(DemoServerError) in
        try self.enlarge(item, quality: parameters.quality)
      }
    }
    let whole = ImageParameters(query: FormFields("q=85"), original: item.size)
    let file = try await picture(item, whole)
    return try await onPool { () throws(DemoServerError) in
      try self.reduce(file, item, parameters)
    }
  }

  private func reduce(
    _ file: [UInt8],
    _ item: DemoItem,
    _ parameters: ImageParameters
  ) throws(DemoServerError) -> [UInt8] {
    let shown = parameters.area(
      in: Rect(x: 0, y: 0, width: item.size.width, height: item.size.height)
    )
    let wanted = Size(
      item.size.width * parameters.size.width / shown.width,
      item.size.height * parameters.size.height / shown.height
    )
    let part = Recipe(crop: shown, isMirrored: false, tone: .natural)
    let photo = try attempt(item.source, JPEG.decode(file, covering: wanted))
    let picture = part.develop(photo, source: item.size, size: parameters.size)
    return try attempt(item.source, JPEG.encode(picture, quality: parameters.quality))
  }

  private func enlarge(_ item: DemoItem, quality: Int) throws(DemoServerError) -> [UInt8] {
    let base = try decode(item.source, covering: fullSize(item.source)).cropped(item.recipe.crop)
    return try attempt(
      item.source,
      StripedJPEG.enlarge(base, factor: DemoContent.hugeFactor, quality: quality)
    )
  }
}
