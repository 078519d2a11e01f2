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
  /// Whether the final symbols are drawn.
  var drawsSymbols = false
  /// The images to be encoded.
  var plans: [ImagePlan] = []
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
    let output = state.output
    let task = Task { [self] in
      defer { ended() }
      let outcome = try? await pool.run(priority: -isVisible) { [self] in
        draw(request, step, output)
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
}
