import Canvas
import Imaging
import Model
import Platform

/// Where tiles cut photographs.
extension PictureRequest {
  /// The same for the part around a point; it stays within the picture.
  func aimed(at focus: FocalPoint) -> PictureRequest {
    var request = self
    request.part.x = max(0, min(1 - part.width, focus.x - part.width / 2))
    request.part.y = max(0, min(1 - part.height, focus.y - part.height / 2))
    return request
  }

  /// Whether it matters where the part lies.
  fileprivate var isAimed: Bool {
    followsFocus && file != nil && quarterTurns == 0 && min(part.width, part.height) < 0.97
  }
}

extension StoreState {
  /// More points than that are not remembered: they are found again.
  private static let mostFocuses = 10_000

  /// The request as it is shown.
  func aimed(_ request: PictureRequest) -> PictureRequest {
    guard request.isAimed, let focus = focuses[request.id.source] else { return request }
    return request.aimed(at: focus)
  }

  /// Remembers where a picture has most to see.
  fileprivate mutating func note(_ focus: FocalPoint, of source: PictureSource) {
    if focuses.count >= Self.mostFocuses { focuses = [:] }
    focuses[source] = focus
    wanted = wanted.map(aimed)
  }
}

extension PictureStore {
  /// Finds out where a decoded picture has most to see, unless that is known.
  ///
  /// - Returns: the request and the step for the part that is shown then.
  func aim(
    _ request: PictureRequest,
    _ step: RenderStep,
    at bitmap: Bitmap,
    _ output: PictureOutput
  ) -> (PictureRequest, RenderStep) {
    guard request.isAimed, state.withLock({ $0.focuses[request.id.source] }) == nil else {
      return (request, step)
    }
    let part = request.part
    let focus = FocalPoint(of: bitmap, width: part.width, height: part.height)
    state.withLock { $0.note(focus, of: request.id.source) }
    let aimed = request.aimed(at: focus)
    var step = step
    // Where the terminal cuts, an image holds all of the picture.
    if !request.isCut(output) {
      for index in step.plans.indices {
        let cells = step.plans[index].cells ?? Rect(request.box)
        step.plans[index].region = aimed.region(of: cells, output)
      }
    }
    return (aimed, step)
  }
}
