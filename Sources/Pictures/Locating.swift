import Canvas
import Model

// Where the bytes of pictures are.
extension PictureStore {
  /// Where the file for a request is, on this machine or another; nil where there is none, or none
  /// is wanted.
  func location(_ request: PictureRequest, _ output: PictureOutput) -> PictureLocation? {
    if output.isOff { return nil }
    if let file = request.file {
      let fade = request.fade.map { " in \($0.red),\($0.green),\($0.blue)" } ?? ""
      return PictureLocation(url: "", cacheKey: "file:\(file)\(fade)", width: request.size.width)
    }
    return request.picture == nil ? nil : locate(request, request.neededWidth(output))
  }

  /// The same, cached while the picture is wanted: building the address costs more than the rest of
  /// a step.
  func location(_ state: inout StoreState, _ request: PictureRequest) -> PictureLocation? {
    guard let picture = request.picture, request.file == nil, !state.output.isOff else {
      return location(request, state.output)
    }
    let width = request.neededWidth(state.output)
    if let known = state.locations[request.id], known.picture == picture, known.width == width,
      known.native == request.size.width
    {
      return known.location
    }
    let location = locate(request, width)
    state.locations[request.id] = StoreState.ResolvedLocation(
      picture: picture,
      width: width,
      native: request.size.width,
      location: location
    )
    return location
  }
}

extension PictureRequest {
  /// Pixels across a cell that symbols can make use of.
  private static let symbolPixels = 6.0

  /// The width of the whole picture, before rotation, that fills the box with enough pixels.
  func neededWidth(_ output: PictureOutput) -> Int {
    let perCell = output.hasPixels ? output.cellWidth : Self.symbolPixels
    let across = Double(box.width) * perCell / max(part.width, 0.001)
    let turned = quarterTurns % 2 != 0
    guard turned else { return min(size.width, max(1, Int(across.rounded(.up)))) }
    // What goes across the screen is then the picture's height.
    let width = across * Double(size.width) / Double(max(1, size.height))
    return min(size.width, max(1, Int(width.rounded(.up))))
  }
}
