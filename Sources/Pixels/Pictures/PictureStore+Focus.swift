import Canvas
import Imaging
import Model
import Platform

/// Moves the parts of photos that tiles show to their focal points.
extension PictureRequest {
  /// Returns the request with its part moved to the picture's focal point, within the bounds of the
  /// picture.
  func aimed(by profile: FocalProfile) -> PictureRequest {
    let focus = profile.point(width: part.width, height: part.height)
    var request = self
    request.part.x = max(0, min(1 - part.width, focus.x - part.width / 2))
    request.part.y = max(0, min(1 - part.height, focus.y - part.height / 2))
    return request
  }

  /// Whether the part follows the focal point and is small enough for a visible move.
  fileprivate var isAimed: Bool {
    followsFocus && quarterTurns == 0 && min(part.width, part.height) < 0.97
  }
}

extension StoreState {
  /// The largest number of cached profiles, about 600 bytes each.
  ///
  /// Above it, all are dropped and calculated again.
  private static let mostProfiles = 2_000

  /// Returns the request with its part moved to the focal point, if that is known.
  func aimed(_ request: PictureRequest) -> PictureRequest {
    guard request.isAimed, let profile = profiles[request.id.source] else { return request }
    return request.aimed(by: profile)
  }

  /// Stores the focal profile of a picture and moves the parts of current requests.
  fileprivate mutating func store(_ profile: FocalProfile, of source: PictureSource) {
    if profiles.count >= Self.mostProfiles { profiles = [:] }
    profiles[source] = profile
    requests = requests.map(aimed)
  }
}

extension PictureStore {
  /// Calculates the focal profile of a decoded picture, unless it is known, and returns the job for
  /// the moved part.
  func aimed(_ job: DrawingJob, at bitmap: Bitmap) -> DrawingJob {
    let request = job.request
    guard request.isAimed, state.withLock({ $0.profiles[request.id.source] }) == nil else {
      return job
    }
    let profile = FocalProfile(of: bitmap)
    state.withLock { $0.store(profile, of: request.id.source) }
    var job = job
    job.request = request.aimed(by: profile)
    // If the terminal cuts out the part, its images contain the whole picture and don't change.
    if !request.isCut(job.output) {
      for index in job.step.plans.indices {
        let cells = job.step.plans[index].cells ?? Rect(request.box)
        job.step.plans[index].region = job.request.region(of: cells, job.output)
      }
    }
    return job
  }
}
