import Canvas
import Imaging
import Model
import Platform

/// Drawing from files on this computer; runs on threads of the imaging pool.
extension PictureStore {
  /// Reads a cached file from disk and draws it in one job.
  ///
  /// - Parameter width: The width in pixels of the best file in memory. Narrower files are ignored.
  func drawKept(
    _ location: PictureLocation,
    above width: Int,
    _ job: DrawingJob
  ) -> DrawingOutcome {
    let request = job.request
    guard let cache = configuration.cache,
      let (bytes, found) = cachedFile(request, location, above: width, in: cache)
    else { return .missing(location.cacheKey) }
    let file = StoreState.File(width: found.width, cacheKey: found.cacheKey)
    let (next, output) = state.withLock { state -> (RenderStep?, PictureOutput) in
      state.cache(bytes, of: request.id.source, found)
      let source = RenderStep.Source.file(bytes, width: found.width, cacheKey: found.cacheKey)
      let shown = state.entries[request.id]?.shown
      return (step(&state, request, file, source, shown), state.output)
    }
    do throws(ImagingError) {
      if let next {
        var job = job
        (job.step, job.output) = (next, output)
        guard let plan = try plan(bytes, job) else { return .dropped }
        try drawFile(bytes, plan, found.width, job)
      }
    } catch {
      // The file is treated as if it had never been cached.
      cache.discard(found.cacheKey)
      state.withLock { $0.evict(request.id.source, found.cacheKey) }
      return .missing(location.cacheKey)
    }
    return found.width < location.width ? .missing(location.cacheKey) : .drawn
  }

  /// Returns the cached file at a location, else the narrowest one that is wide enough, else the
  /// widest.
  private func cachedFile(
    _ request: PictureRequest,
    _ location: PictureLocation,
    above width: Int,
    in cache: PictureFileCache
  ) -> ([UInt8], PictureLocation)? {
    if let bytes = cache.bytes(for: location.cacheKey) { return (bytes, location) }
    let others = widths(of: request).filter { $0.cacheKey != location.cacheKey }
    let wider = others.filter { $0.width >= location.width }
    let narrower = others.filter { $0.width > width && $0.width < location.width }.reversed()
    for other in wider + narrower where cache.mayHold(other.cacheKey) {
      if let bytes = cache.bytes(for: other.cacheKey) { return (bytes, other) }
    }
    return nil
  }

  /// Returns the location of each width of a picture, the narrowest first.
  private func widths(of request: PictureRequest) -> [PictureLocation] {
    var all: [PictureLocation] = []
    // No service has this many widths. One that scales to any width has no list of them.
    while all.count < 16, let next = locate(request, (all.last?.width ?? 0) + 1),
      next.width > all.last?.width ?? 0, next.cacheKey != all.last?.cacheKey
    {
      all.append(next)
    }
    return all
  }

  /// Caches a fetched file on disk after it has been decoded successfully.
  func save(_ bytes: [UInt8], _ cacheKey: String) {
    guard let cache = configuration.cache,
      state.withLock({ $0.unsaved.remove(cacheKey) }) != nil
    else { return }
    cache.store(bytes, for: cacheKey)
  }

  /// Draws a photo from a file on this computer, or confirms that its renditions are still valid.
  ///
  /// The file isn't cached in memory, since it may have tens of megabytes. It isn't read before
  /// there is memory for it.
  func drawLocal(_ path: String, _ job: DrawingJob) -> DrawingOutcome {
    do {
      let file = try DiskFile(path)
      let found = StoreState.LocalFile(path: path, version: file.version)
      guard state.withLock({ $0.isCurrent(found, of: job.request.id.source) }) else {
        return .changed
      }
      guard !job.step.isEmpty else { return .drawn }
      var job = job
      // The terminal may still store an image of the file that this one has replaced.
      for index in job.step.plans.indices {
        job.step.plans[index].cacheKey += "#\(file.version.text)"
      }
      let header = try file.withDescriptor { try JPEGHeader(descriptor: $0) }
      let size = file.version.size
      guard let plan = try plan(header, count: size, job) else { return .dropped }
      try drawFile(file.contents(), plan, job.request.size.width, job)
      return .drawn
    } catch ImagingError.file(_, let code) {
      return .failed(Problem.Cause(DescriptorError(code: code), path: path), cacheKey: path)
    } catch let error as DescriptorError {
      return .failed(Problem.Cause(error, path: path), cacheKey: path)
    } catch {
      return .failed((error as? ImagingError)?.cause ?? .undecodablePicture, cacheKey: path)
    }
  }
}

extension ImagingError {
  /// The cause of the failure to draw a picture.
  var cause: Problem.Cause {
    switch self {
    case .truncated: .truncatedPicture
    case .unsupported(let format): .unsupportedPicture(format: format.rawValue)
    case .tooLarge(let pixels): .hugePicture(megapixels: (pixels + 999_999) / 1_000_000)
    default: .undecodablePicture
    }
  }
}
