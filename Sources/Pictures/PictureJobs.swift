import Canvas
import HTTP
import Imaging
import Model
import Platform

/// What to draw a picture from.
struct RenderStep: Sendable {
  enum Source: Sendable {
    case blurHash(String)
    case file([UInt8], width: Int, cacheKey: String)
  }

  var source: Source
  /// Whether half blocks are shown before the final symbols are ready.
  var draftsFirst: Bool
}

extension PictureStore {
  /// Fetches a file; must be called with the state's lock held.
  func startFetch(
    _ state: inout StoreState,
    _ request: PictureRequest,
    _ location: PictureLocation
  ) -> StoreState.Job {
    let number = state.takeNumber()
    let task = Task { [self] in
      defer { ended() }
      let result: Result<[UInt8], HTTPError>
      do throws(HTTPError) {
        let response = try await transport.data(
          HTTPRequest(
            .get,
            location.url,
            bodyLimit: HTTPRequest.pictureLimit,
            deadline: configuration.deadline
          )
        )
        if let cause = response.failure {
          fetched(request, location, number, failure: cause)
          return
        }
        result = .success(response.body)
      } catch {
        result = .failure(error)
      }
      switch result {
      case .success(let bytes): fetched(request, location, number, bytes: bytes)
      case .failure(let error): fetched(request, location, number, failure: error.cause)
      }
    }
    return StoreState.Job(number: number, task: task)
  }

  private func fetched(
    _ request: PictureRequest,
    _ location: PictureLocation,
    _ number: Int,
    bytes: [UInt8]? = nil,
    failure: Problem.Cause? = nil
  ) {
    state.withLock { state in
      if let bytes { state.keep(bytes, of: request.id.source, location) }
      guard state.entries[request.id]?.fetch?.number == number else { return }
      state.entries[request.id]?.fetch = nil
      state.fetchCount -= 1
      if let failure { fail(&state, request, failure) }
    }
    pump()
  }

  /// Draws a picture; must be called with the state's lock held.
  func startRender(
    _ state: inout StoreState,
    _ request: PictureRequest,
    _ step: RenderStep
  ) -> StoreState.Job {
    let number = state.takeNumber()
    let isVisible = state.wanted.firstIndex { $0.id == request.id } ?? 0
    let options = configuration.symbols
    let task = Task { [self] in
      defer { ended() }
      let outcome = try? await pool.run(priority: -isVisible) { [self] in
        draw(request, step, options)
      }
      self.state.withLock { state in
        guard state.entries[request.id]?.render?.number == number else { return }
        state.entries[request.id]?.render = nil
        guard case .failed(let cause, let cacheKey)? = outcome else { return }
        state.forget(request.id.source, cacheKey)
        // With another file on its way nothing is lost yet, and kept unread behind a failure it
        // would be what Retry is given: it is judged when it is here.
        if state.entries[request.id]?.fetch == nil { fail(&state, request, cause) }
      }
      pump()
    }
    return StoreState.Job(number: number, task: task)
  }

  private enum Outcome: Sendable {
    case drawn
    case failed(Problem.Cause, cacheKey: String)
  }

  /// Runs on a thread of the imaging pool.
  private func draw(
    _ request: PictureRequest,
    _ step: RenderStep,
    _ options: SymbolOptions
  ) -> Outcome {
    do throws(ImagingError) {
      switch step.source {
      case .blurHash(let hash):
        try drawBlurHash(request, hash, options)
      case .file(let bytes, let width, _):
        try drawFile(request, bytes, width, step.draftsFirst, options)
      }
      return .drawn
    } catch {
      switch step.source {
      // A hash that cannot be read costs nothing but the preview: show the colour instead.
      case .blurHash:
        finish(request, rendition(request, .blurHash, .filled(request.box, request.filler)))
        return .drawn
      case .file(_, _, let cacheKey):
        return .failed(
          error == .truncated ? .truncatedPicture : .undecodablePicture,
          cacheKey: cacheKey
        )
      }
    }
  }

  private func drawBlurHash(
    _ request: PictureRequest,
    _ hash: String,
    _ options: SymbolOptions
  ) throws(ImagingError) {
    let start = MonotonicTime.now
    let blur = try BlurHash.decode(hash, width: 32, height: 32)
    let decoded = MonotonicTime.now
    let grid = try draft(blur.prepared(for: request), request, options)
    finish(
      request,
      rendition(request, .blurHash, grid),
      decode: decoded.milliseconds(since: start),
      render: MonotonicTime.now.milliseconds(since: decoded)
    )
  }

  private func drawFile(
    _ request: PictureRequest,
    _ bytes: [UInt8],
    _ width: Int,
    _ draftsFirst: Bool,
    _ options: SymbolOptions
  ) throws(ImagingError) {
    var start = MonotonicTime.now
    let bitmap = try JPEG.decode(bytes, covering: request.decodeSize(options.symbols))
    let part = bitmap.prepared(for: request)
    var decode: Double? = MonotonicTime.now.milliseconds(since: start)
    if draftsFirst {
      start = MonotonicTime.now
      let grid = try draft(part, request, options)
      finish(
        request,
        rendition(request, .draft(width: width), grid),
        decode: decode,
        render: MonotonicTime.now.milliseconds(since: start)
      )
      decode = nil
    }
    start = MonotonicTime.now
    let grid = try Symbols.render(
      part,
      columns: request.box.width,
      rows: request.box.height,
      options: options
    )
    finish(
      request,
      rendition(request, .symbols(width: width), grid),
      decode: decode,
      render: MonotonicTime.now.milliseconds(since: start)
    )
  }

  /// The first paint: half blocks, where the terminal has them.
  private func draft(
    _ bitmap: Bitmap,
    _ request: PictureRequest,
    _ options: SymbolOptions
  ) throws(ImagingError) -> SymbolGrid {
    let columns = request.box.width
    let rows = request.box.height
    guard options.symbols == .ascii else {
      return Symbols.halfBlocks(bitmap, columns: columns, rows: rows, colors: options.colors)
    }
    return try Symbols.render(bitmap, columns: columns, rows: rows, options: options)
  }

  private func rendition(
    _ request: PictureRequest,
    _ grade: Rendition.Grade,
    _ grid: SymbolGrid
  ) -> Rendition {
    Rendition(grade: grade, part: request.part, quarterTurns: request.quarterTurns, grid: grid)
  }

  private func finish(_ request: PictureRequest, _ rendition: Rendition) {
    finish(request, rendition, decode: nil, render: nil)
  }
}

extension PictureRequest {
  /// The pixels of the whole picture, before rotation, from which its part fills the box.
  fileprivate func decodeSize(_ symbols: SymbolSet) -> Size {
    let seen = Symbols.pixels(columns: box.width, rows: box.height, symbols: symbols)
    let across = Int((Double(seen.width) / max(part.width, 0.001)).rounded(.up))
    let down = Int((Double(seen.height) / max(part.height, 0.001)).rounded(.up))
    return quarterTurns % 2 == 0 ? Size(across, down) : Size(down, across)
  }
}

extension Bitmap {
  /// The part that a request shows, turned as it wants.
  fileprivate func prepared(for request: PictureRequest) -> Bitmap {
    let turned = request.quarterTurns == 0 ? self : rotated(quarterTurns: request.quarterTurns)
    guard request.part != .whole else { return turned }
    let width = Double(turned.width)
    let height = Double(turned.height)
    let x = min(turned.width - 1, Int((request.part.x * width).rounded()))
    let y = min(turned.height - 1, Int((request.part.y * height).rounded()))
    return turned.cropped(
      Rect(
        x: x,
        y: y,
        width: max(1, min(turned.width - x, Int((request.part.width * width).rounded()))),
        height: max(1, min(turned.height - y, Int((request.part.height * height).rounded())))
      )
    )
  }
}
