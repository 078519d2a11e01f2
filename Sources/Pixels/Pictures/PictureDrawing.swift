import Canvas
import Imaging
import Model
import Platform

/// A picture to draw.
struct DrawingJob: Sendable {
  var request: PictureRequest
  var step: RenderStep
  var output: PictureOutput
  let memory: ImagingMemory
}

/// The work of the imaging pool's threads.
extension PictureStore {
  /// The result of drawing a picture.
  enum DrawingOutcome: Sendable {
    case drawn
    /// The request was cancelled while waiting for memory.
    case dropped
    /// The file with this cache key isn't on disk.
    ///
    /// A file of another width may have been drawn.
    case missing(String)
    /// The file isn't the one drawn before, so the next step must be chosen again.
    case changed
    case failed(Problem.Cause, cacheKey: String)
  }

  /// Draws a picture.
  ///
  /// Runs on a thread of the imaging pool.
  func draw(_ job: DrawingJob) -> DrawingOutcome {
    switch job.step.source {
    case .blurHash(let hash):
      do throws(ImagingError) { try drawBlurHash(hash, job) } catch {
        // Without a readable hash there is no preview, so the colour is shown.
        let request = job.request
        state.withLock { $0.entries[request.id]?.hasNoPreview = true }
        finish(request, rendition(request, .blurHash, .filled(request.box, request.filler)))
      }
      return .drawn
    case .file(let bytes, let width, let cacheKey):
      do throws(ImagingError) {
        guard let plan = try plan(bytes, job) else { return .dropped }
        try drawFile(bytes, plan, width, job)
      } catch {
        return .failed(error.cause, cacheKey: cacheKey)
      }
      save(bytes, cacheKey)
      return .drawn
    case .cached(let location, let width): return drawKept(location, above: width, job)
    case .local(let path): return drawLocal(path, job)
    }
  }

  /// Draws a BlurHash: as images for the step's plans, and as symbols if the step draws symbols.
  private func drawBlurHash(_ hash: String, _ job: DrawingJob) throws(ImagingError) {
    let (request, step, output) = (job.request, job.step, job.output)
    let start = MonotonicTime.now
    for plan in step.plans where isStillUseful(request) {
      let size = plan.quarterTurns % 2 == 0 ? plan.whole : plan.whole.turned
      let blur = try BlurHash.decode(hash, width: size.width, height: size.height)
        .rotated(quarterTurns: plan.quarterTurns)
      finish(
        request,
        plan,
        try encode(blur.pixels(plan), plan, output),
        width: 0,
        decode: nil,
        encode: MonotonicTime.now.milliseconds(since: start)
      )
    }
    guard step.drawsSymbols else { return }
    var options = output.symbols
    options.isBlurred = true
    let size = request.blurSize(options)
    let blur = try BlurHash.decode(hash, width: size.width, height: size.height)
      .rotated(quarterTurns: request.quarterTurns)
    let decoded = MonotonicTime.now
    let seen = request.blurPart == .whole ? blur : blur.cropped(to: request.part)
    let grid = try symbols(seen, request, options)
    finish(
      request,
      rendition(request, .blurHash, grid),
      decode: decoded.milliseconds(since: start),
      render: MonotonicTime.now.milliseconds(since: decoded)
    )
  }

  /// Reserves the memory to decode and draw a file whose bytes have been read, and returns the
  /// decoding plan.
  ///
  /// Waits until there is enough memory; returns `nil` if the request is cancelled.
  ///
  /// - Throws: The reason why the bytes can't be decoded, such as `notAJPEG` or `tooLarge`.
  func plan(_ bytes: [UInt8], _ job: DrawingJob) throws(ImagingError) -> JPEGPlan? {
    try plan(JPEG.header(of: bytes), count: bytes.count, job)
  }

  /// Reserves the memory to read, decode and draw a file, and returns the decoding plan.
  ///
  /// Waits until there is enough memory; returns `nil` if the request is cancelled.
  ///
  /// - Parameter count: The size of the file in bytes.
  /// - Throws: `tooLarge` if the image exceeds the memory budget at every scale.
  func plan(
    _ header: JPEGHeader,
    count: Int,
    _ job: DrawingJob
  ) throws(ImagingError) -> JPEGPlan? {
    let (request, step, output) = (job.request, job.step, job.output)
    let plan = try JPEGPlan(
      header,
      count: count,
      covering: request.decodeSize(step, output),
      copies: request.copies(step, output),
      further: step.bytesOfImage(output, file: count)
    )
    do throws(CancellationError) {
      try job.memory.reserve(plan.memory)
      return plan
    } catch {
      return nil
    }
  }

  /// Decodes a file, and stores and reports the symbols and images that the step draws.
  ///
  /// - Parameter width: The file's width in pixels.
  func drawFile(
    _ bytes: [UInt8],
    _ plan: JPEGPlan,
    _ width: Int,
    _ job: DrawingJob
  ) throws(ImagingError) {
    let start = MonotonicTime.now
    let bitmap = try JPEG.decode(bytes, plan)
    measure(bitmap, of: job.request)
    let job = aimed(job, at: bitmap)
    let (request, step, output) = (job.request, job.step, job.output)
    let fade = request.fade
    let shown = fade.map { bitmap.faded(into: $0, keeping: PictureRequest.fadedShare) } ?? bitmap
    let turned =
      request.quarterTurns == 0 ? shown : shown.rotated(quarterTurns: request.quarterTurns)
    // The decoding time is reported once, with the first finished result.
    var decode: Double? = MonotonicTime.now.milliseconds(since: start)
    if step.drawsSymbols {
      let start = MonotonicTime.now
      // In a palette, dark and pale colours are grey or far too vivid. Mixed, they would be specks.
      let isGrey = fade != nil && output.symbols.colors == .palette256
      let drawn = isGrey ? turned.toned(saturation: 0) : turned
      let grid = try symbols(drawn.cropped(to: request.part), request, output.symbols)
      finish(
        request,
        rendition(request, .symbols(width: width), grid),
        decode: decode.take(),
        render: MonotonicTime.now.milliseconds(since: start)
      )
    }
    for plan in step.plans where isStillUseful(request) {
      let start = MonotonicTime.now
      let image = try encode(turned, plan, fade == nil ? bytes : nil, output)
      finish(
        request,
        plan,
        image,
        width: width,
        decode: decode.take(),
        encode: MonotonicTime.now.milliseconds(since: start)
      )
    }
  }

  /// Reports the colours of a photo, once per photo.
  private func measure(_ bitmap: Bitmap, of request: PictureRequest) {
    guard case .photo(let id) = request.id.source,
      state.withLock({ $0.measured.insert(id).inserted })
    else { return }
    configuration.measured(
      id,
      request.color == nil ? bitmap.averageColor : nil,
      bitmap.mainColors(PictureStore.mainColorCount)
    )
  }

  /// Whether the result of drawing a request would still be shown.
  ///
  /// The requests may have changed since, for instance because the user has scrolled.
  private func isStillUseful(_ request: PictureRequest) -> Bool {
    state.withLock { state in
      state.output.drawsParts
        ? state.requests.contains(request) : state.requests.contains { $0.id == request.id }
    }
  }

  /// Returns the image of a plan, made from the whole picture.
  ///
  /// - Parameter file: The file with the same pixels; `nil` if the picture was changed.
  private func encode(
    _ bitmap: Bitmap,
    _ plan: ImagePlan,
    _ file: [UInt8]?,
    _ output: PictureOutput
  ) throws(ImagingError) -> PixelImage {
    if output.graphics == .iterm2, let file, plan.isWhole, plan.quarterTurns == 0,
      try JPEG.header(of: file).isShownUnchanged, plan.fileWidth <= plan.whole.width * 3 / 2
    {
      // The terminal decodes and scales the original file.
      return PixelImage(
        key: plan.key,
        encoding: .jpegBase64,
        bytes: PixelEncoder.jpegBase64(file)
      )
    }
    return try encode(bitmap.pixels(plan), plan, output)
  }

  /// Returns the image of a plan, made from its pixels.
  private func encode(
    _ pixels: Bitmap,
    _ plan: ImagePlan,
    _ output: PictureOutput
  ) throws(ImagingError) -> PixelImage {
    let (encoding, bytes): (PixelImage.Encoding, [UInt8])
    switch output.graphics {
    case .iterm2:
      (encoding, bytes) = (.jpegBase64, try PixelEncoder.jpegBase64(pixels, quality: 90))
    case .sixel: (encoding, bytes) = (.sixel, try PixelEncoder.sixel(pixels))
    default:
      encoding = output.encoding
      bytes =
        encoding == .rgb ? PixelEncoder.rgb(pixels) : try PixelEncoder.deflatedBase64(pixels)
    }
    return PixelImage(key: plan.key, encoding: encoding, bytes: bytes)
  }

  private func symbols(
    _ bitmap: Bitmap,
    _ request: PictureRequest,
    _ options: SymbolOptions
  ) throws(ImagingError) -> SymbolGrid {
    try Symbols.render(
      bitmap,
      columns: request.box.width,
      rows: request.box.height,
      options: options
    )
  }

  private func rendition(
    _ request: PictureRequest,
    _ quality: Rendition.Quality,
    _ grid: SymbolGrid
  ) -> Rendition {
    Rendition(quality: quality, part: request.part, quarterTurns: request.quarterTurns, grid: grid)
  }

  private func finish(_ request: PictureRequest, _ rendition: Rendition) {
    finish(request, rendition, decode: nil, render: nil)
  }
}

extension RenderStep {
  /// Returns the memory in bytes that the largest image takes while it is made.
  ///
  /// This is for scaling and sharpening its pixels, converting them to the format of the protocol,
  /// and for Base64.
  fileprivate func bytesOfImage(_ output: PictureOutput, file: Int) -> Int {
    let pixels = plans.map { $0.region.width * $0.region.height * 3 }.max() ?? 0
    let image = pixels * (output.isRetained && output.encoding == .rgb ? 2 : 5)
    return output.graphics == .iterm2 ? max(image, file * 4 / 3) : image
  }
}

extension PictureRequest {
  /// The part of a blurred picture to decode.
  ///
  /// If the tile cuts off less than a tenth, the whole picture is used, since a slightly narrow
  /// blur looks the same.
  fileprivate var blurPart: Crop { part.width > 0.9 && part.height > 0.9 ? .whole : part }

  /// Returns the size to decode a blurred picture at, before rotation.
  ///
  /// For few symbols it is the size of their parts, so that no scaling is needed.
  fileprivate func blurSize(_ options: SymbolOptions) -> Size {
    guard blurPart == .whole else { return Size(48, 32) }
    let parts = Symbols.blurredParts(columns: box.width, rows: box.height, options: options)
    let size = Size(min(parts.width, 160), min(parts.height, 64))
    return quarterTurns % 2 == 0 ? size : size.turned
  }

  /// Returns the number of bitmaps of the decoded size that exist at a time, as a multiple or
  /// fraction.
  ///
  /// These are the original, the rotated and the faded ones, and the visible part with its
  /// surroundings.
  fileprivate func copies(_ step: RenderStep, _ output: PictureOutput) -> Double {
    let turned = (quarterTurns == 0 ? 1.0 : 2.0) + (fade == nil ? 0 : 1)
    if part == .whole { return turned + (output.drawsParts && !step.plans.isEmpty ? 1 : 0) }
    return turned + min(1, part.width * part.height * 2.25)
  }

  /// Returns the size to decode the whole picture at, before rotation, for everything that a step
  /// draws.
  fileprivate func decodeSize(_ step: RenderStep, _ output: PictureOutput) -> Size {
    let seen = Symbols.pixels(
      columns: box.width,
      rows: box.height,
      symbols: output.symbols.symbols
    )
    let forSymbols = Size(
      Int((Double(seen.width) / max(part.width, 0.001)).rounded(.up)),
      Int((Double(seen.height) / max(part.height, 0.001)).rounded(.up))
    )
    let turned = step.plans.reduce(forSymbols) {
      Size(max($0.width, $1.whole.width), max($0.height, $1.whole.height))
    }
    return quarterTurns % 2 == 0 ? turned : turned.turned
  }
}

extension Bitmap {
  /// Returns a part of the bitmap.
  fileprivate func cropped(to part: Crop) -> Bitmap {
    part == .whole ? self : cropped(part.pixels(of: Size(width, height)))
  }

  /// Returns the pixels of a plan, from the whole picture at another scale.
  fileprivate func pixels(_ plan: ImagePlan) -> Bitmap {
    let across = Double(width) / Double(plan.whole.width)
    let down = Double(height) / Double(plan.whole.height)
    let x = min(width - 1, Int((Double(plan.region.x) * across).rounded()))
    let y = min(height - 1, Int((Double(plan.region.y) * down).rounded()))
    let part = Rect(
      x: x,
      y: y,
      width: max(1, min(width - x, Int((Double(plan.region.width) * across).rounded()))),
      height: max(1, min(height - y, Int((Double(plan.region.height) * down).rounded())))
    )
    let cut = part == Rect(Size(width, height)) ? self : cropped(part)
    return cut.width == plan.region.width && cut.height == plan.region.height
      ? cut : cut.sharplyScaled(to: plan.region.size)
  }
}
