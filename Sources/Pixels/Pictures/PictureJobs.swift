import Canvas
import HTTP
import Imaging
import Model
import Platform

/// A step of drawing: its source, and the results to make.
struct RenderStep: Sendable {
  enum Source: Sendable {
    case blurHash(String)
    case file([UInt8], width: Int, cacheKey: String)
    /// The cached file at this location, or else one of another width.
    ///
    /// The other file is either wider than the location, or wider than `above`, the width in
    /// memory.
    case cached(PictureLocation, above: Int)
    /// The path of a photo on this computer.
    case local(String)
  }

  var source: Source
  /// Whether to draw symbols.
  var drawsSymbols = false
  /// The images to encode.
  var plans: [ImagePlan] = []

  var isEmpty: Bool { !drawsSymbols && plans.isEmpty }
}

extension PictureStore {
  /// Starts to fetch a file from the service, and returns the job.
  ///
  /// Must be called with the state's lock held.
  func startFetch(
    _ state: inout StoreState,
    _ request: PictureRequest,
    _ location: PictureLocation
  ) -> StoreState.Job {
    let number = state.registerJob()
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
      if let bytes {
        state.cache(bytes, of: request.id.source, location)
        if configuration.cache != nil { state.unsaved.insert(location.cacheKey) }
      }
      guard state.entries[request.id]?.fetch?.number == number else { return }
      state.entries[request.id]?.fetch = nil
      state.fetchCount -= 1
      if bytes != nil { state.entries[request.id]?.missing = nil }
      guard let failure else { return }
      guard configuration.cache != nil else { return fail(&state, request, failure) }
      state.entries[request.id]?.fetchFailure = StoreState.FetchFailure(
        cacheKey: location.cacheKey,
        cause: failure
      )
    }
    pump()
  }

  /// Starts to draw a picture on the imaging pool, and returns the job.
  ///
  /// Must be called with the state's lock held.
  func startRender(
    _ state: inout StoreState,
    _ request: PictureRequest,
    _ step: RenderStep
  ) -> StoreState.Job {
    let number = state.registerJob()
    let rank = state.requests.firstIndex { $0.id == request.id } ?? 0
    let output = state.output
    let task = Task { [self] in
      defer { ended() }
      let outcome = try? await pool.run(priority: -rank) { [self] memory in
        draw(DrawingJob(request: request, step: step, output: output, memory: memory))
      }
      self.state.withLock { state in
        guard var entry = state.entries[request.id], entry.render?.number == number else { return }
        entry.render = nil
        if case .drawn? = outcome {
          if case .local = step.source { entry.isChecked = true }
          // The file was found on disk, so fetching it isn't needed any more.
          if case .cached = step.source { state.cancelFetch(of: &entry) }
        }
        if case .missing(let key)? = outcome { entry.missing = key }
        state.entries[request.id] = entry
        guard case .failed(let cause, let cacheKey)? = outcome else { return }
        state.evict(request.id.source, cacheKey)
        // While another file is being fetched, the picture hasn't failed yet: that file decides.
        // Failing now would leave it unread in memory until the user retries.
        if entry.fetch == nil { fail(&state, request, cause) }
      }
      pump()
    }
    return StoreState.Job(number: number, task: task)
  }
}
