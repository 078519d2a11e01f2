import Canvas
import Model
import Platform

/// Chooses the renditions to show for a request.
extension StoreState {
  /// Returns the best available symbols and pixels for a request.
  mutating func shown(for request: PictureRequest) -> ShownPicture {
    let request = aimed(request)
    return ShownPicture(symbols: symbols(for: request), pixels: pixels(for: request))
  }

  /// Returns the best available symbols for a request.
  mutating func symbols(for request: PictureRequest) -> SymbolGrid {
    if let rendition = renditions[RenditionKey(request)] { return rendition.grid }
    if let last = entries[request.id]?.shown, last.quarterTurns == request.quarterTurns {
      return last.resampled(for: request, filler: request.filler)
    }
    // In full screen, the thumbnail is shown until the full size has loaded.
    let card = PictureKey(request.id.source, .thumbnail)
    if let last = entries[card]?.shown, request.quarterTurns == last.quarterTurns {
      return last.resampled(for: request, filler: request.filler)
    }
    return .filled(request.box, request.filler)
  }

  /// Returns the best available pixels for a request; `nil` if only symbols are available.
  mutating func pixels(for request: PictureRequest) -> ShownPicture.Pixels? {
    guard output.hasPixels else { return nil }
    guard output.isRetained else {
      // Includes pieces that aren't among the visible parts. Such a piece may still be on the
      // screen, partly covered by an overlay. The rest of it need not be drawn again.
      let parts = Set(images.available(request.id.source).compactMap(\.cells))
      let pieces = parts.compactMap { part -> ShownPicture.Piece? in
        guard let plan = bestImage(of: request, part: part) else { return nil }
        return ShownPicture.Piece(rect: part, image: images.image(plan, output.encoding))
      }
      return pieces.isEmpty ? nil : .pieces(pieces)
    }
    guard let plan = bestImage(of: request) else {
      return preview(of: request).map {
        .placed(
          images.image($0, output.encoding),
          source: Rect($0.region.size),
          isPanned: output.cutsImages(for: request.id.use)
        )
      }
    }
    let all = Rect(plan.region.size)
    guard let source = request.isCut(output) ? plan.source(of: request.part) : all else {
      return nil
    }
    return .placed(
      images.image(plan, output.encoding),
      source: source,
      isPanned: output.cutsImages(for: request.id.use)
    )
  }

  /// Returns the images from a file that would improve on the available ones.
  func missingImages(of request: PictureRequest, from file: File) -> [ImagePlan] {
    guard output.hasPixels else { return [] }
    let plans = request.images(from: file, output)
    guard output.isRetained else {
      return zip(request.visibleParts, plans).compactMap { part, plan in
        bestImage(of: request, part: part).map { $0.fileWidth >= file.width } == true ? nil : plan
      }
    }
    let exact = request.wholePixels(output).width
    return plans.filter { plan in
      guard let best = bestImage(of: request) else { return true }
      // An image from a smaller file stays the best one if it has enough pixels. Without this
      // check, another one would be made endlessly.
      let isEnough = request.isCut(output) && request.detail(of: best) >= exact
      guard isEnough || best.fileWidth >= file.width else { return true }
      return best.whole.width < min(plan.whole.width, exact)
    }
  }

  /// Returns the blurred images of a request that don't exist yet and would improve on the
  /// available images.
  func missingPreviews(of request: PictureRequest, _ plans: [ImagePlan]) -> [ImagePlan] {
    if output.isRetained {
      return bestImage(of: request) ?? preview(of: request) == nil ? plans : []
    }
    return zip(request.visibleParts, plans).compactMap { part, plan in
      bestImage(of: request, part: part) == nil ? plan : nil
    }
  }

  /// Returns the blurred image of a request, for terminals that store images; `nil` if there is
  /// none.
  private func preview(of request: PictureRequest) -> ImagePlan? {
    let plans = request.previews(output)
    return images.available(request.id.source).first(where: plans.contains)
  }

  /// Whether fetching the file of a request wouldn't improve its images.
  func isCovered(_ request: PictureRequest, by location: PictureLocation) -> Bool {
    guard output.hasPixels else { return false }
    let file = File(width: location.width, cacheKey: location.cacheKey)
    return missingImages(of: request, from: file).isEmpty
  }

  /// Returns the image from a file that shows a request best; `nil` if there is none.
  private func bestImage(of request: PictureRequest) -> ImagePlan? {
    let exact = request.wholePixels(output)
    guard request.isCut(output) else { return bestImage(of: request, part: Rect(request.box)) }
    let images = images.available(request.id.source).filter {
      !$0.isPreview && $0.quarterTurns == request.quarterTurns
        && $0.source(of: request.part) != nil
    }
    // The smallest image with enough detail is the fastest to draw.
    let enough = images.filter { request.detail(of: $0) >= exact.width }
    return enough.min { $0.order < $1.order }
      ?? images.max { request.detail(of: $0) < request.detail(of: $1) }
  }

  /// Returns the image of exactly this part of the box, from the largest file.
  private func bestImage(of request: PictureRequest, part: Rect) -> ImagePlan? {
    let whole = request.wholePixels(output)
    let region = request.region(of: part, output)
    return images.available(request.id.source)
      .filter {
        $0.quarterTurns == request.quarterTurns && $0.whole == whole && $0.region == region
      }
      .max { $0.fileWidth < $1.fileWidth }
  }
}

extension ImagePlan {
  /// The sort key: the scale in pixels, then the width of the source file.
  fileprivate var order: (Int, Int) { (whole.width, fileWidth) }
}
