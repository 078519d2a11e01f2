import Canvas
import Imaging
import Model

/// The pixels of a picture that an image contains: all of them or a part, at a scale.
struct ImagePlan: Hashable, Sendable {
  /// The cache key of the source file, and its width in pixels.
  var cacheKey: String
  var fileWidth: Int
  /// Clockwise rotation in steps of 90°.
  var quarterTurns: Int
  /// The size of the whole picture at this scale in pixels, after rotation.
  var whole: Size
  /// The part of the scaled picture that the image contains, in pixels.
  var region: Rect
  /// The cells of the box that the image covers, for terminals that don't store images.
  var cells: Rect?

  var isWhole: Bool { region.size == whole }
  /// Whether the image is blurred, made from a BlurHash instead of a file.
  var isPreview: Bool { fileWidth == 0 }

  var key: PixelImage.Key {
    PixelImage.Key(
      source: "\(cacheKey)@\(whole.width)x\(whole.height)",
      size: region.size,
      quarterTurns: quarterTurns,
      part: isWhole ? nil : region
    )
  }

  /// Returns a part of the picture in pixels of the image; `nil` if the image doesn't contain all
  /// of it.
  func source(of part: Crop) -> Rect? {
    let seen = part.pixels(of: whole)
    guard seen.intersection(region) == seen else { return nil }
    return Rect(
      x: seen.x - region.x,
      y: seen.y - region.y,
      width: seen.width,
      height: seen.height
    )
  }
}

extension Crop {
  /// Returns the part in whole pixels of a picture: at least one, and never outside of it.
  func pixels(of size: Size) -> Rect {
    let x = min(size.width - 1, max(0, Int((x * Double(size.width)).rounded())))
    let y = min(size.height - 1, max(0, Int((y * Double(size.height)).rounded())))
    let width = Int((width * Double(size.width)).rounded())
    let height = Int((height * Double(size.height)).rounded())
    return Rect(
      x: x,
      y: y,
      width: max(1, min(size.width - x, width)),
      height: max(1, min(size.height - y, height))
    )
  }
}

extension PictureRequest {
  /// Returns the images that show this request in the best quality that a file allows.
  ///
  /// Terminals that store images get one for the whole box, others one for each visible part.
  func images(from file: StoreState.File, _ output: PictureOutput) -> [ImagePlan] {
    guard output.hasPixels else { return [] }
    guard output.isRetained else {
      return visibleParts.map { part -> ImagePlan in
        var plan = plan(file, whole: wholePixels(output), region: region(of: part, output))
        plan.cells = part
        return plan
      }
    }
    let exact = wholePixels(output)
    // The image has exactly the box's size: placeholders fit an image into their cells and leave
    // the rest of them empty.
    guard isCut(output) else {
      return [plan(file, whole: exact, region: region(of: Rect(box), output))]
    }
    let native = turnedPixels(of: file)
    // Tiles with all pixels of large files would exceed the memory budget and evict each other
    // endlessly.
    if id.use != .full, native.width > 2 * exact.width {
      return [plan(file, whole: exact, region: Rect(exact))]
    }
    // An image of the whole file serves further zoom steps, too.
    if native.width * native.height * 3 <= output.largestImage {
      return [plan(file, whole: native, region: Rect(native))]
    }
    // If that is too large, the image contains the visible part and some of its surroundings.
    let whole = exact.width < native.width ? exact : native
    let seen = part.pixels(of: whole)
    let around = seen.inset(dx: -seen.width / 4, dy: -seen.height / 4)
    return [plan(file, whole: whole, region: around.intersection(Rect(whole)))]
  }

  /// Returns the blurred images of this request, from its BlurHash.
  ///
  /// Terminals that store images and enlarge them smoothly get a quarter of the box's pixels.
  /// Others that store images get all of its pixels, and the rest those of each visible part.
  ///
  /// - Returns: An empty array without a hash, and if the images would take too long to make.
  func previews(_ output: PictureOutput) -> [ImagePlan] {
    guard output.hasPixels, let blurHash else { return [] }
    let file = StoreState.File(width: 0, cacheKey: "blurhash:\(blurHash)")
    let exact = wholePixels(output)
    let isHalved = output.isRetained && output.scalesSmoothly
    let half = Size(max(1, exact.width / 2), max(1, exact.height / 2))
    let whole = isHalved ? half : exact
    guard whole.width * whole.height <= Self.mostPreviewPixels else { return [] }
    guard output.isRetained else { return images(from: file, output) }
    let region = region(of: Rect(box), output)
    guard isHalved else { return [plan(file, whole: exact, region: region)] }
    let part = Rect(
      x: min(half.width - 1, region.x / 2),
      y: min(half.height - 1, region.y / 2),
      width: max(1, region.width / 2),
      height: max(1, region.height / 2)
    )
    return [plan(file, whole: half, region: part.intersection(Rect(half)))]
  }

  /// The maximum number of blurred pixels: enough for full screen in a window of 2560 by 1600.
  private static let mostPreviewPixels = 4 << 20

  /// Whether only a part of the picture is visible, and the terminal cuts it out of a larger image.
  func isCut(_ output: PictureOutput) -> Bool {
    part != .whole && output.cutsImages(for: id.use)
  }

  /// Returns the size of the whole picture in pixels, after rotation, if its part fills the box.
  func wholePixels(_ output: PictureOutput) -> Size {
    let seen = boxPixels(output)
    return Size(
      max(seen.width, Int((Double(seen.width) / max(part.width, 0.001)).rounded())),
      max(seen.height, Int((Double(seen.height) / max(part.height, 0.001)).rounded()))
    )
  }

  /// Returns the region of some cells of the box, in pixels of the whole picture.
  func region(of cells: Rect, _ output: PictureOutput) -> Rect {
    let whole = wholePixels(output)
    let seen = boxPixels(output)
    let left = min(whole.width - seen.width, max(0, Int(part.x * Double(whole.width))))
    let top = min(whole.height - seen.height, max(0, Int(part.y * Double(whole.height))))
    let x = Int(Double(cells.x) * output.cellWidth)
    let y = Int(Double(cells.y) * output.cellHeight)
    return Rect(
      x: left + x,
      y: top + y,
      width: max(1, Int(Double(cells.maxX) * output.cellWidth) - x),
      height: max(1, Int(Double(cells.maxY) * output.cellHeight) - y)
    )
  }

  /// Returns the box's size in whole pixels.
  ///
  /// Fractions of pixels stay empty at its right and bottom.
  private func boxPixels(_ output: PictureOutput) -> Size {
    Size(
      max(1, Int(Double(box.width) * output.cellWidth)),
      max(1, Int(Double(box.height) * output.cellHeight))
    )
  }

  /// Returns the width of the whole picture in pixels that an image of it really has: its own, or
  /// the file's if that was enlarged.
  func detail(of plan: ImagePlan) -> Int {
    let file = StoreState.File(width: plan.fileWidth, cacheKey: plan.cacheKey)
    return min(plan.whole.width, turnedPixels(of: file).width)
  }

  /// Returns the size of a file of this picture in pixels, after rotation.
  private func turnedPixels(of file: StoreState.File) -> Size {
    let height = Double(file.width) * Double(size.height) / Double(max(1, size.width))
    let upright = Size(max(1, file.width), max(1, Int(height.rounded())))
    return quarterTurns % 2 == 0 ? upright : upright.turned
  }

  private func plan(_ file: StoreState.File, whole: Size, region: Rect) -> ImagePlan {
    ImagePlan(
      cacheKey: file.cacheKey,
      fileWidth: file.width,
      quarterTurns: quarterTurns,
      whole: whole,
      region: region
    )
  }
}

extension Size {
  /// The size after a quarter turn.
  var turned: Size { Size(height, width) }
}

extension Rect {
  /// Creates a rectangle of a size, at the origin.
  init(_ size: Size) { self.init(x: 0, y: 0, width: size.width, height: size.height) }
}
