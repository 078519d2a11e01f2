import Canvas
import Model

// Locations of picture files.
extension PictureStore {
  /// Returns the location of the file for a request, on this computer or at the service.
  ///
  /// - Returns: `nil` if there is no file, or if pictures are switched off.
  func location(_ request: PictureRequest, _ output: PictureOutput) -> PictureLocation? {
    if output.isOff { return nil }
    if let file = request.file {
      let fade = request.fade.map { " in \($0.red),\($0.green),\($0.blue)" } ?? ""
      return PictureLocation(url: "", cacheKey: "file:\(file)\(fade)", width: request.size.width)
    }
    return request.picture == nil ? nil : locate(request, request.neededWidth(output))
  }

  /// Returns the location of the file for a request, cached while the picture is requested.
  ///
  /// Building the URL takes longer than the rest of a step.
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
  /// The horizontal resolution of symbols, in pixels per cell.
  private static let symbolPixels = 6.0

  /// Returns the width that a file of the whole picture needs to fill the box, at most the
  /// original's.
  ///
  /// The width is in pixels, before rotation. If the box shows only a part, the whole picture is
  /// wider than the box.
  func neededWidth(_ output: PictureOutput) -> Int {
    let perCell = output.hasPixels ? output.cellWidth : Self.symbolPixels
    let across = Double(box.width) * perCell / max(part.width, 0.001)
    let turned = quarterTurns % 2 != 0
    guard turned else { return min(size.width, max(1, Int(across.rounded(.up)))) }
    // The box's width then corresponds to the picture's height.
    let width = across * Double(size.width) / Double(max(1, size.height))
    return min(size.width, max(1, Int(width.rounded(.up))))
  }
}
