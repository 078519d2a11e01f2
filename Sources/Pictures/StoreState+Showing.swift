import Canvas
import Model
import Platform

/// What there is to show of a request.
extension StoreState {
  /// The best there is for a box.
  mutating func shown(for request: PictureRequest) -> ShownPicture {
    let request = aimed(request)
    return ShownPicture(symbols: symbols(for: request), pixels: pixels(for: request))
  }

  /// The best symbols there are for a box.
  mutating func symbols(for request: PictureRequest) -> SymbolGrid {
    if let rendition = renditions[RenditionKey(request)] { return rendition.grid }
    if let last = entries[request.id]?.shown, last.quarterTurns == request.quarterTurns {
      return last.resampled(for: request, filler: request.filler)
    }
    // In full screen, the card's picture is shown until its own is ready.
    let card = PictureKey(request.id.source, .thumbnail)
    if let last = entries[card]?.shown, request.quarterTurns == last.quarterTurns {
      return last.resampled(for: request, filler: request.filler)
    }
    return .filled(request.box, request.filler)
  }

  /// The best pixels there are for a box; nil where it has to be symbols.
  mutating func pixels(for request: PictureRequest) -> ShownPicture.Pixels? {
    guard output.hasPixels else { return nil }
    guard output.isRetained else {
      // All there are, because some may still be on the screen in part: what an overlay leaves of
      // a picture need not be drawn again.
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

  /// The images that would show a request better than those there are, and that a file allows.
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
      // One cut from a smaller file stays the best when it has the pixels, so another would be made
      // for ever.
      let isEnough =
        request.isCut(output) && best.whole.width >= exact && best.fileWidth >= best.whole.width
      guard isEnough || best.fileWidth >= file.width else { return true }
      return best.whole.width < min(plan.whole.width, exact)
    }
  }

  /// Returns which of a request's blurred images aren't there yet and show more than there is.
  func missingPreviews(of request: PictureRequest, _ plans: [ImagePlan]) -> [ImagePlan] {
    if output.isRetained {
      return bestImage(of: request) ?? preview(of: request) == nil ? plans : []
    }
    return zip(request.visibleParts, plans).compactMap { part, plan in
      bestImage(of: request, part: part) == nil ? plan : nil
    }
  }

  /// The blurred image of a request that a terminal keeps.
  private func preview(of request: PictureRequest) -> ImagePlan? {
    let plans = request.previews(output)
    return images.available(request.id.source).first(where: plans.contains)
  }

  /// Whether nothing better can come of fetching the file that a request asks for.
  func isCovered(_ request: PictureRequest, by location: PictureLocation) -> Bool {
    guard output.hasPixels else { return false }
    let file = File(width: location.width, cacheKey: location.cacheKey)
    return missingImages(of: request, from: file).isEmpty
  }

  /// The image from a file that shows a request best.
  private func bestImage(of request: PictureRequest) -> ImagePlan? {
    let exact = request.wholePixels(output)
    guard request.isCut(output) else { return bestImage(of: request, part: Rect(request.box)) }
    let images = images.available(request.id.source).filter {
      !$0.isPreview && $0.quarterTurns == request.quarterTurns
        && $0.source(of: request.part) != nil
    }
    // Of those with enough pixels the smallest, which is the quickest to draw.
    let enough = images.filter { $0.whole.width >= exact.width }
    return enough.min { $0.order < $1.order } ?? images.max { $0.order < $1.order }
  }

  /// The image of just this part of the box, from the largest file.
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
  /// What has more pixels comes later; of as many, what is from a larger file.
  fileprivate var order: (Int, Int) { (whole.width, fileWidth) }
}
